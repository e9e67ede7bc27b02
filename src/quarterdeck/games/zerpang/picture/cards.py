"""Cards: hands, what is being paid or was played in a fight, piles, classes to choose from."""

from __future__ import annotations

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Half, Piece, Zone
from quarterdeck.games.zerpang import rules
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.art import (
    AIM_ART,
    CLASS_ART,
    NINJUTSU_ART,
    PILLAGE_ART,
    POINT_ART,
)
from quarterdeck.games.zerpang.picture.island import base
from quarterdeck.games.zerpang.picture.names import (
    CLASS_SYMBOLS,
    CLASS_TEXTS,
    EFFECT_KIND,
    NINJUTSU_TEXTS,
    PILLAGE_TEXTS,
    VALUE,
    VALUE_SIDE,
    card_name,
    cards_named,
    name,
    number_of_cards,
    points,
    value,
)
from quarterdeck.games.zerpang.words import say

ORDER = (
    tb.NEW_CREW,
    tb.FULL_SAILS,
    tb.FLANKING,
    tb.WEAPON,
    tb.CANNON_HONOR,
    tb.SMOKE_BOMB,
    tb.JURY_RIG,
    tb.PLUNDER_RESOURCE,
    tb.FORTUNE,
    tb.BLOCKADE_BINDING,
    tb.KEEL_SACRIFICE,
    tb.TRAINING,
    tb.TWO_POINTS,
    tb.ONE_POINT,
)
"""In the order of the phases that use them; plain points last."""
legal = interpret(rules.legal)
LOCK = tb.LOCK.tolist()


def card_id(card: int, copy: int) -> str:
    return f"card:{card}:{copy}"


def copies(view: st.State, card: int) -> list[str]:
    """The ids of all the actor's cards of a kind: they are interchangeable."""
    return [card_id(card, copy) for copy in range(view.hand[view.actor][card])]


def valued_halves(view: st.State, seat: int, card: int) -> list[int]:
    """The halves on which this seat reads a card's points."""
    if view.role[seat] == tb.GUNSLINGER:
        return [tb.PILLAGE, tb.NINJUTSU]
    side = VALUE_SIDE[view.role[seat]]
    if side != tb.EITHER:
        return [side]
    best = value(view, seat, card)
    return [half for half in (tb.PILLAGE, tb.NINJUTSU) if VALUE[half][card] == best]


# Zones ---------------------------------------------------------------------------------------


def zones(view: st.State, seat: int) -> list[Zone]:
    """The viewer's hand; what is being paid; all bases, clockwise; a fight's cards; piles."""
    found = [Zone(hand_id(seat), say("Your hand"), "hand", seat)] if seat >= 0 else []
    if any(view.tendered):
        found.append(Zone("tendered", laid_down(view), "table", view.actor))
    first = max(seat, 0)
    for other in ((first + i) % view.seats for i in range(view.seats)):
        if view.role[other] != tb.NONE:
            found.append(base(view, other))
    if any(view.aside):
        found.append(Zone("aside", say("Played in this fight"), "table"))
    return found + piles(view)


def laid_down(view: st.State) -> str:
    if view.question in (st.PAY, st.SET_CARD) and view.price:
        return say("Laid down: {paid} of {points}", paid=view.paid, points=points(view.price))
    return say("Laid down")


def piles(view: st.State) -> list[Zone]:
    if view.phase == st.SETUP:
        return []
    found = [
        Zone("deck", say("Draw pile"), "pile", count=view.deck_size),
        Zone("discard", say("Discard pile"), "pile"),
    ]
    if tb.ZOMBIE in view.role:
        found.append(Zone("rings", say("Rings left"), "pile", count=view.supply))
    return found


def hand_id(seat: int) -> str:
    """The id of the viewer's hand, or of the token in another player's base."""
    return f"hand:{seat}"


# Cards ---------------------------------------------------------------------------------------


def cards(view: st.State, seat: int, asked: bool) -> list[Piece]:
    """Every card the viewer can see; if the viewer is asked, with what each can be used for."""
    found = []
    actions = open_to_actor(view) if asked else []
    for other in range(view.seats):
        if other == seat:
            found += own_hand(view, seat, uses(view, actions))
        elif view.role[other] != tb.NONE:
            found += others_hand(view, seat, other)
    if asked and view.question == st.CHOOSE_CLASS:
        found += [class_card(view, seat, action - st.DO_CLASS) for action in actions]
    found += shown(view, view.actor, "tendered", view.tendered)
    found += shown(view, tb.NONE, "aside", view.aside)
    if any(view.discard):
        label, count = cards_named(view, max(seat, 0), view.discard), sum(view.discard)
        found.append(Piece("discard:all", "discard", "token", label, "cards", badges=[f"{count}"]))
    return found


