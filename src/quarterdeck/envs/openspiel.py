"""Every game as an OpenSpiel game. Importing this registers them: `quarterdeck_ping` and so on.

    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    import quarterdeck.envs.openspiel

    game = pyspiel.load_game("quarterdeck_ping(rng_seed=7)")
    bot = ISMCTSBot(game, RandomRolloutEvaluator(), uct_c=2, max_simulations=10)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    print(state.returns())

Parameters: `players`, `rng_seed` (-1: a random one), and the game's options by name.

- Chance is drawn inside an action (OpenSpiel calls this sampled-stochastic). **Every clone gets new
  dice**, so that a search cannot foresee chance.
- The information state is a digest of everything the player was told: its own actions and the
  events addressed to it. The observation is the player's current view: `observe` as numbers, the
  fields as text. During a draft the other players observe what they saw before it.
- `resample_from_infostate` imagines a world from the player's view alone. It contains nothing of
  the truth: its history is empty, and what others were told is replaced by what they see there.
- Winners share what losers lose, scaled so that the larger share is 1: 1 and -1 between two sides,
  1 and -1/3 for one winner of four; 0 for all in a draw.
- `Rollouts` is OpenSpiel's `RandomRolloutEvaluator` in compiled code: it makes searches fifteen
  times as fast. It is compiled on first use, which takes up to a minute.

OpenSpiel's C++ `ISMCTSBot` cannot resample games written in Python (it crashes), and OpenSpiel
cannot serialize sampled-stochastic Python games; to store games, use `engine.match` and records.
"""

from __future__ import annotations

import functools
import hashlib
import secrets
from typing import Any, ClassVar

import numpy as np
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from quarterdeck.engine.game import Game, listing
from quarterdeck.engine.position import Position
from quarterdeck.engine.recall import DRAFT, ROOM, hear
from quarterdeck.engine.rule import next_word
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.seeds import generators
from quarterdeck.engine.state import clone, to_plain

States = np.ndarray[Any, Any]


def hear_at(states: Any, told: Any, actor: int, action: int) -> None:
    hear(states[0], told, actor, action)


def redraw(states: Any, dice: Any) -> None:
    """Replace the dice."""
    for word in range(4):
        states[0].rng[word] = next_word(dice)


# the game's own functions, bound by `Rules.bind`
act: Any
choose: Any


def roll_out(states: Any, dice: Any, actions: Any) -> None:
    """Play at random to the end."""
    s = states[0]
    while not s.over:
        act(s, choose(s, actions, dice))


def _bound(rules: Rules, function: Any) -> Any:
    """One of the functions above, bound to the game's rules and compiled once."""
    key = f"openspiel.{function.__name__}"
    if key not in rules.extras:
        rules.extras[key] = rules.bind(function)
    return rules.extras[key]


class Progress:
    """A game in progress: its position now and at the last fence, and what each seat was told."""

    def __init__(self, now: Position, dice: Any) -> None:
        self.now, self.dice = now, dice
        self.shown = now
        self.told = np.zeros(ROOM, np.int64)

    @staticmethod
    def dealt(rules: Rules, blank: States, dice: Any) -> Progress:
        """A new game."""
        state = clone(blank)
        _bound(rules, redraw)(state, dice)
        rules.deal(state, 0)
        progress = Progress(Position(rules, state), dice)
        progress.hear(-1, -1)
        return progress

    def __deepcopy__(self, memo: object) -> Progress:
        """For a clone of the state: the same game with new dice."""
        progress = Progress(self.with_new_dice(), self.dice)
        progress.shown = progress.now if self.shown is self.now else self.shown
        progress.told = self.told.copy()
        return progress

    def with_new_dice(self) -> Position:
        """The truth, except for the dice."""
        state = clone(self.now.state)
        _bound(self.now.rules, redraw)(state, self.dice)
        return Position(self.now.rules, state)

    def rolled_out(self) -> Progress:
        """The same game after a random rollout."""
        progress, rules = Progress(self.with_new_dice(), self.dice), self.now.rules
        _bound(rules, roll_out)(progress.now.state, self.dice, rules.room())
        return progress

    @functools.cached_property
    def legal(self) -> list[int]:
        return sorted(self.now.legal())

    def act(self, action: int) -> None:
        """Carry out the actor's action."""
        actor, self.now = self.now.actor, self.now.act(action)
        self.__dict__.pop("legal", None)
        self.hear(actor, action)
        if self.now.fenced:
            self.shown = self.now

    def hear(self, actor: int, action: int) -> None:
        """Update what each seat was told."""
        _bound(self.now.rules, hear_at)(self.now.state, self.told, actor, action)

    def returns(self) -> list[float]:
        """Each seat's reward: its score, or its share of the win."""
        return self.now.returns()

    def view(self, seat: int) -> States:
        """The seat's view; only the actor sees the draft."""
        return (self.now if seat == self.now.actor else self.shown).view(seat)

    def imagined(self, seat: int) -> Progress:
        """A world that fits the seat's view, made from that view alone."""
        seen = Position(self.now.rules, self.view(seat))
        progress = Progress(
            seen.imagined(seat, self.dice), self.dice
        )  # without `shown`, which is the truth
        for other in range(self.now.seats):
            told = self.told[seat] if other == seat else _digest(progress.view(other))
            progress.told[other] = told
        if seat == self.now.actor:
            progress.told[DRAFT] = self.told[DRAFT]
        return progress

    def information(self, seat: int) -> str:
        """A digest of all that the seat was told and of its own actions."""
        draft = self.told[DRAFT] if seat == self.now.actor else 0
        return f"{seat}:{_hex(self.told[seat])}:{_hex(draft)}"


