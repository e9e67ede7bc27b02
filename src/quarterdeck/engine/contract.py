"""The contract: every name a game provides, on one page.

A game is a package with `GAME = Game(...)` (see game.py) and five modules. Each class below is one
of them: what stands plainly is required, what is marked optional may be left out. Functions take
exactly these parameters, by these names. `rules`, `belief` and `policy` are compiled: mark what
they define with `@rule`.

conformance.py checks all this whenever a game is loaded; `quarterdeck check` plays the game to see
whether the laws hold, too (laws/). The engine reads a game through `game.hooks` alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from quarterdeck.engine.words import Words

if TYPE_CHECKING:
    from quarterdeck.engine.game import Actions, Game, Walk
    from quarterdeck.engine.observation import Observation
    from quarterdeck.engine.record import Record
    from quarterdeck.engine.scene import Consequence, Picture, Told
    from quarterdeck.engine.state import Event, Header, Row, Score

State: TypeAlias = Any
"""The whole truth: the game's own `State`, as a NumPy record or a `Plain`."""
View: TypeAlias = Any
"""The same record with blanks where its viewer may not look (`view.viewer`; -1: a spectator)."""

F = TypeVar("F", bound=Callable[..., Any])


def optional(function: F) -> F | None:
    """Mark a function that a game may leave out; `game.hooks` then has None in its place."""
    function.__dict__["optional"] = True
    return function


class StateModule(Protocol):
    """state.py: what there is, who may see it, what can be done and what can happen."""

    State: type[Header]
    """Made by `@state`; every field names its audience, and `judged` ones need `conceal`."""
    ACTIONS: Actions
    """All actions there will ever be: few, fixed ids, a verb for each kind of decision."""
    EVENTS: tuple[str, ...]
    """The names of all events; an event's kind is its index here."""


class RulesModule(Protocol):
    """rules.py: the game itself. The same seed and actions give the same game for ever."""

    OBSERVATION: Observation
    """What `observe` writes, part by part: names, sizes and bounds."""
    SCORE: Score | None = None
    """Where the result is more than who won: the bounds of `score[seat]`, a field that everybody
    sees and that is final when the game is over. `winners` says who did best all the same."""
    REVEALS: bool = True
    """Nothing is hidden once a game is over. False: what is shown then is what the fields'
    audiences and `conceal` show (hands that were folded stay hidden)."""

    def deal(self, s: State) -> None:
        """Set up a game; `s` is blank except for seats, options and the generator. All chance, here
        and in `act`, is drawn by `roll`, `below`, `any_bit` or `shuffle`; a seat is told all that
        it sees of it."""

    def legal(self, s: State, actions: Row) -> int:
        """Write the actor's actions and return how many; at least one until the game is over, and
        always those that follow from the actor's own view."""

    def act(self, s: State, action: int) -> None:
        """Carry out a legal action: set `actor` and `question`, at the end `over` and `winners`."""

    def observe(self, s: View, seat: int, out: Row) -> None:
        """Write what a seat sees as whole numbers, for learning; `out` starts as zeros. The same
        whether `s` is the truth or the seat's view."""

    @optional
    def conceal(self, s: State, seat: int) -> None:
        """Blank what a seat (-1: a spectator) may not see of the `judged` fields; required where
        there are any. Fields with another audience are blanked by the engine."""

    @optional
    def refuse(self, options: dict[str, int]) -> str:
        """Why these options do not go together; an empty string where they do."""

    @optional
    def clock(self, options: dict[str, int]) -> int:
        """Seconds of real time after which a server calls `expire`; 0: never. Where nobody keeps
        the time (terminal, arena, simulations) it is never called."""

    @optional
    def expire(self, s: State) -> None:
        """The time is up: end the game, or leave the state as it is."""

    @optional
    def migrate(self, record: Record) -> Record:
        """A record of an older version as one of this version that replays to the same events."""


class BeliefModule(Protocol):
    """belief.py: what a view leaves open. The two agree: what is imagined is allowed, and the
    truth always is."""

    def imagine(self, s: View, seat: int, rng: Row) -> None:
        """Fill a seat's view in, at random, to a whole state that the view allows. What only chance
        hid comes as often as chance makes it; what decisions hid, at most twice as often, or as
        rarely, as if they had been taken at random."""

    def allows(self, view: View, seat: int, s: State) -> bool:
        """May this be the truth, as far as the seat can tell? Asked of states that look the same to
        it; true only of those that can be imagined."""


LEVELS = ("cadet", "mate", "captain", "admiral")
"""The bots that people are offered, weakest first."""
say = Words(__package__)
say.know(*(level.title() for level in LEVELS))


