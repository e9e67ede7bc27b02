"""The same load on boardgame.io's server and on ours, in one run: processor time per move, delays.

    .venv/bin/python benchmarks/beside_boardgameio.py --games 100 --rate 100 --seconds 10

Theirs plays its own example, tic-tac-toe, and keeps it in memory, as is its default: a move that it
acknowledged is lost with the process. Ours plays PING and commits every move to SQLite. The first
run installs boardgame.io with npm into .build.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import shutil
import socket
import subprocess
import uuid
from collections.abc import Iterator

from service import (
    HEADING,
    ROOT,
    Load,
    Match,
    Result,
    Seen,
    SeenAction,
    SeenScene,
    a_database,
    line,
    measure,
    open_socket,
    serving,
    wait_for_game,
)

SOURCE, PLACE = ROOT / "benchmarks/boardgameio", ROOT / ".build/boardgameio"
NAME = "tic-tac-toe"


class TicTacToe(Match):
    """A game at their server: the same moves in socket.io's words."""

    async def begin(self, game: str, seats: int) -> None:
        self._id = uuid.uuid4().hex  # their server makes a game when somebody asks for it
        where = self._url.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        for seat in range(seats):
            self._sockets.append(await open_socket(where, "", self._hear(seat)))

    def _read(self, seat: int, text: bytes) -> Seen | None:
        if text.startswith(b"0"):
            self._sockets[seat].send(f"40/{NAME},".encode())
        elif text.startswith(b"40"):
            self._emit(seat, "sync", self._id, str(seat), None, 2)
        elif text == b"2":
            self._sockets[seat].send(b"3")
        elif text.startswith(b"42"):
            event, _, state, *_ = json.loads(text[text.index(b"[") :])
            if event in ("sync", "update"):
                return self._seen(seat, state["state"] if event == "sync" else state)
        return None

    def _seen(self, seat: int, state: dict[str, object]) -> Seen:
        cells = state["G"]["cells"]  # type: ignore[index]
        actor = int(state["ctx"]["currentPlayer"])  # type: ignore[index]
        free = [SeenAction(cell) for cell in range(9) if cells[cell] is None]
        scene = SeenScene(seat, actor, free if actor == seat else [])
        return Seen("state", cursor=state["_stateID"], scene=scene)  # type: ignore[arg-type]

    def _send(self, seat: int, cursor: int, action: int) -> None:
        arguments = {"type": "clickCell", "args": [action], "playerID": str(seat)}
        move = {"type": "MAKE_MOVE", "payload": arguments}
        self._emit(seat, "update", move, cursor, self._id, str(seat))

    def _emit(self, seat: int, *message: object) -> None:
        self._sockets[seat].send(f"42/{NAME},{json.dumps(message)}".encode())


@contextlib.contextmanager
def their_server() -> Iterator[tuple[str, int]]:
    """The address and the process of their server."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json", "server.js"):
        shutil.copy(SOURCE / name, PLACE / name)
    if not (PLACE / "node_modules/boardgame.io").is_dir():
        install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(install, cwd=PLACE, check=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        ["node", "server.js", str(port)], cwd=PLACE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        if not any("ready" in text for text in server.stdout):
            raise SystemExit("boardgame.io's server did not start")
        yield f"http://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait(30)


async def press(
    url: str, server: int, kind: type[Match], game: str, args: argparse.Namespace
) -> Result:
    load = Load([url], game, 2, kind)
    await load.begin(args.games)
    await asyncio.sleep(1.0)
    result = await measure(load, args.rate, args.seconds, [server], None)
    await load.end()
    print(line(result), flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second; 0: all it can")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--game", default="ping", help="that ours plays")
    args = parser.parse_args()
    print(HEADING)
    with their_server() as (url, process):
        theirs = asyncio.run(press(url, process, TicTacToe, NAME, args))
    with a_database("sqlite") as (database, _), serving(database, 1) as (url, process):
        wait_for_game(url, args.game)
        ours = asyncio.run(press(url, process, Match, args.game, args))
    print(
        f"the first line is boardgame.io's; ours takes {ours.cpu / theirs.cpu:.2f} times as much "
        f"processor time per move, {ours.own[0] / theirs.own[0]:.2f} times as long to answer"
    )


if __name__ == "__main__":
    main()
