"""The steps of a game in progress, compiled for each game: act, survey, redraw, roll out.

Facts and states are one array of words: a call with records costs twice as much.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, NamedTuple

import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from quarterdeck.engine import chance
from quarterdeck.engine.chance import THE_DEAL
from quarterdeck.engine.rule import bind, next_word, rule
from quarterdeck.engine.rules import Rules

TERMINAL = int(pyspiel.PlayerId.TERMINAL)
NOW, SHOWN, NEXT = range(3)
"""A game in progress has three states: now, at the last fence, and room to try an action in."""
WHO, PLAYER, COUNT, LEGAL = range(4)
"""What compiled code says of a state: who acted, who decides now, and how many actions are legal;
then come these, and at a fence the events. Beforehand, the first three hold a script."""

# bound by `Compiled`: the game's own functions, where the states begin, and their type
deal: Any
act: Any
legal: Any
choose: Any
run_long_script: Any
FACTS: int
STATE: Any


@rule
def sort(row: Any, start: int, stop: int) -> None:
    """Sort a part of a row; most are sorted already."""
    for i in range(start + 1, stop):
        value = row[i]
        while i > start and row[i - 1] > value:
            row[i] = row[i - 1]
            i -= 1
        row[i] = value


def survey(words: Any) -> int:
    """Write down who decides, what is legal and what was told; returns how many facts that is."""
    states = words[FACTS:].view(STATE)
    s = states[NOW]
    count = 0 if s.over else legal(s, words[LEGAL:])
    size = LEGAL + count
    sort(words, LEGAL, size)
    words[PLAYER] = TERMINAL if s.over else s.actor
    words[COUNT] = count
    if s.fence:
        states[SHOWN] = states[NOW]
        for i in range(s.event_count):
            words[size] = s.event[i]
            size += 1
    return size


def advance(words: Any, action: int, length: int) -> int:
    """Carry out an action by a script. Returns how many outcomes the next draw has; if there is
    none, minus the number of facts, or 0 after a fault."""
    if length == 0:
        words[0] = words[1] = words[2] = 0
    states = words[FACTS:].view(STATE)
    states[NEXT] = states[NOW]
    outcomes: int = run_long_script(states[NEXT], action, words[0], words[1], words[2], length)
    if outcomes:
        return outcomes
    words[WHO] = -1 if action == THE_DEAL else states[NOW].actor
    states[NOW] = states[NEXT]
    return 0 if states[NOW].fault else -survey(words)


def draw_and_advance(words: Any, action: int, length: int) -> int:
    """Carry out an action with the state's own dice; returns the same."""
    s = words[FACTS:].view(STATE)[NOW]
    words[WHO] = -1 if action == THE_DEAL else s.actor
    if action == THE_DEAL:
        deal(s)
    else:
        act(s, action)
    return 0 if s.fault else -survey(words)


def redraw(words: Any, dice: Any) -> None:
    """Replace the dice."""
    s = words[FACTS:].view(STATE)[NOW]
    for word in range(4):
        s.rng[word] = next_word(dice)


def roll_out(words: Any, dice: Any) -> None:
    """Play at random to the end."""
    s = words[FACTS:].view(STATE)[NOW]
    while not s.over:
        act(s, choose(s, words, dice))


class Compiled(NamedTuple):
    """The functions above, bound to a game's rules, and how many facts they may write."""

    facts: int
    survey: Any
    advance: Any
    draw_and_advance: Any
    redraw: Any
    roll_out: Any

    @staticmethod
    def of(rules: Rules) -> Compiled:
        if "openspiel" not in rules.extras:
            facts = LEGAL + rules.action_count + rules.state.fields["event"].shape[0]
            space = {**chance.scripted(rules), "FACTS": facts, "STATE": rules.state.dtype}
            own = FunctionType(survey.__code__, {**globals(), **space}, "survey")
            space["survey"] = rule(own)
            functions = (survey, advance, draw_and_advance, redraw, roll_out)
            modules = (chance.__name__, *rules.modules)
            made = [bind(function, space, modules) for function in functions]
            rules.extras["openspiel"] = Compiled(facts, *made)
        return rules.extras["openspiel"]  # type: ignore[no-any-return]
