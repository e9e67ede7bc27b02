"""Laws about many imagined worlds: are they all that may be true, no more, and as likely?

A `Moment` is one game somewhere on its way, seen by one of its seats: the truth, the seat's view,
and a world imagined from it. Over many moments the truths and the imagined worlds are compared,
number by number. Moments are of different games, so they are independent, and the probability of a
false alarm has a bound (Chernoff's).
"""

from __future__ import annotations

import functools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.laws.walk import Setting, States, Walk, differing, joined, same
from quarterdeck.engine.position import Position
from quarterdeck.engine.state import (
    A_BIT,
    B_BIT,
    C_BIT,
    KIND_BIT,
    SPECTATOR,
    WHO_BIT,
    clone,
)

Numbers = np.ndarray[Any, Any]

FARTHEST = 40
"""Games are followed for at most so many fences."""
FACTOR = 2.0
"""How many times as often as under random play a value may be imagined where decisions hid it, or
how many times as rarely: an imagination may be even over all that is possible."""
SUSPICION, ALARM = 10.0, 26.0
"""Minus the logarithm of a probability: worth more moments; broken (1 in 200 billion)."""
ALONE = 3.5
"""The bar is lower by this for single values: there are far fewer of them than of pairs."""
AGAIN = 8
"""How many times as many moments decide about a suspicion."""


class Moment(NamedTuple):
    """A game somewhere on its way, as one of its seats sees it."""

    walk: Walk
    viewer: int
    view: States
    imagined: Position
    public: bool
    """Could the others see and follow every decision, here and at the moments before?"""

    @property
    def key(self) -> tuple[str, int]:
        """Moments with the same key can be compared field by field."""
        return str(self.walk.setting), self.viewer


def deals(game: Game, every: Sequence[Setting], seed: int, count: int) -> list[Moment]:
    """So many deals, each seen by one seat."""
    walks = [Walk(game, every[n % len(every)], seed + n) for n in range(count)]
    return [_moment(walk, walk.random.randrange(walk.setting.seats)) for walk in walks]


def moments(game: Game, every: Sequence[Setting], seed: int, count: int) -> list[Moment]:
    """So many games at a fence on their way, early ones more often, less those over by then.

    Which fence is decided beforehand: how many decisions others took is not everybody's knowledge.
    """
    found: list[Moment] = []
    public = True  # for all games so far: after one hidden decision, no other needs to be looked at
    farthest = math.log(min(FARTHEST, game.bound))
    for n in range(count):
        walk = Walk(game, every[n % len(every)], seed + n)
        viewer = walk.random.randrange(walk.setting.seats)
        fences = int(math.exp(walk.random.uniform(0, farthest)))
        while fences and not walk.over:
            action = walk.random.choice(walk.legal())
            public = public and (walk.actor == viewer or _is_public(walk, viewer, action))
            walk.act(action)
            fences -= walk.now.fenced
        if not walk.over:
            found.append(_moment(walk, viewer, public))
    return found


class Sample:
    """Many deals, and many later moments."""

    def __init__(self, game: Game, every: Sequence[Setting], seed: int, count: int) -> None:
        self.game, self.every, self.seed, self.count = game, every, seed, count

    @functools.cached_property
    def dealt(self) -> list[Moment]:
        return deals(self.game, self.every, self.seed, 2 * self.count)

    @functools.cached_property
    def later(self) -> list[Moment]:
        return moments(self.game, self.every, self.seed, self.count)

    def more(self) -> Sample:
        """A larger one, of other games."""
        return Sample(self.game, self.every, self.seed + 2 * self.count, AGAIN * self.count)


def _moment(walk: Walk, viewer: int, public: bool = True) -> Moment:
    return Moment(walk, viewer, walk.view(viewer), walk.imagined(viewer), public)


def _is_public(walk: Walk, viewer: int, action: int) -> bool:
    """Can the viewer list what the actor may do, and see which of it is done?"""
    if walk.imagined(viewer).legal() != walk.legal():
        return False
    done = walk.now.after(action)
    return done.fenced and not any(
        same(done.view(viewer), walk.now.after(other).view(viewer))
        for other in walk.legal()
        if other != action
    )