class PolicyModule(Protocol):
    """policy.py, all of it optional: how to play well (docs/search.md). It sees whole states, some
    of them imagined, and must use only what the actor could know."""

    SEARCH: Mapping[str, Any] = {}
    """The numbers of `Tuning` (bots/tree.py) that suit this game better than the usual ones."""
    SIMULATIONS: Mapping[str, int] = {}
    """How many simulations a level makes for a decision, by its name, where not as usual."""
    NETWORK_SIMULATIONS: int = 0
    """How many the admiral makes with the game's network (docs/learning.md); 0: it does without."""
    SLACK: float = 5.0
    """How far behind the best an action may be for the lower levels to take it, by the scores that
    the network gives (bots/hunch.py)."""
    HABITS: Mapping[str, int] = {}
    """How many of a hundred decisions a level leaves to `prefer` rather than to the network, by its
    name, where not as usual."""

    @optional
    def prefer(self, s: State, actions: Row, count: int, dice: Row) -> int:
        """One of the first `count` actions: what a sensible player would do. Usually: any."""

    @optional
    def prospect(self, s: State, seat: int) -> int:
        """How likely a seat is to win, in thousandths; with scores: where its expected score lies
        between the lowest and the highest. Usually: all seats alike."""

    @optional
    def consider(self, s: State, actions: Row, count: int) -> int:
        """Move the actions worth thinking about to the front and return how many. Usually: all."""

    @optional
    def alike(self, s: State, action: int) -> int:
        """The action that `consider` leaves in place of this one, if it is as good: the network's
        chances are added up. Usually: the action itself."""


class SceneModule(Protocol):
    """scene.py: the game for people, in ordinary Python. Equal views give equal answers."""

    WALKS: Sequence[Walk] = ()
    """How pieces travel step by step, so that a click on a place can take the whole way."""

    def draw(self, view: View) -> Picture:
        """Boards, zones and pieces, and what is asked; every id that `targets` names is in it."""

    def label(self, view: View, action: int) -> str:
        """A legal action in words, for the actor."""

    def targets(self, view: View, action: int) -> list[str]:
        """The cells, pieces or halves of cards that light up for a legal action."""

    def tell(self, view: View, event: Event) -> Told | None:
        """An event in words, for the viewer; None where there is nothing to say."""

    def ending(self, view: View) -> str:
        """How the game ended, in a sentence."""

    @optional
    def foresee(self, view: View, action: int) -> list[Consequence]:
        """What an action would lead to, exactly, by what the actor knows. Usually: what happens in
        every world the engine imagines."""

    @optional
    def route(self, view: View, there: View) -> str:
        """A walk in words, from the view before it and the view before its last action, stopping.
        Ways to one place that are told alike are one route. Required with `WALKS`."""

    @optional
    def shortcuts(self, view: View) -> list[tuple[str, list[int]]]:
        """Sequences of legal actions that deserve one button, each with its label."""

    @optional
    def kind(self, view: View, seat: int) -> str:
        """What a seat played (a class, a fleet), for tables of balance; asked after the end."""


# Reading the page -----------------------------------------------------------------------------

MODULES = {
    "state": StateModule,
    "rules": RulesModule,
    "belief": BeliefModule,
    "policy": PolicyModule,
    "scene": SceneModule,
}


class Hooks(NamedTuple):
    """A game's five modules as the engine uses them: checked, and complete by their defaults."""

    state: StateModule
    rules: RulesModule
    belief: BeliefModule
    policy: PolicyModule
    scene: SceneModule


class Hook(NamedTuple):
    """One name of the contract."""

    name: str
    parameters: tuple[str, ...] | None
    """None: not a function but a constant."""
    optional: bool
    default: Any
    """What stands for it where it is optional and left out."""


def names_of(module: str) -> list[Hook]:
    """All that one of a game's modules provides or may provide."""
    page = MODULES[module]
    constants = [
        Hook(name, None, name in vars(page), vars(page).get(name))
        for name in inspect.get_annotations(page)
    ]
    functions = [
        Hook(name, tuple(inspect.signature(value).parameters)[1:], "optional" in vars(value), None)
        for name, value in vars(page).items()
        if inspect.isfunction(value) and not name.startswith("_")
    ]
    return constants + functions


def read(game: Game, module: str) -> Any:
    """One module's names, without any check."""
    found = vars(game.module(module)) if game.has(module) else {}
    return SimpleNamespace(**{h.name: found.get(h.name, h.default) for h in names_of(module)})


def read_all(game: Game) -> Hooks:
    return Hooks(**{name: cast(Any, read(game, name)) for name in MODULES})
