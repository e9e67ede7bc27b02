"""What players, spaces, pieces and cards are called, their texts, and their ids."""

from __future__ import annotations

from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import cards
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.words import say


def any_of(names: tuple[str, ...]) -> str:
    """ "Gunpowder or Sabre of Yarrr"."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


CLASS_SYMBOLS = ("ninja", "pirate", "zombie", "robot", "gunslinger", "alien", "elf")
PLATES = ("square", "disc", "diamond", "triangle", "hexagon", "star")
"""Each seat's shape, on its Gates: colour is never the only sign."""
ROWS = "ABCDEFJKLMN"
"""Letters that name nothing else on the board, as G and H would."""

CLASS_TEXTS = (
    (
        "Hold the Great Houses",
        "Three Great Houses, every other one, win; in a two-player game, all six.",
        "Leaps from a Gate to any open space; can give up a fight and steal a card.",
    ),
    (
        "X marks the spot",
        "Three Xs, every other one, win; in a two-player game, all six.",
        "Moves other players' pieces; draws extra cards in a turn without actions.",
    ),
    (
        "Infect three",
        "Three pieces with two Infection Rings each win.",
        "Leaves rings where it fights, grows by them, wins ties. Plays cards for points only.",
    ),
    (
        "Upload all six",
        "Six pieces uploaded from the treasure win.",
        "Moves several pieces at once; uses either side of a card for a fee.",
    ),
    (
        "Ride into the sunset",
        "Great House, X, X and Great House in a straight line win.",
        "Plays cards in pairs, triples and straights, and draws up to a full hand.",
    ),
    (
        "All your base",
        "Four captives, at least one from each opponent, win.",
        "Lands beside any enemy; keeps the pieces it defeats. Plays cards for points only.",
    ),
    (
        "Outlast them all",
        f"Lasting {st.ELF_LIMIT} turns wins.",
        "Has no pieces and no fights; may help others with points.",
    ),
)
"""[class]: its aim in a few words, its goal, what it can do."""

PILLAGE_TEXTS = (
    "When your piece has lost a fight: move it to one of your open Gates instead of home.",
    "With another card: use that card's other side.",
    "In your Draw Phase: draw two cards.",
    "In your Entrance Phase: bring out a piece for free.",
    "In your Movement Phase: the piece you move has two extra free spaces.",
    "In a fight: your piece steps to a space next to no enemy, and the fight is over.",
    f"{any_of(tb.PILLAGE_WEAPONS)}. In a fight: +2.",
    "In another player's Draw Phase: you get the cards they would draw.",
    "In your Draw Phase: two cards for each zone instead of one.",
    "In a fight: all your pieces on the board count as connected.",
    "In your Movement Phase: move a second piece one space.",
    "At the end of your turn: another player misses a turn.",
)
NINJUTSU_TEXTS = (
    *PILLAGE_TEXTS[:4],
    "In your Movement Phase: two extra free spaces, or four for 1 point.",
    PILLAGE_TEXTS[5],
    f"{any_of(tb.NINJUTSU_WEAPONS)}. In a fight: +3.",
    "When somebody plays a card for its effect: that card has no effect.",
    "In a fight: Specialty cards you play for points count twice their Ninjutsu value.",
    "In a fight: one against one; connected pieces do not count, and nobody may assist.",
    "In your Movement Phase: put a second piece beside another, but next to no enemy.",
    "In a fight, as Aggressor: your piece and all adjacent ones, friend or enemy, are defeated.",
)
EFFECT_SHORT = (
    "the piece goes to a Gate instead of home",
    "draw two cards",
    "a piece enters for free",
    "step out of the fight",
    "two extra free spaces",
    "two extra free spaces, or four for 1 point",
    "+2",
    "+3",
    "take the cards they would draw",
    "the card has no effect",
    "two cards for each zone",
    "Specialty cards played for points count twice",
    "all pieces on the board count as connected",
    "one against one, no more assistance",
    "a second piece moves one space",
    "a second piece is put beside another",
    "somebody misses a turn",
    "the piece and all adjacent ones are defeated",
)

say.know(*(text for texts in CLASS_TEXTS for text in texts))
say.know(*PILLAGE_TEXTS, *NINJUTSU_TEXTS, *EFFECT_SHORT)
say.know(*tb.CLASS_NAMES, *tb.PILLAGE_NAMES, *tb.NINJUTSU_NAMES)
POINT_CARDS = say.know("1-point card", "2-point card", "cloud point")
"""What the kinds that are not Specialty cards are called in a sentence."""
OWN_PIECES = say.know(*(f"your {name}" for name in tb.CLASS_NAMES))
THEIR_PIECES = say.know(*(f"{{who}}'s {name}" for name in tb.CLASS_NAMES))

needs_training = interpret(cards.needs_training)
VALUE, VALUE_SIDE = tb.VALUE.tolist(), tb.VALUE_SIDE.tolist()
EFFECT_KIND, EFFECT_SIDE = tb.EFFECT_KIND.tolist(), tb.EFFECT_SIDE.tolist()
NEXT = tb.NEXT.tolist()


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# Players and amounts -------------------------------------------------------------------------


def name(seat: int) -> str:
    """Stands for a player's name; clients put it in."""
    return f"{{{seat}}}"


def kind(view: st.State, seat: int) -> str:
    """The name of a seat's class; empty before it is chosen."""
    return say(tb.CLASS_NAMES[view.role[seat]]) if view.role[seat] != tb.NONE else ""


