"""Whatever anybody points at is explained, and each explanation refers to a clause."""

from pathlib import Path

import msgspec
import pytest

from quarterdeck.engine.game import Game, find
from quarterdeck.engine.glossary import Glossary, glossary
from quarterdeck.testing import glossary as checking
from quarterdeck.testing import glossary_faults
from tests.games import OURS

PLAYTHROUGHS = Path(__file__).parent / "engine/playthroughs"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_kind_of_thing_is_explained_and_every_verb_has_a_clause(game: Game) -> None:
    assert glossary_faults(game, PLAYTHROUGHS) == []


def test_a_glossary_without_something_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("pocket_sub")
    whole = glossary(game.package)
    kinds, verbs = dict(whole.kinds), dict(whole.verbs)
    del kinds["symbol:mine"], verbs["lay"]
    kinds["terrain:deep"] = msgspec.structs.replace(kinds["terrain:deep"], clause="POCKET-SUB-99")
    kinds["mark:hatch"] = msgspec.structs.replace(kinds["mark:hatch"], text="")
    faulty = Glossary(kinds, verbs | {"swim": "POCKET-SUB-1"})
    monkeypatch.setattr(checking, "glossary", lambda package: faulty)
    assert glossary_faults(game, PLAYTHROUGHS) == [
        *(f"nothing explains symbol:mine-{shape}" for shape in SHAPES),
        "no clause for the verb lay",
        "there is no verb swim",
        "mark:hatch has no name or no text",
        "terrain:deep refers to POCKET-SUB-99, which RULES.md does not have",
    ]


SHAPES = ("diamond", "disc", "square", "triangle")
