"""Wire: every message between server and client, as msgspec structs.

A socket is sent a Scene and told lines for one viewer; nothing else here could carry a secret. The
match's secret is sent only after the end. `scripts/protocol.py` makes the browser's types and
docs/protocol.md from this page, descriptions included.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from quarterdeck.engine.fairness import Entropy as Bytes
from quarterdeck.engine.fairness import Hash
from quarterdeck.engine.lesson import LessonStep
from quarterdeck.engine.riddle import Answer
from quarterdeck.engine.scene import LONGEST_ROUTE, Scene, Step, Told

ActionId = Annotated[int, Meta(ge=0, lt=2**15)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(pattern=r"^[!-~]{1,64}$")]
Name = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=100)]

# Time --------------------------------------------------------------------------------------------

OnTime = Literal["bot", "claim", "lose"]
Absent = Literal["bot", "claim"]
Claimable = Literal["bot", "resignation", "call_off"]


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much time players have: days for every turn, or minutes for the whole game."""

    days: Annotated[float, Meta(ge=0, le=60)] = 0
    """For every turn."""
    minutes: Annotated[float, Meta(ge=0, le=1440)] = 0
    """On each player's clock, for the whole game; it runs while they are to act."""
    seconds: Annotated[float, Meta(ge=0, le=3600)] = 0
    """With minutes: at the start of every turn the clock waits so long."""

    def __post_init__(self) -> None:
        if bool(self.days) == bool(self.minutes) or (self.days and self.seconds):
            raise ValueError("a pace is either days, or minutes with or without seconds")


