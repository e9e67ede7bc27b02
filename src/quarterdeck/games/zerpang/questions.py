"""What Zerpang! asks: the prompt, what will follow, and whether it concerns who is asked."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import board, movement, turns
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.cards_scene import open_to_actor
from quarterdeck.games.zerpang.classes import gunslinger
from quarterdeck.games.zerpang.picture import fighter, progress, rating
from quarterdeck.games.zerpang.telling import PURPOSES
from quarterdeck.games.zerpang.words import (
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

gate = interpret(board.gate)
entrance_price = interpret(turns.entrance_price)
cards_due = interpret(turns.cards_due)
path_price = interpret(movement.path_price)
hand_limit = interpret(gunslinger.hand_limit)
NEXT, SET_CARDS, SET_TOTAL = tb.NEXT.tolist(), tb.SET_CARDS.tolist(), tb.SET_TOTAL.tolist()

OFFERS = (st.BIND, st.ASSIST, st.BLOCKADING, st.SAVING, st.OFFER_SACRIFICE, st.KEEL_HAUL)
"""Steps in which to pass is to decline."""

# The prompt ----------------------------------------------------------------------------------

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
    cost = "It costs nothing." if price == 0 else f"It costs {some(price, 'point')}."
    return "Bring a piece onto a Gate, or go on", f"{cost} Then you move."


def ask_gate(view: st.State) -> Asked:
    if view.phase == st.COMBAT_PHASE:
        return "Onto which Gate is your piece saved?", "Beside an enemy it fights at once."
    return "Onto which Gate does the piece come?", "It costs nothing."


def ask_movement(view: st.State) -> Asked:
    if view.moved:
        return "Play a card that moves another piece, or go on", "Then come fights, then the draw."
    if view.extra:
        return "Choose a piece to move, or go on", f"{some(1 + view.extra, 'space')} are free."
    return "Choose a piece to move, or go on", "One space is free, each further one costs 1 point."


def ask_path(view: st.State) -> Asked:
    so_far, next_price = path_price(view, view.steps), path_price(view, view.steps + 1)
    cost = "The next space is free." if next_price == 0 else f"One more space makes {next_price}."
    if view.steps == 0:
        group = view.role[view.actor] == tb.ROBOT and not view.extra
        more = " You may take more pieces along." if group else ""
        return f"Where does {piece_name(view, view.chosen)} go?", cost + more
    spent = f" So far {some(so_far, 'point')}." if so_far else ""
    return "Step on, or stop here", f"{cost}{spent} Beside an enemy you must fight."


def ask_flank(view: st.State) -> Asked:
    if view.flanker == tb.NONE:
        return "Flanking Maneuver: choose a second piece", "It moves one space."
    return "Flanking Maneuver: where does it step?", "Beside an enemy it must fight."


def ask_pay(view: st.State) -> Asked:
    left, act = view.price - view.paid, PURPOSES[view.act]
    paid = f"{view.paid} of {view.price} laid down." if view.paid else ""
    how = "Choose a set." if view.role[view.actor] == tb.GUNSLINGER else "Dearest cards first."
    return f"Pay {some(left, 'point')} {act}", f"{paid} {how} What you overpay is lost.".strip()


def ask_set_card(view: st.State) -> Asked:
    wanted = SET_CARDS[view.set_chosen][view.set_filled]
    name = capital(tb.SET_NAMES[view.set_chosen])
    return f"{name}: lay down a {wanted}", "Any card that reads so on one of its sides."


def ask_aggressor(view: st.State) -> Asked:
    return "Several pieces attack: which fights first?", "It fights until it is beaten or alone."


def ask_sacrifice(view: st.State) -> Asked:
    return "You are ahead. Play Self Sacrifice all the same?", "Otherwise the fight goes on."


def ask_clock(view: st.State) -> Asked:
    side = 1 - view.lead
    mine, theirs = rating(view, side), rating(view, 1 - side)
    hint = "Play a card, or pass: then you lose unless somebody helps."
    if view.seats == 2 or view.honor:
        hint = "Play a card, or pass and lose the fight."
    if mine == theirs:
        return f"{mine} to {theirs}, and ties go against you", hint
    return f"You are behind, {mine} to {theirs}", hint


def ask_assist(view: st.State) -> Asked:
    one, other = (them(view, owner(fighter(view, side))) for side in (0, 1))
    score = f"{rating(view, 0)} to {rating(view, 1)}"
    hint = "Choose the piece you help. Cards you spend stay spent."
    return f"{capital(one)} fights {other}, {score}: help?", hint


def ask_assist_play(view: st.State) -> Asked:
    whom = them(view, owner(fighter(view, view.helping)))
    return f"With what do you help {whom}?", "One play. An effect may be refused, points may not."


def ask_accept(view: st.State) -> Asked:
    helper = (owner(view.aggressor) + view.bystander) % view.seats
    name = effect_name(view, view.playing, helper)
    hint = f"It would mean: {EFFECT_SHORT[view.playing]}. Refused, it goes back to their hand."
    return f"{you(view, helper)} offers {name}: accept?", hint


def ask_bind(view: st.State) -> Asked:
    by, name = view.effect_by, effect_name(view, view.effect, view.effect_by)
    if view.bindings:
        binder = you(view, view.binder)
        stands = "stands again" if view.bindings % 2 else "has no effect"
        hint = f"Then {whose(view, by)} {name} {stands}."
        return f"{binder} plays Mystic Binding: answer it?", hint
    return f"{you(view, by)} plays {name}: negate it?", f"It means: {EFFECT_SHORT[view.effect]}."


def ask_save(view: st.State) -> Asked:
    name = capital(piece_name(view, view.doomed[0]))
    return f"{name} is lost: save it to a Gate?", "With a card. Otherwise it leaves the board."


def ask_draw(view: st.State) -> Asked:
    cards = some(cards_due(view, view.actor), "card")
    return "Play a card for your draw, or draw", f"As it stands you draw {cards}."


def ask_blockade(view: st.State) -> Asked:
    count = cards_due(view, view.active)
    about = f"{you(view, view.active)} is about to draw {some(count, 'card')}"
    return f"{about}: take {'it' if count == 1 else 'them'}?", "With a Blockade."


def ask_discard(view: st.State) -> Asked:
    more = view.hand_size[view.actor] - hand_limit(view, view.actor)
    return f"Discard {some(more, 'card')}", f"You may keep {hand_limit(view, view.actor)}."


ASKED: dict[int, Asked | Callable[[st.State], Asked]] = {
    st.CHOOSE_CLASS: ("Choose your class", "It says how you win and what only you can do."),
    st.CHOOSE_HOME: ("Choose your Home Base", "Your pieces enter by its two Gates."),
    st.ENTRANCE: ask_entrance,
    st.AT_GATE: ask_gate,
    st.MOVEMENT: ask_movement,
    st.EXTEND: ("Geta of Speed: pay 1 point for four spaces?", "Otherwise two spaces are free."),
    st.PATH: ask_path,
    st.FLANKING_STEP: ask_flank,
    st.SECOND_PIECE: ("They're Everywhere: choose a second piece", "It goes beside another piece."),
    st.SECOND_SPACE: ("They're Everywhere: where to?", "Beside a piece, but beside no enemy."),
    st.LEAP_PIECE: ("Leap Across the Heavens: which piece?", "From your Gate to any open space."),
    st.LEAP_SPACE: (
        "Where does it land?",
        "It costs 2 points. The piece counts 0 in fights until your next turn.",
    ),
    st.BALLOON_PIECE: ("Weather Balloons: which piece?", "It will be set down beside an enemy."),
    st.BALLOON_SPACE: ("Where is it set down?", "It costs 2 points, and it must fight there."),
    st.TRICK_PIECE: (
        "Dirty Rotten Scoundrel: whose piece do you move?",
        "It costs 2 points. One space is free, each further one costs 2.",
    ),
    st.PAY: ask_pay,
    st.SET_CARD: ask_set_card,
    st.PICK_AGGRESSOR: ask_aggressor,
    st.PICK_DEFENDER: ("Which of your pieces defends itself first?", "The others' turn comes."),
    st.OFFER_SACRIFICE: ask_sacrifice,
    st.CLOCK: ask_clock,
    st.ASSIST: ask_assist,
    st.ASSIST_PLAY: ask_assist_play,
    st.ACCEPT: ask_accept,
    st.BIND: ask_bind,
    st.FLEEING: ("Where does your piece flee to?", "The fight is over, nobody is defeated."),
    st.SAVING: ask_save,
    st.SEVENTH: ("Your base is full: which captive goes free?", "It gives you no cards."),
    st.UPLOAD: ("Upload the piece on the treasure?", "It leaves the board for good."),
    st.DRAW: ask_draw,
    st.BLOCKADING: ask_blockade,
    st.DISCARD: ask_discard,
    st.KEEL_HAUL: ("Play Keel Haul, or end your turn", "Somebody would miss their next turn."),
    st.KEEL_WHOM: ("Keel Haul: who misses a turn?", "The others may answer the card."),
}

WAITING = {
    st.CHOOSE_CLASS: "chooses a class",
    st.CHOOSE_HOME: "chooses a Home Base",
    st.ENTRANCE: "may bring pieces out",
    st.AT_GATE: "chooses a Gate",
    **dict.fromkeys(range(st.MOVEMENT, st.PAY), "is to move"),
    st.PAY: "is paying",
    st.SET_CARD: "is laying down a set",
    st.PICK_AGGRESSOR: "chooses who attacks first",
    st.PICK_DEFENDER: "chooses who defends first",
    st.OFFER_SACRIFICE: "begins the fight",
    st.CLOCK: "is behind in the fight and must act",
    st.ASSIST: "may help in the fight",
    st.ASSIST_PLAY: "is helping in the fight",
    st.ACCEPT: "is offered help",
    st.BIND: "may answer the card",
    st.FLEEING: "flees",
    st.SAVING: "may save the piece",
    st.SEVENTH: "must free a captive",
    st.UPLOAD: "may upload a piece",
    st.DRAW: "is about to draw",
    st.BLOCKADING: "may set a Blockade",
    st.DISCARD: "discards",
    st.KEEL_HAUL: "is ending the turn",
    st.KEEL_WHOM: "chooses whom to keel-haul",
}

# Declining -----------------------------------------------------------------------------------


def decline(view: st.State) -> int | None:
    """The answer that merely declines an offer, or goes on where nothing else can be done."""
    if view.question in (st.MOVEMENT, st.DRAW):
        return st.DO_PASS if open_to_actor(view) == [st.DO_PASS] else None
    return st.DO_PASS if view.question in OFFERS else None


def concerns(view: st.State) -> bool:
    """Does the question concern the actor: his fight, his draw, his card, his piece? And does it
    help somebody who is one short of winning?"""
    me = view.actor
    if view.question == st.ASSIST:
        rivals = [owner(fighter(view, side)) for side in (0, 1)]
        return any(nearly_won(view, seat) for seat in rivals) or is_next_in_line(view, me)
    if view.question == st.BLOCKADING:
        return nearly_won(view, view.active)
    if view.question == st.BIND:
        return is_hit(view, me) or nearly_won(view, view.effect_by)
    return True


def nearly_won(view: st.State, seat: int) -> bool:
    count, needed = progress(view, seat)
    return count >= needed - 1


def is_next_in_line(view: st.State, seat: int) -> bool:
    """Will the Aggressor, if it survives, attack a piece of this seat?"""
    place = view.place[view.aggressor]
    near = [view.at[space] for space in NEXT[place] if space != tb.NONE]
    return any(piece != tb.NONE and owner(piece) == seat for piece in near)


def is_hit(view: st.State, seat: int) -> bool:
    """Was the card in question, or the one it answers, played by this seat or against it?"""
    if view.effect_by == seat:
        return True
    if view.effect == tb.KEEL:
        return view.target == seat
    if view.effect == tb.BLOCKADE:
        return view.active == seat
    if view.defender == tb.NONE:
        return False
    if view.effect == tb.SACRIFICE and is_next_in_line(view, seat):
        return True
    return seat in (owner(view.aggressor), owner(view.defender))
