"""Match: one game being played, for people: drafts and take-back, per-seat views, log and record.

Actions since the last fence are a draft: only the actor sees them and may take them back. At a
fence they become a batch, which is final and which the others get to know, each their part.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from quarterdeck.engine import errors, seeds
from quarterdeck.engine.fairness import Chance
from quarterdeck.engine.foresight import Foresight
from quarterdeck.engine.game import Game
from quarterdeck.engine.position import Position
from quarterdeck.engine.record import GIVEN_UP, NOBODY, Batch, Record, digest, played_on
from quarterdeck.engine.routes import routes
from quarterdeck.engine.scene import Action, Outcome, Player, Scene, Tally, Told
from quarterdeck.engine.state import SPECTATOR, Plain, clone, unpack
from quarterdeck.engine.words import Words, language

States = np.ndarray[Any, Any]
T = TypeVar("T")
ByViewer = dict[int, dict[str, T]]
"""What is made of texts, by viewer and language."""
say = Words(__package__)


def _kept(made: ByViewer[T], viewer: int, make: Callable[[], T]) -> T:
    """What a viewer was given before, in the language of whoever reads now; else it is made."""
    wanted, own = language.get(), made.setdefault(viewer, {})
    if wanted not in own:
        own[wanted] = make()
    return own[wanted]


class Drafted(NamedTuple):
    """An action that can still be taken back, and where it leads."""

    action: int
    after: Position
    joined: bool = False
    """Taken by the same click as the one before, and taken back with it."""


class Log(list[Told]):
    """What one viewer has been told."""

    fences = 0
    """Up to which of the match's fences."""


