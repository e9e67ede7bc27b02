"""Describe: what the numbers of a game mean, for people and programs that study it."""

from __future__ import annotations

from typing import Any, NamedTuple

from quarterdeck.engine.game import Game
from quarterdeck.engine.observation import Part
from quarterdeck.engine.state import Option


class Description(NamedTuple):
    """Everything a learner is given and may do, by name."""

    game: str
    title: str
    version: int
    players: tuple[int, int]
    """Fewest and most."""
    decisions: int
    """No game takes more."""
    options: tuple[Option, ...]
    actions: dict[str, range]
    """The ids of each verb."""
    events: tuple[str, ...]
    observation: tuple[Part, ...]
    """In the order of the numbers. Where there is one for each seat, the observer's comes first."""
    recall: bool
    """Equal observations mean that the observer has been told the same all along."""
    reward: tuple[float, float]
    """The lowest and the highest a seat can get; all of it comes at the end."""
    zero_sum: bool

    @property
    def numbers(self) -> int:
        """How many an observation has."""
        return sum(part.size for part in self.observation)

    def as_data(self) -> dict[str, Any]:
        """The same for JSON."""
        return {
            **self._asdict(),
            "options": [option._asdict() for option in self.options],
            "actions": _ranges(self.actions),
            "observation": [part._asdict() for part in self.observation],
        }


def _ranges(verbs: dict[str, range]) -> dict[str, dict[str, int]]:
    return {verb: {"first": ids.start, "count": len(ids)} for verb, ids in verbs.items()}


def describe(game: Game) -> Description:
    """What a game is to a learner."""
    rules = game.rule_hooks
    low, high, zero_sum = rules.SCORE or (-1, 1, True)
    return Description(
        game=game.id,
        title=game.title,
        version=game.version,
        players=game.seats,
        decisions=game.bound,
        options=game.options,
        actions=game.actions.verbs,
        events=game.event_names,
        observation=tuple(rules.OBSERVATION.parts),
        recall=rules.OBSERVATION.recall,
        reward=(float(low), float(high)),
        zero_sum=zero_sum,
    )
