"""Entry points: what a game's rules are called through, generic over games.

`Rules` (in rules.py) binds each function here to one game: the names declared below become that
game's. They take an array and an index, since a record as an argument from Python costs ten times
as much; on a list of `Plain` states the same functions run interpreted.
"""

from __future__ import annotations

from typing import Any

from quarterdeck.engine.record import TRUTH
from quarterdeck.engine.rule import NOT_THE_TRUTH, below, filter_events, next_word, rule

# the game's own, bound by Rules
deal: Any
legal: Any
apply: Any
conceal: Any
imagine: Any
allows: Any
observe: Any
prefer: Any  # an action a sensible player would take (policy.py; otherwise any)
expect: Any  # what a strong player would do (policy.py; otherwise what a sensible one would)
prospect: Any  # how likely a seat is to win, in thousandths (policy.py; otherwise all alike)
reset: Any  # every field to its blank value, except options, seats and generator (generated)
wipe: Any  # what the fields' audiences keep from a seat (generated)

# these functions, bound, for one another
begin: Any
step: Any
choose: Any
suppose: Any


@rule
def begin_rule(s: Any) -> None:
    """Deal a game from the options, the number of seats and the generator already in `s`."""
    reset(s)
    s.fence = 1
    for seat in range(len(s.team)):
        s.team[seat] = seat
    deal(s)


@rule
def step_rule(s: Any, action: int) -> None:
    """Carry out a legal action; a change of actor and the end are fences.

    Events add up until a fence: in how many actions a draft was made is nobody else's business.
    """
    actor = s.actor
    if s.fence:
        s.event_count = 0
        s.fence = 0
    apply(s, action)
    if s.over or s.actor != actor:
        s.fence = 1


@rule
def choose_rule(s: Any, actions: Any, dice: Any) -> int:
    """A legal action, each as likely."""
    return actions[below(dice, legal(s, actions))]


@rule
def suppose_rule(s: Any, seat: int, dice: Any) -> None:
    """Turn a seat's view into a whole state that all the seat knows allows.

    The generator is redrawn: whoever thinks ahead must not know the coming chances.
    """
    imagine(s, seat, dice)
    for word in range(4):
        s.rng[word] = next_word(dice)
    s.viewer = TRUTH


def start(states: Any, i: int) -> None:
    begin(states[i])


def open_to_actor(states: Any, i: int, actions: Any) -> int:
    """List what the actor may do and return how many actions that is."""
    return legal(states[i], actions)


def act(states: Any, i: int, action: int) -> None:
    """Carry out a legal action on the whole truth; a view has nothing to act on."""
    s = states[i]
    if s.viewer != TRUTH:
        s.fault = NOT_THE_TRUTH
    else:
        step(s, action)


def hide(states: Any, i: int, seat: int) -> None:
    """Turn a state into what a seat may know; after the end everything is shown."""
    s = states[i]
    if s.viewer != TRUTH and s.viewer != seat:
        s.fault = NOT_THE_TRUTH
        return
    s.viewer = seat
    filter_events(s, seat)
    if not s.over:
        conceal(s, seat)
        wipe(s, seat)


def fill(states: Any, i: int, seat: int, dice: Any) -> None:
    suppose(states[i], seat, dice)


def permits(views: Any, i: int, seat: int, states: Any, j: int) -> bool:
    return allows(views[i], seat, states[j])


def numbers(states: Any, i: int, seat: int, out: Any) -> None:
    observe(states[i], seat, out)


def play_random(states: Any, i: int, dice: Any, actions: Any, games: int, sums: Any) -> int:
    """Play whole games at random in slot `i`, one after another; returns how many decisions.

    `sums`: a check sum of all actions, and the longest game seen.
    """
    s = states[i]
    decisions = 0
    for _ in range(games):
        begin(s)
        length = 0
        while not s.over:
            action = choose(s, actions, dice)
            step(s, action)
            sums[0] = (sums[0] * 31 + action + 7 * s.actor) & 0xFFFFFFFFFFFF
            length += 1
        sums[0] = (sums[0] + 1009 * s.winners + s.turn) & 0xFFFFFFFFFFFF
        if length > sums[1]:
            sums[1] = length
        decisions += length
    return decisions