class Match:
    """One game being played."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: dict[str, int] | None = None,
        seed: int | bytes | Chance | None = None,
        compiled: bool | None = None,
    ) -> None:
        """`seed`: of the generator; or what several people have agreed on, and then all chance
        comes from an HMAC, which nobody can read ahead in. `compiled`: by which rules; None: by
        those that the game has ready, now and later on."""
        self.chance = seed if isinstance(seed, Chance) else None
        self.seed: bytes | None = seed.seed if isinstance(seed, Chance) else seeds.secret(seed)
        self.options = game.check_options(options or {})
        origin = seeds.Draws(self.seed, 0) if self.chance else self.seed
        self._begin(Position.dealt(game, seats, self.options, origin, compiled), compiled is None)

    @classmethod
    def at(cls, position: Position) -> Match:
        """A match that begins from a position made by hand, for tests and examples: it cannot be
        dealt again, so it has no record."""
        match = cls.__new__(cls)
        match.seed = match.chance = None
        names = [option.name for option in position.rules.game.options]
        match.options = {name: int(position.state[name][0]) for name in names}
        match._begin(position)
        return match

    def _begin(self, position: Position, goes_over: bool = False) -> None:
        self.rules, self.game = position.rules, position.rules.game
        self._goes_over = goes_over
        self._scene = self.game.hooks.scene
        self.seats = position.seats
        self.batches: list[Batch] = []
        self.fences = [position]
        """The position at the deal, and after each batch."""
        self.resigned: list[int] = []
        """Who gave up. With other sides left to play, somebody else plays their seats on."""
        self._drafts: list[Drafted] = []
        self._logs: ByViewer[Log] = {}
        self._forget()

    def _forget(self, drafter: int | None = None) -> None:
        """What was seen and drawn is of a moment ago: to everybody, or only to whoever drafts."""
        if drafter is not None:
            for kept in (self._views, self._plain, self._pictures, self._scenes):
                kept.pop(drafter, None)
            return
        self._views: dict[int, Position] = {}
        self._plain: dict[int, Plain] = {}
        self._pictures: ByViewer[Scene] = {}
        self._scenes: ByViewer[Scene] = {}

    def rest(self) -> None:
        """Keep nothing that can be drawn again: for a match that waits long for its next action."""
        self._forget()
        self._logs = {}

    # Where it stands ---------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Where the game stands, drafts included: for tests and tools, never for a client."""
        return self._drafts[-1].after if self._drafts else self.fences[-1]

    @property
    def truth(self) -> States:
        """The whole truth of that position."""
        return self.position.state

    @property
    def over(self) -> bool:
        return self._conceded or self.position.over

    @property
    def actor(self) -> int | None:
        """Who is to decide; None when the game is over."""
        return None if self.over else self.position.actor

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty before the end, and in a draw."""
        return self._steadfast if self._conceded else self.position.winners

    @property
    def scores(self) -> list[int] | None:
        """By seat, at the end of a game with scores. None after a resignation: it says who lost,
        but not how much, since the rules never got that far."""
        if not self.rules.score or not self.over or self._conceded:
            return None
        return self.truth["score"][0][: self.seats].tolist()  # type: ignore[no-any-return]

    @property
    def reveals(self) -> bool:
        """Is nothing hidden once the game is over?"""
        return self.game.rule_hooks.REVEALS

    @property
    def _steadfast(self) -> list[int]:
        """The seats of every side in which somebody has not resigned."""
        team = self.position.teams
        sides = {team[seat] for seat in range(self.seats) if seat not in self.resigned}
        return [seat for seat in range(self.seats) if team[seat] in sides]

    @property
    def _conceded(self) -> bool:
        """Only one side is left that has not resigned."""
        if not self.resigned:
            return False
        team = self.position.teams
        return len({team[seat] for seat in self._steadfast}) < 2

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
        return [drafted.action for drafted in self._drafts]

    def legal(self) -> list[int]:
        """What the actor may do; nothing when the game is over."""
        return [] if self.over else self.position.legal()

    # Playing -----------------------------------------------------------------------------------

    def act(self, seat: int, action: int, at: int | None = None, then: Sequence[int] = ()) -> bool:
        """Take an action; True when it was final and the draft became a batch.

        `at`: the number of `decisions` the caller believes in; another one is refused as stale.
        `then`: what follows at the same click, all or nothing; undone as one.
        """
        self._check_turn(seat)
        self._go_over()
        if at is not None and at != self.decisions:
            raise errors.StaleAction(
                say(
                    "the game has moved on: it is at decision {now}, not {at}.",
                    now=self.decisions,
                    at=at,
                )
            )
        drafted = [Drafted(action, self.position.act(action, self._draws))]
        for further in then:
            if drafted[-1].after.fenced:
                raise errors.IllegalAction(
                    say("action {action} would follow one that is final.", action=further)
                )
            after = drafted[-1].after.act(further, self._draws)
            drafted.append(Drafted(further, after, joined=True))
        self._drafts += drafted
        after = drafted[-1].after
        if after.fenced:
            self.batches.append(Batch(seat, self.draft, digest=digest(after)))
            self.fences.append(after)
            self._drafts = []
        self._forget(None if after.fenced else seat)
        return after.fenced

    def _go_over(self) -> None:
        """Play on by the rules that the game has ready now: they lead to the same (a law)."""
        if not self._goes_over or self.rules is (rules := self.game.load()):
            return
        self.rules = rules
        self.fences = [Position(rules, past.state) for past in self.fences]
        self._drafts = [
            drafted._replace(after=Position(rules, drafted.after.state)) for drafted in self._drafts
        ]
        self._forget()

    @property
    def _draws(self) -> seeds.Draws | None:
        """The chance of the batch being made, if it does not come from the state's generator."""
        return seeds.Draws(self.seed, self.seq + 1) if self.chance and self.seed else None

    def rehearsal(self) -> Match:
        """A match that stands where this one does and goes its own way; the past is shared."""
        twin = copy.copy(self)
        twin.batches, twin.fences = [*self.batches], [*self.fences]
        twin.resigned, twin._drafts = [*self.resigned], [*self._drafts]
        twin._logs = {}
        twin._forget()
        return twin

    def back_at(self, seq: int) -> Match:
        """The match as it stood when so many batches were final."""
        twin = self.rehearsal()
        twin.batches, twin.fences, twin._drafts = self.batches[:seq], self.fences[: seq + 1], []
        twin.resigned = [batch.seat for batch in twin.batches if batch.kind in GIVEN_UP]
        return twin

    def follow(self, batches: list[Batch], draft: list[int]) -> None:
        """Catch up with a copy of this match: the batches it has made since, then its draft."""
        self._drafts = []
        self._forget()
        for _ in played_on(self, batches, draft):
            pass

    def undo(self, seat: int) -> None:
        """Take back what the actor's last click did since the fence."""
        self._check_turn(seat)
        if not self._drafts:
            raise errors.NothingToTakeBack(
                say("nothing can be taken back: what was revealed, drawn or passed on stays.")
            )
        while self._drafts.pop().joined:
            pass
        self._forget(seat)

    def resign(self, seat: int, late: bool = False) -> None:
        """Give up: not a rule of the game but an entry in its record. `late`: made to, because the
        seat's time was up.

        The last side left wins; until then the game goes on, and so does the seat. A game that
        ends this way has winners but no scores.
        """
        self._check_seat(seat)
        if self.over:
            raise errors.GameOver(say("the game is over."))
        if seat in self.resigned:
            raise errors.NotYourTurn(say("you have resigned: somebody else plays your seat on."))
        mine = seat == self.actor
        self.batches.append(Batch(seat, [], "late" if late else "resign"))
        self.fences.append(self.fences[-1])
        self.resigned.append(seat)
        if mine or self._conceded:
            self._drafts = []
        self._forget()

    def expire(self) -> bool:
        """The game's time is up, wherever it stands; False if that changes nothing."""
        if self.over:
            raise errors.GameOver(say("the game is over."))
        after = self.fences[-1].expired()
        if not after.over:
            return False
        self.batches.append(Batch(NOBODY, [], "time", digest(after)))
        self.fences.append(after)
        self._drafts = []
        self._forget()
        return True

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise errors.UnknownSeat(
                say(
                    "there is no seat {seat}: seats are 0 to {last}.",
                    seat=repr(seat),
                    last=self.seats - 1,
                )
            )

    def _check_turn(self, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            raise errors.GameOver(say("the game is over."))
        if seat != self.actor:
            raise errors.NotYourTurn(
                say("it is seat {actor}'s turn, not seat {seat}'s.", actor=self.actor, seat=seat)
            )

    # What a seat sees --------------------------------------------------------------------------

    def view(self, seat: int | None) -> States:
        """What a seat (None: a spectator) may know now: drafts are the actor's alone, and after the
        end nothing is hidden, unless the game says otherwise."""
        if seat is not None:
            self._check_seat(seat)
        return clone(self._view(SPECTATOR if seat is None else seat).state)

    def hides(self, seat: int) -> bool:
        """Does a seat know now what spectators do not? Events are no knowledge of their own: the
        state remembers what matters of them."""
        mine, public = self.view(seat), self.view(None)
        assert mine.dtype.names
        names = set(mine.dtype.names) - {"viewer", "event", "event_count"}
        return any(mine[name].tobytes() != public[name].tobytes() for name in names)

    def _view(self, viewer: int) -> Position:
        if viewer not in self._views:
            now = self.position if viewer == self.actor else self.fences[-1]
            state = self._given_up(viewer) if self._conceded else now.view(viewer)
            self._views[viewer] = Position(self.rules, state)
        return self._views[viewer]

    def _given_up(self, viewer: int) -> States:
        """A view of a game that was given up: as any other end, but a game that does not reveal
        everything shows what it showed before. Its `conceal` would take this for a showdown."""
        last = self.fences[-1]
        ended = clone(last.state) if self.reveals else last.view(viewer)
        ended["over"] = 1
        ended["winners"] = sum(1 << seat for seat in self.winners)
        return Position(self.rules, ended).view(viewer) if self.reveals else ended

    def revealed(self) -> Scene:
        """What a spectator would see if nothing were hidden: for a game that is looked at again.
        The picture is that of an end, which every game can draw at any moment."""
        if not self.reveals:
            raise errors.StaysHidden(say("this game keeps its secrets, even after the end."))
        watched = self.picture(None)
        if self.over:
            return watched
        view = Position(self.rules, self._given_up(SPECTATOR))
        picture = self._scene.draw(view.plain())
        return msgspec.structs.replace(
            watched,
            boards=picture.boards,
            zones=picture.zones,
            pieces=picture.pieces,
            players=self._players(SPECTATOR, picture.tallies),
        )

    def _plain_view(self, viewer: int) -> Plain:
        if viewer not in self._plain:
            self._plain[viewer] = self._view(viewer).plain()
        return self._plain[viewer]

    def scene(self, seat: int | None) -> Scene:
        """The view as a picture with its actions, for any client; drawn once at each moment."""
        scene = self.picture(seat)
        if seat is None or seat != self.actor or seat in self.resigned:
            return scene
        return _kept(self._scenes, seat, lambda: self._with_actions(scene, seat))

    def _with_actions(self, scene: Scene, seat: int) -> Scene:
        view = self._view(seat)
        foresight = Foresight(view, seat)
        return msgspec.structs.replace(
            scene, actions=self._open_to(seat, foresight), routes=routes(view, seat, foresight)
        )

    def picture(self, seat: int | None) -> Scene:
        """The scene without its actions: all that onlookers need, and quicker."""
        viewer = SPECTATOR if seat is None else seat
        return _kept(self._pictures, viewer, lambda: self._draw(viewer))

    def _draw(self, viewer: int) -> Scene:
        scene, view = self._scene, self._plain_view(viewer)
        picture = scene.draw(view)
        outcome, prompt, detail, decline = None, picture.prompt, picture.detail, picture.decline
        if self.over:
            prompt, detail = self._ending(viewer) or scene.ending(view), ""
            outcome = Outcome(self.winners, prompt, self.scores)
        elif viewer in self.resigned:
            prompt, detail, decline = say("You resigned; your seat is played on"), "", None
        return Scene(
            game=self.game.say(self.game.title),
            viewer=None if viewer == SPECTATOR else viewer,
            actor=self.actor,
            turn=view.turn,
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
        batch = next(b for b in reversed(self.batches) if b.kind in GIVEN_UP)
        mine, who = viewer == batch.seat, f"{{{batch.seat}}}"
        if batch.kind == "late":
            return say.to(mine, "You ran out of time.", "{who} ran out of time.", who=who)
        return say.to(mine, "You resigned.", "{who} resigned.", who=who)

    def _players(self, viewer: int, tallies: list[list[Tally]]) -> list[Player]:
        return [
            Player(
                seat,
                say("You") if seat == viewer else f"{{{seat}}}",
                team,
                tallies[seat] if tallies else [],
            )
            for seat, team in enumerate(self._view(viewer).teams)
        ]

    def may_decline(self, seat: int, eager: bool) -> int | None:
        """The action that declines, if that is all the seat can do, or if the seat is not eager to
        be asked and the question does not concern it."""
        if seat != self.actor or self._drafts:
            return None
        drawn = self._pictures.get(seat)  # in whatever language: that does not matter here
        scene = next(iter(drawn.values())) if drawn else self.picture(seat)
        idle = self.legal() == [scene.decline] or not (eager or scene.concerns)
        return scene.decline if idle else None

    def _open_to(self, seat: int, foresight: Foresight) -> list[Action]:
        """What the actor may do, with what would come of it."""
        scene, view = self._scene, self._plain_view(seat)
        foresee = scene.foresee
        return [
            Action(
                id=action,
                label=scene.label(view, action),
                verb=self.game.actions.parse(action)[0],
                targets=scene.targets(view, action),
                final=foresight.is_final(action),
                consequences=foresee(view, action) if foresee else foresight.shared(action),
            )
            for action in self._view(seat).legal()
        ]

    def told(self, seat: int | None, since: int = 0) -> list[Told]:
        """The log as one seat may read it, its own draft included."""
        viewer = SPECTATOR if seat is None else seat
        log = _kept(self._logs, viewer, Log)
        while log.fences < len(self.fences):
            log += self._tell_batch(log.fences, viewer)
            log.fences += 1
        if viewer != self.actor:
            return log[since:]
        draft = self._tell(self.position, viewer) if self._drafts else []
        return [*log, *draft][since:]

    def told_of(self, number: int, seat: int | None) -> list[Told]:
        """What one seat may read of a batch; 0 is the deal, 1 the first batch."""
        return self._tell_batch(number, SPECTATOR if seat is None else seat)

    def label(self, seat: int, action: int) -> str:
        """A legal action in words, for whoever is to decide."""
        self._check_turn(seat)
        return self._scene.label(self._plain_view(seat), action)

    def targets(self, seat: int, action: int) -> list[str]:
        """What lights up for it."""
        self._check_turn(seat)
        return self._scene.targets(self._plain_view(seat), action)

    def _tell_batch(self, number: int, viewer: int) -> list[Told]:
        """What led to a fence; the first one is the deal."""
        batch = self.batches[number - 1] if number else None
        if batch and batch.kind in GIVEN_UP:
            return [Told(text=self._tell_given_up(batch, viewer), seat=batch.seat)]
        return self._tell(self.fences[number], viewer)

    def _tell_given_up(self, batch: Batch, viewer: int) -> str:
        mine, who = viewer == batch.seat, f"{{{batch.seat}}}"
        if batch.kind == "late":
            return say.to(mine, "You run out of time.", "{who} runs out of time.", who=who)
        return say.to(mine, "You resign.", "{who} resigns.", who=who)

    def _tell(self, position: Position, viewer: int) -> list[Told]:
        """The lines of all that happened since the fence before a position."""
        view = Position(self.rules, position.view(viewer))
        tell, plain = self._scene.tell, view.plain()
        lines = (tell(plain, unpack(event)) for event in view.events)
        return [line for line in lines if line is not None]

    # Records -----------------------------------------------------------------------------------

    def record(self) -> Record:
        """The whole game, secrets and seed included."""
        if self.seed is None:
            raise errors.NoRecord(
                say("a match that began from a position made by hand has no record.")
            )
        return Record(
            game=self.game.id,
            version=self.game.version,
            seats=self.seats,
            options=self.options,
            seed=self.seed.hex(),
            batches=[*self.batches],
            draft=self.draft,
            deal=digest(self.fences[0]),
            chance=self.chance,
        )

    @staticmethod
    def from_record(
        record: Record, compiled: bool | None = None, game: Game | None = None
    ) -> Match:
        """Replay a record; it must lead to the same events as it did."""
        *_, last = record.replay(compiled, game)
        return last.match
