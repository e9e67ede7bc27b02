"""School: a game's lanes, the networks that play in them, and what must survive an interruption.

pupil = School(game)
for progress in lessons(pupil, seconds=600):
    print(progress)
pupil.network().save(path)
"""

from __future__ import annotations

import copy
import os
import pickle
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from quarterdeck.bots.network import Network, parts
from quarterdeck.engine.describe import describe
from quarterdeck.engine.errors import BadOption, QuarterdeckError
from quarterdeck.engine.game import Game
from quarterdeck.envs import batch
from quarterdeck.envs.batches import Rollout
from quarterdeck.learn.habits import habits
from quarterdeck.learn.networks import ALIGN, Critic, Player
from quarterdeck.learn.ppo import (
    CHANCE,
    OWN,
    RIVALS,
    Lesson,
    Manner,
    Report,
    imitate,
    improve,
    lesson,
)

ON_GPU = Manner()
ON_CPU = Manner(
    lanes=1024, steps=16, batches=4, epochs=2, units=(64, 64), critic_units=128, rate=2e-3
)
WIDEST = 3000
"""A critic sees what all seats see, if that is no more numbers than this."""
SLOWEST = 0.02
"""The learning rate falls in step with the time, as far as to this share of it."""
SETTLING = 20
"""Updates after which a critic that begins with nothing can tell what went well."""
CERTAIN = 100.0
"""A logit that leaves nothing to chance."""


class Progress(NamedTuple):
    """How far learning has come."""

    seconds: float
    updates: int
    decisions: int
    games: int
    last: Report
    share: float
    """Of the last games against a rival: how many the player won."""


