"""What must hold of every game: ours in the tests, anyone's by `quarterdeck check`.

A `Walk` is one game played decision by decision; after each one every law in `DECISION_LAWS` looks
at it. `GAME_LAWS` need a whole game or several. A law raises `Violation`, which carries the record
of the game that breaks it.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from quarterdeck.engine import errors, seeds
from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.record import Record
from quarterdeck.engine.rule import ALL
from quarterdeck.engine.state import SPECTATOR, TRUTH, clone, to_plain, unpack

States = np.ndarray[Any, Any]

NARROW_DECISIONS = 60
"""How far twin games are followed: later they all differ."""


PICTURES = 0.002
"""The share of states at which pictures are compared: drawing is slow."""


class Violation(Exception):
    """A law does not hold."""

    def __init__(self, law: str, message: str, record: Record | None = None) -> None:
        super().__init__(f"{law}: {message}")
        self.law, self.message, self.record = law, message, record

    @property
    def length(self) -> int:
        return sum(len(b.actions) for b in self.record.batches) if self.record else 0


@dataclass
class Report:
    """What was checked, how often, and the largest values seen of bounded quantities."""

    game: Game
    checked: Counter[str] = field(default_factory=Counter)
    games: int = 0
    states: int = 0
    longest: int = 0
    most_events: int = 0
    violation: Violation | None = None


@dataclass(frozen=True)
class Setting:
    """Players and options of a game."""

    seats: int
    options: dict[str, int]

    def __str__(self) -> str:
        words = [f"{self.seats} players", *(f"{k} {v}" for k, v in self.options.items())]
        return ", ".join(words)


def settings(game: Game) -> list[Setting]:
    """Every number of players with the options at their defaults and at either end."""
    values = [sorted({o.low, o.default, o.high}) for o in game.options]
    every = list(itertools.product(*values))
    if len(every) > 24:  # too many to combine: vary one at a time
        usual = [o.default for o in game.options]
        every = [tuple(usual)] + [
            (*usual[:i], value, *usual[i + 1 :]) for i, row in enumerate(values) for value in row
        ]
    found = []
    for seats in range(game.seats[0], game.seats[1] + 1):
        for choice in dict.fromkeys(every):
            options = {o.name: v for o, v in zip(game.options, choice, strict=True)}
            try:
                found.append(Setting(seats, game.check_options(options)))
            except errors.BadOption:
                continue  # the game refuses this combination
    return found


class Walk:
    """One game, the whole truth of it, played decision by decision on compiled rules."""

    def __init__(self, game: Game, setting: Setting, seed: int) -> None:
        self.game, self.setting, self.seed = game, setting, seed
        self.rules = game.load()
        self.random = random.Random(seed)
        self.dice = seeds.generators(seed, 1)[0]
        self.now = Position.dealt(game, setting.seats, setting.options, seed)
        self.before = self.now
        self.actions: list[int] = []
        self.origin = self.now
        """The position at the fence before the present batch,"""
        self.batch: list[int] = []
        """and the actions since."""
        self.donor = self.now
        """An earlier moment, for its memories."""

    @property
    def state(self) -> States:
        return self.now.state

    @property
    def over(self) -> bool:
        return self.now.over

    @property
    def actor(self) -> int:
        return self.now.actor

    def legal(self) -> list[int]:
        return self.now.legal()

    def act(self, action: int) -> None:
        self.before = self.now
        if self.now.fenced:
            self.origin, self.batch = self.before, []
        self.now = self.now.after(action)
        self.actions.append(action)
        self.batch.append(action)

    def view(self, seat: int) -> States:
        return self.now.view(seat)

    def imagined(self, seat: int) -> Position:
        """Another truth that the seat cannot tell from this one."""
        return self.now.imagined(seat, self.dice)

    def allows(self, view: States, seat: int, position: Position) -> bool:
        return bool(self.rules.allows(view, 0, seat, position.state, 0))

    def viewers(self) -> list[int]:
        """Who has a view now: between fences, only the actor."""
        return list(range(self.setting.seats)) if self.now.fenced else [self.actor]

    def fail(self, law: str, message: str) -> None:
        raise Violation(law, f"{message} ({self.setting}, after {len(self.actions)} actions)",
                        self.record())  # fmt: skip

    def match(self, actions: int | None = None, compiled: bool = True) -> Match:
        """The game, or its first actions, as a match, as far as that can follow it."""
        match = Match(self.game, self.setting.seats, self.setting.options, self.seed, compiled)
        for action in self.actions[:actions]:
            try:
                match.act(match.actor if match.actor is not None else -1, action)
            except errors.QuarterdeckError:
                break
        return match

    def record(self) -> Record:
        return self.match().record()


def same(one: States, other: States) -> bool:
    return one.tobytes() == other.tobytes()


def differing(one: States, other: States) -> str:
    """The names of the fields that differ."""
    names = one.dtype.names or ()
    return ", ".join(n for n in names if not np.array_equal(one[n], other[n])) or "padding"


# Laws that look at every decision ----------------------------------------------------------------


def somebody_may_act(walk: Walk) -> None:
    """While a game is not over somebody may act, within the stated bound and without a fault."""
    law = "somebody may act"
    if walk.state["fault"][0]:
        walk.fail(law, f"the state reports fault {walk.state['fault'][0]}")
    if len(walk.actions) > walk.game.bound:
        walk.fail(law, f"the game is longer than its bound of {walk.game.bound} decisions")
    if walk.over:
        return
    if not 0 <= walk.actor < walk.setting.seats:
        walk.fail(law, f"the actor is {walk.actor}")
    if not walk.legal():
        walk.fail(law, "nothing is legal and the game is not over")


def legal_follows_from_the_view(walk: Walk) -> None:
    """The legal actions follow from the actor's view."""
    if not walk.over and walk.legal() != Position(walk.rules, walk.view(walk.actor)).legal():
        walk.fail("legal follows from the view", "legal actions differ between truth and view")


