"""Games as OpenSpiel's games: their parameters, types and sizes."""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from quarterdeck.engine import chance
from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.game import Game
from quarterdeck.engine.seeds import generators
from quarterdeck.envs.openspiel.observers import Apart, Recall, Sight
from quarterdeck.envs.openspiel.progress import EXPLICIT, MOST_OUTCOMES, SAMPLED, Setting
from quarterdeck.envs.openspiel.states import SpielState


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A Quarterdeck game with its number of players, options and dice."""

    quarterdeck: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.quarterdeck
        given = {**_parameters(game), **(params or {})}
        players, mode, seed = (given[name] for name in ("players", "chance", "rng_seed"))
        if mode not in (EXPLICIT, SAMPLED):
            raise BadOption(f"chance must be {EXPLICIT} or {SAMPLED}, not {mode!r}.")
        options = {name: value for name, value in given.items() if name not in _COMMON}
        game.check_options(options)
        super().__init__(game_type(game, mode), _game_info(game, game.check_seats(players)), given)
        dice = generators(secrets.randbits(64) if seed == -1 else seed, 1)[0]
        self.setting = Setting(game, players, options, mode, dice.tolist())

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A script has room for no more draws than its number has bits."""
        return (self.quarterdeck.bound + 1) * chance.MOST.bit_length()

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if isinstance(iig_obs_type, dict):  # so it is called from C++ for the usual observation
            iig_obs_type, params = None, iig_obs_type
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observations take no parameters, but were given {params}")
        private = pyspiel.PrivateInfoType
        asked = (kind.public_info, kind.private_info)
        if asked == (True, private.SINGLE_PLAYER):
            return (Recall if kind.perfect_recall else Sight)(self.setting.rules)
        if asked in ((True, private.NONE), (False, private.SINGLE_PLAYER)):
            if not kind.perfect_recall:
                return Apart(kind.public_info)
        raise ValueError(
            "nobody can observe this; there are what a player knows, and, without perfect recall, "
            "what is public and what a player sees beyond it"
        )

    def __reduce__(self) -> Any:
        return _restored_game, (str(self), self.setting.dice.tolist())


def _restored_game(name: str, dice: list[int]) -> Any:
    """Restore a pickled game with its dice."""
    game = pyspiel.load_game(name)
    game.setting.dice[:] = dice
    return game


_COMMON = ("players", "chance", "rng_seed")


def _parameters(game: Game) -> dict[str, Any]:
    """What a game can be loaded with, and what it is loaded with otherwise."""
    common = dict(zip(_COMMON, (game.seats[0], EXPLICIT, -1), strict=True))
    return common | {o.name: o.default for o in game.options}


def game_type(game: Game, mode: str = EXPLICIT) -> Any:
    kind, score = pyspiel.GameType, game.rule_hooks.SCORE
    return kind(
        short_name=f"python_quarterdeck_{game.id}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC
            if mode == EXPLICIT
            else kind.ChanceMode.SAMPLED_STOCHASTIC
        ),
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=(
            kind.Utility.GENERAL_SUM if score and not score.zero_sum else kind.Utility.ZERO_SUM
        ),
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=game.rule_hooks.OBSERVATION.recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )


def _game_info(game: Game, players: int) -> Any:
    score = game.rule_hooks.SCORE
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions.count,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=players,
        min_utility=float(score.low if score else -1),
        max_utility=float(score.high if score else 1),
        utility_sum=None if score and not score.zero_sum else 0.0,
        max_game_length=game.bound,
    )
