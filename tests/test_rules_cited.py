"""Every clause of a RULES.md is shown by a test that cites it, and every clause cited exists.

A test cites by `@pytest.mark.rule("PING-12")`. The tests are read, not run: that works just as well
when only some are selected or several processes share them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from quarterdeck.engine.game import Game, listing

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src"
OURS = [game for game in listing() if game.package.startswith("quarterdeck.")]
CLAUSE = re.compile(r"^\*\*([A-Z]+(?:-[A-Z]+)*-\d+)\*\* \S", re.MULTILINE)


def prefix(game: Game) -> str:
    return game.id.upper().replace("_", "-")


def clauses(game: Game) -> list[str]:
    return CLAUSE.findall(game.rules_text)


def number_of(clause: str) -> int:
    return int(clause.rpartition("-")[2])


def is_citation(node: ast.AST) -> bool:
    """Is this `pytest.mark.rule(...)`?"""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "rule"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "mark"
    )


def citations() -> dict[str, list[str]]:
    """Clause by clause, where it is cited: on a test, or at the top of a module for all in it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not is_citation(node):
                continue
            assert isinstance(node, ast.Call)
            place = f"{path.relative_to(TESTS)}:{node.lineno}"
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{place}: cite a clause as plain text"
                found.setdefault(str(argument.value), []).append(place)
    return found


CITED = citations()


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_clauses_are_numbered_without_gaps(game: Game) -> None:
    """In any order: a clause keeps its number, and a new one gets the next, wherever it stands."""
    found = clauses(game)
    assert sorted(found, key=number_of) == [
        f"{prefix(game)}-{number}" for number in range(1, len(found) + 1)
    ]
    assert found, f"{game.title} has no RULES.md with clauses"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_clause_has_a_test(game: Game) -> None:
    assert [clause for clause in clauses(game) if clause not in CITED] == []


def test_every_citation_is_of_a_clause_that_exists() -> None:
    known = {clause for game in OURS for clause in clauses(game)}
    assert {clause: places for clause, places in CITED.items() if clause not in known} == {}


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_comments_and_the_page_itself_refer_to_clauses_that_exist(game: Game) -> None:
    known = clauses(game)
    folder = SOURCE / game.package.replace(".", "/")
    wrong = [
        f"{path.name}: {clause}"
        for path in [*folder.glob("*.py"), folder / "RULES.md"]
        for clause in re.findall(rf"\b{prefix(game)}-\d+\b", path.read_text(encoding="utf-8"))
        if clause not in known
    ]
    assert wrong == []
