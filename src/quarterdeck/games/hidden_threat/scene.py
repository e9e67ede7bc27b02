"""Hidden Threat for people: two grids of cards, hands and piles, prompts and told lines."""

from __future__ import annotations

from collections.abc import Iterable

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import (
    Board,
    Cell,
    Cue,
    Half,
    Mark,
    Picture,
    Piece,
    Tally,
    Told,
    Zone,
    shared,
)
from quarterdeck.engine.state import Event, unpack
from quarterdeck.engine.words import Words
from quarterdeck.games.hidden_threat import art, fleet
from quarterdeck.games.hidden_threat import state as st

hits_on = interpret(fleet.hits_on)
can_damage = interpret(fleet.can_damage)
places_for = interpret(fleet.targets)
stuck_kinds = interpret(fleet.stuck_kinds)
which_game = interpret(fleet.which_game)

say = Words(__package__)
say.know(*st.SHIP_NAMES, *st.CARD_NAMES, *st.USE_NAMES)

CARD_IDS = ("white", "red1", "red2", "red4", "shield", "discard-two", "repair-draw")
HALVES = (
    (0,),
    (1,),
    (2,),
    (3,),
    (4,),
    (st.DISCARD_WHITES, st.PLAY_TWO),
    (st.REPAIR, st.DRAW_THREE),
)
EFFECTS = say.know(
    "Turn up a face-down enemy card. Damages only a Submarine, unless your Destroyer is in play.",
    "One hit on a face-up enemy ship, or on a ship that a search turns up.",
    "Two hits on a face-up enemy ship, or on a ship that a search turns up.",
    "Four hits on a face-up enemy ship, or on a ship that a search turns up.",
    "Protect one of your face-up ships: two hits are needed to destroy the shield first.",
    "Discard one or more white peg cards; you draw more cards at the end of the turn.",
    "Play two more cards this turn.",
    "Remove one peg card from under one of your ships, then play another card.",
    "Draw three cards, then play one of those three.",
)
(BEGINNERS_WHITE,) = say.know("Turn up a face-down enemy card. It does no damage.")
POWERS = say.know(
    "{ship}, which reloads to seven cards",
    "{ship}, which adds a hit to each red peg card",
    "{ship}, which lets white pegs do damage",
    "{ship}, which is damaged by white pegs only",
    "{ship}, which removes a peg card each turn",
)


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def place_name(place: int) -> str:
    return "ABC"[place // st.COLUMNS] + str(place % st.COLUMNS + 1)


def cell(side: int, place: int) -> str:
    return f"grid{side}:{place_name(place)}"


def player(seat: int) -> str:
    """Stands for a seat's name, which clients fill in."""
    return f"{{{seat}}}"


def ship_name(ship: int) -> str:
    return say(st.SHIP_NAMES[ship])


def card_name(kind: int) -> str:
    return say(st.CARD_NAMES[kind])


def listed(counts: Iterable[int]) -> str:
    """Cards, by how many there are of each kind."""
    each = ((count, card_name(kind)) for kind, count in enumerate(counts) if count)
    return ", ".join(f"{count} × {name}" for count, name in each)


# The picture ---------------------------------------------------------------------------------


def draw(view: st.State) -> Picture:
    """What a seat (-1: a spectator) sees: the enemy's grid first, then its own."""
    seat, me = view.viewer, max(view.viewer, 0)
    prompt, detail = ask(view, seat)
    return Picture(
        prompt=prompt,
        detail=detail,
        boards=[grid(view, side) for side in (1 - me, me)],
        zones=[zone for side in (me, 1 - me) for zone in zones(view, side)],
        pieces=[piece for side in (1 - me, me) for piece in pieces(view, seat, side)],
        tallies=[tallies(view, who) for who in range(st.SEATS)],
    )


def grid(view: st.State, side: int) -> Board:
    mine, down = side == view.viewer, view.face_down[side]
    ships = {place: ship for ship, place in enumerate(view.place[side])}
    cells = []
    for place in bits(int(st.EVERY_PLACE[which_game(view)])):
        if down >> place & 1:
            cells.append(hidden_card(side, mine, place, bool(view.over)))
        elif place in ships:
            ship = ships[place]
            ground = art.SUNK if view.sunk[side] >> ship & 1 else art.sky(ship)
            cells.append(card_place(side, mine, place, ground, tuple(marks(view, side, ship))))
        else:
            cells.append(missed_card(side, mine, place))
    label = say.to(mine, "Your fleet", "{who}'s fleet", who=player(side))
    return Board(f"grid{side}", label, "square", cells)


@shared
def card_place(side: int, mine: bool, place: int, terrain: str, marks: tuple[Mark, ...]) -> Cell:
    name = place_name(place)
    x, y = place % st.COLUMNS + 0.5, place // st.COLUMNS + 0.5
    label = say.to(
        mine, "{place} in your grid", "{place} in {who}'s grid", place=name, who=player(side)
    )
    return Cell(cell(side, place), x, y, name, label, terrain=terrain, marks=list(marks))


@shared
def hidden_card(side: int, mine: bool, place: int, over: bool) -> Cell:
    mark = Mark("text", say("face down"), text="" if over else "?", seat=side, fade=0.2)
    return card_place(side, mine, place, art.FACE_DOWN, (mark,))


@shared
def missed_card(side: int, mine: bool, place: int) -> Cell:
    mark = Mark("text", say("a miss"), text=say("miss"), seat=side, fade=0.6)
    return card_place(side, mine, place, art.MISS, (mark,))


def marks(view: st.State, side: int, ship: int) -> list[Mark]:
    """What lies with a ship that was found."""
    if view.sunk[side] >> ship & 1:
        return [Mark("text", say("sunk"), text=say("sunk"), seat=side)]
    found = []
    for peg in range(st.PEGS):
        for _ in range(view.under[side][ship][peg]):
            label = say("{card} card", card=card_name(peg))
            found.append(Mark("symbol", label, symbol=art.CARDS[peg]))
    for on in view.on_shield[side][ship][: view.shields[side][ship]]:
        found.append(shield(on))
    hits, needed = hits_on(view, side, ship), int(st.HITS[ship])
    count = say("{hits} of {needed} hits", hits=hits, needed=needed)
    found.append(Mark("text", count, text=count, seat=side))
    return found


def shield(on: int) -> Mark:
    """A shield, and the peg card on it, if there is one."""
    if on < 0:
        return Mark("symbol", say("a shield"), symbol="shield", filled=True)
    label = say("a shield with a {card} card on it", card=card_name(on))
    return Mark("symbol", label, symbol="shield-hit")


def zones(view: st.State, side: int) -> list[Zone]:
    mine, who = side == view.viewer, player(side)
    hand = say.to(mine, "Your hand", "{who}'s hand", who=who)
    pile = say.to(mine, "Your pile", "{who}'s pile", who=who)
    discard = say.to(mine, "Your discard", "{who}'s discard", who=who)
    found = [
        Zone(f"hand:{side}", hand, "hand", side, None if mine else view.hand_size[side]),
        Zone(f"pile:{side}", pile, "pile", side, view.pile_size[side]),
        Zone(f"discard:{side}", discard, "supply", side),
    ]
    if view.depth and view.actor == side:
        found.append(Zone("playing", say("In play"), "table", side))
    return found


def pieces(view: st.State, seat: int, side: int) -> list[Piece]:
    found = []
    for ship in range(st.SHIPS):
        if view.place[side][ship] >= 0:
            found.append(token(view, side, ship))
    shown = side == seat or bool(view.over)
    for kind in range(st.KINDS):
        held = view.hand[side][kind] if shown else view.surely[side][kind]
        if held:
            badges = [f"×{held}"] if held > 1 else []
            found.append(face(view, side, kind, badges if shown else [*badges, say("certain")]))
        if view.discard[side][kind]:
            found.append(discarded(side, kind, view.discard[side][kind]))
    if view.actor == side:
        for i, use in enumerate(view.power[: view.depth]):
            more = view.owed[i]
            badge = [say.count("{n} play left", "{n} plays left", more)] if more else []
            found.append(Piece(f"power:{i}", "playing", "card", say(st.USE_NAMES[use]),
                               halves=[half(view, use)], badges=badge))  # fmt: skip
    return found


def token(view: st.State, side: int, ship: int) -> Piece:
    """A ship that was found; once it is sunk, its wreck."""
    label = say.to(
        side == view.viewer, "your {ship}", "{who}'s {ship}", who=player(side), ship=ship_name(ship)
    )
    if view.up[side] >> ship & 1 and not view.beginner:
        label = say(POWERS[ship], ship=label)
    at, kind = cell(side, view.place[side][ship]), art.SHIPS[ship]
    sunk = bool(view.sunk[side] >> ship & 1)
    symbol = f"wreck-{kind}" if sunk else kind
    pegs = [] if sunk else holes(view, side, ship)
    return Piece(f"ship:{side}:{kind}", at, "token", label, symbol=symbol, seat=side, pegs=pegs)


def holes(view: st.State, side: int, ship: int) -> list[tuple[str, int]]:
    """One hole for each hit a ship can take, and what is in them; its cell says it in words."""
    whites, *reds = view.under[side][ship]
    red = sum(int(on) * count for on, count in zip(st.PEGS_ON[1:], reds, strict=True))
    return art.pegs(red, whites, hits_on(view, side, ship), int(st.HITS[ship]))


def discarded(side: int, kind: int, count: int) -> Piece:
    label, at = say("{count} of {card}", count=count, card=card_name(kind)), f"discard:{side}"
    symbol, badges = art.CARDS[kind], [f"×{count}"]
    return Piece(f"{at}:{CARD_IDS[kind]}", at, "token", label, symbol=symbol, badges=badges)


def card_id(side: int, kind: int) -> str:
    return f"card:{side}:{CARD_IDS[kind]}"


def face(view: st.State, side: int, kind: int, badges: list[str]) -> Piece:
    halves, label = [half(view, use) for use in HALVES[kind]], card_name(kind)
    return Piece(card_id(side, kind), f"hand:{side}", "card", label, halves=halves, badges=badges)


def half(view: st.State, use: int) -> Half:
    effect = BEGINNERS_WHITE if view.beginner and use == st.WHITE else EFFECTS[use]
    return Half(say(st.USE_NAMES[use]), art.USES[use], text=say(effect))


def tallies(view: st.State, who: int) -> list[Tally]:
    ships = int(st.ALL_SHIPS[which_game(view)]).bit_count()
    return [Tally(say("enemy ships sunk"), "sunk", view.sunk[1 - who].bit_count(), ships)]


# Prompts, labels and targets -----------------------------------------------------------------


TO_PLAY = say.know(
    "Search with white, hit with red, or use a power card. Then you draw back up.",
    "Search with white or hit with red. Then you draw back up.",
)
"""[beginner]"""


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    if seat != view.actor:
        prompt = say("{who} is to play", who=player(view.actor))
        return prompt, say("They play a card, then draw back up.")
    if view.question == st.AIM:
        card = say(st.USE_NAMES[view.chosen])
        return say("{card}: choose where it goes", card=card), aiming(view)
    if view.question == st.COVER:
        return say("Shield: choose a ship to protect"), say("Two hits will destroy the shield.")
    if view.question == st.DISCARD:
        return say("How many white peg cards do you discard?"), plays_owed(view) or then_draw()
    if view.question == st.REMOVE_PEG:
        if view.chosen == st.NONE:
            prompt = say("Your PT Boat removes a peg card: choose which")
            return prompt, say("Then you play a card.")
        return say("Repair: choose the peg card to remove"), say("Then you play another card.")
    if view.question == st.PLAY_DRAWN:
        return say("Play one of the three cards you drew"), say("The others stay in your hand.")
    if view.question == st.PLAY_MORE:
        return say("Play another card"), plays_owed(view)
    if not playable(view):
        return say("You cannot play any card: discard one"), then_draw()
    return say("Play a card"), say(TO_PLAY[view.beginner])


def then_draw() -> str:
    return say("Then you draw back up.")


def plays_owed(view: st.State) -> str:
    owed = sum(view.owed[: view.depth])
    if not owed:
        return ""
    return say.count(
        "{n} play still to make before you draw back up.",
        "{n} plays still to make before you draw back up.",
        owed,
    )


def aiming(view: st.State) -> str:
    """What the chosen peg card can do."""
    foe, places = 1 - view.actor, places_for(view, view.chosen)
    ships = [ship for ship in bits(view.up[foe]) if places >> view.place[foe][ship] & 1]
    harmed = [ship for ship in ships if does_harm(view, ship)]
    warning = say("Only white pegs damage the Submarine.") if harmed != ships else ""
    return f"{aims(harmed, bool(view.face_down[foe]))} {warning}".strip()


def aims(harmed: list[int], face_down: bool) -> str:
    if not harmed:
        return say("Turn up a face-down card.") if face_down else ""
    if harmed == [st.SUBMARINE]:
        if face_down:
            return say("Turn up a face-down card, or hit the Submarine.")
        return say("Hit the Submarine.")
    if face_down:
        return say("Turn up a face-down card, or hit a face-up ship.")
    return say("Hit a face-up ship.")


def does_harm(view: st.State, ship: int) -> bool:
    """Does the chosen peg card, played on this enemy ship, damage it or its shield?"""
    shielded = bool(view.shields[1 - view.actor][ship])
    return shielded or bool(can_damage(view, view.actor, ship, view.chosen))


def playable(view: st.State) -> bool:
    """Does the actor hold more than whites and shields that cannot be played?"""
    stuck = stuck_kinds(view, view.actor)
    hand = view.hand[view.actor]
    left = sum(hand) - (hand[st.WHITE] if stuck & st.NO_WHITES else 0)
    return left - (hand[st.SHIELD] if stuck & st.NO_SHIELDS else 0) > 0


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb == "play":
        name = say(st.USE_NAMES[number])  # the name of a power already says what is done
        return name if number > st.USE_SHIELD else say("Play {card}", card=name)
    if verb == "aim":
        return aim_label(view, number)
    if verb == "cover":
        return say("Shield the {ship}", ship=ship_name(number))
    if verb == "remove":
        ship, peg = divmod(number, st.PEGS)
        card, where = card_name(peg), ship_name(ship)
        return say("Remove a {card} card from the {ship}", card=card, ship=where)
    if verb == "discard":
        return say.count("Discard {n} white peg card", "Discard {n} white peg cards", number + 1)
    return say("Discard a {card} card", card=card_name(number))


def aim_label(view: st.State, place: int) -> str:
    foe, name = 1 - view.actor, place_name(place)
    for ship in bits(view.up[foe]):
        if view.place[foe][ship] == place:
            there = {"ship": ship_name(ship), "place": name}
            if not does_harm(view, ship):
                return say("Waste it on the {ship} at {place}: no damage", **there)
            if view.shields[foe][ship]:
                return say("Hit the shield of the {ship} at {place}", **there)
            return say("Hit the {ship} at {place}", **there)
    return say("Search {place}", place=name)


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    me = view.actor
    if verb == "play":
        kind = int(st.CARD_FOR[number])
        whole = card_id(me, kind)
        return [f"{whole}/{HALVES[kind].index(number)}"] if len(HALVES[kind]) > 1 else [whole]
    if verb == "aim":
        return [cell(1 - me, number)]
    if verb == "cover":
        return [cell(me, view.place[me][number])]
    if verb == "remove":
        return [cell(me, view.place[me][number // st.PEGS])]
    return [card_id(me, number)] if verb == "give-up" else []


# Told lines ----------------------------------------------------------------------------------


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    kind, seat = st.EVENTS[event.kind], event.who
    if kind == "ended":
        return Told(ended(view, event), seat if seat >= 0 else None)
    if kind in ("hit", "hit-shield", "wasted"):
        return Told(attacked(view, event, kind), seat, salvo(view, event, kind))
    if kind == "searched":
        return Told(searched(view, event), seat, [found(event)])
    if kind in ("sunk", "shield-gone", "removed"):
        lost = [fate(view, event, kind)] if kind != "removed" else []
        return Told(happened(view, event, kind), seat, lost)
    if kind in ("drew", "drew-unseen", "reshuffled"):
        return Told(drew(view, event, kind), seat)
    if kind == "covered":
        at = cell(seat, view.place[seat][event.a])
        return Told(did(view, event, kind), seat, [Cue("drop", at, "", seat, "drop-shield")])
    return Told(did(view, event, kind), seat)


def salvo(view: st.State, event: Event, kind: str) -> list[Cue]:
    """A peg card flies at a ship, and what it does there."""
    seat, foe = event.who, 1 - event.who
    at = cell(foe, view.place[foe][event.b])
    moment = {"hit": "burst-hit", "hit-shield": "burst-shield", "wasted": "burst-splash"}[kind]
    hits = f"{event.c}/{st.HITS[event.b]}" if kind == "hit" else ""
    shot = Cue("run", f"hand:{seat}", at, seat, "shot-shell")
    return [shot, Cue("strike", at, "", seat, moment, hits)]


def found(event: Event) -> Cue:
    """A place is searched: the card there is turned over."""
    moment = f"reveal-{art.SHIPS[event.c]}" if event.c >= 0 else "burst-splash"
    return Cue("pulse", cell(1 - event.who, event.b), "", event.who, moment)


def fate(view: st.State, event: Event, kind: str) -> Cue:
    """A ship goes down, or its shield breaks."""
    at = cell(event.who, view.place[event.who][event.a])
    if kind == "sunk":
        return Cue("done", at, "", event.who, f"sink-{art.SHIPS[event.a]}")
    return Cue("strike", at, "", event.who, "burst-shield")


def attacked(view: st.State, event: Event, kind: str) -> str:
    """A peg card was played on a ship."""
    foe = 1 - event.who
    said = {"who": player(event.who), "foe": player(foe), "card": card_name(event.a)}
    said["ship"] = ship_name(event.b)
    mine = view.viewer == event.who
    if kind == "hit":
        count = {"hits": event.c, "needed": st.HITS[event.b]}
        if view.viewer == foe:
            return say("{who} hits your **{ship}** with a {card}: {hits} of {needed} hits.",
                       **said, **count)  # fmt: skip
        return say.to(
            mine,
            "You hit {foe}'s **{ship}** with a {card}: {hits} of {needed} hits.",
            "{who} hits {foe}'s **{ship}** with a {card}: {hits} of {needed} hits.",
            **said,
            **count,
        )
    if kind == "wasted":
        if view.viewer == foe:
            return say(
                "{who} wastes a {card} on your **{ship}**: only white pegs damage it.", **said
            )
        return say.to(
            mine,
            "You waste a {card} on {foe}'s **{ship}**: only white pegs damage it.",
            "{who} wastes a {card} on {foe}'s **{ship}**: only white pegs damage it.",
            **said,
        )
    if view.viewer == foe:
        return say("{who} hits the shield of your {ship}.", **said)
    return say.to(
        mine,
        "You hit the shield of {foe}'s {ship}.",
        "{who} hits the shield of {foe}'s {ship}.",
        **said,
    )


def searched(view: st.State, event: Event) -> str:
    found = f"**{ship_name(event.c)}**" if event.c >= 0 else say("a miss")
    return say.to(
        view.viewer == event.who,
        "You search {place} with a {card}: {found}.",
        "{who} searches {place} with a {card}: {found}.",
        who=player(event.who),
        place=place_name(event.b),
        card=card_name(event.a),
        found=found,
    )


def happened(view: st.State, event: Event, kind: str) -> str:
    """What became of a ship, told to its owner and to others."""
    mine, said = view.viewer == event.who, {"who": player(event.who), "ship": ship_name(event.a)}
    if kind == "sunk":
        return say.to(mine, "Your **{ship} is sunk**.", "{who}'s **{ship} is sunk**.", **said)
    if kind == "shield-gone":
        return say.to(
            mine,
            "The shield of your {ship} is gone.",
            "The shield of {who}'s {ship} is gone.",
            **said,
        )
    said["card"] = card_name(event.b)
    if event.c:
        return say.to(
            mine,
            "The PT Boat removes a {card} from your {ship}.",
            "The PT Boat removes a {card} from {who}'s {ship}.",
            **said,
        )
    return say.to(
        mine,
        "A repair removes a {card} from your {ship}.",
        "A repair removes a {card} from {who}'s {ship}.",
        **said,
    )


def drew(view: st.State, event: Event, kind: str) -> str:
    who = player(event.who)
    if kind == "drew":
        packed = event.a | event.b << 12 | event.c << 24
        cards = listed(packed >> 4 * kind & 15 for kind in range(st.KINDS))
        return say("You draw {cards}.", cards=cards)
    if kind == "drew-unseen":
        return say.count("{who} draws {n} card.", "{who} draws {n} cards.", event.a, who=who)
    if view.viewer == event.who:
        return say("You shuffle the discard pile.")
    return say.count(
        "{who} shuffles the discard pile of {n} card.",
        "{who} shuffles the discard pile of {n} cards.",
        event.a,
        who=who,
    )


def did(view: st.State, event: Event, kind: str) -> str:
    """What a player did, as told to that player and to others."""
    mine, who = view.viewer == event.who, player(event.who)
    if kind == "goes-first":
        return say.to(mine, "You go first.", "{who} goes first.", who=who)
    if kind == "whites-gone":
        return whites_gone(mine, who, event.a)
    if kind == "covered":
        return say.to(
            mine,
            "You place a **shield** on your {ship}.",
            "{who} places a **shield** on the {ship}.",
            who=who,
            ship=ship_name(event.a),
        )
    if kind == "discarded":
        if mine:
            return say.count(
                "You discard {n} white peg card.", "You discard {n} white peg cards.", event.a
            )
        return say.count(
            "{who} discards {n} white peg card.",
            "{who} discards {n} white peg cards.",
            event.a,
            who=who,
        )
    if kind == "power":
        power = say(st.USE_NAMES[event.a])
        return say.to(
            mine, "You play **{power}**.", "{who} plays **{power}**.", who=who, power=power
        )
    if kind == "gave-up":
        return say.to(
            mine,
            "You discard a {card}: no card can be played.",
            "{who} discards a {card}: no card can be played.",
            who=who,
            card=card_name(event.a),
        )
    if event.a:
        return say.to(
            mine,
            "You can play none of the three cards.",
            "{who} can play none of the three cards.",
            who=who,
        )
    return say.to(mine, "You can play no more cards.", "{who} can play no more cards.", who=who)


def whites_gone(mine: bool, who: str, count: int) -> str:
    if mine:
        return say.count(
            "You lose {n} white peg card in play along with the Destroyer.",
            "You lose {n} white peg cards in play along with the Destroyer.",
            count,
        )
    return say.count(
        "{who} loses {n} white peg card in play along with the Destroyer.",
        "{who} loses {n} white peg cards in play along with the Destroyer.",
        count,
        who=who,
    )


def ending(view: st.State) -> str:
    return ended(view, next(e for e in map(unpack, view.event) if e.kind == st.ENDED))


def ended(view: st.State, event: Event) -> str:
    if event.who < 0:
        return say("A **draw**: the last turn is over and nobody is ahead.")
    how = (
        say("both enemy ships are sunk") if view.tiny else say("all five enemy ships are sunk"),
        say("more ships sunk when the last turn was over"),
        say("more hits when the last turn was over"),
    )[event.a]
    mine, who = view.viewer == event.who, player(event.who)
    return say.to(mine, "You **win**: {how}.", "{who} **wins**: {how}.", who=who, how=how)
