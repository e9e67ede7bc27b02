"""`quarterdeck puzzle`: shown, answered by typing places, and told what is wrong with an answer."""

from __future__ import annotations

import json
from datetime import date

import pytest
from typer.testing import CliRunner

from quarterdeck.cli import app
from quarterdeck.puzzles import day_seed, make
from quarterdeck.terminal.puzzle import parse, places

SEED = 1


def run(*arguments: str, typed: str = ""):
    return CliRunner().invoke(app, ["puzzle", *arguments], input=typed)


def typed_answer(game: str) -> str:
    riddle = make(game, SEED)
    names = {place: name for name, place in places(riddle.puzzle).items()}
    return ", ".join(names[place] for place in riddle.answer)


@pytest.mark.parametrize("game", ["depth_charge", "hidden_threat", "ping", "pocket_sub"])
def test_a_puzzle_is_solved_by_typing_the_places(game):
    riddle = make(game, SEED)
    first = next(iter(places(riddle.puzzle)))
    done = run(game, "--seed", str(SEED), typed=f"{first}, nowhere\n{typed_answer(game).lower()}\n")
    assert done.exit_code == 0, done.output
    assert "Choose from the places that are lit." in done.output
    assert "Solved in 2 tries." in done.output
    for line in [*riddle.puzzle.facts, riddle.puzzle.question, *riddle.proof]:
        assert line in done.output


def test_whoever_gives_up_is_shown_the_answer_and_exits_with_1():
    done = run("ping", "--seed", str(SEED), typed="\n")
    assert done.exit_code == 1
    assert f"The answer: {typed_answer('ping')}." in done.output


def test_json_is_the_puzzle_of_the_day_without_its_answer():
    done = run("ping", "--day", "2026-11-17", "--json")
    shown = json.loads(done.stdout)
    assert shown["seed"] == day_seed("ping", date(2026, 11, 17))
    assert {"answer", "proof"}.isdisjoint(shown)


def test_a_seed_and_a_day_are_refused_together_and_so_is_a_game_without_puzzles():
    assert run("ping", "--day", "2026-11-17", "--seed", "1").exit_code == 2
    refused = run("zerpang")
    assert refused.exit_code == 2
    assert "Zerpang! has no puzzles" in refused.stderr


def test_places_are_typed_as_they_are_called():
    puzzle = make("pocket_sub", SEED).puzzle
    assert parse(puzzle, " b  ne,B,") == [places(puzzle)["B NE"], places(puzzle)["B"]]