# As likely ---------------------------------------------------------------------------------------


def imagination_is_fair(sample: Sample) -> int:
    """What only chance hid is imagined as often as chance makes it: everything at the deal, and
    later where all decisions were public. What decisions hid is imagined no more than `FACTOR`
    times as often, or as rarely, as if they had been taken at random; so whatever may be true can
    be imagined.

    At the deal this holds for any event, too: whoever is told a secret must imagine it.
    """
    _seen_is_told(sample.dealt)
    _judge(sample.dealt, 1.0, True, lambda: sample.more().dealt)
    factor = 1.0 if all(moment.public for moment in sample.later) else FACTOR
    _judge(sample.later, factor, sample.game.exact_memory, lambda: sample.more().later)
    return len(sample.dealt) + len(sample.later)


def _judge(
    found: list[Moment], factor: float, told: bool, more: Callable[[], list[Moment]]
) -> None:
    """Raise the alarm if truths and imagined worlds are too unlike, in other moments as well.

    `told`: also given what each seat was told.
    """
    if not _unlike(found, factor, told, SUSPICION):
        return
    found = more()
    for events, law in ((False, "imagination is fair"), (told, "told is remembered")):
        if unlike := _unlike(found, factor, events, ALARM):
            shown = min((found[i] for i in unlike.moments), key=lambda m: len(m.walk.actions))
            shown.walk.fail(law, str(unlike))


def _unlike(found: list[Moment], factor: float, told: bool, least: float) -> Finding | None:
    unlike = most_unlike(found, factor, told)
    return unlike if unlike and unlike.excess >= least else None


def _seen_is_told(dealt: Sequence[Moment]) -> None:
    """Whoever is told the same of a deal sees the same: what a seat was told tells all its
    information sets apart, and nothing is shown by mistake."""
    first: dict[object, States] = {}
    for moment in dealt:
        view, told = moment.view, moment.view["event"].tobytes()
        other = first.setdefault((*moment.key, told), view)
        if not same(other, view):
            seen = differing(other, view)
            told_of = f"told the same of the deal, seat {moment.viewer} sees other {seen}"
            moment.walk.fail("nothing leaks", told_of)


class Category(NamedTuple):
    """A value of a number, and the moments at which it has this value."""

    label: str
    told: bool
    """Is this a number of an event?"""
    real: Numbers
    imagined: Numbers


class Finding(NamedTuple):
    """Something that is more frequent in truths than in imagined worlds, or less."""

    excess: float
    """Minus the logarithm of the probability, if the truths were as the imagined worlds."""
    given: Category
    value: Category
    real: int
    imagined: int

    @property
    def moments(self) -> Numbers:
        """Moments that show it."""
        known = self.given.real & self.value.real if self.real > self.imagined else self.given.real
        return np.flatnonzero(known)

    def __str__(self) -> str:
        given = f"when {self.given.label}, " if self.given.label else ""
        return f"{given}{self.value.label} is true {self.real} times, imagined {self.imagined}"


def most_unlike(found: Sequence[Moment], factor: float, told: bool) -> Finding | None:
    """In which two numbers truths and imagined worlds differ most, beyond a factor."""
    known, hidden = _categories(found, told)
    if not hidden:
        return None
    known = [Category("", False, *(np.ones(len(found), bool),) * 2), *known, *hidden]
    real, imagined = (
        _stacked(known, side).T @ _stacked(hidden, side) for side in ("real", "imagined")
    )
    beyond = np.maximum(_excess(real, imagined, factor), _excess(imagined, real, factor))
    beyond[0] += ALONE * (beyond[0] > 0)
    x, y = np.unravel_index(int(np.argmax(beyond)), beyond.shape)
    counts = int(real[x, y]), int(imagined[x, y])
    return Finding(float(beyond[x, y]), known[x], hidden[y], *counts)


