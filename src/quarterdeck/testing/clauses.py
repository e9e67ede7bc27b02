"""Every clause of a RULES.md is shown by a test that cites it, and every clause cited exists.

A clause starts a line with its number in bold: `**HIDEOUT-4** ...`. A test cites it with
`@pytest.mark.rule("HIDEOUT-4")`. The tests are read, not run, so it does not matter which of them
are selected or how many processes share them.
"""

from __future__ import annotations

import ast
import re
from importlib import resources
from pathlib import Path

from quarterdeck.engine.game import Game

CLAUSE = re.compile(r"^\*\*([A-Z]+(?:-[A-Z]+)*-\d+)\*\* \S", re.MULTILINE)


def clause_faults(game: Game, tests: Path) -> list[str]:
    """What is wrong with a game's clauses and with what refers to them, a line each."""
    known, cited = clauses(game), citations(tests)
    if not known:
        return [f"RULES.md has no clauses: begin one with **{_prefix(game)}-1**"]
    numbers = [f"{_prefix(game)}-{number}" for number in range(1, len(known) + 1)]
    return [
        *(f"RULES.md has no {clause}" for clause in numbers if clause not in known),
        *(f"no test cites {clause}" for clause in known if clause not in cited),
        *(
            f"{place} refers to {clause}, which RULES.md does not have"
            for place, clause in [*_cited_of(game, cited), *_references(game)]
            if clause not in known
        ),
    ]


def clauses(game: Game) -> list[str]:
    """The numbers of a game's clauses, in the order of the page: a clause keeps its number, and a
    new one gets the next, wherever it stands."""
    return CLAUSE.findall(game.rules_text)


def citations(tests: Path) -> dict[str, list[str]]:
    """Clause by clause, where it is cited: on a test, or at the top of a module for all in it."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and _is_mark(node.func)):
                continue
            place = f"{path.relative_to(tests)}:{node.lineno}"
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"{place}: cite a clause as plain text"
                found.setdefault(str(argument.value), []).append(place)
    return found


def _is_mark(node: ast.expr) -> bool:
    """Is this `pytest.mark.rule`?"""
    return ast.unparse(node).endswith("mark.rule")


def _prefix(game: Game) -> str:
    return game.id.upper().replace("_", "-")


def _cited_of(game: Game, cited: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Citations of this game's clauses: where, and which."""
    return [
        (place, clause)
        for clause, places in cited.items()
        if clause.rpartition("-")[0] == _prefix(game)
        for place in places
    ]


def _references(game: Game) -> list[tuple[str, str]]:
    """Clauses that comments and the page itself refer to: where, and which."""
    return [
        (path.name, clause)
        for path in resources.files(game.package).iterdir()
        if path.name.endswith((".py", ".md", ".json"))
        for clause in re.findall(rf"\b{_prefix(game)}-\d+\b", path.read_text(encoding="utf-8"))
    ]
