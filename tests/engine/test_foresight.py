"""What an action would lead to is told beforehand, only as far as its taker can know."""

import pytest

from quarterdeck.engine.match import Match
from quarterdeck.engine.scene import Consequence

from .variants import hideout

STRIKES = [
    ("quarterdeck.engine.scene import Board", "quarterdeck.engine.scene import Cue, Board"),
    (
        'return Told(f"{who} {hut_name(event.a)}: {row}.", event.who)',
        'at = [Cue("strike", f"hut:{event.a}")]\n'
        '    return Told(f"{who} {hut_name(event.a)}: {row}.", event.who, at)',
    ),
]
"""A search is something worth knowing of beforehand."""
EXACT = [("def label(", "def foresee(view, action):\n    return [str(action)]\n\n\ndef label(")]


def seeking(folder, changes=None, compiled=True, guesses=1) -> Match:
    """The hider hides where he may; the seeker is to search."""
    game = hideout(folder, {"scene.py": changes} if changes else None)
    match = Match(game, options={"guesses": guesses}, seed=5, compiled=compiled)
    while match.actor == 0:
        match.act(0, match.legal()[0])
    return match


def foreseen(match: Match) -> dict[str, list[Consequence]]:
    return {a.targets[0]: a.consequences for a in match.scene(match.actor).actions}


@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_sure_is_told_and_what_is_not_is_not(tmp_path, compiled):
    match = seeking(tmp_path, compiled=compiled)
    burnt = int(match.truth["burnt"][0])
    told = foreseen(match)
    assert told.pop(f"hut:{burnt}") == [Consequence("You lose the game.", "danger")]
    assert list(told.values()) == [[], [], []], "any of them may be the right one"


def test_damage_is_told_where_it_is_sure(tmp_path):
    match = seeking(tmp_path, STRIKES, guesses=2)
    possible = [hut for hut in range(4) if match.truth["possible"][0] >> hut & 1]
    alone = next(hut for hut in possible if hut ^ 1 not in possible)
    told = foreseen(match)
    assert told[f"hut:{alone}"] == [], "the row may be right or wrong"
    match.act(1, next(a.id for a in match.scene(1).actions if a.targets == [f"hut:{alone}"]))
    if not match.over:  # then the other row is right
        texts = [c.text for told in foreseen(match).values() for c in told if c.at]
        assert any("the right row" in text for text in texts)


def test_a_game_may_answer_exactly_instead(tmp_path):
    match = seeking(tmp_path, EXACT)
    assert all(a.consequences == [str(a.id)] for a in match.scene(1).actions)


def test_a_sure_end_is_told_for_what_it_is(tmp_path):
    """Hut 1 is burnt and the lower row searched in vain: hut 0 it is, with the last guess."""
    game = hideout(tmp_path)
    deals = (Match(game, options={"guesses": 3}, seed=n) for n in range(99))
    match = next(deal for deal in deals if deal.truth["burnt"][0] == 1)
    for action in (0, 2):  # the upper row, the left column
        match.act(0, action)
    for hut in (2, 3):
        match.act(1, 4 + hut)
    assert foreseen(match) == {
        "hut:0": [Consequence("You win the game.", "calm")],
        "hut:1": [Consequence("You lose the game.", "danger")],
    }


def test_a_sure_draw_is_told_too(tmp_path):
    nobody = {"rules.py": [("s.winners = 1 << st.HIDER", "s.winners = 0")]}
    match = Match(hideout(tmp_path, nobody), options={"guesses": 1}, seed=5)
    while match.actor == 0:
        match.act(0, match.legal()[0])
    burnt = int(match.truth["burnt"][0])
    assert foreseen(match)[f"hut:{burnt}"] == [Consequence("The game ends in a draw.")]
