"""One game of a contest, played on compiled rules; its result and its record.

`Match` keeps every state for people's sake and costs about twice as much.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from quarterdeck.arena.external import External, Forfeit
from quarterdeck.arena.plan import Plan, dealt, sides
from quarterdeck.arena.seating import Player, seat
from quarterdeck.engine.errors import BrokenGame
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.match import Batch, Record, RecordedBatch
from quarterdeck.engine.state import clone, to_plain


class Forfeited(msgspec.Struct, frozen=True):
    seat: int
    reason: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game came out; all lists are by seat."""

    number: int
    deal: int
    bots: list[int]
    """Places in the plan's list."""
    sides: list[int]
    winners: list[int]
    """Seats; none: a draw."""
    decisions: list[int]
    seconds: list[float]
    """Spent on deciding: the only thing here that is not the same every time."""
    kinds: list[str] = []
    """What each seat played, where the game says so: its class, its fleet."""
    forfeit: Forfeited | None = None


class Played(Result, frozen=True, omit_defaults=True, kw_only=True):
    """A result with the whole game."""

    record: Record


class Table:
    """A game under way: the truth, and the batches of its record."""

    def __init__(self, game: Game, plan: Plan, deal: int) -> None:
        self.game, self.plan, self.secret = game, plan, plan.secret(deal)
        self.rules, self.room = game.load(), game.load().room()
        self.state = dealt(game, plan.seats, plan.options, self.secret)
        self.batches: list[RecordedBatch] = []
        self.draft: list[int] = []

    @property
    def over(self) -> bool:
        return bool(self.state["over"][0])

    @property
    def actor(self) -> int:
        return int(self.state["actor"][0])

    def view(self, seat: int) -> Any:
        copy = clone(self.state)
        self.rules.conceal(copy, 0, seat)
        return copy

    def act(self, seat: int, action: int) -> None:
        """Carry out what a bot chose, if it is legal; at a fence the draft becomes a batch."""
        count = self.rules.legal(self.state, 0, self.room)
        if action not in self.room[:count].tolist():
            raise Forfeit(f"chose action {action}, which was not open to it")
        self.rules.act(self.state, 0, action)
        self.draft.append(int(action))
        if self.state["fault"][0]:
            raise BrokenGame(
                f"{self.game.title} exceeded a bound of its own state; please report this game: "
                f"{msgspec.json.encode(self.record()).decode()}"
            )
        if self.state["fence"][0]:
            digest = Batch(seat, self.draft, states=[self.state]).digest
            self.batches.append(RecordedBatch(seat, self.draft, digest=digest))
            self.draft = []

    def give_up(self, side: int) -> None:
        """Enter into the record that a side has forfeited."""
        self.draft = []
        seats = [seat for seat, other in enumerate(sides(self.state)) if other == side]
        self.batches += [RecordedBatch(seat, [], "resign") for seat in seats]

    def record(self) -> Record:
        return Record(
            game=self.plan.game,
            version=self.plan.version,
            seats=self.plan.seats,
            options=self.plan.options,
            seed=self.secret.hex(),
            batches=self.batches,
            draft=self.draft,
        )


def play(plan: Plan, number: int) -> Played:
    """Play the game with this number; a bot that fails forfeits it."""
    game, fixture = find(plan.game), plan.fixture(number)
    table = Table(game, plan, fixture.deal)
    side = sides(table.state)
    seated = [fixture.bots[s] for s in side]
    players = [
        seat(plan.bots[bot], game, plan.dice(number, i), plan.patience)
        for i, bot in enumerate(seated)
    ]
    decisions, seconds = [0] * plan.seats, [0.0] * plan.seats
    try:
        forfeit = _play_on(table, players, decisions, seconds)
    finally:
        for player in players:
            if isinstance(player, External):
                player.close()
    if forfeit:
        table.give_up(side[forfeit.seat])
    return Played(
        number=number,
        deal=fixture.deal,
        bots=seated,
        sides=side,
        winners=_winners(table, side, forfeit),
        decisions=decisions,
        seconds=[round(spent, 4) for spent in seconds],
        kinds=_kinds(game, table),
        forfeit=forfeit,
        record=table.record(),
    )


def _play_on(
    table: Table, players: list[Player], decisions: list[int], seconds: list[float]
) -> Forfeited | None:
    """Let the bots decide until the game is over, or one of them has forfeited it."""
    while not table.over:
        actor = table.actor
        view = table.view(actor)
        started = time.perf_counter()
        try:
            action = players[actor].choose(view, actor)
            seconds[actor] += time.perf_counter() - started
            table.act(actor, action)
        except BrokenGame:
            raise
        except Forfeit as failure:
            return Forfeited(actor, str(failure))
        except Exception as error:  # one of our own bots has a bug: it loses, the contest goes on
            return Forfeited(actor, f"{type(error).__name__}: {error}")
        decisions[actor] += 1
    return None


def _winners(table: Table, side: list[int], forfeit: Forfeited | None) -> list[int]:
    """As the rules say; after a forfeit, every other side."""
    if forfeit:
        return [seat for seat in range(len(side)) if side[seat] != side[forfeit.seat]]
    return [seat for seat in range(len(side)) if int(table.state["winners"][0]) >> seat & 1]


def _kinds(game: Game, table: Table) -> list[str]:
    kind = getattr(game.module("scene"), "kind", None)
    if kind is None:
        return []
    plain = to_plain(game.state, table.state)
    return [str(kind(plain, seat)) for seat in range(table.plan.seats)]
