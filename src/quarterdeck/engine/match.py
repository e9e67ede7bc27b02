"""Match: one game being played, for people: drafts and take-back, per-seat views, log and record.

Actions since the last fence are a draft: only the actor sees them and may take them back. At a
fence they become a batch, which is final and which the others get to know, each their part.
"""

from __future__ import annotations

import copy
import hashlib
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import numpy as np

from quarterdeck.engine import errors, seeds
from quarterdeck.engine.foresight import Foresight
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.scene import Action, Outcome, Picture, Player, Scene, Tally, Told
from quarterdeck.engine.state import (
    SPECTATOR,
    events_of,
    to_plain,
)

States = np.ndarray[Any, Any]


@dataclass
class Batch:
    """Actions from one fence to the next, final."""

    seat: int
    actions: list[int]
    kind: Literal["act", "resign"] = "act"
    states: list[States] = field(default_factory=list)
    """The whole truth after each action."""

    @property
    def digest(self) -> str:
        """Of the events, so that a record replayed by other rules is noticed."""
        if not self.states:
            return ""
        events = self.states[-1]["event"][0][: self.states[-1]["event_count"][0]]
        return hashlib.sha256(events.tobytes()).hexdigest()[:16]


class RecordedBatch(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    seat: int
    actions: list[int]
    kind: Literal["act", "resign"] = "act"
    digest: str = ""


class Record(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A game as it was played: archive, bug report and test fixture."""

    game: str
    version: int
    seats: int
    options: dict[str, int]
    seed: str
    """64 hexadecimal digits."""
    batches: list[RecordedBatch]
    draft: list[int] = []

    def to_json(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @staticmethod
    def from_json(text: bytes) -> Record:
        """Parse a record; what cannot be one is refused with the reason."""
        try:
            return msgspec.json.decode(text, type=Record)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise errors.DamagedRecord(f"this is not a record of play: {error}") from None


class Match:
    """One game being played."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: dict[str, int] | None = None,
        seed: int | bytes | None = None,
        compiled: bool = True,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(options or {})
        self.seed = seeds.secret(seed)
        self.rules = game.load(compiled)
        states = self.rules.new(1, self.seats, self.options)
        for i, word in enumerate(seeds.generator(self.seed)):
            (states["rng"][0] if compiled else states[0].rng)[i] = word
        self.rules.deal(states, 0)
        dealt = self.rules.stored(states)
        self.batches: list[Batch] = []
        self.resigned: list[int] = []
        """Who gave up. With other sides left to play, somebody else plays their seats on."""
        self._deal = Batch(-1, [], states=[dealt])
        self._drafts: list[tuple[int, States]] = []
        self._told: dict[int, list[Told]] = {}
        self._told_batches: dict[int, int] = {}

    # The state ---------------------------------------------------------------------------------

    @property
    def _fenced(self) -> States:
        """The truth at the last fence."""
        for batch in reversed(self.batches):
            if batch.states:
                return batch.states[-1]
        return self._deal.states[-1]

    @property
    def truth(self) -> States:
        """The whole truth, drafts included: for tests and tools, never for a client."""
        return self._drafts[-1][1] if self._drafts else self._fenced

    @property
    def over(self) -> bool:
        return self._conceded or bool(self.truth["over"][0])

    @property
    def actor(self) -> int | None:
        """Who is to decide; None when the game is over."""
        return None if self.over else int(self.truth["actor"][0])

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty before the end, and in a draw."""
        if self._conceded:
            return self._steadfast
        return [seat for seat in range(self.seats) if int(self.truth["winners"][0]) >> seat & 1]

    @property
    def _steadfast(self) -> list[int]:
        """The seats of every side in which somebody has not resigned."""
        team = self.truth["team"][0]
        sides = {team[seat] for seat in range(self.seats) if seat not in self.resigned}
        return [seat for seat in range(self.seats) if team[seat] in sides]

    @property
    def _conceded(self) -> bool:
        """Only one side is left that has not resigned."""
        if not self.resigned:
            return False
        return len({int(self.truth["team"][0][seat]) for seat in self._steadfast}) < 2

    @property
    def seq(self) -> int:
        """How many batches are final."""
        return len(self.batches)

    @property
    def decisions(self) -> int:
        """How many actions were taken, drafts included: what `act(at=...)` is checked against."""
        return sum(len(batch.actions) for batch in self.batches) + len(self._drafts)

    @property
    def draft(self) -> list[int]:
        """The actor's actions that can still be taken back."""
        return [action for action, _ in self._drafts]

    def legal(self) -> list[int]:
        """What the actor may do; nothing when the game is over."""
        return [] if self.over else self._legal(self.rules.working(self.truth))

    def _legal(self, states: Any) -> list[int]:
        room = self.rules.room()
        return [int(action) for action in room[: self.rules.legal(states, 0, room)]]

    # Playing -----------------------------------------------------------------------------------

    def act(self, seat: int, action: int, at: int | None = None) -> bool:
        """Take an action; True when it was final and the draft became a batch.

        `at`: the number of `decisions` the caller believes in; another one is refused as stale.
        """
        self._check_turn(seat)
        if at is not None and at != self.decisions:
            raise errors.StaleAction(
                f"the game has moved on: it is at decision {self.decisions}, not {at}."
            )
        if type(action) is not int or action not in self.legal():
            raise errors.IllegalAction(f"action {action!r} is not open to seat {seat} now.")
        states = self.rules.working(self.truth)
        self.rules.act(states, 0, action)
        after = self.rules.stored(states)
        if after["fault"][0]:
            raise errors.BrokenGame(
                f"{self.game.title} exceeded a bound of its own state (fault {after['fault'][0]}); "
                "please report the record of this game."
            )
        self._drafts.append((action, after))
        if not after["fence"][0]:
            return False
        states_after = [state for _, state in self._drafts]
        self.batches.append(Batch(seat, self.draft, states=states_after))
        self._drafts = []
        return True

    def rehearsal(self) -> Match:
        """A match that stands where this one does and goes its own way; the past is shared."""
        twin = copy.copy(self)
        twin.batches, twin.resigned = [*self.batches], [*self.resigned]
        twin._drafts = [*self._drafts]
        twin._told, twin._told_batches = {}, {}
        return twin

    def undo(self, seat: int) -> None:
        """Take back the actor's last action since the fence."""
        self._check_turn(seat)
        if not self._drafts:
            raise errors.NothingToTakeBack(
                "nothing can be taken back: what was revealed, drawn or passed on stays."
            )
        self._drafts.pop()

    def resign(self, seat: int) -> None:
        """Give up: not a rule of the game but an entry in its record.

        The last side left wins; until then the game goes on, and so does the seat.
        """
        self._check_seat(seat)
        if self.over:
            raise errors.GameOver("the game is over.")
        if seat in self.resigned:
            raise errors.NotYourTurn("you have resigned: somebody else plays your seat on.")
        mine = seat == self.actor
        self.batches.append(Batch(seat, [], "resign"))
        self.resigned.append(seat)
        if mine or self._conceded:
            self._drafts = []

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise errors.UnknownSeat(f"there is no seat {seat!r}: seats are 0 to {self.seats - 1}.")

    def _check_turn(self, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            raise errors.GameOver("the game is over.")
        if seat != self.actor:
            raise errors.NotYourTurn(f"it is seat {self.actor}'s turn, not seat {seat}'s.")

    # What a seat sees --------------------------------------------------------------------------

    def view(self, seat: int | None) -> States:
        """What a seat (None: a spectator) may know now: drafts are the actor's alone."""
        viewer = SPECTATOR if seat is None else seat
        if seat is not None:
            self._check_seat(seat)
        return self._seen(self.truth if viewer == self.actor else self._fenced, viewer)

    def _seen(self, state: States, viewer: int) -> States:
        states = self.rules.working(state)
        self.rules.conceal(states, 0, viewer)
        return self.rules.stored(states)

    def scene(self, seat: int | None) -> Scene:
        """The view as a picture with its actions, for any client."""
        scene = self.picture(seat)
        if seat is None or seat != self.actor or seat in self.resigned:
            return scene
        return msgspec.structs.replace(scene, actions=self._actions(seat))

    def picture(self, seat: int | None) -> Scene:
        """The scene without what may be done: all that onlookers need, and quicker."""
        viewer = SPECTATOR if seat is None else seat
        module, view = self.game.module("scene"), to_plain(self.game.state, self.view(seat))
        picture: Picture = module.draw(view)
        outcome, prompt, detail, decline = None, picture.prompt, picture.detail, picture.decline
        if self.over:
            prompt, detail = self._ending(viewer) or module.ending(view), ""
            outcome = Outcome(self.winners, prompt)
        elif viewer in self.resigned:
            prompt, detail, decline = "You resigned; your seat is played on", "", None
        return Scene(
            game=self.game.title,
            viewer=seat,
            actor=self.actor,
            turn=int(self.truth["turn"][0]),
            prompt=prompt,
            detail=detail,
            boards=picture.boards,
            zones=picture.zones,
            pieces=picture.pieces,
            players=self._players(viewer, picture.tallies),
            outcome=outcome,
            contest=picture.contest,
            decline=decline,
            concerns=picture.concerns,
        )

    def _ending(self, viewer: int) -> str:
        """How the game ended, if not by its rules."""
        if not self._conceded:
            return ""
        last = self.resigned[-1]
        return "You resigned." if viewer == last else f"{{{last}}} resigned."

    def _players(self, viewer: int, tallies: list[list[Tally]]) -> list[Player]:
        team = self.truth["team"][0].tolist()
        return [
            Player(
                seat,
                "You" if seat == viewer else f"{{{seat}}}",
                team[seat],
                tallies[seat] if tallies else [],
            )
            for seat in range(self.seats)
        ]

    def may_decline(self, seat: int, eager: bool) -> int | None:
        """The action that declines, if that is all the seat can do, or if the seat is not eager to
        be asked and the question does not concern it."""
        if seat != self.actor or self._drafts:
            return None
        scene = self.picture(seat)
        idle = self.legal() == [scene.decline] or not (eager or scene.concerns)
        return scene.decline if idle else None

    def _actions(self, seat: int) -> list[Action]:
        game_scene = self.game.module("scene")
        states = self.view(seat)
        view, foresight = to_plain(self.game.state, states), Foresight(self.rules, states, seat)
        foresee = getattr(game_scene, "foresee", None)
        return [
            Action(
                id=action,
                label=game_scene.label(view, action),
                verb=self.game.actions.parse(action)[0],
                targets=game_scene.targets(view, action),
                final=foresight.is_final(action),
                consequences=foresee(view, action) if foresee else foresight.shared(action),
            )
            for action in self._legal(self.rules.working(states))
        ]

    def told(self, seat: int | None, since: int = 0) -> list[Told]:
        """The log as one seat may read it, its own draft included."""
        viewer = SPECTATOR if seat is None else seat
        lines = self._told.setdefault(viewer, [])
        known = self._told_batches.get(viewer, 0)
        for batch in [self._deal, *self.batches][known:]:
            lines += self._tell_batch(batch, viewer)
        self._told_batches[viewer] = 1 + len(self.batches)
        if viewer != self.actor:
            return lines[since:]
        draft = self._tell(self.truth, viewer) if self._drafts else []
        return [*lines, *draft][since:]

    def _tell_batch(self, batch: Batch, viewer: int) -> list[Told]:
        if batch.kind == "resign":
            who = "You resign." if viewer == batch.seat else f"{{{batch.seat}}} resigns."
            return [Told(text=who, seat=batch.seat)]
        return self._tell(batch.states[-1], viewer)

    def _tell(self, state: States, viewer: int) -> list[Told]:
        """The lines of all that happened since the fence before `state`."""
        view = self._seen(state, viewer)
        tell, plain = self.game.module("scene").tell, to_plain(self.game.state, view)
        lines = (tell(plain, event) for event in events_of(view))
        return [line for line in lines if line is not None]

    # Records -----------------------------------------------------------------------------------

    def record(self) -> Record:
        """The whole game, secrets and seed included."""
        return Record(
            game=self.game.id,
            version=self.game.version,
            seats=self.seats,
            options=self.options,
            seed=self.seed.hex(),
            batches=[RecordedBatch(b.seat, b.actions, b.kind, b.digest) for b in self.batches],
            draft=self.draft,
        )

    @staticmethod
    def from_record(record: Record, compiled: bool = True, game: Game | None = None) -> Match:
        """Replay a record; it must be of this version and lead to the same events."""
        game = game or find(record.game)
        if record.version != game.version:
            migrate = getattr(game.module("rules"), "migrate", None)
            if migrate is None:
                raise errors.WrongVersion(
                    f"this record is of version {record.version} of {game.title}'s rules; here is "
                    f"version {game.version}. Replay it with the release that wrote it."
                )
            record = migrate(record)
        try:
            seed = bytes.fromhex(record.seed)
            match = Match(game, record.seats, record.options, seed, compiled)
        except (ValueError, errors.BadOption) as error:
            raise errors.DamagedRecord(f"the record's settings are damaged: {error}") from None
        for number, batch in enumerate(record.batches):
            match._replay(number, batch)
        for action in record.draft:
            match._replay_action(f"the draft's action {action}", match.actor, action)
        return match

    def _replay(self, number: int, batch: RecordedBatch) -> None:
        place = f"batch {number}"
        if batch.kind == "resign":
            try:
                self.resign(batch.seat)
            except errors.QuarterdeckError as error:
                raise errors.DamagedRecord(f"{place} does not fit: {error}") from None
            return
        for action in batch.actions:
            self._replay_action(place, batch.seat, action)
        if self._drafts or self.seq != number + 1:
            raise errors.DamagedRecord(f"{place} does not end where its actions become final.")
        if batch.digest != self.batches[-1].digest:
            raise errors.DamagedRecord(f"{place} has other consequences than it had when recorded.")

    def _replay_action(self, place: str, seat: int | None, action: int) -> None:
        try:
            self.act(-1 if seat is None else seat, action)
        except errors.BrokenGame:
            raise
        except errors.QuarterdeckError as error:
            raise errors.DamagedRecord(f"{place} does not fit: {error}") from None
