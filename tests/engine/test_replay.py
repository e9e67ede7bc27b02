"""A game looked at again: every step as it was shown, through each seat's eyes and through all."""

import random
from pathlib import Path

import pytest

from quarterdeck.engine import errors
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.replay import Replay
from quarterdeck.engine.scene import Scene, Told
from tests.games import OURS, example

PLAYED = Path(__file__).parent / "playthroughs"
RECORDS = sorted(path for game in OURS for path in PLAYED.glob(f"{game.id}-*.json"))
Shown = tuple[Scene, list[Told]]


def read(name: str) -> Record:
    return Record.from_json((PLAYED / name).read_bytes())


def played(record: Record) -> dict[int | None, list[Shown]]:
    """What each viewer was shown after every batch while the game was played."""
    shown: dict[int | None, list[Shown]] = {}
    for match, _, _ in record.replay():
        for viewer in (*range(match.seats), None):
            seen = shown.setdefault(viewer, [])
            if len(seen) <= match.seq:
                seen.append((match.picture(viewer), match.told(viewer)))
    return shown


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_through_a_seat_s_eyes_every_step_is_as_it_was_shown(path: Path) -> None:
    record = Record.from_json(path.read_bytes())
    replay = Replay.of(record)
    for viewer, shown in played(record).items():
        eyes = "spectator" if viewer is None else viewer
        told: list[Told] = []
        assert replay.last + 1 == len(shown)
        for number, step in enumerate(replay.steps(eyes)):
            told += step.told
            assert (replay.scene(number, eyes), told) == shown[number]


def hatches(scene: Scene) -> set[tuple[str, str]]:
    cells = [cell for board in scene.boards for cell in board.cells]
    return {(cell.id, m.label) for cell in cells for m in cell.marks if m.kind == "hatch"}


def test_through_all_eyes_nothing_is_hidden_and_everybody_s_conjectures_are_drawn() -> None:
    replay = Replay.of(read("ping-01.json"))
    for number in range(2, replay.last):
        scene = replay.scene(number, "all")
        assert {p.seat for p in scene.pieces if p.kind == "token"} == {0, 1}
        hands = [p for p in scene.pieces if p.at.startswith("hand:")]
        assert len(hands) == 6
        assert all(card.halves for card in hands)
        assert scene.outcome is None
        assert scene.prompt == replay.scene(number, "spectator").prompt
        assert hatches(scene) == hatches(replay.scene(number, 0)) | hatches(replay.scene(number, 1))
    first, second = (
        [hatches(replay.scene(n, seat)) for n in range(replay.last)] for seat in (0, 1)
    )
    assert any(first)
    assert any(second)


def test_what_was_done_is_said_only_to_whoever_may_know() -> None:
    replay = Replay.of(read("ping-01.json"))
    assert [step.label for step in replay.steps("all")[:3]] == ["", "Start at P", "Start at X"]
    assert [step.label for step in replay.steps(0)[:3]] == ["", "Start at P", ""]
    assert {step.label for step in replay.steps("spectator")} == {""}
    assert [step.seat for step in replay.steps("all")[:3]] == [None, 0, 1]


def test_a_seat_that_resigned_has_not_done_so_before() -> None:
    match, dice = Match(find("zerpang"), 3, seed=1), random.Random(1)
    while match.seq < 12:
        match.act(match.actor, dice.choice(match.legal()))
    match.resign(2)
    while match.seq < 20:
        match.act(match.actor, dice.choice(match.legal()))
    match.resign(1)
    replay = Replay.of(match.record())
    gone = [
        number
        for number in range(replay.last + 1)
        if replay.scene(number, 2).prompt == "You resigned; your seat is played on"
    ]
    assert gone == [*range(13, replay.last)]
    assert replay.steps("all")[13].told[0].text == "{2} resigns."
    assert replay.scene(replay.last, "all").outcome is not None


def test_a_game_that_keeps_its_secrets_cannot_be_seen_through_all_eyes() -> None:
    match = Match(example("leduc"), seed=1)
    match.resign(0)
    replay = Replay(match)
    assert replay.eyes() == [0, 1, "spectator"]
    with pytest.raises(errors.StaysHidden):
        replay.scene(0, "all")
    with pytest.raises(errors.StaysHidden):
        replay.steps("all")
    with pytest.raises(errors.UnknownSeat):
        replay.scene(0, 2)


def test_replaying_stops_when_its_time_is_up() -> None:
    with pytest.raises(errors.TooLong):
        Replay.of(read("ping-01.json"), seconds=0.0)