def imagination_is_faithful(walk: Walk) -> None:
    """The view allows the truth and all that is imagined, and both look the same to the seat."""
    law = "imagination is faithful"
    if walk.over:
        return
    for seat in walk.viewers():
        view = walk.view(seat)
        if not walk.allows(view, seat, walk.now):
            walk.fail(law, f"what seat {seat} knows excludes the truth")
        imagined = walk.imagined(seat)
        if not walk.allows(view, seat, imagined):
            walk.fail(law, f"seat {seat} imagined what it knows to be false")
        again = imagined.view(seat)
        if not same(again, view):
            walk.fail(law, f"seat {seat}'s view changed by imagining: {differing(view, again)}")


def told_is_remembered(walk: Walk) -> None:
    """A view remembers what its seat was told about hidden things.

    Compared with another truth that the seat cannot tell from this one, in which others may also
    have chosen otherwise: if the seat is told the same, it sees the same; if it is told something
    else, its view must not leave open what was told. And if everybody is told the same, the same
    seat is asked the same question: being asked must not betray a secret.
    """
    law = "told is remembered"
    if not walk.actions or not walk.now.fenced or walk.over:
        return
    for seat in range(walk.setting.seats):
        twin = _twin(walk, seat)
        if twin is None:
            continue
        if _announced(walk.now) == _announced(twin) and not _asks_alike(walk.now, twin):
            walk.fail("asking tells nothing", f"a secret from seat {seat} decides who is asked")
        mine, other = walk.view(seat), twin.view(seat)
        if same(mine["event"], other["event"]):
            if not same(mine, other):
                walk.fail(law, f"seat {seat} sees what it was not told: {differing(mine, other)}")
        elif walk.game.exact_memory:
            other["event"], other["event_count"] = mine["event"], mine["event_count"]
            if same(mine, other) and walk.allows(mine, seat, twin):
                decided = _decided_by_told(walk, seat, twin)
                if decided:
                    walk.fail(law, f"seat {seat} was told {decided}, but its view leaves it open")


def _announced(position: Position) -> list[int]:
    """The events that everybody is told, in order."""
    return [event for event in position.events if unpack(event).audience == ALL]


def _asks_alike(one: Position, other: Position) -> bool:
    return all(one.state[name][0] == other.state[name][0] for name in ("actor", "question"))


