"""What learners are given to see is enough to aim by."""

import numpy as np

from quarterdeck.games.hidden_threat.rules import GRID

from .table import GAME, PLACES, SHIPS


def test_an_observation_tells_where_to_aim(table) -> None:
    game = table(ann_hand=["white"], ben_hand=["white"], ben_ships=["Carrier"])
    game.play("white", at="C4", finds="Battleship")
    rules = GAME.load()
    numbers = np.zeros(rules.observation_size, np.float32)
    rules.observe(game.match.view(0), 0, 0, numbers)
    grid = numbers[GRID + len(PLACES) :][: len(PLACES)]  # the adversary's
    assert grid[PLACES.index("A1")] == SHIPS.index("Carrier") + 1
    assert grid[PLACES.index("C4")] == SHIPS.index("Battleship") + 1
    assert set(grid[1:-1]) == {0}