class Invitees(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long an invitation may stay open, and what happens then."""

    days: Annotated[float, Meta(gt=0, le=60)]
    then: Literal["bot", "claim", "call_off"] = "claim"
    """A bot sits in until somebody comes, the others decide, or the match is called off."""


class SeatTime(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's time."""

    seat: int
    due: float | None
    """When its time is up, in seconds since 1970; None: its time is not running."""
    left: float | None
    """Seconds on its clock at the start of its turn, at a pace of minutes."""
    absent: Absent | None
    """Its time was up, and nobody has come back: a bot sits in, or the others decide."""
    claims: list[Claimable]
    """What the others may `claim`."""


class Timing(msgspec.Struct, frozen=True):
    """The clocks of a match, and who is absent."""

    pace: Pace | None
    on_time: OnTime
    """What happens when a player's time is up."""
    invitees: Invitees | None
    seats: list[SeatTime]
    called_off: bool
    """The match has ended without a result, since somebody who was invited never came."""


# From the server over the socket -----------------------------------------------------------------


class Person(msgspec.Struct, frozen=True):
    """Who sits at a seat."""

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    """"open": the invitation has not been taken up yet."""
    present: bool
    """Connected right now; bots always are."""
    stand_in: bool = False
    """A bot sits in until this player, or whoever was invited, is back."""


class Message(msgspec.Struct, frozen=True, tag_field="type"):
    """Base of what a socket is sent."""


class State(Message, frozen=True, tag="state", kw_only=True):
    """How the match stands for this viewer: sent first, and after every change it can see."""

    cursor: int
    """Goes up with every change this viewer can see. Where it starts means nothing."""
    scene: Scene
    told: list[Told]
    """The log from line `from` on."""
    first: int = msgspec.field(name="from")
    """Which line of the whole log `told` starts at: it replaces that line and all after it."""
    fresh: int
    """How many of the last lines are new; a client may animate them."""
    undo: bool
    """Can the last action be taken back?"""
    auto_pass: bool = False
    """Is auto-pass on?"""
    idle: bool = False
    """Is this seat's question about to be declined for it? Then there is nothing to send."""
    people: list[Person]
    watching: int = 0
    """How many watch without a seat here."""
    deadline: float | UnsetType = UNSET
    """When the game's time is up, in seconds since 1970; most games have no limit."""
    timing: Timing | UnsetType = UNSET
    """Clocks, if some were agreed on."""
    commitment: str
    """SHA-256 of the server's secret, published before any player contributed to the seed."""
    secret: str | UnsetType = UNSET
    """That secret, once the match is over; never in a game that keeps its secrets. The record has
    all else that the seed was made of."""
    rematch: str | UnsetType = UNSET
    """The id of the next match, once a player has asked for one."""
    lesson: int | UnsetType | None = UNSET
    """In a lesson, for whoever is taught: how many of its decisions have been taken. None: the game
    has gone another way."""


class Sealed(msgspec.Struct, frozen=True):
    seat: int
    seal: str
    """SHA-256 of "quarterdeck entropy\\n" and the 16 bytes."""


class Gathered(Message, frozen=True, tag="gathered", kw_only=True):
    """The match is not dealt yet: sent instead of a state, and after every change, until it is."""

    people: list[Person]
    watching: int = 0
    """How many watch without a seat here."""
    commitment: str
    """SHA-256 of the server's secret, drawn before anybody contributed."""
    seals: list[Sealed]
    closed: bool
    """Every seal that will ever count is here: now is the time to send your entropy."""
    missing: list[int]
    """The seats whose seal is waited for; once closed, whose entropy."""
    timing: Timing | UnsetType = UNSET
    """Clocks, if some were agreed on: here only of invitations that are still open."""


class Refused(Message, frozen=True, tag="refused", kw_only=True):
    """A command was refused, or the socket is about to be closed. Nothing has changed."""

    code: str
    """For programs."""
    message: str
    """For people: a sentence."""
    key: str | UnsetType = UNSET
    """The refused command's key, if it could be read."""


class People(Message, frozen=True, tag="people"):
    """Somebody came or went."""

    people: list[Person]
    watching: int = 0
    """How many watch without a seat here."""


class Suggestion(msgspec.Struct, frozen=True):
    """An action and what to expect of it: a chance of winning from 0 to 1, or a score."""

    action: int
    label: str
    expected: float


class Hinted(Message, frozen=True, tag="hinted", kw_only=True):
    """The answer to a `hint`."""

    cursor: int
    """The state it is about; it says nothing of any other."""
    options: list[Suggestion]
    """The two best actions, the best first."""
    scored: bool
    """Is a score expected? Otherwise a chance of winning."""
    key: str


Reaction = Literal["hello", "thanks", "well_played", "oops", "thinking", "good_game"]


class Reacted(Message, frozen=True, tag="reacted"):
    """A player reacts to what happens; show it for some seconds. The answer to a `react`, too."""

    seat: int
    what: Reaction


class Chatted(Message, frozen=True, tag="chatted"):
    """A player says something. The answer to a `chat`, too."""

    seat: int
    text: str


class Alive(Message, frozen=True, tag="alive"):
    """The answer to a `probe`."""

    now: float
    """The server's time, in seconds since 1970: `due` and `deadline` are by this clock."""


# To the server over the socket -------------------------------------------------------------------


class Act(msgspec.Struct, frozen=True, tag="act"):
    """Take one of the scene's actions, or one of its routes."""

    action: ActionId
    cursor: Count
    key: Key
    then: Annotated[list[ActionId], Meta(max_length=LONGEST_ROUTE)] = []
    """Of a route: the actions that follow. All are taken, or none."""


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """Take back the last action, while it is still a draft."""

    cursor: Count
    key: Key


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """Resign; if others play on, a bot takes the seat."""

    cursor: Count
    key: Key


class AutoPass(msgspec.Struct, frozen=True, tag="auto_pass"):
    """Turn auto-pass on or off: decline optional responses that do not concern this seat."""

    on: bool
    cursor: Count
    key: Key


class Hurry(msgspec.Struct, frozen=True, tag="hurry"):
    """Ask the bots to move with less delay, or as usual; has no effect while other people play."""

    on: bool
    cursor: Count
    key: Key


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """Ask what the best bot would do; only where all other seats are bots or your own."""

    cursor: Count
    key: Key


class Claim(msgspec.Struct, frozen=True, tag="claim"):
    """Decide about an absent player: a bot sits in, the player has lost, or, if nobody ever came,
    the match is called off."""

    seat: Annotated[int, Meta(ge=0, lt=32)]
    """Who is absent."""
    what: Claimable
    """One of the seat's `claims`."""
    cursor: Count
    key: Key


class Wait(msgspec.Struct, frozen=True, tag="wait"):
    """Give an absent player as much time again as at first."""

    seat: Annotated[int, Meta(ge=0, lt=32)]
    cursor: Count
    key: Key


class Back(msgspec.Struct, frozen=True, tag="back"):
    """Take your seat back from the bot that sits in; acting does so, too."""

    cursor: Count
    key: Key


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """Ask for the whole state again."""

    cursor: Count


class Seal(msgspec.Struct, frozen=True, tag="seal"):
    """Before the deal: the hash of the entropy that this client is going to contribute."""

    seal: Hash
    key: Key


class Entropy(msgspec.Struct, frozen=True, tag="entropy"):
    """Before the deal: 16 random bytes for the seed. A careful client seals them first and sends
    them once all seals are there; another may send them at once."""

    entropy: Bytes
    key: Key


class React(msgspec.Struct, frozen=True, tag="react"):
    """Show everybody at the table one of six reactions. Nothing of it is stored."""

    what: Reaction
    key: Key


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """Say something to everybody at the table, where the host allows it. Nothing of it is
    stored."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]
    key: Key


class Probe(msgspec.Struct, frozen=True, tag="probe"):
    """Are you there? A browser cannot send a WebSocket's own pings."""


Command = (
    Act | Undo | Resign | AutoPass | Hurry | Hint | Claim | Wait | Back | Resume | Seal | Entropy
)
"""What a table is told."""
Aside = Probe | React | Chat
"""What has nothing to do with the match."""
decode_command = msgspec.json.Decoder(Command | Aside).decode
encode = msgspec.json.encode

# HTTP --------------------------------------------------------------------------------------------


class Refusal(msgspec.Struct, frozen=True):
    """The body of every answer that is not a success."""

    code: str
    """For programs."""
    message: str
    """For people: a sentence."""


class OptionInfo(msgspec.Struct, frozen=True):
    """One of a game's options: a whole number from `low` to `high`."""

    name: str
    default: int
    low: int
    high: int
    help: str
    study: bool
    """Is it for solvers and learners, not for people?"""


class BotInfo(msgspec.Struct, frozen=True):
    id: str
    name: str
    about: str


class Language(msgspec.Struct, frozen=True):
    code: str
    """As in the cookie `language`: "de"."""
    name: str
    """In that language."""


class Languages(msgspec.Struct, frozen=True):
    languages: list[Language]
    current: str
    """The code of the one in which this server answers you."""


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    summary: str
    seats: tuple[int, int]
    """The fewest and the most."""
    options: list[OptionInfo]
    bots: list[BotInfo]
    """From the weakest to the strongest."""
    minutes: tuple[int, int] | None
    """How long people take, about."""
    difficulty: Literal["easy", "medium", "hard"] | None
    """How much there is to learn before the first game."""
    lesson: int | None = None
    """How many minutes its lesson takes; None: it has none."""
    cover: bool = False
    """Has it a cover for the shelf?"""
    ready: bool = True
    """Are its rules compiled? Until then it can be played, against bots that think less."""


class NewSeat(msgspec.Struct, frozen=True):
    """Who is to sit at a seat: you, a bot, or whoever opens the invitation."""

    kind: Literal["me", "bot", "friend"]
    bot: Annotated[str, Meta(max_length=64)] | None = None
    """Which bot, for kind "bot"."""
    name: Name | None = None


class NewMatch(msgspec.Struct, frozen=True):
    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[NewSeat], Meta(max_length=32)]
    options: dict[str, int] = {}
    """Those that differ from their defaults."""
    pace: Pace | None = None
    """None: players take as long as they like."""
    on_time: OnTime = "claim"
    """When a player's time is up: a bot sits in until they are back; the others may claim the game,
    let a bot sit in, or wait; or the player loses."""
    invitees: Invitees | None = None
    """None: invitations stay open."""
    entropy: Bytes | None = None
    """Your contribution to the seed, if you do not want to see the commitment first."""
    listed: bool = False
    """Let anybody join who finds it in the lobby, if this server has one."""
    lesson: bool = False
    """Be taught: `seats` is your own alone, the weakest bots have the others, the options are the
    lesson's, and the deal is always the same."""