class School:
    """A player that learns a game."""

    def __init__(
        self,
        game: Game,
        manner: Manner | None = None,
        device: str | None = None,
        seed: int = 0,
        options: Mapping[str, int] | None = None,
        seats: int | None = None,
        lanes_on: str | None = None,
        rival: Network | None = None,
    ) -> None:
        """`options` and `seats`: those to learn; all there are, unless said. `device`: a GPU if
        there is one, unless said; `lanes_on`: where the games are played, unless there. `rival`:
        learn to beat this network, which holds all seats but one and learns nothing."""
        self.game, self.seed = game, seed
        self.options, self.seats = options, seats
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        on_gpu = self.device == "cuda"
        self.manner = manner = manner or (ON_GPU if on_gpu else ON_CPU)
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        observation = game.rule_hooks.OBSERVATION
        players = _players(game, seats, manner.lanes)
        most = int(players.max())
        observers = most if most * observation.size <= WIDEST else 1
        self.env = batch(
            game,
            manner.lanes,
            device=lanes_on or self.device,
            seed=seed,
            seats=players.tolist(),
            options=_options(game, options, manner, np.random.default_rng(seed)),
            align=ALIGN,
            observers=observers,
        )
        self.bounds = describe(game).reward
        self.players = self._tensor(players).long()
        self.player = Player(observation, game.actions.count, manner.units).to(self.device)
        self.magnet = copy.deepcopy(self.player).requires_grad_(False)
        self.critic = Critic(observation, observers, most, manner.critic_units, short=on_gpu)
        self.critic.to(self.device)
        trained = [*self.player.parameters(), *self.critic.parameters()]
        self.optimizer = torch.optim.Adam(trained, lr=manner.rate, eps=1e-5, fused=on_gpu)
        lanes = torch.arange(manner.lanes, device=self.device)
        self.noise = (lanes % 2 == 0) * manner.noise
        half = torch.div(lanes, 2, rounding_mode="floor")
        self.opening = (lanes % 2) * (half % max(manner.opening, 1) + 1) * (manner.opening > 0)
        self.made = torch.zeros_like(lanes)  # decisions in the game of each lane
        self.rival: Player | None = None
        if rival is not None:
            rival.check(game)
            self.rival = Player.of(rival, observation).to(self.device).requires_grad_(False)
        self.own_seat = torch.div(lanes, most, rounding_mode="floor") % self.players
        self.counted = torch.ones_like(lanes, dtype=torch.bool)  # in `share`
        self.share = 0.5
        self._policy = self._play  # one object: a batch knows by it that it has captured the steps
        self.seconds, self.updates, self.decisions, self.games = 0.0, 0, 0, 0
        self.settled = 0
        self.course: list[Progress] = []
        self.env.reset()

    # Learning ------------------------------------------------------------------------------------

    def update(self, left: float) -> Report:
        """Play on and learn from it; `left`: the share of the time that is left."""
        taught = self._taught(self._policy, left)
        networks = (self.player, self.magnet, self.critic, self.optimizer)
        return improve(*networks, taught, self.manner)

    def imitate(self, left: float) -> Report:
        """Play on by the game's rule of thumb and learn to do the same; lanes on a CPU only."""
        taught = self._taught(self._habit, left)
        report = imitate(self.player, self.critic, self.optimizer, taught, self.manner)
        self.magnet.load_state_dict(self.player.state_dict())
        return report

    def follow(self, other: School) -> None:
        """Begin with what another pupil knows."""
        for own, known in zip(self._networks()[:3], other._networks()[:3], strict=True):
            own.load_state_dict(known.state_dict())

    def begin_with(self, network: Network) -> None:
        """Begin with what a network knows."""
        network.check(self.game)
        known = Player.of(network, self.game.rule_hooks.OBSERVATION).state_dict()
        if any(known[name].shape != own.shape for name, own in self.player.state_dict().items()):
            sizes = "x".join(str(len(bias)) for bias in (network.first_bias, network.second_bias))
            raise BadOption(f"that network has other units: say --set units={sizes}.")
        self.player.load_state_dict(known)
        self.magnet.load_state_dict(known)
        self.settled = self.updates + SETTLING

    def _taught(self, policy: Any, left: float) -> Lesson:
        played = self._played(policy, left)
        return self._settled(lesson(played, self.player, self.critic, *self._terms(left)))

    def _settled(self, taught: Lesson) -> Lesson:
        """A lesson for the critic alone, while it does not know what the player knows."""
        if self.updates > self.settled:
            return taught
        return taught._replace(free=torch.zeros_like(taught.free))

    def _terms(self, left: float) -> tuple[Any, ...]:
        return self.players, self.bounds, self.manner, left

    def _played(self, policy: Any, left: float) -> Rollout:
        manner = self.manner
        for group in self.optimizer.param_groups:
            group["lr"] = manner.rate * max(left, SLOWEST)
        played = self.env.rollout(policy, manner.steps, seated=True)
        played = Rollout(*(None if each is None else self._tensor(each) for each in played))
        if self.rival:
            self.share = self._share(played)
        self.updates += 1
        self.decisions += manner.lanes * manner.steps
        self.games += int(played.done.sum())
        return played

    def _share(self, played: Rollout) -> float:
        """How many of the games that ended the player won against its rival; a draw is half."""
        seats = self.own_seat.expand(len(played.reward), -1)[..., None]
        own = played.reward.gather(2, seats)[..., 0][played.done & self.counted]
        return float(((own.sign() + 1) / 2).mean()) if len(own) else self.share

    @torch.no_grad()
    def _play(self, obs: Any, mask: Any, actor: Any) -> Any:
        """Logits in every lane, and who decides there."""
        logits, who = self._decide(self._tensor(obs), self._tensor(mask), self._tensor(actor))
        return self._with_chance(logits, who)

    def _decide(self, seen: Tensor, mask: Tensor, actor: Tensor) -> tuple[Tensor, Tensor]:
        logits = self.player(seen)[0]
        if not self.rival:
            return logits, torch.full_like(actor, OWN)
        others = actor != self.own_seat
        theirs = self.rival.decided(seen, mask)
        return torch.where(others[:, None], theirs, logits), others * RIVALS

    def _with_chance(self, logits: Tensor, who: Tensor) -> Any:
        """The same, with chance in place of some decisions."""
        made = self.made.masked_fill(self._tensor(self.env.begun), 0)
        by_chance = (made < self.opening) | (torch.rand_like(self.noise) < self.noise)
        self.made.copy_(made + 1)
        logits = logits.masked_fill(by_chance[:, None], 0.0)
        who = who.masked_fill(by_chance, CHANCE)
        if self.env.device == "cpu":
            return logits.cpu().numpy(), who.cpu().numpy()
        return logits, who

    def _habit(self, obs: Any, mask: Any, actor: Any) -> Any:
        """Logits that leave only what the rule of thumb prefers."""
        env, rules = self.env, self.game.load()
        if "habits" not in rules.extras:
            rules.extras["habits"] = rules.bind(habits)
            rules.extras["habits"].targetoptions["nogil"] = True
        actions = np.empty(env.lanes, np.int64)

        def work(first: int, last: int) -> None:
            rules.extras["habits"](env._states, first, last, rules.room(), env._dice, actions)

        env._in_slices(work)
        logits = np.zeros((env.lanes, env.actions), np.float32)
        logits[np.arange(env.lanes), actions] = CERTAIN
        return self._with_chance(self._tensor(logits), torch.full_like(self.made, OWN))

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    # What lasts ----------------------------------------------------------------------------------

    def network(self) -> Network:
        """What has been learnt, in whole numbers: the magnet, which is steadier than the player;
        against a rival, the player."""
        learnt = {"seconds": round(self.seconds), "decisions": self.decisions, "seed": self.seed}
        facts = {
            "game": self.game.id,
            "version": self.game.version,
            "parts": parts(self.game.rule_hooks.OBSERVATION),
            "learnt": {**learnt, "manner": self.manner._asdict()},
        }
        return (self.player if self.rival else self.magnet).whole(facts)

    def save(self, path: Path) -> None:
        """Write all that is needed to go on; a file is replaced as a whole or not at all."""
        kept = {
            "game": self.game.id,
            "manner": self.manner._asdict(),
            "seed": self.seed,
            "options": None if self.options is None else dict(self.options),
            "seats": self.seats,
            "counts": [self.seconds, self.updates, self.decisions, self.games],
            "course": [(*each[:4], tuple(each.last), each.share) for each in self.course],
            "networks": [part.state_dict() for part in self._networks()],
        }
        beside = path.with_name(path.name + ".new")
        torch.save(kept, beside)
        os.replace(beside, path)

    @classmethod
    def resumed(
        cls, game: Game, path: Path, device: str | None = None, rival: Network | None = None
    ) -> School:
        """Go on from a file that `save` wrote; games begin anew."""
        try:
            kept = torch.load(path, map_location="cpu", weights_only=True)
        except (OSError, EOFError, RuntimeError, pickle.UnpicklingError) as error:
            raise BadOption(f"{path} is not what `quarterdeck learn` saved ({error}).") from None
        if kept["game"] != game.id:
            raise BadOption(f"{path} is from the game {kept['game']!r}, not from {game.title}.")
        settings = {name: kept[name] for name in ("seed", "options", "seats")}
        pupil = cls(game, Manner(**kept["manner"]), device, rival=rival, **settings)
        for part, stored in zip(pupil._networks(), kept["networks"], strict=True):
            part.load_state_dict(stored)
        pupil.seconds, pupil.updates, pupil.decisions, pupil.games = kept["counts"]
        for seconds, updates, decisions, games, last, share in kept.get("course", []):
            point = Progress(seconds, updates, decisions, games, Report(*last), share)
            pupil.course.append(point)
        return pupil

    def _networks(self) -> tuple[Any, Any, Any, Any]:
        return self.player, self.magnet, self.critic, self.optimizer