def others_hand(view: st.State, seat: int, other: int) -> list[Piece]:
    """How many cards another player holds, and those that the viewer knows: at the end, all."""
    at, size = f"home:{other}", number_of_cards(view.hand_size[other])
    label = say("{cards} in {who}'s hand", cards=size, who=name(other))
    back = Piece(hand_id(other), at, "token", label, "cards", other, badges=[size])
    if view.over:
        return [back, *shown(view, other, at, view.hand[other])]
    known = shown(view, other, at, view.known[seat][other], say("certain")) if seat >= 0 else []
    return [back, *known]


def own_hand(view: st.State, seat: int, now: dict[int, list[str]]) -> list[Piece]:
    """The viewer's cards; in a Draw Phase locked ones are marked."""
    found = []
    for card in ORDER:
        held = view.hand[seat][card]
        lockable = view.phase == st.DRAW_PHASE and LOCK[card] != tb.NONE
        locked = view.locked[seat][LOCK[card]] if lockable else 0
        for copy in range(held):
            badges = [*now.get(card, []), *([say("locked")] if copy >= held - locked else [])]
            found.append(face(view, seat, card, card_id(card, copy), hand_id(seat), badges))
    return found


def shown(view: st.State, seat: int, at: str, counts: list[int], badge: str = "") -> list[Piece]:
    """Cards lying open, one face for each kind."""
    found = []
    for card in (*ORDER, tb.CLOUD_POINT)[: len(counts)]:
        count = counts[card]
        if count:
            badges = [f"×{count}"] if count > 1 else []
            badges += [badge] if badge else []
            found.append(face(view, seat, card, f"{at}:card:{card}", at, badges))
    return found


def face(view: st.State, seat: int, card: int, piece: str, at: str, badges: list[str]) -> Piece:
    """A card with its two sides; the value that counts for its holder stands out."""
    counting = valued_halves(view, seat, card) if seat >= 0 and view.role[seat] >= 0 else []
    if card >= tb.SPECIALTIES:
        worth = VALUE[tb.PILLAGE][card]
        symbol = "cloud" if card == tb.CLOUD_POINT else ("coin", "coins")[worth - 1]
        text = say("Pays {points}, or adds {n} in a fight.", points=points(worth), n=worth)
        art = POINT_ART[card - tb.SPECIALTIES]
        halves = [Half(card_face(card), symbol, text=text, art=art, value=str(worth))]
    else:
        halves = [
            Half(
                say(names[card]),
                symbol,
                tone="calm" if side in counting else "plain",
                text=say(texts[card]),
                art=art[card],
                value=str(VALUE[side][card]),
            )
            for side, names, symbol, texts, art in (
                (tb.PILLAGE, tb.PILLAGE_NAMES, "pirate", PILLAGE_TEXTS, PILLAGE_ART),
                (tb.NINJUTSU, tb.NINJUTSU_NAMES, "ninja", NINJUTSU_TEXTS, NINJUTSU_ART),
            )
        ]
    joined = [" · ".join(badges)] if badges else []
    return Piece(piece, at, "card", card_name(card), halves=halves, badges=joined)


def card_face(card: int) -> str:
    return say("Cloud point") if card == tb.CLOUD_POINT else say(tb.PILLAGE_NAMES[card])


def open_to_actor(view: st.State) -> list[int]:
    """The actor's legal actions."""
    room = [0] * st.ACTIONS.count
    return room[: legal(view, room)]


def class_card(view: st.State, seat: int, role: int) -> Piece:
    """A class to choose: its name, how it wins, what it can do."""
    title, (aim, goal, ability) = say(tb.CLASS_NAMES[role]), map(say, CLASS_TEXTS[role])
    if role == tb.ELF and view.patience:
        goal = say.count(
            "The deck running out {n} time wins.",
            "The deck running out {n} times wins.",
            view.patience,
        )
    elif role == tb.ELF and view.live:
        goal = say("Lasting three hours wins.")
    halves = [
        Half(title, CLASS_SYMBOLS[role], text=ability, art=CLASS_ART[role]),
        Half(aim, text=goal, art=AIM_ART[role]),
    ]
    return Piece(f"class:{role}", hand_id(seat), "card", f"{title}. {goal}", halves=halves)


def uses(view: st.State, actions: list[int]) -> dict[int, list[str]]:
    """What each kind of card can be used for now."""
    found: dict[int, list[str]] = {}
    play = say("play")
    for action in actions:
        verb, number = st.ACTIONS.parse(action)
        if verb == "card" and number < tb.KINDS:
            found.setdefault(number, []).append(point_use(view, number))
        elif verb == "play" and play not in found.setdefault(EFFECT_KIND[number], []):
            found[EFFECT_KIND[number]].append(play)
    return found


def point_use(view: st.State, card: int) -> str:
    if view.question == st.DISCARD:
        return say("discard")
    if view.question == st.SET_CARD:
        return say("lay down")
    worth = value(view, view.actor, card)
    return say("pay {n}", n=worth) if view.question == st.PAY else f"+{worth}"
