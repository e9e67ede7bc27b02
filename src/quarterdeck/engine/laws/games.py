"""Laws of whole games, too slow for every one: what is replayed, refused and drawn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from quarterdeck.engine import errors, lesson, look
from quarterdeck.engine.game import Game
from quarterdeck.engine.laws.walk import Violation, Walk, differing, same
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.state import clone, to_plain


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
        out = np.zeros(size, np.float32)
        match.rules.observe(view, 0, seat, out)
        return [float(number) for number in out]
    numbers = [0.0] * size
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
    """Every seat and a spectator get a scene, labels and a log at any moment, and clients know
    what its cues name."""
    law = "scenes can be drawn"
    match = walk.match(0)
    named: set[str] = set()
    moments = set(walk.random.sample(range(len(walk.actions) + 1), min(4, len(walk.actions))))
    for number, action in enumerate([*walk.actions, -1]):
        if number in moments or action < 0:
            for seat in [None, *range(walk.setting.seats)]:
                scene = match.scene(seat)
                named |= {cue.moment for line in match.told(seat) for cue in line.cues}
                ids = {c.id for board in scene.boards for c in board.cells}
                ids |= {zone.id for zone in scene.zones} | {piece.id for piece in scene.pieces}
                lost = [t for a in scene.actions for t in a.targets if t.split("/")[0] not in ids]
                lost += [piece.at for piece in scene.pieces if piece.at not in ids]
                if lost:
                    walk.fail(law, f"seat {seat}'s scene points at what is not in it: {lost}")
        if action >= 0:
            match.act(match.actor if match.actor is not None else -1, action)
    for moment in sorted(named - {""}):
        if fault := look.moment_fault(walk.game.package, moment):
            walk.fail("moments can be shown", fault)


def lesson_fits(game: Game) -> int:
    """The lesson can be played as it is told: returns its decisions, 0 without one."""
    if game.lesson is None:
        return 0
    for fault in lesson.faults(game.lesson):
        raise Violation("the lesson fits", fault)
    return len(game.lesson.line)


def look_can_be_drawn(game: Game) -> int:
    """Clients take nothing out of the game's drawings, colours and sounds."""
    for fault in look.faults(game.package):
        raise Violation("the look can be drawn", fault)
    return 1


GAME_LAWS = (interpreted_alike, refusals_change_nothing, scenes_can_be_drawn)