def _twin(walk: Walk, seat: int) -> Position | None:
    """The last batch in another truth that the seat could not tell from this one: the same actions,
    or, half the time if they were not the seat's own, others. None if that leads nowhere."""
    twin = walk.origin.imagined(seat, walk.dice)
    twin.state["rng"] = walk.origin.state["rng"]
    others_choose = twin.actor != seat and walk.random.random() < 0.5
    for number in itertools.count():
        legal = twin.legal()
        if others_choose:
            action = walk.random.choice(legal)
        elif number < len(walk.batch):
            action = walk.batch[number]
        else:
            return None
        if action not in legal:
            return None
        twin = twin.after(action)
        if twin.over:
            return None
        if twin.fenced:
            return twin
    return None


def _decided_by_told(walk: Walk, seat: int, twin: Position) -> str:
    """The field whose value is the same in all twins that are told the same as the truth, but
    another in this one, which was told otherwise. What was told of the past decides nothing now."""
    names = [
        name
        for name, field_ in walk.game.state.fields.items()
        if not field_.memory and name not in ("rng", "event", "event_count")
    ]
    told = walk.view(seat)["event"]
    alike = [walk.now]
    for _ in range(200):
        other = _twin(walk, seat)
        if other is not None and same(other.view(seat)["event"], told):
            alike.append(other)
    if len(alike) < 40:
        return ""
    for name in names:
        values = np.array([position.state[name][0] for position in alike])
        settled = (values == values[0]).all(axis=0)
        if (settled & (values[0] != twin.state[name][0])).any():
            return name
    return ""


def memory_never_steers(walk: Walk) -> None:
    """Changing memory fields (to earlier values, or to none) changes only memory fields."""
    law = "memory never steers"
    if not walk.actions or walk.before.over:
        return
    fields = walk.game.state.fields
    memories = [name for name, field_ in fields.items() if field_.memory]
    altered, forgetful = clone(walk.before.state), walk.random.random() < 0.5
    for name in memories:
        altered[name] = fields[name].blank if forgetful else walk.donor.state[name]
    if walk.random.random() < 0.1:
        walk.donor = walk.before
    after = Position(walk.rules, altered).after(walk.actions[-1]).state
    for name in memories:
        after[name] = walk.state[name]
    if not same(after, walk.state):
        came_out = differing(after, walk.state)
        walk.fail(law, f"with other memories, {came_out} came out differently")


def drafts_touch_nothing(walk: Walk) -> None:
    """An action without a fence draws no chance, keeps the actor and tells it nothing new."""
    law = "drafts touch nothing"
    if not walk.actions or walk.now.fenced:
        return
    if not same(walk.before.state["rng"], walk.state["rng"]):
        walk.fail(law, "chance was drawn without a fence")
    view, seat = walk.view(walk.actor), walk.actor
    if walk.before.actor != seat:
        walk.fail(law, "the actor changed without a fence")
    twin = walk.before.imagined(seat, walk.dice).after(walk.actions[-1]).view(seat)
    if not same(twin, view):
        walk.fail(law, f"the actor learnt something: {differing(view, twin)}")


DECISION_LAWS = (
    somebody_may_act,
    legal_follows_from_the_view,
    imagination_is_faithful,
    told_is_remembered,
    memory_never_steers,
    drafts_touch_nothing,
)

# Laws of whole games -------------------------------------------------------------------------


def interpreted_alike(walk: Walk) -> None:
    """The same seed and actions give the same bytes: interpreted, compiled and replayed."""
    law = "interpreted alike"
    plain, quick = walk.match(0, compiled=False), walk.match(0)
    for number, action in enumerate(walk.actions):
        if not same(plain.truth, quick.truth) or plain.legal() != quick.legal():
            walk.actions = walk.actions[:number]
            walk.fail(law, f"interpreted rules differ: {differing(plain.truth, quick.truth)}")
        for match in (plain, quick):
            match.act(match.actor if match.actor is not None else -1, action)
    for seat in [None, *range(walk.setting.seats)]:
        if not same(plain.view(seat), quick.view(seat)):
            walk.fail(law, f"interpreted views differ for seat {seat}")
        if seat is not None and _observed(plain, seat) != _observed(quick, seat):
            walk.fail(law, f"interpreted observations differ for seat {seat}")
    if not same(quick.truth, walk.state):
        walk.fail(law, "played again, the game came out differently")
    again = Match.from_record(Record.from_json(quick.record().to_json()), game=walk.game)
    if not same(again.truth, quick.truth):
        walk.fail(law, "replayed from its record, the game came out differently")


