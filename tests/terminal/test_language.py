"""The terminal in the person's language: which one that is, and that threads speak it, too."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.words import speaking
from quarterdeck.terminal.language import spoken
from quarterdeck.terminal.sitting import Setup

from .person import Person, sit_down


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de"}, "de"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({"LANG": "tlh_KX.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_environment_decides_unless_a_language_is_asked_for(
    environment: dict[str, str], code: str
) -> None:
    assert spoken(None, environment) == code
    assert spoken("en", environment) == "en"
    assert spoken("de", environment) == "de"


def test_a_language_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadOption, match="there is no language 'tlh'; there are: en, de"):
        spoken("tlh", {})


def test_a_game_is_played_in_german_hints_included() -> None:
    async def story(person: Person) -> None:
        assert "DU BIST DRAN" in person.sees()
        assert "Wähle dein Startfeld" in person.sees()
        assert "Regeln" in person.sees(), "the footer"
        await person.press("ctrl+g")
        await person.until(lambda: "Der Admiral rät: Auf" in person.sees().replace("\n", " "))
        await person.play("Auf M beginnen")
        assert "Du beginnst auf M." in person.sees()

    with speaking("de"):
        sit_down(Setup("ping", seed=3), story, size=(120, 40))


def test_a_puzzle_is_asked_in_german() -> None:
    command = [sys.executable, "-m", "quarterdeck", "puzzle", "ping", "--seed", "1"]
    asked = subprocess.run(
        [*command, "--language", "de"], input="\n", capture_output=True, text=True, env=os.environ
    )
    assert "Wo kann das U-Boot von Nemo sein?" in asked.stdout
    assert re.search(r"Die Lösung: ([A-Z], )*[A-Z]\.", asked.stdout), "letters, and nothing else"
