"""What is asked: the prompt, a detail below it, and what others are told meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import movement, turns
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.classes import gunslinger
from quarterdeck.games.zerpang.picture.fight import fighter, rating
from quarterdeck.games.zerpang.picture.told import PURPOSES
from quarterdeck.games.zerpang.picture.words import (
    EFFECT_SHORT,
    capital,
    effect_name,
    owner,
    piece_name,
    some,
    them,
    whose,
    you,
)

entrance_price = interpret(turns.entrance_price)
cards_due = interpret(turns.cards_due)
path_price = interpret(movement.path_price)
hand_limit = interpret(gunslinger.hand_limit)
SET_CARDS = tb.SET_CARDS.tolist()

Asked = tuple[str, str]


def ask(view: st.State, seat: int) -> Asked:
    """What is asked, and what will follow."""
    if view.over:
        return "", ""
    if seat != view.actor:
        turn = f"It is {whose(view, view.active)} turn." if view.phase != st.SETUP else ""
        return f"{{{view.actor}}} {WAITING[view.question]}", turn
    asked = ASKED[view.question]
    return asked if isinstance(asked, tuple) else asked(view)


def ask_entrance(view: st.State) -> Asked:
    price = entrance_price(view, view.actor)
    cost = "It is free." if price == 0 else f"It costs {some(price, 'point')}."
    return "Bring a piece onto a Gate, or go on", f"{cost} After that you move."


def ask_gate(view: st.State) -> Asked:
    if view.phase == st.COMBAT_PHASE:
        return "Save your piece to which Gate?", "Beside an enemy it must fight again."
    return "Which Gate does the piece enter by?", "It is free."


def ask_movement(view: st.State) -> Asked:
    if view.moved:
        return "Play a card that moves another piece, or go on", "After that you fight, then draw."
    if view.extra:
        return "Choose a piece to move, or go on", f"{some(1 + view.extra, 'space')} are free."
    return "Choose a piece to move, or go on", "One space is free, each further one costs 1 point."


def ask_path(view: st.State) -> Asked:
    so_far, next_price = path_price(view, view.steps), path_price(view, view.steps + 1)
    cost = f"One more space makes it {next_price}." if next_price else "The next space is free."
    if view.steps == 0:
        group = view.role[view.actor] == tb.ROBOT and not view.extra
        more = " You may take more pieces along." if group else ""
        return f"Where does {piece_name(view, view.chosen)} go?", cost + more
    spent = f" So far {some(so_far, 'point')}." if so_far else ""
    return "Take another step, or stop here", f"{cost}{spent} Beside an enemy you must fight."


def ask_flank(view: st.State) -> Asked:
    if view.flanker == tb.NONE:
        return "Flanking Maneuver: choose a second piece", "It moves one space."
    return "Flanking Maneuver: where does it step?", "Beside an enemy it must fight."


def ask_pay(view: st.State) -> Asked:
    left, act = view.price - view.paid, PURPOSES[view.act]
    paid = f"{view.paid} of {view.price} laid down." if view.paid else ""
    how = "Choose a set." if view.role[view.actor] == tb.GUNSLINGER else "Highest cards first."
    return f"Pay {some(left, 'point')} {act}", f"{paid} {how} Anything you overpay is lost.".strip()


def ask_set_card(view: st.State) -> Asked:
    wanted = SET_CARDS[view.set_chosen][view.set_filled]
    name = capital(tb.SET_NAMES[view.set_chosen])
    return f"{name}: lay down a {wanted}", "Any card with this value on either side."


def ask_aggressor(view: st.State) -> Asked:
    return (
        "Several pieces attack: which fights first?",
        "It fights until it loses or stands alone.",
    )


def ask_sacrifice(view: st.State) -> Asked:
    return "You are ahead. Play Self Sacrifice anyway?", "Otherwise the fight goes on."


def ask_clock(view: st.State) -> Asked:
    side = 1 - view.lead
    mine, theirs = rating(view, side), rating(view, 1 - side)
    hint = "Play a card, or pass: you then lose unless somebody helps."
    if view.seats == 2 or view.honor:
        hint = "Play a card, or pass and lose the fight."
    if mine == theirs:
        return f"{mine} to {theirs}, and you lose ties", hint
    return f"You are behind, {mine} to {theirs}", hint


def ask_assist(view: st.State) -> Asked:
    one, other = (them(view, owner(fighter(view, side))) for side in (0, 1))
    score = f"{rating(view, 0)} to {rating(view, 1)}"
    hint = "Choose the piece to help. Cards you play are spent."
    return f"{capital(one)} fights {other}, {score}: help?", hint


def ask_assist_play(view: st.State) -> Asked:
    whom = them(view, owner(fighter(view, view.helping)))
    return f"What do you play for {whom}?", "One play. Effects may be refused, points may not."


def ask_accept(view: st.State) -> Asked:
    helper = (owner(view.aggressor) + view.bystander) % view.seats
    name = effect_name(view, view.playing, helper)
    hint = f"Effect: {EFFECT_SHORT[view.playing]}. If refused, it returns to their hand."
    return f"{you(view, helper)} offers {name}: accept?", hint


def ask_bind(view: st.State) -> Asked:
    by, name = view.effect_by, effect_name(view, view.effect, view.effect_by)
    if view.bindings:
        binder = you(view, view.binder)
        stands = "stands again" if view.bindings % 2 else "has no effect"
        hint = f"Then {whose(view, by)} {name} {stands}."
        return f"{binder} plays Mystic Binding: negate it?", hint
    return f"{you(view, by)} plays {name}: negate it?", f"Effect: {EFFECT_SHORT[view.effect]}."


def ask_save(view: st.State) -> Asked:
    name = capital(piece_name(view, view.doomed[0]))
    return f"{name} has lost: save it to a Gate?", "With a card. Otherwise it leaves the board."


def ask_draw(view: st.State) -> Asked:
    cards = some(cards_due(view, view.actor), "card")
    return "Play a Draw Phase card, or draw", f"You would now draw {cards}."


def ask_blockade(view: st.State) -> Asked:
    count = cards_due(view, view.active)
    about = f"{you(view, view.active)} is about to draw {some(count, 'card')}"
    return f"{about}: take {'it' if count == 1 else 'them'}?", "With a Blockade."


def ask_discard(view: st.State) -> Asked:
    more = view.hand_size[view.actor] - hand_limit(view, view.actor)
    return f"Discard {some(more, 'card')}", f"You may keep {hand_limit(view, view.actor)}."


ASKED: dict[int, Asked | Callable[[st.State], Asked]] = {
    st.CHOOSE_CLASS: ("Choose your class", "It decides how you win and what only you can do."),
    st.CHOOSE_HOME: ("Choose your Home Base", "Your pieces enter by its two Gates."),
    st.ENTRANCE: ask_entrance,
    st.AT_GATE: ask_gate,
    st.MOVEMENT: ask_movement,
    st.EXTEND: ("Geta of Speed: pay 1 point for four extra spaces?", "Otherwise you have two."),
    st.PATH: ask_path,
    st.FLANKING_STEP: ask_flank,
    st.SECOND_PIECE: ("They're Everywhere: choose a second piece", "It goes beside another piece."),
    st.SECOND_SPACE: ("They're Everywhere: where to?", "Beside any piece, but next to no enemy."),
    st.LEAP_PIECE: ("Leap Across the Heavens: which piece?", "From your Gate to any open space."),
    st.LEAP_SPACE: (
        "Where does it land?",
        "It costs 2 points. The piece counts 0 in fights until your next turn.",
    ),
    st.BALLOON_PIECE: ("Weather Balloons: which piece?", "It lands beside an enemy."),
    st.BALLOON_SPACE: ("Where does it land?", "It costs 2 points, and the piece must fight there."),
    st.TRICK_PIECE: (
        "Dirty Rotten Scoundrel: whose piece do you move?",
        "It costs 2 points. One space is free, each further one costs 2.",
    ),
    st.PAY: ask_pay,
    st.SET_CARD: ask_set_card,
    st.PICK_AGGRESSOR: ask_aggressor,
    st.PICK_DEFENDER: ("Which of your pieces defends first?", "The others fight after it."),
    st.OFFER_SACRIFICE: ask_sacrifice,
    st.CLOCK: ask_clock,
    st.ASSIST: ask_assist,
    st.ASSIST_PLAY: ask_assist_play,
    st.ACCEPT: ask_accept,
    st.BIND: ask_bind,
    st.FLEEING: ("Where does your piece flee to?", "The fight is over; nobody is defeated."),
    st.SAVING: ask_save,
    st.SEVENTH: ("Your Home Base is full: which captive do you free?", "You get no cards for it."),
    st.UPLOAD: ("Upload the piece on the treasure?", "It leaves the board for good."),
    st.DRAW: ask_draw,
    st.BLOCKADING: ask_blockade,
    st.DISCARD: ask_discard,
    st.KEEL_HAUL: (
        "Play Keel Haul, or end your turn",
        "The player named misses their next turn.",
    ),
    st.KEEL_WHOM: ("Keel Haul: who misses a turn?", "The others may negate the card."),
}

WAITING = {
    st.CHOOSE_CLASS: "chooses a class",
    st.CHOOSE_HOME: "chooses a Home Base",
    st.ENTRANCE: "may bring pieces out",
    st.AT_GATE: "chooses a Gate",
    **dict.fromkeys(range(st.MOVEMENT, st.PAY), "is moving"),
    st.PAY: "is paying",
    st.SET_CARD: "is laying down a set",
    st.PICK_AGGRESSOR: "chooses who attacks first",
    st.PICK_DEFENDER: "chooses who defends first",
    st.OFFER_SACRIFICE: "starts the fight",
    st.CLOCK: "is behind in the fight and must act",
    st.ASSIST: "may help in the fight",
    st.ASSIST_PLAY: "is helping in the fight",
    st.ACCEPT: "is offered help",
    st.BIND: "may negate the card",
    st.FLEEING: "flees",
    st.SAVING: "may save the piece",
    st.SEVENTH: "must free a captive",
    st.UPLOAD: "may upload a piece",
    st.DRAW: "is about to draw",
    st.BLOCKADING: "may play a Blockade",
    st.DISCARD: "discards",
    st.KEEL_HAUL: "is ending the turn",
    st.KEEL_WHOM: "chooses who misses a turn",
}