def _observed(match: Match, seat: int) -> list[float]:
    """A seat's view as numbers."""
    view, size = match.view(seat), match.rules.observation_size
    if match.rules.compiled:
        out = np.full(size, np.nan, np.float32)
        match.rules.observe(view, 0, seat, out)
        return [float(number) for number in out]
    numbers = [float("nan")] * size
    match.rules.observe([to_plain(match.game.state, view)], 0, seat, numbers)
    return [float(number) for number in numbers]


def refusals_change_nothing(walk: Walk) -> None:
    """What is not allowed is refused with the right error, and the state is unchanged."""
    law = "refusals change nothing"
    match = walk.match(len(walk.actions) // 2)
    if match.actor is None:
        return
    actor, legal, before = match.actor, match.legal(), clone(match.truth)
    illegal = [a for a in range(walk.rules.action_count) if a not in legal][:3]
    bad: list[tuple[type[errors.QuarterdeckError], Callable[[], object]]] = [
        (errors.IllegalAction, lambda: match.act(actor, -1)),
        (errors.IllegalAction, lambda: match.act(actor, walk.rules.action_count)),
        (errors.UnknownSeat, lambda: match.act(walk.setting.seats, legal[0])),
        (errors.UnknownSeat, lambda: match.view(-5)),
        (errors.StaleAction, lambda: match.act(actor, legal[0], at=match.decisions + 1)),
        (errors.DamagedRecord, lambda: Record.from_json(match.record().to_json()[:-9])),
        *((errors.IllegalAction, lambda a=a: match.act(actor, a)) for a in illegal),
    ]
    if walk.setting.seats > 1:
        other = (actor + 1) % walk.setting.seats
        bad.append((errors.NotYourTurn, lambda: match.act(other, legal[0])))
    for error, attempt in bad:
        try:
            attempt()
        except error:
            if not same(match.truth, before):
                walk.fail(law, f"{error.__name__} was raised, but the state had changed")
            continue
        walk.fail(law, f"a refusal ({error.__name__}) did not come")


def scenes_can_be_drawn(walk: Walk) -> None:
    """Every seat and a spectator get a scene, labels and a log at any moment."""
    law = "scenes can be drawn"
    match = walk.match(0)
    moments = set(walk.random.sample(range(len(walk.actions) + 1), min(4, len(walk.actions))))
    for number, action in enumerate([*walk.actions, -1]):
        if number in moments or action < 0:
            for seat in [None, *range(walk.setting.seats)]:
                scene = match.scene(seat)
                match.told(seat)
                ids = {c.id for board in scene.boards for c in board.cells}
                ids |= {zone.id for zone in scene.zones} | {piece.id for piece in scene.pieces}
                lost = [t for a in scene.actions for t in a.targets if t.split("/")[0] not in ids]
                lost += [piece.at for piece in scene.pieces if piece.at not in ids]
                if lost:
                    walk.fail(law, f"seat {seat}'s scene points at what is not in it: {lost}")
        if action >= 0:
            match.act(match.actor if match.actor is not None else -1, action)


GAME_LAWS = (interpreted_alike, refusals_change_nothing, scenes_can_be_drawn)

# Twin games ----------------------------------------------------------------------------------


def nothing_leaks(game: Game, setting: Setting, seed: int, variants: int = 8) -> int:
    """Many games that differ in what a seat cannot know, grouped by what it was told: within a
    group its views are equal to the byte.

    The seat's own choices depend only on what it was told, so games differ only by what it learns.
    Returns how many views were compared.
    """
    compared = 0
    for viewer in range(SPECTATOR, setting.seats):
        seen: dict[bytes, States] = {}
        base = Walk(game, setting, seed)
        for variant in range(variants):
            walk = Walk(game, setting, seed + variant if viewer < 0 else seed)
            if viewer >= 0 and variant:
                walk.now = base.now.imagined(viewer, walk.dice)
            walk.random.seed(seed * 1000 + variant)
            for told, view in _followed(walk, viewer):
                first = seen.setdefault(told, view)
                compared += first is not view
                if not same(view, first):
                    fields = differing(view, first)
                    walk.fail("nothing leaks", f"told the same, seat {viewer} sees other {fields}")
    return compared


def _followed(walk: Walk, viewer: int) -> Iterator[tuple[bytes, States]]:
    """Play on, yielding all a viewer was told so far and its view, whenever it has one."""
    told, pending = _told(walk.view(viewer)), b""
    yield told, walk.view(viewer)
    for _ in range(NARROW_DECISIONS):
        legal, mine = walk.legal(), walk.actor == viewer
        # few choices, so that many games are told the same for long
        choice = random.Random(told).choice(legal) if mine else walk.random.choice(legal[:2])
        walk.act(choice)
        if walk.over:
            return
        # how often others act within a draft is not told: only what reaches the viewer counts
        pending += (f"did {choice};".encode() if mine else b"") + _told(walk.view(viewer))
        if walk.now.fenced or walk.actor == viewer:
            told, pending = told + pending, b""
            yield told, walk.view(viewer)


def _told(view: States) -> bytes:
    return bytes(view["event"][0][: view["event_count"][0]].tobytes())


def pictures_follow_from_views(walk: Walk) -> None:
    """Two truths that look the same to a seat give the same picture and labels."""
    law = "pictures follow from views"
    scene = walk.game.hooks.scene
    for seat in walk.viewers():
        if walk.over:
            return
        pictures = []
        for one in (walk.now, walk.imagined(seat)):
            view = Position(walk.rules, one.view(seat))
            plain, legal = view.plain(), view.legal() if seat == walk.actor else []
            labels = [scene.label(plain, action) for action in legal]
            pictures.append((scene.draw(plain), labels))
        if pictures[0] != pictures[1]:
            walk.fail(law, f"seat {seat} is shown different pictures of the same view")


OTHER_LAWS: tuple[Callable[..., object], ...] = (nothing_leaks, pictures_follow_from_views)

# All of them ---------------------------------------------------------------------------------


def check(
    game: Game,
    games: int = 200,
    seed: int = 0,
    states: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Play `games` random games over all settings and check every law.

    `states`: where games are long, no new one is begun after so many.
    After a violation the search goes on a while for a shorter game that breaks the same law.
    """
    report = Report(game)
    every = settings(game)
    extra = 0
    for number in range(games):
        try:
            _check_one(report, every[number % len(every)], seed + number, number)
        except Violation as found:
            violation, best = found, report.violation
            if best is None or (violation.law == best.law and violation.length < best.length):
                report.violation = violation
        if states is not None and report.states >= states:
            break
        if report.violation:
            extra += 1
            if extra > 50:
                break
        progress(number + 1)
    return report


def _check_one(report: Report, setting: Setting, seed: int, number: int) -> None:
    try:
        walk = Walk(report.game, setting, seed)
    except Exception as error:  # it cannot be dealt: there is nothing to record
        raise Violation("rules run without error", f"{type(error).__name__}: {error}") from None
    try:
        _check_walk(report, walk, number)
    except (Violation, MemoryError):
        raise
    except Exception as error:  # whatever a game's own code raises, with the game that shows it
        walk.fail("rules run without error", f"{type(error).__name__}: {error}")


def _check_walk(report: Report, walk: Walk, number: int) -> None:
    report.games += 1
    for law in DECISION_LAWS:
        law(walk)
    while not walk.over:
        walk.act(walk.random.choice(walk.legal()))
        for law in DECISION_LAWS:
            law(walk)
            report.checked[law.__name__] += 1
        report.states += 1
        report.longest = max(report.longest, len(walk.actions))
        report.most_events = max(report.most_events, int(walk.state["event_count"][0]))
        if walk.random.random() < PICTURES:
            pictures_follow_from_views(walk)
            report.checked["pictures_follow_from_views"] += 1
    if walk.view(SPECTATOR)["viewer"][0] == TRUTH:
        walk.fail("views are marked", "a spectator's view claims to be the truth")
    if number % 40 == 0:
        for whole in GAME_LAWS:
            whole(walk)
            report.checked[whole.__name__] += 1
        report.checked["nothing_leaks"] += nothing_leaks(walk.game, walk.setting, walk.seed)
