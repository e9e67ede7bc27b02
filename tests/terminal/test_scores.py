"""A game with scores at the terminal: Leduc poker."""

import random

import pytest

from quarterdeck.bots.analysis import Analysis, Candidate, Turn, TurningPoint
from quarterdeck.engine.game import _registry
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.analysis import graph, shown, suggested
from quarterdeck.terminal.sitting import Setup
from tests.games import example

from .person import Person, sit_down


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_registry()[0], "leduc", example("leduc"))


def test_scores_are_expected_and_in_the_end_shown() -> None:
    async def story(person: Person) -> None:
        await person.press("ctrl+g")
        await person.until(lambda: "The Admiral suggests" in person.sees())
        assert "expected score" in " ".join(person.sees().split())
        assert "%" not in person.sees()
        while not person.over:
            await person.play_anything(random.Random(2))
        mine, other = person.sitting.match.scores
        assert f"You  {mine:+d}" in person.sees()
        assert f"Mate  {other:+d}" in person.sees()
        await person.press("ctrl+l")
        await person.until(lambda: "Turning points" in person.sees())
        assert "Your expected score, turn by turn" in person.sees()

    sit_down(Setup("leduc", "mate", seed=3), story)


def test_after_a_resignation_there_is_no_score_to_show() -> None:
    async def story(person: Person) -> None:
        await person.press("ctrl+r", "y")
        assert "You resigned." in person.sees()
        assert "Mate  " not in person.sees()

    sit_down(Setup("leduc", "mate", seed=3), story)


def test_suggestions_name_a_score_or_a_chance() -> None:
    both = [Candidate("Fold", -1.0, 0), Candidate("Call", 0.26, 1)]
    assert (
        suggested(both, scored=True) == "Fold (expected score -1.0) or Call (expected score +0.3)"
    )
    assert suggested(both[1:], scored=False) == "Call (26%)"


def test_a_turning_point_is_told_in_scores() -> None:
    turn = Turn(4, 2.0, "Raise", [Candidate("Fold", -1.0, 0)])
    found = Analysis(0, [turn], -5.0, [TurningPoint(0, 2.0, -5.0)], scored=True)
    told = "\n".join(str(line) for line in shown(found).renderables)
    assert "Turn 4: +2.0 → -5.0 after Raise." in told
    assert "The Admiral suggests: Fold (expected score -1.0)." in told
    assert "+5.0" in told, "the upper end of the scale"


def test_losses_are_red_and_the_lowest_has_a_bar() -> None:
    rows = graph([-4.0, 4.0, 0.0], scored=True)
    assert [str(row) for row in rows] == [
        "+4.0  █ ", "      █ ", "      █ ", "      ██", "      ██", "-4.0 ▁██",
    ]  # fmt: skip
    assert [span.style for span in rows[-1].spans][-3:] == [lk.CORAL, lk.PAPER, lk.PAPER]
    assert str(graph([0.0, 8.0], scored=True)[-1]) == " 0.0 ▁█"
    assert str(graph([0.0, 1.0])[-1]) == "  0%  █"
