"""A table that always looks the same: positions of a record, shown by the real page.

A service hands out the page and the games' looks. What a match would say comes from the record, so
that no bot, clock or chance has a say.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from quarterdeck import make_bot, wire
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.record import Record
from quarterdeck.engine.scene import named

RECORDS = Path(__file__).parent / "screenshots"
FONTS = "Promise.all([...document.fonts].map((font) => font.load())).then(() => null)"
NAMES = ["Ada", "Bea", "Otto", "Cleo", "Finn", "Gus"]
ME = 0
SEATS = {"depth_charge": 2, "hidden_threat": 2, "ping": 2, "pocket_sub": 4, "zerpang": 4}
WORTH_SEEING = {
    "depth_charge": 0.3,
    "hidden_threat": 0.7,
    "ping": 0.64,
    "pocket_sub": 0.56,
    "zerpang": 0.49,
}
"""How much of the game leads to it."""


def recorded(game: str) -> Match:
    """The match of a game's pictures."""
    return Match.from_record(Record.from_json((RECORDS / f"{game}.json").read_bytes()))


def played(game: str, level: str = "mate") -> Match:
    """A match between bots for new pictures."""
    match = Match(find(game), seed=7, seats=SEATS[game])
    bots = [make_bot(level, match.game, seed=seat) for seat in range(match.seats)]
    while (seat := match.actor) is not None:
        match.act(seat, bots[seat].choose(match.view(seat), seat))
    return match


def moment(match: Match) -> int:
    """After how many batches it is our turn and there is something to see."""
    turns = [seq for seq in range(match.seq) if match.back_at(seq).actor == ME]
    wanted = WORTH_SEEING[match.game.id] * match.seq
    return min(turns, key=lambda seq: abs(seq - wanted))


class Still:
    """A page that shows any position of a match, as seat 0 sees it."""

    def __init__(self, page: Page, match: Match) -> None:
        self.page, self.match, self.seq = page, match, match.seq
        self._socket: WebSocketRoute | None = None
        page.route("**/api/matches/still-*", lambda route: route.fulfill(body=self._about()))
        page.route_web_socket("**/api/matches/still-*/socket*", self._connect)

    def open(self, seq: int) -> None:
        """Show the match when so many batches were final."""
        self.seq = seq
        self.page.goto(f"/play/{self._id()}")
        self.page.locator("main .cell").first.wait_for()
        self.page.evaluate(FONTS)

    def go_on(self) -> Iterator[int]:
        """One batch after the other, each told as news."""
        assert self._socket
        while self.seq < self.match.seq:
            self.seq += 1
            self._socket.send(self._state(fresh=len(self.match.told_of(self.seq, ME))))
            yield self.seq

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda _: socket.send('{"type":"alive","now":0}'))
        socket.send(self._state(fresh=0))

    def _id(self) -> str:
        """Of a match of which the page has seen nothing yet."""
        return f"still-{self.seq}"

    def _names(self) -> list[str]:
        return NAMES[: self.match.seats]

    def _state(self, fresh: int) -> str:
        """With the whole log, unless some lines are news."""
        match, names = self.match.back_at(self.seq), self._names()
        told = match.told(ME)
        first = len(told) - fresh if fresh else 0
        state = wire.State(
            cursor=self.seq,
            scene=named(match.scene(ME), names),
            told=[named(line, names) for line in told[first:]],
            first=first,
            fresh=fresh,
            undo=False,
            people=[
                wire.Person(seat, name, "bot" if seat else "person", present=True)
                for seat, name in enumerate(names)
            ],
            commitment="",
        )
        return msgspec.json.encode(state).decode()

    def _about(self) -> bytes:
        game = self.match.game
        seats = [
            wire.SeatInfo(seat, "bot" if seat else "person", name, yours=seat == ME, present=True)
            for seat, name in enumerate(self._names())
        ]
        about = wire.MatchInfo(
            self._id(),
            game.id,
            game.title,
            {},
            "",
            seats,
            dealt=True,
            over=False,
            reveals=True,
            rematch=None,
        )
        return msgspec.json.encode(about)
