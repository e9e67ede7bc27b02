"""Every action in words, as the actor is offered it."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import board, combat, movement, turns
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.fight import fighter
from quarterdeck.games.zerpang.picture.names import (
    COORDINATES,
    EFFECT_SHORT,
    NEXT,
    capital,
    card_title,
    effect_name,
    name,
    needs_training,
    number_of_cards,
    number_of_rings,
    owner,
    piece_at,
    points,
    space_name,
    training,
    value,
)
from quarterdeck.games.zerpang.words import say

attacks_any = interpret(combat.attacks_any)
gate = interpret(board.gate)
entrance_price = interpret(turns.entrance_price)
cards_due = interpret(turns.cards_due)
path_price = interpret(movement.path_price)
SET_CARDS, SET_TOTAL = tb.SET_CARDS.tolist(), tb.SET_TOTAL.tolist()


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb in LABELS:
        return say(LABELS[verb])
    return SAID[verb](view, number)


def say_enter(view: st.State, which: int) -> str:
    place = COORDINATES[gate(view, view.actor, which)]
    if view.question == st.AT_GATE:
        return say("Onto Gate {gate}", gate=place)
    price = entrance_price(view, view.actor)
    if not price:
        return say("Enter on Gate {gate} for free", gate=place)
    return say("Enter on Gate {gate} for {points}", gate=place, points=points(price))


def say_piece(view: st.State, piece: int) -> str:
    named = piece_at(view, piece)
    if view.place[piece] == tb.ABDUCTED and view.rings[piece]:
        named = say("{piece} with {rings}", piece=named, rings=number_of_rings(view.rings[piece]))
    if view.question == st.DRAW:
        return say(
            "Release {piece}: take two cards from {who}", piece=named, who=name(owner(piece))
        )
    return capital(say(PIECE_VERBS[view.question], piece=named))


PIECE_VERBS = {
    st.MOVEMENT: "Move {piece}",
    st.PATH: "Take {piece} along",
    st.FLANKING_STEP: "Move {piece} one space",
    st.SECOND_PIECE: "Move {piece}",
    st.LEAP_PIECE: "Leap with {piece}",
    st.BALLOON_PIECE: "Send up {piece}",
    st.TRICK_PIECE: "Move {piece} for 2 points",
    st.PICK_AGGRESSOR: "{piece} fights first",
    st.PICK_DEFENDER: "{piece} defends first",
    st.SEVENTH: "Free {piece}",
}
say.know(*PIECE_VERBS.values())


def walker(view: st.State) -> int:
    """The piece that takes the step."""
    if view.question == st.FLEEING:
        return fighter(view, view.effect_side)
    return view.flanker if view.question == st.FLANKING_STEP else view.chosen


def destination(view: st.State, direction: int) -> int:
    return int(NEXT[view.place[walker(view)]][direction])


def say_step(view: st.State, direction: int) -> str:
    towards = say(tb.DIRECTION_NAMES[direction])
    where = space_name(view, destination(view, direction))
    if view.question == st.FLEEING:
        return say("Flee {direction} to {space}", direction=towards, space=where)
    return say("Step {direction} to {space}", direction=towards, space=where)


def say_stop(view: st.State, _: int) -> str:
    price = path_price(view, view.steps)
    return say("Stop here and pay {points}", points=points(price)) if price else say("Stop here")


def say_space(view: st.State, space: int) -> str:
    where = space_name(view, space)
    if view.question == st.SECOND_SPACE:
        return say("Put it on {space}", space=where)
    return say("Land on {space}", space=where)


def say_play(view: st.State, effect: int) -> str:
    me, role = view.actor, view.role[view.actor]
    said = {"card": effect_name(view, effect, me), "effect": say(EFFECT_SHORT[effect])}
    if role == tb.ROBOT:
        return say("Play {card} and pay 1 point: {effect}", **said)
    if role == tb.GUNSLINGER:
        return say("Play {card}, two of them: {effect}", **said)
    if needs_training(role, effect):
        return say("Play {card} with {other}: {effect}", **said, other=training(view, me))
    return say("Play {card}: {effect}", **said)


def say_card(view: st.State, card: int) -> str:
    title = card_title(view, view.actor, card)
    if view.question == st.DISCARD:
        return say("Discard {card}", card=title)
    if view.question == st.SET_CARD:
        return say("Lay down {card}", card=title)
    paying = view.question == st.PAY
    if card >= tb.SPECIALTIES:
        return say.to(paying, "Pay with a {card}", "Play a {card}", card=title)
    worth = points(value(view, view.actor, card))
    return say.to(
        paying,
        "Pay with {card} for {points}",
        "Play {card} for {points}",
        card=title,
        points=worth,
    )


def say_set(view: st.State, which: int) -> str:
    return f"{capital(say(tb.SET_NAMES[which]))}: {points(SET_TOTAL[which])}"


def say_help(view: st.State, side: int) -> str:
    whom = name(owner(fighter(view, side)))
    if side == st.DEFENDER:
        return say("Help {who}, who defends", who=whom)
    return say("Help {who}, who attacks", who=whom)


def say_home(view: st.State, home: int) -> str:
    one, other = (COORDINATES[space] for space in tb.GATE_SPACES[home])
    return say("Home Base {n}, Gates {one} and {other}", n=home, one=one, other=other)


def say_cloud(view: st.State, number: int) -> str:
    return say.count("Add {n} cloud point", "Add {n} cloud points", number + 1)


def say_pass(view: st.State, _: int) -> str:
    if view.question == st.BLOCKADING:
        return say("Let {who} draw", who=name(view.active))
    if view.question == st.MOVEMENT:
        fights = any(attacks_any(view, piece) for piece in range(view.seats * tb.PIECES_EACH))
        return say("On to the fight") if fights else say("On to the draw")
    if view.question == st.DRAW:
        return say("Draw {cards}", cards=number_of_cards(cards_due(view, view.actor)))
    return say(PASSING[view.question])


PASSING = {
    st.ENTRANCE: "On to movement",
    st.EXTEND: "Keep to two spaces",
    st.OFFER_SACRIFICE: "Fight on",
    st.CLOCK: "Pass",
    st.ASSIST: "Do not help",
    st.BIND: "Let it stand",
    st.SAVING: "Give up the piece",
    st.UPLOAD: "Keep it on the board",
    st.KEEL_HAUL: "End your turn",
}
LABELS = {
    "leap": "Leap Across the Heavens (2 points)",
    "trick": "Dirty Rotten Scoundrel (2 points)",
    "balloon": "Weather Balloons (2 points)",
    "extend": "Pay 1 point for four spaces",
    "not-here": "I was not here to fight",
    "concede": "Concede",
    "accept": "Accept",
    "refuse": "Refuse",
    "upload": "Upload the piece",
    "salvage": "Salvage Operation",
}
say.know(*PASSING.values(), *LABELS.values(), *tb.DIRECTION_NAMES, *tb.SET_NAMES)
SAID: dict[str, Callable[[st.State, int], str]] = {
    "class": lambda view, role: say("Play the {kind}", kind=say(tb.CLASS_NAMES[role])),
    "enter": say_enter,
    "piece": say_piece,
    "step": say_step,
    "stop": say_stop,
    "space": say_space,
    "play": say_play,
    "card": say_card,
    "set": say_set,
    "cloud": say_cloud,
    "help": say_help,
    "seat": lambda view, seat: say("{who} misses a turn", who=name(seat)),
    "pass": say_pass,
    "home": say_home,
}
