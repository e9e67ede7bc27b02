"""Chance: every draw is a node with all its outcomes."""

import random
from collections import Counter

import numpy as np
import pytest

from quarterdeck.engine import chance
from quarterdeck.engine.chance import Chance
from quarterdeck.engine.game import find
from quarterdeck.engine.position import Position
from tests.games import OURS, example


def without_dice(position: Position) -> bytes:
    state = position.state.copy()
    state["rng"] = 0
    return state.tobytes()


def first_of(node):
    """Take the last outcome of every draw."""
    while isinstance(node, Chance):
        node = node.take(node.outcomes - 1)
    return node


def test_a_deal_is_one_node_for_each_draw():
    first = chance.deal(example("leduc"))
    assert isinstance(first, Chance)
    assert first.outcomes == 6
    second = first.take(3)
    assert isinstance(second, Chance)
    assert second.outcomes == 5
    assert isinstance(second.take(4), Position)


def test_all_outcomes_are_listed_with_their_probabilities():
    game = example("leduc")
    dealt = list(chance.outcomes(chance.deal(game)))
    assert sum(probability for probability, _ in dealt) == pytest.approx(1)
    hands = Counter(tuple(position.state["card"][0].tolist()) for _, position in dealt)
    assert len(hands) == 30
    assert [probability for probability, _ in dealt] == pytest.approx([1 / 30] * 30)


def test_what_the_dice_bring_is_among_the_outcomes():
    game = example("hideout")
    listed = {without_dice(position) for _, position in chance.outcomes(chance.deal(game))}
    dealt = {without_dice(Position.dealt(game, seed=seed)) for seed in range(100)}
    assert dealt == listed


def test_an_action_that_draws_nothing_leads_to_one_position():
    position = first_of(chance.deal(example("hideout")))
    action = position.legal()[0]
    after = chance.act(position, action)
    assert isinstance(after, Position)
    assert without_dice(after) == without_dice(position.after(action))


def test_the_dice_are_left_alone():
    """Who lists outcomes can go on playing with dice."""
    position = Position.dealt(example("leduc"), seed=3)
    for action in (1, 1):  # two checks: the public card is drawn
        node = chance.act(position, action)
        after = first_of(node)
        assert after.state["rng"].tobytes() == position.state["rng"].tobytes()
        position = after
    assert isinstance(node, Chance)
    assert node.outcomes == 4


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_game_can_be_played_with_explicit_chance(game):
    node = first_of(chance.deal(game))
    for _ in range(60):
        if node.over:
            break
        node = first_of(chance.act(node, node.legal()[-1]))
    assert not node.state["fault"][0]


@pytest.mark.parametrize("radices", [[99] * 28, [2] * 186, [3, 1 << 30, 7, 1 << 30, 52] * 2])
def test_a_long_script_is_followed_to_its_end(radices):
    dice = random.Random(len(radices))
    wanted = [dice.randrange(n) for n in radices]
    script = chance.NOTHING_DRAWN
    for outcome, n in zip(wanted, radices, strict=True):
        script = script.then(outcome, n)
    assert chance.MOST >> 62 < script.radix <= chance.MOST
    rng = np.array([*script.words, script.length])
    assert [chance.follow(rng, n) for n in radices] == wanted
    assert [chance.follow(rng, n) for n in (1, 6, 5)] == [0, 0, 0]
    assert rng[chance.COUNTS] >> chance.OPEN == 6, "the first draw beyond the script"


def test_a_script_that_would_not_fit_is_refused():
    script = chance.Script(0, chance.MOST // 2, 185).then(1, 2)
    with pytest.raises(chance.TooManyDraws, match="too much is drawn at once"):
        script.then(0, 2)


def test_a_full_table_can_be_dealt_with_explicit_chance():
    """Six players of Zerpang! draw more cards at once than a number of 64 bits can tell."""
    game = find("zerpang")
    node, most = first_of(chance.deal(game, game.seats[1])), 0
    for _ in range(40):
        node = chance.act(node, node.legal()[-1])
        while isinstance(node, Chance):
            most = max(most, node.script.radix)
            node = node.take(node.outcomes - 1)
    assert most > 1 << 64
    assert not node.state["fault"][0]


def test_an_outcome_that_is_not_there_is_refused():
    node = chance.deal(find("ping"))
    assert isinstance(node, Chance)
    with pytest.raises(ValueError, match="outcome 2 is not in 0..1"):
        node.take(2)