def points(n: int) -> str:
    return say.count("{n} point", "{n} points", n)


def number_of_cards(n: int) -> str:
    return say.count("{n} card", "{n} cards", n)


def number_of_rings(n: int) -> str:
    return say.count("{n} ring", "{n} rings", n)


def owner(piece: int) -> int:
    return piece // tb.PIECES_EACH


# Spaces and pieces ---------------------------------------------------------------------------


def _coordinate(space: int) -> str:
    """Row by letter from the top, space by number from the left: "C4"."""
    q, r = tb.COORDINATES[space]
    first = max(-tb.RADIUS, -tb.RADIUS - r)
    return f"{ROWS[r + tb.RADIUS]}{q - first + 1}"


COORDINATES = tuple(_coordinate(space) for space in range(tb.SPACES))
SPECIAL = {
    tb.TREASURE_SPACE: "T",
    **{space: f"X{i}" for i, space in enumerate(tb.X_SPACES)},
    **{space: f"G{i}" for i, space in enumerate(tb.HOUSE_SPACES)},
}
"""The rules' names for the spaces that win games."""


def cell(space: int) -> str:
    return f"space:{COORDINATES[space]}"


def keeper(view: st.State, space: int) -> int:
    """Whose Gate it is; NONE for any other space, also a Gate of the Elves or of nobody."""
    home = int(tb.HOME_OF_GATE[space])
    seat = view.keeper[home] if home != tb.NONE else tb.NONE
    return tb.NONE if seat == tb.NONE or view.role[seat] == tb.ELF else seat


def space_name(view: st.State, space: int) -> str:
    """A space's name in a sentence: "Great House G2", "F9 in zone Z1", "your Gate A3"."""
    terrain, code = tb.TERRAIN[space], COORDINATES[space]
    if terrain == tb.TREASURE:
        return say("the treasure")
    if terrain == tb.GREAT_HOUSE:
        return say("Great House {house}", house=SPECIAL[space])
    if terrain == tb.X_MARK:
        return SPECIAL[space]
    if terrain == tb.ZONE:
        return say("{space} in zone {zone}", space=code, zone=f"Z{tb.ZONE_OF[space]}")
    seat = keeper(view, space)
    if seat == tb.NONE:
        return code
    return say.to(
        seat == view.viewer, "your Gate {gate}", "{who}'s Gate {gate}", who=name(seat), gate=code
    )


def pawn(piece: int) -> str:
    return f"pawn:{owner(piece)}:{piece % tb.PIECES_EACH}"


def piece_name(view: st.State, piece: int) -> str:
    """ "your Ninja", "{1}'s Pirate"."""
    seat = owner(piece)
    role = view.role[seat]
    if seat == view.viewer:
        return say(OWN_PIECES[role])
    return say(THEIR_PIECES[role], who=name(seat))


def piece_at(view: st.State, piece: int) -> str:
    """A piece, with its space if it is on the board."""
    place = view.place[piece]
    if not 0 <= place < tb.SPACES:
        return piece_name(view, piece)
    space = space_name(view, place)
    return say("{piece} on {space}", piece=piece_name(view, piece), space=space)


# Cards ---------------------------------------------------------------------------------------


def card_name(card: int) -> str:
    """A kind by both its sides; the last is a cloud point."""
    if card >= tb.SPECIALTIES:
        return say(POINT_CARDS[card - tb.SPECIALTIES])
    return f"{say(tb.PILLAGE_NAMES[card])} / {say(tb.NINJUTSU_NAMES[card])}"


def effect_name(view: st.State, effect: int, seat: int) -> str:
    """An effect by the name on the side that a player of this class reads."""
    ninjutsu = effect_side(view, effect, seat) == tb.NINJUTSU
    names = tb.NINJUTSU_NAMES if ninjutsu else tb.PILLAGE_NAMES
    return say(names[EFFECT_KIND[effect]])


def effect_side(view: st.State, effect: int, seat: int) -> int:
    """The side of the card that has an effect, as a player of this class reads it."""
    if EFFECT_SIDE[effect] != tb.EITHER:
        return EFFECT_SIDE[effect]
    return tb.NINJUTSU if view.role[seat] == tb.NINJA else tb.PILLAGE


def training(view: st.State, seat: int) -> str:
    """The card that opens another's other side, by the name this class reads."""
    names = tb.NINJUTSU_NAMES if view.role[seat] == tb.NINJA else tb.PILLAGE_NAMES
    return say(names[tb.TRAINING])


def value(view: st.State, seat: int, card: int) -> int:
    """What a card pays in a seat's hands."""
    return int(VALUE[VALUE_SIDE[view.role[seat]]][card])


def card_title(view: st.State, seat: int, card: int) -> str:
    """A kind by the side that a player of this class reads: for most, the Pillage side."""
    if card >= tb.SPECIALTIES:
        return card_name(card)
    names = tb.NINJUTSU_NAMES if view.role[seat] == tb.NINJA else tb.PILLAGE_NAMES
    return say(names[card])


def cards_named(view: st.State, seat: int, counts: list[int]) -> str:
    """ "2 × 1-point card, Smoke Bomb": counts by kind, cloud points perhaps as the last."""
    found = [(count, card_title(view, seat, card)) for card, count in enumerate(counts) if count]
    return ", ".join(title if count == 1 else f"{count} × {title}" for count, title in found)
