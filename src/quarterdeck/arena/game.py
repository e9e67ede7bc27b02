"""One game of a contest: its result and its record."""

from __future__ import annotations

import time

import msgspec

from quarterdeck.arena.external import External, Forfeit
from quarterdeck.arena.plan import Plan, sides
from quarterdeck.arena.seating import Player, seat
from quarterdeck.engine.errors import BrokenGame, IllegalAction
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record


class Forfeited(msgspec.Struct, frozen=True):
    seat: int
    reason: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a game; all lists are by seat."""

    number: int
    deal: int
    bots: list[int]
    """Indices into the plan's bots."""
    sides: list[int]
    winners: list[int]
    """Seats; none: a draw."""
    decisions: list[int]
    seconds: list[float]
    """Time spent on decisions: the only field that differs from run to run."""
    kinds: list[str] = []
    """What each seat played (its class, its fleet), if the game says so."""
    forfeit: Forfeited | None = None
    scores: list[int] = []
    """Empty: the game has none, or it was forfeited."""


class Played(Result, frozen=True, omit_defaults=True, kw_only=True):
    """A result with the record of the game."""

    record: Record


def play(plan: Plan, number: int) -> Played:
    """Play the game with this number; a bot that fails forfeits it."""
    game, fixture = find(plan.game), plan.fixture(number)
    match = Match(game, plan.seats, plan.options, plan.secret(fixture.deal))
    side = sides(match.position)
    seated = [fixture.bots[s] for s in side]
    players = [
        seat(plan.bots[bot], game, plan.dice(number, i), plan.patience)
        for i, bot in enumerate(seated)
    ]
    decisions, seconds = [0] * plan.seats, [0.0] * plan.seats
    try:
        forfeit = _play_on(match, players, decisions, seconds)
    finally:
        for player in players:
            if isinstance(player, External):
                player.close()
    if forfeit:
        for loser in range(plan.seats):
            if side[loser] == side[forfeit.seat]:
                match.resign(loser)
    return Played(
        number=number,
        deal=fixture.deal,
        bots=seated,
        sides=side,
        winners=_winners(match, side, forfeit),
        decisions=decisions,
        seconds=[round(spent, 4) for spent in seconds],
        kinds=_kinds(match),
        forfeit=forfeit,
        scores=match.scores or [],
        record=match.record(),
    )


def _play_on(
    match: Match, players: list[Player], decisions: list[int], seconds: list[float]
) -> Forfeited | None:
    """Let the bots decide until the game is over or one of them forfeits."""
    while (actor := match.actor) is not None:
        view = match.view(actor)
        started = time.perf_counter()
        try:
            action = int(players[actor].choose(view, actor))
            seconds[actor] += time.perf_counter() - started
            match.act(actor, action)
        except BrokenGame as error:
            raise BrokenGame(f"{error} {match.record().to_json().decode()}") from None
        except IllegalAction:
            return Forfeited(actor, f"chose action {action}, which is not legal")
        except Forfeit as failure:
            return Forfeited(actor, str(failure))
        except Exception as error:  # a bug in one of our bots: it loses, and the contest goes on
            return Forfeited(actor, f"{type(error).__name__}: {error}")
        decisions[actor] += 1
    return None


def _winners(match: Match, side: list[int], forfeit: Forfeited | None) -> list[int]:
    """The winners by the rules; after a forfeit, all other sides."""
    if forfeit:
        return [seat for seat in range(len(side)) if side[seat] != side[forfeit.seat]]
    return match.winners


def _kinds(match: Match) -> list[str]:
    kind = match.game.hooks.scene.kind
    if kind is None:
        return []
    plain = match.position.plain()
    return [str(kind(plain, seat)) for seat in range(match.seats)]
