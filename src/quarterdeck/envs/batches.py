"""Batches: many games side by side, stepped together, for learning.

    env = batch(game, 4096, seed=0)
    obs, mask, actor = env.reset()
    obs, mask, actor, reward, done = env.step(actions)

A lane is one place in a batch. When its game ends, the next one is dealt at once: `reward` and
`done` are of the game that ended, `obs`, `mask` and `actor` of the new one. Every call returns new
arrays, written directly by the rules; PyTorch and JAX take them without a copy.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba.core.caching import NullCache

from quarterdeck.engine import seeds
from quarterdeck.engine.describe import Description, describe
from quarterdeck.engine.errors import BadOption, BrokenGame, IllegalAction
from quarterdeck.engine.game import Game
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.rule import bind, rule
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import clone
from quarterdeck.envs import lanes as kernels
from quarterdeck.envs.lanes import BITS, DEAL, LOOK

Array = Any
"""NumPy on the CPU; on CUDA a PyTorch tensor, or numba's device array where PyTorch is missing."""

Policy = Callable[..., Any]

RAW, FLOAT32, BFLOAT16 = "raw", "float32", "bfloat16"
BYTES, BITMAP = "bytes", "bits"
SLICE = 256
"""Fewer lanes than this are not worth another thread."""


class Seen(NamedTuple):
    """What the actors see, and what they may do."""

    obs: Array
    """[lanes, numbers]: each actor's observation, without what others keep secret; with more
    `observers`, those of the seats after it too."""
    mask: Array
    """[lanes, actions]: which are legal; or [lanes, words], a bit for each action."""
    actor: Array
    """[lanes]: the seat that decides."""


class Stepped(NamedTuple):
    """What a step led to."""

    obs: Array
    mask: Array
    actor: Array
    reward: Array
    """[lanes, seats]: each seat's result where a game has just ended, otherwise 0; a column for
    each seat of the largest games."""
    done: Array
    """[lanes]: where a game has just ended."""


class Sampled(NamedTuple):
    """Actions to take, and the logarithms of their probabilities."""

    action: Array
    log_prob: Array


class Rollout(NamedTuple):
    """Some steps of every lane: arrays [steps, lanes, ...]; `obs`, `mask` and `actor` have one row
    more, what the last step led to."""

    obs: Array
    mask: Array
    actor: Array
    action: Array
    log_prob: Array
    value: Array | None
    """What the policy returned beside the logits, if anything."""
    reward: Array
    done: Array


class Snapshot(NamedTuple):
    """A batch at a moment: NumPy arrays, the same for both devices."""

    states: np.ndarray[Any, Any]
    dice: np.ndarray[Any, Any]


def ready(function: Any, functions: dict[str, Any], modules: Sequence[str] = ()) -> Any:
    """An entry point, cached on disk, that lets other threads run."""
    compiled = bind(function, functions, modules)
    compiled.targetoptions["nogil"] = True
    return compiled


def bound_rules(rules: Rules, observe: Any = None) -> dict[str, Any]:
    """The game's functions, and the generic ones of lanes.py bound to them."""
    functions = rules.functions | ({"observe": observe} if observe else {})
    for generic in (kernels.turn_rule, kernels.list_open_rule, kernels.observe_lane_rule):
        name = generic.__name__.removesuffix("_rule")
        space = {**generic.__globals__, **functions}
        functions[name] = rule(FunctionType(generic.__code__, space, name))
    return functions


