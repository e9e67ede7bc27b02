"""Every game as an OpenSpiel game. Importing this registers them: `python_quarterdeck_ping` etc.

    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    import quarterdeck.envs.openspiel

    game = pyspiel.load_game("python_quarterdeck_ping(chance=sampled,rng_seed=7)")
    bot = ISMCTSBot(game, RandomRolloutEvaluator(), uct_c=2, max_simulations=10)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    print(state.information_state_string(0))
    print(state.returns())

Parameters: `players`, the game's options by name, `chance`, and `rng_seed` (-1: a random one).

- `chance=explicit`, the default: every draw is a chance node with equally likely outcomes, and the
  deal comes first. Histories contain the outcomes, so states can be serialized, and CFR and the
  like can list them.
- `chance=sampled`: actions draw by themselves, which makes ISMCTS faster. **Every clone gets new
  dice**, so that a search cannot foresee chance. OpenSpiel cannot serialize Python games of this
  kind; MCTS and CFR expect clones to continue alike, so they need explicit chance.
- The information state is what the player did and was told since the deal, as text:
  `player 0 | 1 goes-first | 0 dealt 4 | did station 7`. An event names who it is about, what
  happened, and its numbers, whose meaning the game's `EVENTS` explains. Only a game whose
  observation has perfect recall has an information-state tensor.
- The observation is the player's current view: the parts of `observe`, scaled to at most 1 in size,
  or the fields as text. The public observation is a spectator's, the private one what the player
  sees beyond it. During a draft the other players observe what they saw before it.
- `resample_from_infostate` imagines a world from the player's view alone. It contains nothing of
  the truth: its history is empty, and what others were told is replaced by what they see there.
- Returns are scores where a game has them. Otherwise winners share what losers lose, scaled so that
  the larger share is 1: 1 and -1 between two sides, 1 and -1/3 for one winner of four.
- `Rollouts` is OpenSpiel's `RandomRolloutEvaluator` in compiled code.

Two limits are OpenSpiel's (2.0.2) with all games written in Python: `pyspiel.MCTSBot.step` crashes,
since it releases the interpreter lock (`pyspiel.Bot.step(bot, state)` works), and
`pyspiel.ISMCTSBot` cannot resample them.
"""

from __future__ import annotations

import warnings

import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from quarterdeck.engine.errors import QuarterdeckError
from quarterdeck.engine.game import Game, listing
from quarterdeck.envs.openspiel.games import SpielGame, game_type
from quarterdeck.envs.openspiel.progress import EXPLICIT, SAMPLED
from quarterdeck.envs.openspiel.states import Rollouts, SpielState

__all__ = ["Rollouts", "SpielGame", "SpielState", "register", "warm"]


def warm(game: Game) -> None:
    """Compile what the adapter needs of an installed game."""
    for mode in (EXPLICIT, SAMPLED):
        loaded = pyspiel.load_game(game_type(game).short_name, {"chance": mode})
        state = loaded.new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        state.resample_from_infostate(state.current_player())
        state.apply_action(state.legal_actions()[0])
    Rollouts().evaluate(state)


def register(game: Game) -> None:
    """Let OpenSpiel know a game; those that are installed are registered already."""
    # One class per game: OpenSpiel frees what is registered after Python has shut down, and crashes
    # if it is anything but a class.
    pyspiel.register_game(game_type(game), type(game.id, (SpielGame,), {"quarterdeck": game}))


for _game in listing():
    try:
        register(_game)
    except QuarterdeckError as error:  # somebody else's package: go on without it
        warnings.warn(f"{_game.title} is not registered: {error}", stacklevel=2)