def _hex(number: int) -> str:
    return f"{int(number) & 2**64 - 1:016x}"


def _digest(view: States) -> int:
    """Hash a view."""
    digest = hashlib.blake2b(view.tobytes(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def _text(rules: Rules, states: States) -> str:
    """A state or view as text, one field per line."""
    plain = to_plain(rules.state, states)
    fields = [n for n in rules.state.fields if n not in ("rng", "event", "event_count")]
    return "\n".join(f"{name} {getattr(plain, name)}" for name in fields)


# What OpenSpiel sees -------------------------------------------------------------------------


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game."""

    def __init__(self, game: SpielGame, progress: Progress) -> None:
        super().__init__(game)
        self.progress = progress

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.progress.now.over else self.progress.now.actor

    def is_terminal(self) -> bool:
        return self.progress.now.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.progress.legal

    def _apply_action(self, action: int) -> None:
        self.progress.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        verb, number = self.progress.now.rules.game.actions.parse(action)
        return f"{verb} {number}"

    def returns(self) -> list[float]:
        return self.progress.returns()

    def information_state_string(self, player: int | None = None) -> str:
        return self.progress.information(self.progress.now.actor if player is None else player)

    def resample_from_infostate(self, player: int, sampler: object = None) -> SpielState:
        """A state as the player might imagine it; its dice come from the game's `rng_seed`."""
        return SpielState(self.get_game(), self.progress.imagined(player))

    def __str__(self) -> str:
        return _text(self.progress.now.rules, self.progress.now.state)


class Rollouts:
    """An evaluator for searches: the result of one random rollout."""

    def evaluate(self, state: SpielState) -> list[float]:
        return state.progress.rolled_out().returns()

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All legal actions, equally likely."""
        legal = state.progress.legal
        return [(action, 1 / len(legal)) for action in legal]


class Sight:
    """Observes a player's current view."""

    def __init__(self, rules: Rules) -> None:
        self.tensor = np.zeros(rules.observation_size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        progress = state.progress
        self.tensor.fill(0)
        progress.now.rules.observe(progress.view(player), 0, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return _text(state.progress.now.rules, state.progress.view(player))


class Recall:
    """Observes everything a player was told: as a string, not as numbers."""

    tensor = np.zeros(0, np.float32)
    dict: ClassVar[dict[str, Any]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing to set."""

    def string_from(self, state: SpielState, player: int) -> str:
        return state.progress.information(player)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A Quarterdeck game with its number of players, options and dice."""

    quarterdeck: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.quarterdeck
        kind = _game_type(game)
        settings = {**kind.parameter_specification, **(params or {})}
        super().__init__(kind, _game_info(game, settings["players"]), settings)
        options = {o.name: settings[o.name] for o in game.options}
        self.rules = game.load()
        self.blank = self.rules.new(1, settings["players"], options)
        seed = settings["rng_seed"]
        self.dice = generators(secrets.randbits(64) if seed == -1 else seed, 1)[0]

    def new_initial_state(self) -> SpielState:
        return SpielState(self, Progress.dealt(self.rules, self.blank, self.dice))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Sight | Recall:
        one = pyspiel.PrivateInfoType.SINGLE_PLAYER
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or not kind.public_info or kind.private_info != one:
            raise ValueError(
                "observations show everything that one player may know, and take no params"
            )
        return Recall() if kind.perfect_recall else Sight(self.rules)

    def __reduce__(self) -> Any:
        return _restored, (str(self), self.dice.tolist())


def _restored(name: str, dice: list[int]) -> Any:
    """Restore a pickled game with its dice."""
    game = pyspiel.load_game(name)
    game.dice[:] = dice
    return game


def _game_type(game: Game) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=f"quarterdeck_{game.id}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[0],
            "rng_seed": -1,
            **{o.name: o.default for o in game.options},
        },
    )


def _game_info(game: Game, players: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions.count,
        max_chance_outcomes=0,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.bound,
    )


for _game in listing():
    # One class per game: OpenSpiel frees what is registered after Python has shut down, and crashes
    # if it is anything but a class.
    pyspiel.register_game(_game_type(_game), type(_game.id, (SpielGame,), {"quarterdeck": _game}))
