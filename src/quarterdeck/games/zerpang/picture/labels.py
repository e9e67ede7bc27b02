"""Every action in words, as the actor is offered it."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import board, combat, movement, turns
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.fight import fighter
from quarterdeck.games.zerpang.picture.words import (
    COORDINATES,
    EFFECT_SHORT,
    NEXT,
    capital,
    card_title,
    does,
    effect_name,
    needs_training,
    owner,
    piece_at,
    some,
    space_name,
    them,
    training,
    value,
)

attacks_any = interpret(combat.attacks_any)
gate = interpret(board.gate)
entrance_price = interpret(turns.entrance_price)
cards_due = interpret(turns.cards_due)
path_price = interpret(movement.path_price)
SET_CARDS, SET_TOTAL = tb.SET_CARDS.tolist(), tb.SET_TOTAL.tolist()


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb in LABELS:
        return LABELS[verb]
    return SAID[verb](view, number)


def say_enter(view: st.State, which: int) -> str:
    place = COORDINATES[gate(view, view.actor, which)]
    if view.question == st.AT_GATE:
        return f"Onto Gate {place}"
    price = entrance_price(view, view.actor)
    return f"Enter on Gate {place} for " + (some(price, "point") if price else "free")


def say_piece(view: st.State, piece: int) -> str:
    name = piece_at(view, piece)
    if view.place[piece] == tb.ABDUCTED and view.rings[piece]:
        name += f" with {some(view.rings[piece], 'ring')}"
    if view.question == st.DRAW:
        return f"Release {name}: take two cards from {them(view, owner(piece))}"
    return PIECE_VERBS[view.question].format(name)


PIECE_VERBS = {
    st.MOVEMENT: "Move {}",
    st.PATH: "Take {} along",
    st.FLANKING_STEP: "Move {} one space",
    st.SECOND_PIECE: "Move {}",
    st.LEAP_PIECE: "Leap with {}",
    st.BALLOON_PIECE: "Send up {}",
    st.TRICK_PIECE: "Move {} for 2 points",
    st.PICK_AGGRESSOR: "{} fights first",
    st.PICK_DEFENDER: "{} defends first",
    st.SEVENTH: "Free {}",
}


def walker(view: st.State) -> int:
    """The piece that takes the step."""
    if view.question == st.FLEEING:
        return fighter(view, view.effect_side)
    return view.flanker if view.question == st.FLANKING_STEP else view.chosen


def destination(view: st.State, direction: int) -> int:
    return int(NEXT[view.place[walker(view)]][direction])


def say_step(view: st.State, direction: int) -> str:
    verb = "Flee" if view.question == st.FLEEING else "Step"
    where = space_name(view, destination(view, direction))
    return f"{verb} {tb.DIRECTION_NAMES[direction]} to {where}"


def say_stop(view: st.State, _: int) -> str:
    price = path_price(view, view.steps)
    return f"Stop here and pay {some(price, 'point')}" if price else "Stop here"


def say_space(view: st.State, space: int) -> str:
    verb = "Put it on" if view.question == st.SECOND_SPACE else "Land on"
    return f"{verb} {space_name(view, space)}"


def say_play(view: st.State, effect: int) -> str:
    me, role = view.actor, view.role[view.actor]
    cost = ""
    if role == tb.ROBOT:
        cost = " and pay 1 point"
    elif role == tb.GUNSLINGER:
        cost = ", two of them"
    elif needs_training(role, effect):
        cost = f" with {training(view, me)}"
    return f"Play {effect_name(view, effect, me)}{cost}: {EFFECT_SHORT[effect]}"


def say_card(view: st.State, card: int) -> str:
    name = card_title(view, view.actor, card)
    if view.question == st.DISCARD:
        return f"Discard {name}"
    if view.question == st.SET_CARD:
        return f"Lay down {name}"
    points = value(view, view.actor, card)
    with_points = "" if card >= tb.SPECIALTIES else f" for {some(points, 'point')}"
    verb = "Pay with" if view.question == st.PAY else "Play"
    article = "a " if card >= tb.SPECIALTIES else ""
    return f"{verb} {article}{name}{with_points}"


def say_set(view: st.State, which: int) -> str:
    return f"{capital(tb.SET_NAMES[which])}: {SET_TOTAL[which]} points"


def say_help(view: st.State, side: int) -> str:
    return f"Help {them(view, owner(fighter(view, side)))}, who {('attacks', 'defends')[side]}"


def say_home(view: st.State, home: int) -> str:
    gates = " and ".join(COORDINATES[space] for space in tb.GATE_SPACES[home])
    return f"Home Base {home}, Gates {gates}"


def say_pass(view: st.State, _: int) -> str:
    if view.question == st.BLOCKADING:
        return f"Let {them(view, view.active)} draw"
    if view.question == st.MOVEMENT:
        fights = any(attacks_any(view, piece) for piece in range(view.seats * tb.PIECES_EACH))
        return "On to the fight" if fights else "On to the draw"
    if view.question == st.DRAW:
        return f"Draw {some(cards_due(view, view.actor), 'card')}"
    return PASSING[view.question]


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
SAID: dict[str, Callable[[st.State, int], str]] = {
    "class": lambda view, role: f"Play the {tb.CLASS_NAMES[role]}",
    "enter": say_enter,
    "piece": lambda view, piece: capital(say_piece(view, piece)),
    "step": say_step,
    "stop": say_stop,
    "space": say_space,
    "play": say_play,
    "card": say_card,
    "set": say_set,
    "cloud": lambda view, number: f"Add {some(number + 1, 'cloud point')}",
    "help": say_help,
    "seat": lambda view, seat: does(view, seat, "miss a turn", "misses a turn"),
    "pass": say_pass,
    "home": say_home,
}
