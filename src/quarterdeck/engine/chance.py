"""Chance as explicit nodes: every draw of a game listed, with all its outcomes.

Rules draw from `below(rng, n)` and nowhere else. Here they run once more with a `below` that
follows a script and says of the first draw beyond it how many outcomes it has. A script is one
whole number with mixed radix: the first draw's outcome, plus its number of outcomes times the
second's, and so on.

    node = chance.deal(game)
    while isinstance(node, Chance):
        node = node.take(0)          # one of node.outcomes, each as likely
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType
from typing import Any, NamedTuple, TypeAlias, cast

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game
from quarterdeck.engine.position import Position
from quarterdeck.engine.rule import below, bind, rule
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import clone
from quarterdeck.engine.twins import Twins

LOW, MIDDLE, HIGH, COUNTS = range(4)
"""What the four words of the generator hold instead: the script, 62 bits a word; how many draws are
left of it, and how many outcomes the first draw beyond it has (from bit `OPEN` on)."""
WORD, HALF, OPEN = 62, 31, 16
MOST = 1 << 3 * WORD
"""Scripts are numbers below this."""
THE_DEAL = -1


class TooManyDraws(QuarterdeckError):
    code = "too-many-draws"


@rule
def next_outcome(rng: Any, n: int) -> int:
    """Take the first draw, with n outcomes, off the script: a long division."""
    rest = 0
    for word in (HIGH, MIDDLE, LOW):
        upper = rest << HALF | rng[word] >> HALF
        lower = upper % n << HALF | rng[word] & (1 << HALF) - 1
        rng[word] = upper // n << HALF | lower // n
        rest = lower % n
    return rest


@rule
def follow(rng: Any, n: int) -> int:
    """`below`, by the script; a draw with one outcome is no draw."""
    if n <= 1:
        return 0
    counts = rng[COUNTS]
    if counts == 0:
        rng[COUNTS] = n << OPEN
    if counts == 0 or counts >> OPEN:
        return 0
    rng[COUNTS] = counts - 1
    return next_outcome(rng, n)


# the game's own functions with `follow` for `below`, bound by `scripted`
scripted_deal: Any
scripted_act: Any


@rule
def run_long_script(s: Any, action: int, low: int, middle: int, high: int, length: int) -> int:
    """Deal, or carry out an action, by a script of three words; returns how many outcomes the next
    draw has, or 0 if there is none. The generator is left empty."""
    s.rng[LOW] = low
    s.rng[MIDDLE] = middle
    s.rng[HIGH] = high
    s.rng[COUNTS] = length
    if action == THE_DEAL:
        scripted_deal(s)
    else:
        scripted_act(s, action)
    outcomes = s.rng[COUNTS] >> OPEN
    for word in range(4):
        s.rng[word] = 0
    return outcomes


@rule
def run_script(s: Any, action: int, script: int, length: int) -> int:
    """The same by a script of one word."""
    return run_long_script(s, action, script, 0, 0, length)


def run_script_at(
    states: Any, i: int, action: int, low: int, middle: int, high: int, length: int
) -> int:
    return run_long_script(states[i], action, low, middle, high, length)


class Script(NamedTuple):
    """The draws of an action, or of the deal, so far."""

    number: int
    radix: int
    length: int

    @property
    def words(self) -> tuple[int, int, int]:
        """The number as `run_long_script` takes it."""
        whole = (1 << WORD) - 1
        return self.number & whole, self.number >> WORD & whole, self.number >> 2 * WORD

    def then(self, outcome: int, outcomes: int) -> Script:
        """The same and one more draw."""
        radix = self.radix * outcomes
        if radix > MOST:
            raise TooManyDraws("too much is drawn at once for its outcomes to be listed.")
        return Script(self.number + outcome * self.radix, radix, self.length + 1)


NOTHING_DRAWN = Script(0, 1, 0)


def scripted(rules: Rules) -> dict[str, Any]:
    """The game's functions, and `run_script` and `run_long_script` for them."""
    if "scripted" not in rules.extras:
        twins = Twins(rule, {below: follow})
        space = dict(rules.functions)
        space |= {f"scripted_{n}": twins.twin(rules.functions[n]) for n in ("deal", "act")}
        for runner in (run_long_script, run_script):
            code = cast(Any, runner).py_func.__code__
            own = {**globals(), **space}
            space[code.co_name] = rule(FunctionType(code, own, code.co_name))
        rules.extras["scripted"] = space
        rules.extras["run_script"] = bind(run_script_at, space, (__name__, *rules.modules))
    return rules.extras["scripted"]


# Nodes ---------------------------------------------------------------------------------------


class Chance(NamedTuple):
    """A moment at which chance decides between `outcomes`, each as likely."""

    before: Position
    """Before the action, or the deal, that draws."""
    action: int
    script: Script
    outcomes: int

    def take(self, outcome: int) -> Position | Chance:
        """What follows one of the outcomes."""
        if not 0 <= outcome < self.outcomes:
            raise ValueError(f"outcome {outcome} is not in 0..{self.outcomes - 1}")
        return _run(self.before, self.action, self.script.then(outcome, self.outcomes))


Node: TypeAlias = Position | Chance


def deal(game: Game, seats: int | None = None, options: dict[str, int] | None = None) -> Node:
    """A new game: the first draw of the deal, or the position where nothing is drawn."""
    rules = game.load()
    return _run(Position(rules, rules.new(1, seats, options)), THE_DEAL)


def act(position: Position, action: int) -> Node:
    """The position after a legal action, or the first draw on the way there."""
    return _run(position, action)


def outcomes(node: Node, probability: float = 1.0) -> Iterator[tuple[float, Position]]:
    """All positions that chance may lead to, with their probabilities."""
    if isinstance(node, Position):
        yield probability, node
        return
    for outcome in range(node.outcomes):
        yield from outcomes(node.take(outcome), probability / node.outcomes)


def _run(before: Position, action: int, script: Script = NOTHING_DRAWN) -> Node:
    rules = before.rules
    scripted(rules)
    state = clone(before.state)
    n = int(rules.extras["run_script"](state, 0, action, *script.words, script.length))
    if n:
        return Chance(before, action, script, n)
    state["rng"] = before.state["rng"]
    return Position(rules, state)
