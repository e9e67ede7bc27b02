"""How many decisions a bot worker of the service answers for each second of its processor time.

    .venv/bin/python benchmarks/answers.py [instinct captain] --requests 4000

A worker process as the service starts it: views go in by a pipe, actions come out. Positions of a
hundred matches for two take turns, so that no bot can go on from its last decision.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

import msgspec
from first_move import processor_seconds

from quarterdeck.bots import make
from quarterdeck.engine.game import Game, listing
from quarterdeck.engine.match import Match
from quarterdeck.server.bots import LENGTH, Choose, Reply

POSITIONS = 100


def views(game: Game) -> list[tuple[int, bytes]]:
    """Positions of games that Instinct plays, where there is a choice."""
    found: list[tuple[int, bytes]] = []
    player, seed = make("instinct", game, 0), 0
    while len(found) < POSITIONS:
        match, seed = Match(game, seats=2, seed=seed), seed + 1
        while (seat := match.actor) is not None and match.decisions < POSITIONS:
            if len(match.legal()) > 1:
                found.append((seat, match.view(seat).tobytes()))
            match.act(seat, player.choose(match.view(seat), seat))
    return found[:POSITIONS]


def answer(worker: subprocess.Popen[bytes], request: Choose) -> Reply:
    assert worker.stdin is not None
    assert worker.stdout is not None
    data = msgspec.msgpack.encode(request)
    worker.stdin.write(LENGTH.pack(len(data)) + data)
    worker.stdin.flush()
    size = 0
    while not size:
        (size,) = LENGTH.unpack(worker.stdout.read(LENGTH.size))
    return msgspec.msgpack.decode(worker.stdout.read(size), type=Reply)


def per_second(game: Game, bot: str, requests: int) -> float:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "quarterdeck.server.bots"]
    asked = [Choose(game.id, bot, str(n), *each, 2.0) for n, each in enumerate(views(game))]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as worker:
        for request in asked:  # compiles and warms up
            assert not answer(worker, request).error
        started = processor_seconds(worker.pid)
        for number in range(requests):
            answer(worker, asked[number % POSITIONS])
        spent = processor_seconds(worker.pid) - started
        assert worker.stdin is not None
        worker.stdin.close()
    return requests / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bots", nargs="*", default=["instinct", "captain"])
    parser.add_argument("--requests", type=int, default=4000)
    chosen = parser.parse_args()
    for game in listing():
        for bot in chosen.bots:
            found = per_second(game, bot, chosen.requests)
            print(f"{game.title:<16} {bot:<10} {found:8.0f} a second", flush=True)


if __name__ == "__main__":
    main()
