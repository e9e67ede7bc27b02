"""The examples are OpenSpiel's games: both trees are walked in step and compared node by node."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from quarterdeck.engine import chance
from quarterdeck.engine.chance import Chance, Node
from quarterdeck.engine.game import Game
from quarterdeck.engine.position import Position
from tests.games import example

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make research")


def same(text: str, theirs: int) -> int:
    return theirs


def in_our_numbers(text: str, theirs: int) -> int:
    """The action for "Pl0: place ship vertically with top-left corner in (0, 2)"."""
    st = example("battleship").module("state")
    row, column = map(int, re.findall(r"\d+", text)[-2:])
    verb = st.ACROSS if "horizontally" in text else st.DOWN if "vertically" in text else st.SHOT
    return verb + st.SIDE * row + column


@dataclass
class Both:
    """A game of ours and of OpenSpiel's."""

    ours: Game
    theirs: Any
    options: dict[str, int] = field(default_factory=dict)
    translate: Callable[[str, int], int] = same
    nodes: int = 0
    told: dict[str, set[bytes]] = field(default_factory=dict)
    """OpenSpiel's information states of those who decide, and our views of them."""

    def start(self) -> tuple[Node, Any]:
        return chance.deal(self.ours, 2, self.options), self.theirs.new_initial_state()

    def walk(self) -> None:
        """Compare the complete trees."""
        waiting = [self.start()]
        while waiting:
            waiting += self.compare(*waiting.pop())

    def play(self, seed: int) -> None:
        """Compare one random game."""
        dice, ways = random.Random(seed), [self.start()]
        while ways:
            ways = self.compare(*dice.choice(ways))

    def compare(self, ours: Node, theirs: Any) -> list[tuple[Node, Any]]:
        """Compare a node; returns what may follow."""
        self.nodes += 1
        if isinstance(ours, Chance):
            cards = theirs.chance_outcomes()
            assert [p for _, p in cards] == pytest.approx([1 / ours.outcomes] * ours.outcomes)
            return [(ours.take(k), theirs.child(card)) for k, (card, _) in enumerate(cards)]
        assert ours.over == theirs.is_terminal()
        assert ours.returns() == theirs.returns()
        if ours.over:
            return []
        assert ours.actor == theirs.current_player()
        self.compare_information(ours, theirs)
        actions = {
            self.translate(theirs.action_to_string(action), action): action
            for action in theirs.legal_actions()
        }
        assert sorted(ours.legal()) == sorted(actions)
        return [(chance.act(ours, mine), theirs.child(action)) for mine, action in actions.items()]

    def compare_information(self, ours: Position, theirs: Any) -> None:
        key = f"{ours.actor} {theirs.information_state_string()}"
        self.told.setdefault(key, set()).add(ours.view(ours.actor).tobytes())

    def check_information(self) -> int:
        """Each of their information states is one of our views and the other way round; returns how
        many there are."""
        views = [view for views in self.told.values() for view in views]
        assert len(views) == len(set(views)) == len(self.told)
        return len(self.told)


def observed(position: Position, seat: int) -> list[float]:
    out = np.zeros(position.rules.observation_size, np.float32)
    position.rules.observe(position.state, 0, seat, out)
    return out.tolist()


class Poker(Both):
    def compare_information(self, ours: Position, theirs: Any) -> None:
        super().compare_information(ours, theirs)
        for seat in range(2):
            assert observed(ours, seat) == theirs.information_state_tensor(seat)


@pytest.mark.parametrize(
    ("ours", "theirs", "nodes", "information_sets"),
    [("kuhn", "kuhn_poker", 58, 12), ("leduc", "leduc_poker", 9457, 936)],
)
def test_poker_is_openspiels_at_every_node(ours, theirs, nodes, information_sets):
    both = Poker(example(ours), pyspiel.load_game(theirs))
    both.walk()
    assert both.nodes == nodes
    assert both.check_information() == information_sets


def battleship(width: int, height: int, ships: int, shots: int, repeats: int) -> Both:
    sizes = ";".join(map(str, (2, 3, 3, 4, 5)[:ships]))
    values = ";".join(["1"] * ships)
    theirs = pyspiel.load_game(
        f"battleship(board_width={width},board_height={height},ship_sizes=[{sizes}],"
        f"ship_values=[{values}],num_shots={shots},allow_repeated_shots={bool(repeats)})"
    )
    names = ("width", "height", "ships", "shots", "repeats")
    options = dict(zip(names, (width, height, ships, shots, repeats), strict=True))
    return Both(example("battleship"), theirs, options, in_our_numbers)


@pytest.mark.parametrize("sea", [(2, 2, 1, 2, 1), (2, 2, 1, 3, 0), (3, 2, 1, 1, 0)])
def test_battleship_is_openspiels_at_every_node_of_small_seas(sea):
    both = battleship(*sea)
    both.walk()
    both.check_information()


@pytest.mark.parametrize(
    "sea", [(10, 10, 5, 50, 1), (10, 10, 5, 100, 0), (3, 3, 2, 9, 1), (4, 6, 3, 24, 0)]
)
def test_battleship_is_openspiels_in_random_games(sea):
    both = battleship(*sea)
    for seed in range(4):
        both.play(seed)
    both.check_information()


def test_our_default_options_are_openspiels_defaults():
    parameters = pyspiel.load_game("battleship").get_parameters()
    usual = {option.name: option.default for option in example("battleship").options}
    assert parameters["board_width"] == usual["width"]
    assert parameters["board_height"] == usual["height"]
    assert parameters["num_shots"] == usual["shots"]
    assert parameters["allow_repeated_shots"] == bool(usual["repeats"])
    sizes = example("battleship").module("state").SIZES[: usual["ships"]]
    assert parameters["ship_sizes"] == f"[{';'.join(map(str, sizes))}]"
    assert parameters["ship_values"] == "[1.0;1.0;1.0;1.0;1.0]"
    assert parameters["loss_multiplier"] == 1