def lessons(
    pupil: School,
    seconds: float,
    every: float = 10.0,
    update: Callable[[float], Report] | None = None,
) -> Iterator[Progress]:
    """Let a player learn until it has done so for `seconds` in all; reports `every` so often.
    `update`: `pupil.imitate`, to learn otherwise."""
    before, started = pupil.seconds, time.perf_counter()
    said = started
    while pupil.seconds < seconds:
        report = (update or pupil.update)(1 - pupil.seconds / seconds)
        now = time.perf_counter()
        pupil.seconds = before + now - started
        if now - said >= every or pupil.seconds >= seconds:
            said = now
            counts = (pupil.seconds, pupil.updates, pupil.decisions, pupil.games)
            pupil.course.append(Progress(*counts, report, pupil.share))
            yield pupil.course[-1]


def _players(game: Game, seats: int | None, lanes: int) -> np.ndarray[Any, Any]:
    """How many play in each lane: every number as often."""
    fewest, most = (seats, seats) if seats else game.seats
    return np.arange(lanes) % (most - fewest + 1) + fewest


def _options(
    game: Game, options: Mapping[str, int] | None, manner: Manner, dice: np.random.Generator
) -> dict[str, list[int]]:
    """The options of each lane: those given, or the usual ones with one of them changed here and
    there, so that every variant is learnt."""
    settings = [game.check_options(dict(options or {})) for _ in range(manner.lanes)]
    if options is None and game.options:
        for lane in range(0, manner.lanes, manner.varied):
            settings[lane] = _varied(game, settings[lane], dice)
    return {name: [each[name] for each in settings] for name in settings[0]}


def _varied(game: Game, usual: dict[str, int], dice: np.random.Generator) -> dict[str, int]:
    option = game.options[dice.integers(len(game.options))]
    value = int(dice.integers(option.low, option.high + 1))
    try:
        return game.check_options({**usual, option.name: value})
    except QuarterdeckError:
        return usual
