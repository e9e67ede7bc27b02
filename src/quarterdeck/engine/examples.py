"""Worked examples: positions that a game's RULES.md shows as pictures, and what is said in them.

A game that has some lists them in `examples.EXAMPLES`; they are played by its own rules. The
pictures lie in its folder `pictures`, written by `quarterdeck pictures` and compared by a test.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from quarterdeck.engine.game import Game
from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import Scene, named
from quarterdeck.engine.svg import Framing, drawn


@dataclass(frozen=True)
class Example:
    """A position reached by play, seen through one seat's eyes."""

    name: str
    """Of the picture's file."""
    title: str
    script: str
    """What is played, "verb number" by "verb number", separated by commas."""
    seat: int | None
    """Whose eyes; None: a spectator's."""
    players: tuple[str, ...]
    """Their names, by seat."""
    framing: Framing
    seed: int = 0
    options: dict[str, int] = field(default_factory=dict)

    def match(self, game: Game) -> Match:
        match = Match(game, len(self.players), self.options, self.seed)
        for step in filter(None, self.script.replace("\n", " ").split(",")):
            verb, number = step.split()
            assert match.actor is not None, f"{self.name}: the game is over before {step}"
            match.act(match.actor, game.actions.verbs[verb].start + int(number))
        return match

    def scene(self, match: Match) -> Scene:
        """What the seat sees. The rules speak of everybody by name: so does the key."""
        scene = named(match.picture(self.seat), list(self.players))
        names = [f"{name} (you)" if seat == self.seat else name
                 for seat, name in enumerate(self.players)]  # fmt: skip
        replace = msgspec.structs.replace
        players = [replace(player, name=names[player.seat]) for player in scene.players]
        return replace(scene, players=players)

    def picture(self, game: Game) -> str:
        return drawn(self.scene(self.match(game)), game.symbols, self.framing, self.title)

    def said(self, game: Game) -> list[str]:
        """Every text of its scene and of its log, and how a contest stands: "2 to 1"."""
        match = self.match(game)
        scene = self.scene(match)
        log = [named(line, list(self.players)).text for line in match.told(self.seat)]
        contest = scene.contest.sides if scene.contest else []
        score = " to ".join(str(side.total) for side in contest)
        return [
            text.replace("**", "") for text in [*log, *_texts(msgspec.to_builtins(scene)), score]
        ]


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value
    return [t for part in parts for t in _texts(part)] if isinstance(parts, Iterable) else []


def examples(game: Game) -> list[Example]:
    """A game's worked examples; many a game has none."""
    if importlib.util.find_spec(f"{game.package}.examples") is None:
        return []
    return list(game.module("examples").EXAMPLES)


def pictures(game: Game) -> dict[str, str]:
    """The files that should lie in the game's folder of pictures."""
    return {f"{example.name}.svg": example.picture(game) for example in examples(game)}


def write(game: Game) -> list[str]:
    """Draw a game's pictures anew; says which files changed."""
    folder = Path(str(resources.files(game.package))) / "pictures"
    now = pictures(game)
    before = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.svg")}
    for name in before.keys() - now.keys():
        (folder / name).unlink()
    for name, text in now.items():
        folder.mkdir(exist_ok=True)
        if before.get(name) != text:
            (folder / name).write_text(text, encoding="utf-8")
    return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
