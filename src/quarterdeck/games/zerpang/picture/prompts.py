"""What is asked: the prompt, a detail below it, and what others are told meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.rule import interpret
from quarterdeck.games.zerpang import movement, turns
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.classes import gunslinger
from quarterdeck.games.zerpang.picture.fight import fighter, rating
from quarterdeck.games.zerpang.picture.names import (
    EFFECT_SHORT,
    capital,
    effect_name,
    name,
    owner,
    piece_name,
    points,
)
from quarterdeck.games.zerpang.picture.told import PURPOSES
from quarterdeck.games.zerpang.words import say

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
        return say(WAITING[view.question], who=name(view.actor)), turn(view)
    asked = ASKED[view.question]
    return (say(asked[0]), say(asked[1])) if isinstance(asked, tuple) else asked(view)


def turn(view: st.State) -> str:
    if view.phase == st.SETUP:
        return ""
    mine, who = view.active == view.viewer, name(view.active)
    return say.to(mine, "It is your turn.", "It is {who}'s turn.", who=who)


def ask_entrance(view: st.State) -> Asked:
    price = entrance_price(view, view.actor)
    cost = say("It costs {points}.", points=points(price)) if price else say("It is free.")
    return say("Bring a piece onto a Gate, or go on"), f"{cost} {say('After that you move.')}"


def ask_gate(view: st.State) -> Asked:
    if view.phase == st.COMBAT_PHASE:
        return say("Save your piece to which Gate?"), say("Beside an enemy it must fight again.")
    return say("Which Gate does the piece enter by?"), say("It is free.")


def ask_movement(view: st.State) -> Asked:
    if view.moved:
        return (
            say("Play a card that moves another piece, or go on"),
            say("After that you fight, then draw."),
        )
    cost = say("One space is free, each further one costs 1 point.")
    if view.extra:
        cost = say("{n} spaces are free.", n=1 + view.extra)
    return say("Choose a piece to move, or go on"), cost


def ask_path(view: st.State) -> Asked:
    so_far, next_price = path_price(view, view.steps), path_price(view, view.steps + 1)
    details = [say("The next space is free.")]
    if next_price:
        details = [say("One more space makes it {n}.", n=next_price)]
    if view.steps == 0:
        if view.role[view.actor] == tb.ROBOT and not view.extra:
            details.append(say("You may take more pieces along."))
        where = say("Where does {piece} go?", piece=piece_name(view, view.chosen))
        return where, " ".join(details)
    if so_far:
        details.append(say("So far {points}.", points=points(so_far)))
    details.append(say("Beside an enemy you must fight."))
    return say("Take another step, or stop here"), " ".join(details)


def ask_flank(view: st.State) -> Asked:
    if view.flanker == tb.NONE:
        return say("Flanking Maneuver: choose a second piece"), say("It moves one space.")
    return (
        say("Flanking Maneuver: where does it step?"),
        say("Beside an enemy it must fight."),
    )


def ask_pay(view: st.State) -> Asked:
    left = points(view.price - view.paid)
    details = [say("Highest cards first."), say("Anything you overpay is lost.")]
    if view.role[view.actor] == tb.GUNSLINGER:
        details[0] = say("Choose a set.")
    if view.paid:
        details.insert(0, say("{paid} of {price} laid down.", paid=view.paid, price=view.price))
    what = say("Pay {points} {purpose}", points=left, purpose=say(PURPOSES[view.act]))
    return what, " ".join(details)


def ask_set_card(view: st.State) -> Asked:
    wanted = SET_CARDS[view.set_chosen][view.set_filled]
    which = capital(say(tb.SET_NAMES[view.set_chosen]))
    return (
        say("{set}: lay down a {value}", set=which, value=wanted),
        say("Any card with this value on either side."),
    )


def ask_clock(view: st.State) -> Asked:
    side = 1 - view.lead
    mine, theirs = rating(view, side), rating(view, 1 - side)
    hint = say("Play a card, or pass: you then lose unless somebody helps.")
    if view.seats == 2 or view.honor:
        hint = say("Play a card, or pass and lose the fight.")
    if mine == theirs:
        return say("{mine} to {theirs}, and you lose ties", mine=mine, theirs=theirs), hint
    return say("You are behind, {mine} to {theirs}", mine=mine, theirs=theirs), hint


def ask_assist(view: st.State) -> Asked:
    one, other = (name(owner(fighter(view, side))) for side in (0, 1))
    question = say(
        "{one} fights {other}, {mine} to {theirs}: help?",
        one=one,
        other=other,
        mine=rating(view, 0),
        theirs=rating(view, 1),
    )
    return question, say("Choose the piece to help. Cards you play are spent.")


def ask_assist_play(view: st.State) -> Asked:
    whom = name(owner(fighter(view, view.helping)))
    return (
        say("What do you play for {who}?", who=whom),
        say("One play. Effects may be refused, points may not."),
    )


def ask_accept(view: st.State) -> Asked:
    helper = (owner(view.aggressor) + view.bystander) % view.seats
    card, effect = effect_name(view, view.playing, helper), say(EFFECT_SHORT[view.playing])
    return (
        say("{who} offers {card}: accept?", who=name(helper), card=card),
        say("Effect: {effect}. If refused, it returns to their hand.", effect=effect),
    )


def ask_bind(view: st.State) -> Asked:
    card = effect_name(view, view.effect, view.effect_by)
    if view.bindings:
        question = say("{who} plays Mystic Binding: negate it?", who=name(view.binder))
        return question, after_binding(view, card)
    return (
        say("{who} plays {card}: negate it?", who=name(view.effect_by), card=card),
        say("Effect: {effect}.", effect=say(EFFECT_SHORT[view.effect])),
    )


def after_binding(view: st.State, card: str) -> str:
    """What becomes of the first card if the last Mystic Binding is negated."""
    mine, who = view.effect_by == view.viewer, name(view.effect_by)
    if view.bindings % 2:
        return say.to(
            mine,
            "Then your {card} stands again.",
            "Then {who}'s {card} stands again.",
            card=card,
            who=who,
        )
    return say.to(
        mine,
        "Then your {card} has no effect.",
        "Then {who}'s {card} has no effect.",
        card=card,
        who=who,
    )


def ask_save(view: st.State) -> Asked:
    lost = say("{piece} has lost: save it to a Gate?", piece=piece_name(view, view.doomed[0]))
    return capital(lost), say("With a card. Otherwise it leaves the board.")


def ask_draw(view: st.State) -> Asked:
    due = cards_due(view, view.actor)
    return (
        say("Play a Draw Phase card, or draw"),
        say.count("You would now draw {n} card.", "You would now draw {n} cards.", due),
    )


def ask_blockade(view: st.State) -> Asked:
    question = say.count(
        "{who} is about to draw {n} card: take it?",
        "{who} is about to draw {n} cards: take them?",
        cards_due(view, view.active),
        who=name(view.active),
    )
    return question, say("With a Blockade.")


def ask_discard(view: st.State) -> Asked:
    limit = hand_limit(view, view.actor)
    more = view.hand_size[view.actor] - limit
    return say.count("Discard {n} card", "Discard {n} cards", more), say(
        "You may keep {n}.", n=limit
    )


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
    st.PICK_AGGRESSOR: (
        "Several pieces attack: which fights first?",
        "It fights until it loses or stands alone.",
    ),
    st.PICK_DEFENDER: ("Which of your pieces defends first?", "The others fight after it."),
    st.OFFER_SACRIFICE: (
        "You are ahead. Play Self Sacrifice anyway?",
        "Otherwise the fight goes on.",
    ),
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
say.know(*(text for asked in ASKED.values() if isinstance(asked, tuple) for text in asked))

WAITING = {
    st.CHOOSE_CLASS: "{who} chooses a class",
    st.CHOOSE_HOME: "{who} chooses a Home Base",
    st.ENTRANCE: "{who} may bring pieces out",
    st.AT_GATE: "{who} chooses a Gate",
    **dict.fromkeys(range(st.MOVEMENT, st.PAY), "{who} is moving"),
    st.PAY: "{who} is paying",
    st.SET_CARD: "{who} is laying down a set",
    st.PICK_AGGRESSOR: "{who} chooses who attacks first",
    st.PICK_DEFENDER: "{who} chooses who defends first",
    st.OFFER_SACRIFICE: "{who} starts the fight",
    st.CLOCK: "{who} is behind in the fight and must act",
    st.ASSIST: "{who} may help in the fight",
    st.ASSIST_PLAY: "{who} is helping in the fight",
    st.ACCEPT: "{who} is offered help",
    st.BIND: "{who} may negate the card",
    st.FLEEING: "{who} flees",
    st.SAVING: "{who} may save the piece",
    st.SEVENTH: "{who} must free a captive",
    st.UPLOAD: "{who} may upload a piece",
    st.DRAW: "{who} is about to draw",
    st.BLOCKADING: "{who} may play a Blockade",
    st.DISCARD: "{who} discards",
    st.KEEL_HAUL: "{who} is ending the turn",
    st.KEEL_WHOM: "{who} chooses who misses a turn",
}
say.know(*WAITING.values())
