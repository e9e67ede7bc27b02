"""Entry points: what a game's rules are called through, generic over games.

`Rules` (in rules.py) binds each function here to one game: the names declared below become that
game's. They take an array and an index, since a record as an argument from Python costs ten times
as much; on a list of `Plain` states the same functions run interpreted.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.rule import NOT_THE_TRUTH, below, filter_events, next_word, rule
from quarterdeck.engine.state import TRUTH

WIN, DRAW = 1000, 500
"""Results, for searches: from 0 to `WIN`."""

# the game's own hooks, bound by Rules
own_deal: Any
own_act: Any
own_conceal: Any
own_imagine: Any
legal: Any
allows: Any
observe: Any
prefer: Any  # an action a sensible player would take (policy.py; otherwise any)
prospect: Any  # how likely a seat is to win, in thousandths (policy.py; otherwise all alike)
reward: Any  # a seat's reward at the end (generated)
result: Any  # the same from 0 to `WIN`, for searches (generated)
reveals: Any  # is nothing hidden after the end?
reset: Any  # every field to its blank value, except options, seats and generator (generated)
wipe: Any  # what the fields' audiences keep from a seat, to its blank value (generated)

# the hooks with what the engine adds to each (`deal_rule` and so on, below), bound too
deal: Any
act: Any
conceal: Any
imagine: Any
choose: Any


@rule
def deal_rule(s: Any) -> None:
    """Deal a game from the options, the number of seats and the generator already in `s`."""
    reset(s)
    s.fence = 1
    for seat in range(len(s.team)):
        s.team[seat] = seat
    own_deal(s)


@rule
def act_rule(s: Any, action: int) -> None:
    """Carry out a legal action; a change of actor and the end are fences.

    Events add up until a fence: in how many actions a draft was made is nobody else's business.
    """
    actor = s.actor
    if s.fence:
        s.event_count = 0
        s.fence = 0
    own_act(s, action)
    if s.over or s.actor != actor:
        s.fence = 1


@rule
def conceal_rule(s: Any, seat: int) -> None:
    """Blank what a seat may not see."""
    own_conceal(s, seat)
    wipe(s, seat)


@rule
def imagine_rule(s: Any, seat: int, dice: Any) -> None:
    """Turn a seat's view into a whole state that all the seat knows allows.

    The generator is redrawn: whoever thinks ahead must not know the coming chances.
    """
    own_imagine(s, seat, dice)
    for word in range(4):
        s.rng[word] = next_word(dice)
    s.viewer = TRUTH


@rule
def shared_reward(s: Any, seat: int) -> float:
    """Winners share what losers lose, scaled so that the larger share is 1: 1 and -1 between two
    sides, 1 and -1/3 for one winner of four; 0 for all in a draw."""
    won = 0
    for each in range(s.seats):
        won += s.winners >> each & 1
    lost = s.seats - won
    if won == 0 or lost == 0:
        return 0.0
    return (lost if s.winners >> seat & 1 else -won) / max(won, lost)


@rule
def shared_result(s: Any, seat: int) -> int:
    """A win, a draw or a loss."""
    if s.winners == 0:
        return DRAW
    return WIN * (s.winners >> seat & 1)


@rule
def choose_rule(s: Any, actions: Any, dice: Any) -> int:
    """A legal action, each as likely."""
    return actions[below(dice, legal(s, actions))]


# Entry points: the same on state `i` of an array -------------------------------------------------


def deal_at(states: Any, i: int) -> None:
    deal(states[i])


def legal_at(states: Any, i: int, actions: Any) -> int:
    """List what the actor may do and return how many actions that is."""
    return legal(states[i], actions)


def act_at(states: Any, i: int, action: int) -> None:
    """Carry out a legal action on the whole truth; a view has nothing to act on."""
    s = states[i]
    if s.viewer != TRUTH:
        s.fault = NOT_THE_TRUTH
    else:
        act(s, action)


def conceal_at(states: Any, i: int, seat: int) -> None:
    """Turn a state into what a seat may know; after the end everything is shown, unless the game
    says otherwise."""
    s = states[i]
    if s.viewer != TRUTH and s.viewer != seat:
        s.fault = NOT_THE_TRUTH
        return
    s.viewer = seat
    filter_events(s, seat)
    if not s.over or not reveals:
        conceal(s, seat)


def imagine_at(states: Any, i: int, seat: int, dice: Any) -> None:
    imagine(states[i], seat, dice)


def allows_at(views: Any, i: int, seat: int, states: Any, j: int) -> bool:
    return allows(views[i], seat, states[j])


def observe_at(states: Any, i: int, seat: int, out: Any) -> None:
    observe(states[i], seat, out)


def reward_at(states: Any, i: int, seat: int) -> float:
    """A seat's reward; 0 before the end."""
    return reward(states[i], seat) if states[i].over else 0.0


def play_random(states: Any, i: int, dice: Any, actions: Any, games: int, sums: Any) -> int:
    """Play whole games at random in slot `i`, one after another; returns how many decisions.

    `sums`: a check sum of all actions, and the longest game seen.
    """
    s = states[i]
    decisions = 0
    for _ in range(games):
        deal(s)
        length = 0
        while not s.over:
            action = choose(s, actions, dice)
            act(s, action)
            sums[0] = (sums[0] * 31 + action + 7 * s.actor) & 0xFFFFFFFFFFFF
            length += 1
        sums[0] = (sums[0] + 1009 * s.winners + s.turn) & 0xFFFFFFFFFFFF
        if length > sums[1]:
            sums[1] = length
        decisions += length
    return decisions