def excess(share: float, expected: float, count: int, above: bool = False) -> float:
    """Minus the logarithm of (a bound of) the probability of a share so far below what is expected,
    or above it."""
    if (share >= expected) != above or share == expected:
        return 0.0
    here = share * math.log(share / expected) if share > 0 else 0.0
    there = (1 - share) * math.log((1 - share) / (1 - expected)) if share < 1 else 0.0
    return count * (here + there)


def _stacked(categories: Sequence[Category], side: str) -> Numbers:
    return np.stack([getattr(category, side) for category in categories], axis=1).astype(np.float32)


def _excess(more: Numbers, less: Numbers, factor: float) -> Numbers:
    """Minus the logarithm of (a bound of) the probability that of so many moments so many fall on
    one side, if that is at most `factor` times as likely as the other."""
    both = np.maximum(more + less, 1)
    share, limit = more / both, factor / (factor + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        here = np.where(share > 0, share * np.log(share / limit), 0)
        there = np.where(share < 1, (1 - share) * np.log((1 - share) / (1 - limit)), 0)
    return np.where(share > limit, both * (here + there), 0)


MOST_KNOWN, MOST_HIDDEN = 600, 300
FEWEST = 38
"""Whatever is seen more rarely cannot raise the alarm: 2 to the power of -38."""


def _categories(found: Sequence[Moment], told: bool) -> tuple[list[Category], list[Category]]:
    """What the seats know, and what is hidden from them, as categories."""
    truths = joined([moment.walk.state for moment in found])
    views = joined([moment.view for moment in found])
    imagined = joined([moment.imagined.state for moment in found])
    game = found[0].walk.game
    hidden = _fewer(_hidden_values(game, truths, views, imagined), MOST_HIDDEN)
    if not hidden:
        return [], []
    whole = np.unique(views.view((np.void, views.itemsize)), return_inverse=True)[1].ravel()
    known = _values("the view", whole, whole, split=False)
    for name in _fields(game, memories=True):
        for label, seen in _numbers(name, views):
            known += _values(label, seen, seen, split=False)
    if told:
        crowd = joined([moment.walk.view(SPECTATOR) for moment in found])
        for who, states in (("told", views), ("spectators are told", crowd)):
            for label, seen in _event_numbers(states):
                known += _values(f"{who} {label}", seen, seen, told=True, split=False)
    return _fewer(known, MOST_KNOWN), hidden


def _hidden_values(game: Game, truths: States, views: States, imagined: States) -> list[Category]:
    """What differs between truths and imagined worlds, where the seat does not see it."""
    hidden: list[Category] = []
    for name in _fields(game):
        rows = (_numbers(name, states) for states in (truths, imagined, views))
        for (label, real), (_, dreamt), (_, seen) in zip(*rows, strict=True):
            if (real != dreamt).any():
                unseen = (real != seen) | (dreamt != seen)
                for value in _values(label, real, dreamt):
                    sides = value.real & unseen, value.imagined & unseen
                    hidden.append(Category(value.label, False, *sides))
    return hidden


def _fields(game: Game, memories: bool = False) -> list[str]:
    """The fields that say something about a world; not the others' memories, which need not be
    imagined."""
    return [
        name
        for name, field in game.state.fields.items()
        if name not in ("rng", "event", "event_count") and (memories or not field.memory)
    ]


def _numbers(name: str, states: States) -> Iterator[tuple[str, Numbers]]:
    """A field's numbers, one by one, in all states."""
    for i, column in enumerate(states[name].reshape(len(states), -1).T):
        yield f"{name}[{i}]" if states[name].ndim > 1 else name, column


EVENT_PARTS = (
    ("who", WHO_BIT, 0xFF),
    ("a", A_BIT, 0x1FFF),
    ("b", B_BIT, 0x1FFF),
    ("c", C_BIT, 0x1FFF),
)


def _event_numbers(views: States) -> Iterator[tuple[str, Numbers]]:
    """Each event's kind with whose it is, and its numbers."""
    for i in range(views["event"].shape[1]):
        event = views["event"][:, i]
        kind = event >> KIND_BIT & 0xFF
        for label, bit, mask in EVENT_PARTS:
            yield f"event {i} {label}", np.where(event == 0, -1, kind << 13 | event >> bit & mask)


MANY = 24
"""A number with more values than this is taken bit by bit."""


def _values(
    label: str, real: Numbers, imagined: Numbers, told: bool = False, split: bool = True
) -> list[Category]:
    """A category for each value that is frequent enough."""
    if (real == real[0]).all() and (imagined == real[0]).all():
        return []
    values, counts = np.unique(np.concatenate([real, imagined]), return_counts=True)
    if len(values) > MANY and split:
        return _bits(label, real, imagined)
    return [
        Category(f"{label} is {value}", told, real == value, imagined == value)
        for value in values[counts >= FEWEST].tolist()
    ]


def _bits(label: str, real: Numbers, imagined: Numbers) -> list[Category]:
    """A category for each bit of a mask."""
    return [
        Category(f"{label} has {b}", False, real >> b & 1 == 1, imagined >> b & 1 == 1)
        for b in range(int(np.bitwise_or.reduce(real | imagined)).bit_length())
    ]


def _fewer(categories: list[Category], most: int) -> list[Category]:
    """At most so many, spread over all."""
    step = max(1, math.ceil(len(categories) / most))
    return categories[::step]


# All that may be true, and no more ---------------------------------------------------------------

TRIED, ALTERED = 80, 24
"""At how many moments worlds are altered, and how many at each."""
IMAGINED, SURE = 150, 2000
"""Worlds imagined to see which are possible; and how many more, to be sure that one is not."""
REPEATED = 3
"""Something very rare may be missed once."""


def allowed_can_be_imagined(sample: Sample) -> int:
    """Of the worlds that look the same to a seat, `allows` accepts only those that it can imagine;
    and an imagined world can be played on.

    Imagined worlds are altered: a hidden field is as it was in another game, or one hidden number
    changes. If one is allowed all the same, each of its numbers, sums and fields must be found
    among the imagined ones, where those show few enough.
    """
    alike: dict[object, list[Moment]] = defaultdict(list)
    for moment in sample.dealt[::10] + sample.later:
        alike[moment.key].append(moment)
    pools = {key: Pool.of(group) for key, group in alike.items()}
    doubts: Counter[str] = Counter()
    tried = [moment for group in alike.values() for moment in group]
    tried = tried[:: max(1, len(tried) // TRIED)]
    for moment in tried:
        _can_be_played_on(moment)
        for doubt in _never_imagined(moment, pools[moment.key]):
            doubts[doubt] += 1
            if doubts[doubt] >= REPEATED:
                law = "allowed can be imagined"
                moment.walk.fail(law, f"seat {moment.viewer} allows, but never imagines {doubt}")
    return len(tried)


def _can_be_played_on(moment: Moment) -> None:
    """Random play goes on from an imagined world."""
    law, random, now = "imagination is faithful", moment.walk.random, moment.imagined
    for _ in range(FARTHEST):
        legal = now.legal()
        if now.over:
            return
        if not legal or now.state["fault"][0]:
            moment.walk.fail(law, f"a world that seat {moment.viewer} imagined cannot be played on")
        now = now.after(random.choice(legal))


Hidden = dict[str, Numbers]
"""By field: which of its numbers may be hidden."""


class Pool(NamedTuple):
    """Truths that a seat has different views of, and what of them is hidden from it."""

    truths: States
    hidden: Hidden

    @classmethod
    def of(cls, alike: Sequence[Moment]) -> Pool:
        truths = joined([moment.walk.state for moment in alike])
        views = joined([moment.view for moment in alike])
        imagined = joined([moment.imagined.state for moment in alike])
        return cls(truths, hidden_numbers(alike[0].walk.game, views, truths, imagined))


def hidden_numbers(game: Game, views: States, *worlds: States) -> Hidden:
    """Which numbers of a state are other than in the view in any of these worlds."""
    hidden = {
        name: np.any([(world[name] != views[name]).any(axis=0) for world in worlds], axis=0)
        for name in _fields(game)
        if name != "viewer"
    }
    return {name: where for name, where in hidden.items() if where.any()}


def _allowed(moment: Moment, pool: Pool) -> list[States]:
    """Altered worlds that look the same and that the view allows."""
    walk, viewer, found = moment.walk, moment.viewer, []
    for world in _altered(moment, pool):
        position = Position(walk.rules, world)
        if walk.allows(moment.view, viewer, position) and same(position.view(viewer), moment.view):
            found.append(world)
    return found


def _altered(moment: Moment, pool: Pool) -> Iterator[States]:
    """The imagined world, with something hidden in it altered."""
    random, names = moment.walk.random, list(pool.hidden)
    for number in range(ALTERED if names else 0):
        world = clone(moment.imagined.state)
        name = names[number % len(names)]
        if number < 2 * len(names):  # a field of another game; with all other fields, or alone
            donor = pool.truths[random.randrange(len(pool.truths))]
            for other in names if number < len(names) else [name]:
                world[other][0] = np.where(pool.hidden[other], donor[other], world[other][0])
        else:
            at = random.choice(np.flatnonzero(pool.hidden[name]).tolist())
            values = world[name].reshape(-1)
            blank = moment.walk.game.state.fields[name].blank
            held = pool.truths[name].reshape(len(pool.truths), -1)
            values[at] = random.choice(_otherwise(int(values[at]), blank, held, at))
        if not same(world, moment.imagined.state):
            yield world


def _otherwise(value: int, blank: int, held: Numbers, at: int) -> list[int]:
    """What a number may be changed to: one more or less, one bit more or less, blank, or as it was
    at another moment; always within what the field has held."""
    low, high = min(int(held.min()), blank), int(held.max())
    choices = {value - 1, value + 1, blank, *held[:20, at].tolist()}
    if value >= 0:
        choices |= {value ^ 1 << bit for bit in range(high.bit_length())}
    choices = {choice for choice in choices if low <= choice <= high} - {value}
    return sorted(choices) or [value]


def _never_imagined(moment: Moment, pool: Pool) -> set[str]:
    """What is found in worlds that are allowed, but in none that can be imagined."""
    worlds = _allowed(moment, pool)
    if not worlds:
        return set()
    ours, doubts = _traits(joined(worlds), pool.hidden), set[str]()
    for count in (IMAGINED, SURE):
        theirs = _traits(joined(_imagine(moment, count)), pool.hidden)
        doubts = {
            label
            for label, values in theirs.items()
            if _all_repeat(values) and not np.isin(ours[label], values).all()
        }
        if not doubts:
            break
    return doubts


def _imagine(moment: Moment, count: int) -> list[States]:
    known = Position(moment.walk.rules, moment.view)
    dice = moment.walk.dice
    return [known.imagined(moment.viewer, dice).state for _ in range(count)]


def _all_repeat(values: Numbers) -> bool:
    """Has every value come more than once, so that hardly any is still to come?"""
    return int(np.unique(values, return_counts=True)[1].min()) > 1


def _traits(worlds: States, hidden: Hidden) -> dict[str, Numbers]:
    """Numbers that describe the hidden part of each world: single ones, sums, how many bits are
    set, and whole fields."""
    traits: dict[str, Numbers] = {}
    for name, where in hidden.items():
        rows = np.where(where, worlds[name], 0).astype(np.int64).reshape(len(worlds), -1)
        for at in np.flatnonzero(where).tolist():
            label = f"this {name}[{at}]" if where.size > 1 else f"this {name}"
            traits[label] = rows[:, at]
            traits[f"so many bits of {label}"] = _count_bits(rows[:, at])
        traits[f"this sum of {name}"] = rows.sum(axis=1)
        traits[f"all of this {name}"] = rows @ _weights(rows.shape[1])
    whole = np.stack([traits[f"all of this {name}"] for name in hidden], axis=1)
    traits["all of this"] = whole @ _weights(whole.shape[1])
    return traits


def _weights(count: int) -> Numbers:
    """Odd factors: the sum of numbers times these stands for all of them."""
    return np.random.default_rng(count).integers(1, 1 << 40, count, np.int64) * 2 + 1


def _count_bits(values: Numbers) -> Numbers:
    return np.bitwise_count(values)
