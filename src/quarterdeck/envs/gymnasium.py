"""Every game for Gymnasium. Importing this registers them.

    import gymnasium
    import quarterdeck.envs.gymnasium

    env = gymnasium.make("quarterdeck/ping-v0", opponent="cadet")
    observation, info = env.reset(seed=0)
    over = False
    while not over:
        action = env.action_space.sample(info["action_mask"])
        observation, reward, over, _, info = env.step(action)

`quarterdeck/ping-v0` is one seat of the game, with bots in the others. For `make_vec` there is also
`quarterdeck/ping-selfplay-v0`, many games at once (vector.py). Without the second import:
`gymnasium.make("quarterdeck.envs.gymnasium:quarterdeck/ping-v0")`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded

from quarterdeck.bots import make as make_bot
from quarterdeck.engine.describe import Description
from quarterdeck.engine.errors import BadOption, IllegalAction
from quarterdeck.engine.game import Game, listing
from quarterdeck.envs.stepping import FLOAT32, Array, Stepper

ANSI = "ansi"
LOSE, RAISE = "lose", "raise"


class Seat(gymnasium.Env[Array, int]):
    """One seat of a game; bots play the others."""

    metadata = {"render_modes": [ANSI], "render_fps": 1}

    def __init__(
        self,
        game: str | Game,
        opponent: str = "cadet",
        seat: int | None = None,
        seats: int | None = None,
        options: Mapping[str, int] | None = None,
        dtype: str = FLOAT32,
        illegal: str = LOSE,
        render_mode: str | None = None,
    ) -> None:
        """`opponent`: a bot, e.g. cadet, mate, captain, random. `seat`: the learner's; any at
        random unless said. `dtype`: observations from -1 to 1 ("float32"), or the whole numbers
        ("raw"). `illegal`: what an illegal action does: the game is lost ("lose"; `info["illegal"]`
        says why), or an error is raised ("raise")."""
        self.game = Stepper(game, seats, options, dtype)
        if seat is not None and seat not in range(self.game.seats):
            raise BadOption(f"seat is a number from 0 to {self.game.seats - 1}, not {seat!r}.")
        if illegal not in (LOSE, RAISE):
            raise BadOption(f"illegal is {LOSE} or {RAISE}, not {illegal!r}.")
        if render_mode not in (None, ANSI):
            raise BadOption(f"render_mode is None or {ANSI!r}, not {render_mode!r}.")
        make_bot(opponent, self.game.game, 0)  # refuses one that there is not
        self.opponent, self.illegal, self.render_mode = opponent, illegal, render_mode
        self.always, self.seat, self.over = seat, seat or 0, True
        self.observation_space = self.game.observation_space()
        self.action_space = self.game.action_space()
        self.bots: dict[int, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "bots": {}}

    def describe(self) -> Description:
        """What the numbers mean."""
        return self.game.describe()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal a game; with a seed, the one that `Match(game, seed=seed)` deals."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(self.game.seats))
        self.seat, self.over = chosen if self.always is None else self.always, False
        self.bots = {}
        self.game.deal(int(self.np_random.integers(2**63)) if seed is None else seed)
        self._let_others_play()
        return self._seen()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Carry out the learner's action, and what the bots do until it is asked again."""
        if self.over:
            raise ResetNeeded("no game is being played: call reset()")
        try:
            self.game.act(action)
        except IllegalAction as error:
            if self.illegal == RAISE:
                raise
            return self._lose(str(error))
        self._let_others_play()
        self.over = self.game.now.over
        observation, info = self._seen()
        return observation, self.game.now.returns()[self.seat], self.over, False, info

    def _lose(self, why: str) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        self.over = True
        observation, info = self._seen()
        return observation, self.describe().reward[0], True, False, {**info, "illegal": why}

    def _let_others_play(self) -> None:
        """Bots act until the learner is asked, or the game is over."""
        while not self.game.now.over and (actor := self.game.now.actor) != self.seat:
            if actor not in self.bots:
                seed = int(self.np_random.integers(2**31))
                self.bots[actor] = make_bot(self.opponent, self.game.game, seed)
            self.game.act(self.bots[actor].choose(self.game.now.view(actor), actor))

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "seat": self.seat}
        if self.game.now.over:
            info["winners"] = self.game.now.winners
        return self.game.observation(self.seat), info

    def action_masks(self) -> Array:
        """1 for each action that is open to the learner; MaskablePPO asks by this name."""
        return self.game.mask(self.seat)

    def render(self) -> str | None:
        """What the learner sees, in words."""
        if self.render_mode is None:
            return None
        names = [f"{self.opponent} in seat {seat}" for seat in range(self.game.seats)]
        names[self.seat] = "the learner"
        return self.game.text(self.seat, names)


def register(game: Game) -> None:
    """Register a game with Gymnasium."""
    name, settings = f"quarterdeck/{game.id}", {"game": game.id}
    gymnasium.register(f"{name}-v0", Seat, kwargs=settings)
    many = "quarterdeck.envs.vector:SelfPlay"
    gymnasium.register(f"{name}-selfplay-v0", vector_entry_point=many, kwargs=settings)


for _game in listing():
    register(_game)