class MadeSeat(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["me", "bot", "friend"]
    name: str
    invite: str | UnsetType = UNSET
    """Whoever has this token can take the seat. It is shown only here."""


class MadeMatch(msgspec.Struct, frozen=True):
    id: str
    commitment: str
    """Keep it: at the end the server must publish the secret that has this hash."""
    seats: list[MadeSeat]


class SeatInfo(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    yours: bool
    present: bool
    stand_in: bool = False
    """A bot sits in until this player, or whoever was invited, is back."""
    hides: bool = False
    """Of your own seats: does it know what spectators do not? Then nobody else at this device
    should see it."""


class MatchInfo(msgspec.Struct, frozen=True):
    id: str
    game: str
    title: str
    options: dict[str, int]
    commitment: str
    seats: list[SeatInfo]
    dealt: bool
    """Otherwise somebody, or somebody's contribution to the seed, is still expected."""
    over: bool
    reveals: bool
    """Is everything shown at the end? Otherwise the game keeps its secrets: record and seed stay on
    the server, and a seat's analysis is for whoever sits there."""
    rematch: str | None
    """The id of the next match, once a player has asked for one."""
    timing: Timing | None = None
    chat: bool = False
    """May players chat here?"""
    join: str | None = None
    """For whoever made the match, while a seat is open: with this token, anybody can take one."""
    lesson: bool = False
    """Is somebody being taught? Then the deal is always the same."""


class Lesson(msgspec.Struct, frozen=True):
    """A scripted opening that teaches a game."""

    steps: list[LessonStep]
    decisions: int
    """How many it has, the others' included."""


class SeatView(msgspec.Struct, frozen=True):
    """What a seat knows, for programs that have the game's rules."""

    game: str
    version: int
    """Of the rules."""
    seat: int
    record: bytes
    """The bytes of the NumPy record that bots choose from, in base64."""


class Join(msgspec.Struct, frozen=True):
    invite: Token | None = None
    """Of a seat, or of the whole table; not needed at a table in the lobby."""
    seat: Annotated[int, Meta(ge=0, lt=32)] | None = None
    """Which of the table's open seats; None: the first."""
    name: Name | None = None
    entropy: Bytes | None = None
    """Your contribution to the seed, if you do not want to see the commitment first."""


class Joined(msgspec.Struct, frozen=True):
    seat: int


class Rematch(msgspec.Struct, frozen=True):
    id: str


class MySeat(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    yours: bool


class MyMatch(msgspec.Struct, frozen=True, kw_only=True):
    """One of your matches."""

    id: str
    game: str
    title: str = ""
    seats: list[MySeat]
    dealt: bool
    over: bool
    actor: int | None
    """Whose turn it is."""
    at: float
    """When somebody last moved, or when the match was made, in seconds since 1970."""
    winners: list[int] | None
    """The seats that won; nobody: a draw. None: not over, or without a result."""
    reveals: bool = False
    """Can it be replayed with everything shown?"""
    rematch: str | None


class MyMatches(msgspec.Struct, frozen=True):
    """A page of your matches, the latest move first."""

    matches: list[MyMatch]
    after: str | None
    """Where the next page begins; None: these are all."""


class Transfer(msgspec.Struct, frozen=True):
    token: str
    """Whoever sends it to `receive` is you from then on. It is shown only here, and good once."""
    until: float
    """When it expires, in seconds since 1970."""


class Receive(msgspec.Struct, frozen=True):
    token: Token


class OpenTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table that anybody may join."""

    id: str
    game: str
    title: str = ""
    options: dict[str, int]
    players: list[str]
    """Who sits there already, people and bots."""
    open: int
    """How many seats are open."""
    since: float
    """In seconds since 1970."""
    yours: bool
    """Do you sit there?"""


class Lobby(msgspec.Struct, frozen=True):
    allowed: bool
    """Does this server have a lobby?"""
    tables: list[OpenTable]
    """Those that have waited longest come first."""


class Pairing(msgspec.Struct, frozen=True):
    """Whom you would like to play: anybody, at this game."""

    game: Annotated[str, Meta(max_length=64)]
    options: dict[str, int] = {}
    """Those that differ from their defaults."""
    seats: Annotated[int, Meta(ge=1, le=32)] = 2
    name: Name | None = None


class Paired(msgspec.Struct, frozen=True):
    """A table where you sit now; you may have to wait for others."""

    id: str


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A game to look at again, in words."""

    game: str
    title: str
    names: list[str]
    """By seat."""
    reveals: bool
    """Can it be seen through all eyes? Otherwise the game keeps its secrets."""
    winners: list[int] | None
    """None: the record ends before the game does."""
    steps: list[Step]
    """The deal, and every move."""


class Frames(msgspec.Struct, frozen=True):
    """A part of the same game in scenes, which have no actions."""

    first: int
    """The step that the first scene shows."""
    scenes: list[Scene]


class ReplayFile(msgspec.Struct, frozen=True):
    """A record from a file. Nothing of it is stored."""

    record: str
    """The file as it is."""
    eyes: Annotated[str, Meta(max_length=16)] = "all"
    """A seat's number, "all" or "spectator"."""
    first: int = 0
    """The first step to draw."""


class PuzzleInfo(msgspec.Struct, frozen=True):
    """One of the puzzles of a day."""

    game: str
    title: str
    """The game's title."""
    kind: str
    """What is to be done ("Find the mines")."""
    grade: int
    """1, 2 or 3: how hard it is."""
    day: str
    """In UTC: "2026-11-17"."""


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """The places chosen; none: give up."""

    places: Answer


class PushKey(msgspec.Struct, frozen=True):
    key: str
    """A point on P-256 in base64url: what a browser calls `applicationServerKey`."""


class SubscriptionKeys(msgspec.Struct, frozen=True):
    p256dh: Annotated[str, Meta(max_length=128)]
    auth: Annotated[str, Meta(max_length=64)]


Endpoint = Annotated[str, Meta(max_length=1024)]


class Subscription(msgspec.Struct, frozen=True):
    """What a browser's `PushSubscription` says of itself."""

    endpoint: Endpoint
    keys: SubscriptionKeys


class Unsubscription(msgspec.Struct, frozen=True):
    endpoint: Endpoint


class Health(msgspec.Struct, frozen=True):
    status: Literal["ok"]
    version: str
    tables: int
    """Matches in memory."""
    games: list[str]
    """Games whose rules are loaded."""
