"""What do they hold? Every hand is tried against what can be counted on the table.

Where ships lie nobody knows before they are turned up, so there is nothing to deduce about them;
but all cards played are in the open. What is not seen is in the hand or in the draw pile.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.proof import needed
from quarterdeck.engine.riddle import NEMESIS, Posed
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Half, Piece, Scene, Zone
from quarterdeck.engine.words import Words
from quarterdeck.games.hidden_threat import art, belief, scene
from quarterdeck.games.hidden_threat import state as st

say = Words(__package__)
(KIND,) = say.know("Count the cards")
BRACKETS = (1, 2)
GAMES = 60
MOST_IN_PILE = 4

unseen = interpret(belief.unseen)
Hand = tuple[int, ...]
"""How many cards of each kind."""
DECK: Hand = tuple(int(count) for count in st.DECK[st.FULL])


def promising(position: Position) -> int | None:
    """The adversary's pile is nearly used up, and nothing has to be remembered: no reshuffle, and
    no card that could not be played."""
    s = position.state[0]
    seat = int(s["actor"])
    other = 1 - seat
    if s["question"] != st.PLAY or s["pile_size"][other] > MOST_IN_PILE:
        return None
    held = int(s["hand_size"][other])
    remembered = s["surely"][other].any() or (s["at_most"][other] < held).any()
    return None if remembered else seat


def pose(match: Match, viewer: int) -> Posed | None:
    """Each kind of card, counted, is a fact."""
    side = 1 - viewer
    view = Position(match.rules, match.view(viewer)).plain()
    held, pile = view.hand_size[side], view.pile_size[side]
    hidden = [unseen(view, side, kind) for kind in range(st.KINDS)]
    worlds = {hand: _contradicted(hand, hidden, pile) for hand in _hands(held)}
    fitting = [hand for hand, mask in worlds.items() if mask == 0]
    certain = [kind for kind in range(st.KINDS) if all(hand[kind] for hand in fitting)]
    if not certain:
        return None
    lacking = (mask for hand, mask in worlds.items() if not all(hand[kind] for kind in certain))
    enough = needed(lacking)
    assert enough is not None
    them = f"{{{side}}}"
    return Posed(
        question=say("Which cards must {who} hold?", who=them),
        detail=say(
            "{who} has {hand} in hand and {pile} in the draw pile. Choose every kind of which at "
            "least one must be in the hand.",
            who=them,
            hand=_cards(held),
            pile=_cards(pile),
        ),
        scene=_with_choices(match.picture(viewer), side),
        places={_place(kind): scene.card_name(kind) for kind in range(st.KINDS)},
        facts=[
            say("{who}'s deck has {cards}.", who=them, cards=scene.listed(DECK)),
            say(
                "What {who} has played lies in {who}'s discard, under your ships and on your "
                "shields; {who}'s shields lie on {who}'s ships.",
                who=them,
            ),
            *_on_shields(view, viewer),
        ],
        count=None,
        answer=[_place(kind) for kind in certain],
        deductions=len(enough),
        proof=_proof(hidden, pile, certain),
        objection=_Objection(fitting, certain),
    )


def _hands(held: int) -> Iterator[Hand]:
    """All hands of so many cards that the deck could give."""
    for hand in product(*(range(min(count, held) + 1) for count in DECK)):
        if sum(hand) == held:
            yield hand


def _contradicted(hand: Hand, hidden: list[int], pile: int) -> int:
    """The kinds, a bit each, of which the hand has more than are hidden, or so few that the rest
    would not fit into the pile."""
    return sum(
        1 << kind for kind, count in enumerate(hand) if not 0 <= hidden[kind] - count <= pile
    )


# In words ------------------------------------------------------------------------------------


def _cards(count: int) -> str:
    return say.count("{n} card", "{n} cards", count)


def _place(kind: int) -> str:
    return f"kind:{scene.CARD_IDS[kind]}"


def _with_choices(drawn: Scene, side: int) -> Scene:
    """The table without what it has counted and without the viewer's own cards, which do not
    matter; and a card of each kind to choose from."""
    zones = [
        Zone("kinds", say("Which of these?"), "hand"),
        *(zone for zone in drawn.zones if zone.seat == side),
    ]
    cells = {cell.id for board in drawn.boards for cell in board.cells}
    kept = cells | {zone.id for zone in zones if not zone.id.startswith("hand")}
    pieces = [piece for piece in drawn.pieces if piece.at in kept]
    return msgspec.structs.replace(drawn, zones=zones, pieces=[*map(_choice, range(7)), *pieces])


def _choice(kind: int) -> Piece:
    uses = scene.HALVES[kind]
    halves = [Half(say(st.USE_NAMES[use]), art.USES[use]) for use in uses]
    return Piece(_place(kind), "kinds", "card", scene.card_name(kind), halves=halves)


def _on_shields(view: Any, viewer: int) -> list[str]:
    """The cards on the viewer's shields: the picture shows that there are some, not which."""
    cards = [card for ship in view.on_shield[viewer] for card in ship if card >= 0]
    listed = scene.listed(cards.count(kind) for kind in range(st.KINDS))
    return [say("On your shields: {cards}.", cards=listed)] if cards else []


def _proof(hidden: list[int], pile: int, certain: list[int]) -> list[str]:
    lines = []
    for kind in certain:
        seen = DECK[kind] - hidden[kind]
        lines.append(
            say(
                "{card}: {all} in the deck, {seen} seen, so {hidden} in hand or pile. The pile "
                "holds {pile}, so the hand has at least {least}.",
                card=scene.card_name(kind),
                all=DECK[kind],
                seen=seen,
                hidden=hidden[kind],
                pile=pile,
                least=hidden[kind] - pile,
            )
        )
    return [*lines, say("Of every other kind, all that is not seen may lie in the pile.")]


class _Objection:
    """A hand that fits and lacks a card that was chosen."""

    def __init__(self, fitting: list[Hand], certain: list[int]) -> None:
        self._fitting, self._certain = fitting, certain

    def __call__(self, places: list[str]) -> str:
        for kind in range(st.KINDS):
            if _place(kind) in places and kind not in self._certain:
                hand = next(hand for hand in self._fitting if not hand[kind])
                return say(
                    "{who} may hold {cards}: no {card}.",
                    who=NEMESIS,
                    cards=scene.listed(hand),
                    card=scene.card_name(kind),
                )
        return say("So far that is right, but there is more that {who} must hold.", who=NEMESIS)
