"""The plan of a contest: who plays whom, from which seats, with which deals.

A *side* is the seats that share a result: one seat, or a team, all played by one bot. Every line-up
of bots plays every deal once from each rotation of the sides, so that a lucky deal favours nobody.
Games are numbered deal by deal, so adding games does not change those already played.
"""

from __future__ import annotations

import hashlib
import itertools
import math

import msgspec

from quarterdeck.arena.seating import check, name
from quarterdeck.engine.cache import sources
from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.position import Position


class TooFewBots(QuarterdeckError):
    code = "too-few-bots"


class Fixture(msgspec.Struct, frozen=True):
    """One game of the plan."""

    number: int
    deal: int
    bots: list[int]
    """By side, the index of its bot in the plan."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that determines the games, and nothing else."""

    game: str
    version: int
    code: str
    """A hash of the source code of rules and bots: other code makes another contest."""
    bots: list[str]
    seats: int
    sides: int
    options: dict[str, int]
    seed: int
    patience: float
    """Seconds an external bot has for a decision."""

    @property
    def names(self) -> list[str]:
        """The bots' names, numbered if a bot is entered twice."""
        names = [name(bot) for bot in self.bots]
        return [
            f"{each} ({before + 1})" if (before := names[:i].count(each)) else each
            for i, each in enumerate(names)
        ]

    @property
    def line_ups(self) -> list[tuple[int, ...]]:
        """Which bots meet: every combination with one bot per side. If there are fewer bots than
        sides, all play and take turns filling the remaining sides."""
        entered, spare = range(len(self.bots)), self.sides - len(self.bots)
        if spare <= 0:
            return list(itertools.combinations(entered, self.sides))
        filled = (
            tuple(sorted([*entered, *((first + i) % len(entered) for i in range(spare))]))
            for first in entered
        )
        return list(dict.fromkeys(filled))

    def total(self, games: int) -> int:
        """The number of games if each line-up plays `games`, rounded up to whole deals."""
        return math.ceil(games / self.sides) * len(self.line_ups) * self.sides

    def fixture(self, number: int) -> Fixture:
        """The game with this number."""
        rest, rotation = divmod(number, self.sides)
        deal, which = divmod(rest, len(self.line_ups))
        first, *others = self.line_ups[which]
        # the seating order changes from deal to deal
        order = deal % math.factorial(len(others))
        around = [first, *next(itertools.islice(itertools.permutations(others), order, None))]
        return Fixture(number, deal, around[rotation:] + around[:rotation])

    def secret(self, deal: int) -> bytes:
        """The seed of a deal, the same for all line-ups."""
        return hashlib.sha256(f"quarterdeck arena\n{self.seed}\n{deal}".encode()).digest()

    def dice(self, number: int, seat: int) -> int:
        """The seed of the bot in one seat of one game."""
        text = f"quarterdeck arena\n{self.seed}\n{number}\n{seat}"
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")

    @property
    def digest(self) -> str:
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:10]


def plan(
    game: str,
    bots: list[str],
    seats: int | None = None,
    options: dict[str, int] | None = None,
    seed: int = 0,
    patience: float = 10.0,
) -> Plan:
    """Plan a contest between these bots, or refuse it with a reason."""
    found = find(game)
    if len(bots) < 2:
        raise TooFewBots("a contest needs two bots or more; the same bot may enter twice.")
    for bot in dict.fromkeys(bots):
        check(bot)
    values = found.check_options(options or {})
    count = found.check_seats(seats)
    return Plan(
        game=found.id,
        version=found.version,
        code=_code(found),
        bots=bots,
        seats=count,
        sides=max(sides(Position.dealt(found, count, values, seed=0))) + 1,
        options=values,
        seed=seed,
        patience=patience,
    )


def sides(position: Position) -> list[int]:
    """Each seat's side; sides are numbered by their first seats."""
    order = list(dict.fromkeys(position.teams))
    return [order.index(team) for team in position.teams]


def _code(game: Game) -> str:
    modules = sources(
        ["quarterdeck.bots", *(f"{game.package}.{n}" for n in ("rules", "belief", "policy"))]
    )
    digest = hashlib.sha256()
    for module, path in sorted(modules.items()):
        digest.update(module.encode() + b"\n" + path.read_bytes())
    return digest.hexdigest()[:10]