class Batch:
    """Many games of one kind, stepped together, on all cores."""

    device = "cpu"

    def __init__(
        self,
        game: Game,
        lanes: int,
        seed: int | Sequence[int] = 0,
        seats: int | Sequence[int] | None = None,
        options: Mapping[str, int | Sequence[int]] | None = None,
        dtype: str = RAW,
        mask: str = BYTES,
        align: int = 1,
        observe: tuple[Any, Observation] | None = None,
        observers: int = 1,
        threads: int | None = None,
    ) -> None:
        """`seed`: a number for all lanes, or one for each, which then begins with the game of
        `Match(game, seed=...)`. `seats` and `options`: likewise a value for all lanes, or one for
        each.

        `dtype`: observations as the whole numbers they are ("raw": int8 or int16), or scaled to at
        most 1 in size ("float32", "bfloat16"; the latter as uint16 on the CPU, since NumPy has no
        such type). `mask`: "bytes", a bool for each action, or "bits", 32 actions in an int32.
        `align`: rows of observations are filled up with zeros to a multiple of so many numbers;
        matrix products in bfloat16 want 8. `observe`: a rule to observe with instead of the game's
        own, and its parts. `observers`: how many observations a row holds, the actor's first, then
        those of the seats after it, each filled up by itself: for critics, which may know in
        training what no player does. `threads`: on the CPU; all cores unless said.
        """
        _check_choice("dtype", dtype, (RAW, FLOAT32, BFLOAT16))
        _check_choice("mask", mask, (BYTES, BITMAP))
        _check_count("lanes", lanes)
        _check_count("align", align)
        self.game, self.lanes, self.dtype, self.masks = game, lanes, dtype, mask
        rules = game.load(compiled=True)
        self.players = _seats(game, seats, lanes)
        """[lanes]: how many play in each."""
        self.seats = int(self.players.max())
        self.actions = rules.action_count
        self.words = -(-self.actions // BITS)
        self._observe: Any = observe[0] if observe else None
        self.observation = observation = observe[1] if observe else rules.observation
        _check_count("observers", observers)
        self.observers = observers
        self.stride = -(-observation.size // align) * align
        """Numbers for each observer: the observation's, and zeros up to a multiple of `align`."""
        self.width = observers * self.stride
        """Numbers in a row of `obs`."""
        self.raw = observation.dtype
        filled = np.zeros(self.stride, np.float32)
        filled[: observation.size] = observation.scale
        self.scale = np.tile(filled, observers)
        if threads is not None:
            _check_count("threads", threads)
        self.threads = max(1, min(threads or cores(), lanes // SLICE))
        self._entries: dict[Any, Any] = {}
        states = rules.new(1, self.seats).repeat(lanes)
        states["seats"] = self.players
        self.options = _set_options(game, states, options or {})
        states["rng"], dice = _generators(seed, lanes)
        self._place(Snapshot(states, dice))
        self._dealt = False
        self.begun: Array
        """[lanes]: where a game has been dealt and nobody has decided yet."""

    # What a learner calls --------------------------------------------------------------------

    def describe(self) -> Description:
        """What the numbers mean: parts of an observation, actions by verb, bounds of the reward."""
        seen = self.observation
        return describe(self.game)._replace(observation=tuple(seen.parts), recall=seen.recall)

    def reset(self) -> Seen:
        """Deal a new game in every lane."""
        self._dealt = True
        return Seen(*self._play(DEAL)[:3])

    def step(self, actions: Array) -> Stepped:
        """Take an action in every lane."""
        self._check_dealt()
        return self._play(self._checked(actions))

    def sample(self, logits: Array | None = None) -> Sampled:
        """A legal action for every lane: by the softmax of its logits, or each as likely."""
        self._check_dealt()
        return self._sample(logits)

    def rollout(self, policy: Policy | None, steps: int, seated: bool = False) -> Rollout:
        """Play some steps with actions sampled from what `policy(obs, mask)` returns: logits
        [lanes, actions], or logits and values [lanes]. Without a policy, play at random.
        `seated`: the policy is also told who decides in each lane, `policy(obs, mask, actor)`."""
        self._check_dealt()
        seen, rows = [self._now], []
        for _ in range(steps):
            logits, value = asked(policy, self._now, seated)
            chosen = self.sample(logits)
            *after, reward, done = self.step(chosen.action)
            seen.append(Seen(*after))
            rows.append((*chosen, value, reward, done))
        obs, mask, actor = (np.stack(each) for each in zip(*seen, strict=True))
        action, log_prob, value, reward, done = zip(*rows, strict=True)
        values = None if value[0] is None else np.stack(value)
        chosen = Sampled(np.stack(action), np.stack(log_prob))
        return Rollout(obs, mask, actor, *chosen, values, np.stack(reward), np.stack(done))

    def snapshot(self) -> Snapshot:
        """All games as they stand, with their generators; for `restore`, on either device."""
        self._check_dealt()
        return Snapshot(clone(self._states), self._dice.copy())

    def restore(self, snapshot: Snapshot) -> Seen:
        """Go back to a snapshot of a batch of this game, with as many lanes and seats."""
        states = snapshot.states
        if states.dtype != self.game.state.dtype or len(states) != self.lanes:
            raise BadOption("this is a snapshot of another game, or of another number of lanes.")
        if (states["seats"] != self.players).any():
            raise BadOption(f"this is not a snapshot of games with {self.seats} seats.")
        self._place(snapshot)
        self._dealt = True
        return Seen(*self._play(LOOK)[:3])

    def see(self, view: np.ndarray[Any, Any]) -> Seen:
        """What a policy would be given of a view by whoever decides in it: rows of one lane."""
        alone = object.__new__(type(self))
        alone.__dict__.update(self.__dict__, lanes=1, threads=1, players=view["seats"])
        return alone.restore(Snapshot(view, self._dice[:1]))

    def check(self) -> None:
        """Raise what went wrong in an earlier step. On the CPU, `step` has done so."""

    # On the CPU ------------------------------------------------------------------------------

    def _place(self, snapshot: Snapshot) -> None:
        self._states: Any = clone(snapshot.states)
        self._dice: Any = snapshot.dice.copy()
        self._open: Any = np.zeros((self.lanes, self.words), np.int32)
        self._pool: ThreadPoolExecutor | None = None
        self._now: Seen

    def _play(self, actions: np.ndarray[Any, Any] | int) -> Stepped:
        """Actions that are known to be legal, or the same command in every lane."""
        if isinstance(actions, int):
            actions = np.full(self.lanes, actions)
        seen = np.empty((self.lanes, self.width), self.raw)
        obs, mask = self._outputs(seen)
        actor, done = np.empty(self.lanes, np.int8), np.empty(self.lanes, np.bool_)
        reward = np.empty((self.lanes, self.seats), np.float32)
        play, present = self._entry(kernels.play_lanes), self._presenter(seen, obs, mask)

        def work(first: int, last: int) -> int:
            room = self.game.load(compiled=True).room()
            into = (self._open, seen, self.observers, actor, reward, done)
            broken: int = play(self._states, first, last, actions, room, *into)
            present(first, last)
            return broken

        if (lane := max(self._in_slices(work))) >= 0:
            raise BrokenGame(f"the game in lane {lane} exceeded a bound of its own state.")
        self._now = Seen(obs, mask, actor)
        self.begun = done | (actions == DEAL)
        return Stepped(obs, mask, actor, reward, done)

    def _outputs(self, seen: np.ndarray[Any, Any]) -> tuple[Array, Array]:
        """Room for observations and masks; raw observations are the rules' own."""
        kinds: dict[str, Any] = {FLOAT32: np.float32, BFLOAT16: np.uint16}
        obs = seen if self.dtype == RAW else np.empty(seen.shape, kinds[self.dtype])
        if self.masks == BITMAP:
            return obs, np.empty((self.lanes, self.words), np.int32)
        return obs, np.empty((self.lanes, self.actions), np.bool_)

    def _presenter(self, seen: Any, obs: Any, mask: Any) -> Callable[[int, int], None]:
        """A function that writes what some lanes see in the form that was asked for."""
        convert, expand = None, None
        if self.dtype != RAW:
            form = kernels.to_float32 if self.dtype == FLOAT32 else kernels.to_bfloat16
            convert = self._entry(form)
        if self.masks == BYTES:
            expand = self._entry(kernels.spread)

        def present(first: int, last: int) -> None:
            if convert:
                convert(first, last, seen, self.scale, obs)
            if expand:
                expand(first, last, self._open, mask)
            else:
                mask[first:last] = self._open[first:last]

        return present

    def _sample(self, logits: Array | None) -> Sampled:
        action, log_prob = np.empty(self.lanes, np.int64), np.zeros(self.lanes, np.float32)
        dice, open_ = self._dice, self._open
        if logits is None:
            draw = self._entry(kernels.sample_any)
            self._in_slices(lambda a, b: draw(a, b, open_, dice, action, log_prob))
            return Sampled(action, log_prob)
        given = np.ascontiguousarray(logits, np.float32)
        _check_shape("logits", given.shape, (self.lanes, self.actions))
        draw = self._entry(kernels.sample_by)
        self._in_slices(lambda a, b: draw(a, b, open_, dice, given, action, log_prob))
        return Sampled(action, log_prob)

    def _in_slices(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Share the lanes out to threads."""
        if self.threads == 1:
            return [work(0, self.lanes)]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        bounds = [self.lanes * i // self.threads for i in range(self.threads + 1)]
        return list(self._pool.map(work, bounds, bounds[1:]))

    def _entry(self, function: Any) -> Any:
        """One of the functions of lanes.py, compiled once; `play_lanes` is bound to the game."""
        rules = self.game.load(compiled=True)
        own = function is kernels.play_lanes
        kept = self._entries if own and self._observe else rules.extras
        key = f"lanes.{function.__name__}"
        if key not in kept:
            functions = bound_rules(rules, self._observe) if own else {}
            kept[key] = ready(function, functions, rules.modules if own else ())
            if kept is self._entries:  # the cache does not know whether `observe` has changed
                kept[key]._cache = NullCache()
        return kept[key]

    # Refusals --------------------------------------------------------------------------------

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise BadOption("call reset() first: no game has been dealt.")

    def _checked(self, actions: Array) -> np.ndarray[Any, Any]:
        """Actions as the rules take them; nothing has changed when one is refused."""
        given = np.asarray(actions)
        _check_shape("actions", given.shape, (self.lanes,))
        if given.dtype.kind not in "iu":
            raise BadOption(f"actions are whole numbers, not {given.dtype}.")
        given = np.ascontiguousarray(given, np.int64)
        if (lane := self._entry(kernels.first_refused)(given, self._open)) >= 0:
            raise self._refusal(lane, int(given[lane]))
        return given

    def _refusal(self, lane: int, action: int) -> IllegalAction:
        what = f"action {action}"
        if 0 <= action < self.actions:
            verb, number = self.game.actions.parse(action)
            what += f" ({verb} {number})"
        return IllegalAction(f"lane {lane}: {what} is not legal there.")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None, "_entries": {}}


def _generators(
    seed: int | Sequence[int], lanes: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Each lane's generators: of its games, and for sampling actions."""
    if isinstance(seed, (int, np.integer)):
        return seeds.generators(int(seed), lanes), seeds.generators(~int(seed), lanes)
    own = [int(each) for each in seed]
    _check_shape("seeds", (len(own),), (lanes,))
    games = np.array([seeds.generator(seeds.secret(each)) for each in own], np.int64)
    return games, np.concatenate([seeds.generators(~each, 1) for each in own])


def _seats(game: Game, seats: int | Sequence[int] | None, lanes: int) -> np.ndarray[Any, Any]:
    """How many play in each lane."""
    if seats is None or isinstance(seats, int):
        return np.full(lanes, game.check_seats(seats), np.int8)
    own = [game.check_seats(int(each)) for each in seats]
    _check_shape("seats", (len(own),), (lanes,))
    return np.array(own, np.int8)


def _set_options(
    game: Game, states: np.ndarray[Any, Any], options: Mapping[str, int | Sequence[int]]
) -> dict[str, Any]:
    """Set each lane's options; returns them all, as they were given."""
    given: dict[str, Any] = {
        name: value if isinstance(value, int) else [*value] for name, value in options.items()
    }
    lists = {name: value for name, value in given.items() if isinstance(value, list)}
    for name, value in lists.items():
        _check_shape(f"the option {name}", (len(value),), (len(states),))
    same = {name: value for name, value in given.items() if name not in lists}
    for values in set(zip(*lists.values(), strict=True)) or {()}:
        settings = game.check_options({**same, **dict(zip(lists, map(int, values), strict=True))})
        given = {**settings, **given}
    for name, value in given.items():
        states[name] = value
    return given


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def asked(policy: Policy | None, seen: Seen, seated: bool) -> tuple[Array | None, Array | None]:
    """A policy's logits and values, or None where there are none."""
    given = policy(*(seen if seated else seen[:2])) if policy else None
    return given if isinstance(given, tuple) else (given, None)


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadOption(f"{name} is one of {', '.join(choices)}, not {value!r}.")


def _check_count(name: str, value: int) -> None:
    if type(value) is not int or value < 1:
        raise BadOption(f"{name} must be a whole number above 0, not {value!r}.")


def _check_shape(name: str, shape: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if tuple(shape) != expected:
        raise BadOption(f"{name} must have the shape {expected}, not {tuple(shape)}.")
