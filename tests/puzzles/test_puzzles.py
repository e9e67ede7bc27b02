"""Every puzzle has one answer, which follows from what it shows: found again from its texts and
its picture alone, by other means than those that made it."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date
from functools import lru_cache
from itertools import combinations

import msgspec
import pytest

from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.proof import grade_of, needed
from quarterdeck.engine.riddle import Posed, Puzzle
from quarterdeck.engine.state import Event
from quarterdeck.games.ping import state as st
from quarterdeck.games.ping.puzzle import Notes
from quarterdeck.puzzles import NoPuzzle, day_seed, make, puzzlers

GAMES = ["depth_charge", "hidden_threat", "ping", "pocket_sub"]
GOLDEN = {
    "depth_charge": ([1, 2, 3], ["square:d4", "square:g2", "square:h1", "square:d1"]),
    "hidden_threat": ([1, 2, 2], ["kind:white", "kind:red1"]),
    "ping": ([1, 2, 3], ["square:A", "square:G", "square:M", "square:O", "square:T", "square:Z"]),
    "pocket_sub": ([1, 2, 3], ["B4", "C1", "C2"]),
}
"""The grades of seeds 0 to 2 and the answer of seed 2. If these change, every day's puzzle has:
raise `making.SALT`."""

made = lru_cache(make)


def shown(game: str, seed: int) -> Puzzle:
    """The puzzle as a stranger gets it."""
    return msgspec.json.decode(msgspec.json.encode(made(game, seed).puzzle), type=Puzzle)


def places(puzzle: Puzzle) -> set[str]:
    return {action.targets[0] for action in puzzle.scene.actions}


# All of them -------------------------------------------------------------------------------------


def test_four_games_have_puzzles():
    assert [game.id for game in puzzlers()] == GAMES


def test_a_game_without_puzzles_says_which_have_some():
    with pytest.raises(NoPuzzle, match="depth_charge, hidden_threat, ping, pocket_sub"):
        make("zerpang", 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_puzzle_and_grade(game):
    riddles = [made(game, seed) for seed in range(3)]
    again = make(game, 2)
    assert msgspec.json.encode(again.puzzle) == msgspec.json.encode(riddles[2].puzzle)
    assert again.proof == riddles[2].proof
    assert ([riddle.puzzle.grade for riddle in riddles], again.answer) == GOLDEN[game]


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_right_and_any_other_is_refused_with_a_reason(game):
    riddle = made(game, 1)
    assert riddle.judge(riddle.answer).solved
    if not riddle.puzzle.ordered:
        assert riddle.judge(riddle.answer[::-1]).solved
    spare = [place for place in sorted(places(riddle.puzzle)) if place not in riddle.answer]
    for other in spare:
        verdict = riddle.judge([*riddle.answer[:-1], other])
        assert (verdict.solved, verdict.proof, verdict.answer) == (False, [], [])
        assert len(verdict.text) > 20
    assert riddle.judge(["nowhere"]).text == "Choose from the places that are lit."
    assert not riddle.judge(riddle.answer * 2).solved
    assert not riddle.judge([]).solved


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_does_not_tell_its_answer(game):
    riddle = made(game, 1)
    puzzle = json.loads(msgspec.json.encode(riddle.puzzle))
    assert "hatch" not in json.dumps(puzzle)
    assert "{1}" not in json.dumps(puzzle), "a name is missing"
    for place in riddle.answer:  # named where it can be chosen and where it is drawn, that is all
        rest = json.dumps({**puzzle, "scene": {**puzzle["scene"], "boards": [], "actions": []}})
        rest = rest.replace(f'"id": "{place}"', "")  # a card to choose is a piece
        assert f'"{place}"' not in rest or game == "pocket_sub"  # where the enemy is is no secret


def test_every_day_and_every_game_has_its_own_seed_on_all_servers():
    today = date(2026, 11, 17)
    assert day_seed("ping", today) == 36550198088920
    assert len({day_seed(game, today.replace(day=day)) for game in GAMES for day in (1, 2)}) == 8


def test_the_fewest_facts_that_exclude_every_other_world():
    assert needed([0b011, 0b110]) == [1]
    assert needed([0b001, 0b010, 0b111]) == [0, 1]
    assert needed([0b001, 0]) is None
    assert [grade_of(n, (2, 4)) for n in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]


class Recorder:
    """Remembers the positions that became puzzles."""

    def __init__(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        module = find(game).module("puzzle")
        self.matches: list[tuple[Match, int]] = []
        pose = module.pose

        def posing(match: Match, viewer: int) -> Posed | None:
            if found := pose(match, viewer):
                self.matches.append((match, viewer))
            return found

        monkeypatch.setattr(module, "pose", posing)


@pytest.fixture
def recorded(monkeypatch):
    return lambda game: Recorder(game, monkeypatch)


# Depth Charge ------------------------------------------------------------------------------------


def square(name: str) -> tuple[int, int]:
    return "abcdefgh".index(name[0]), int(name[1])


def track(charge: tuple[int, int], mine: tuple[int, int]) -> list[tuple[int, int]]:
    """Squares an echo passes, the mine's own last: straight, diagonal, or the longer leg first."""
    (x, y), passed = charge, []
    while (x, y) != mine:
        dx, dy = mine[0] - x, mine[1] - y
        far, near = abs(mine[0] - charge[0]), abs(mine[1] - charge[1])
        sign = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
        if far == near:
            x, y = x + sign[0], y + sign[1]
        elif (far > near and dx) or not dy:
            x += sign[0]
        else:
            y += sign[1]
        passed.append((x, y))
    return passed


def echoes(charge, mines, islands) -> set[int]:
    found = set()
    for mine in mines:
        passed = track(charge, mine)
        if not set(passed[:-1]) & (mines | islands):
            found.add(len(passed))
    return found


def layouts_that_fit(puzzle: Puzzle) -> list[set[str]]:
    cells = puzzle.scene.boards[0].cells
    islands = {square(cell.name) for cell in cells if cell.terrain == "land"}
    open_ = sorted(place.removeprefix("square:") for place in places(puzzle))
    left = [{square(name) for name in chosen} for chosen in combinations(open_, puzzle.count or 0)]
    gone: set[tuple[int, int]] = set()
    for fact in reversed(puzzle.facts):
        if hit := re.search(r"destroyed a mine on (\w\d)", fact):
            gone = gone | {square(hit[1])}
            continue
        sounded = re.search(r"sounded from (\w\d): (.*)\.", fact)
        assert sounded
        report = {int(number) for number in re.findall(r"\d+", sounded[2])}
        charge = square(sounded[1])
        left = [mines for mines in left if echoes(charge, mines | gone, islands) == report]
    return left


@pytest.mark.parametrize("seed", range(3))
def test_only_one_layout_explains_every_sounding(seed):
    riddle = made("depth_charge", seed)
    fitting = layouts_that_fit(shown("depth_charge", seed))
    assert fitting == [{square(place.removeprefix("square:")) for place in riddle.answer}]


def test_the_mines_are_where_the_answer_says(recorded):
    recorder = recorded("depth_charge")
    riddle = make("depth_charge", 1)
    match, viewer = recorder.matches[-1]
    drawn = {
        piece.at
        for piece in match.picture(1 - viewer).pieces
        if piece.id.startswith(f"mine:{1 - viewer}")
    }
    assert drawn == set(riddle.answer)


def test_a_wrong_layout_is_told_what_it_would_have_echoed():
    riddle = made("depth_charge", 0)
    spare = next(p for p in sorted(places(riddle.puzzle)) if p not in riddle.answer)
    text = riddle.judge([*riddle.answer[1:], spare]).text
    assert re.fullmatch(
        r"That does not fit the sounding from \w\d on turn \d+: .*echo.*, not .*echo.*\.", text
    )


# PING --------------------------------------------------------------------------------------------

LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZ"
WAYS = {"north": -5, "south": 5, "west": -1, "east": 1}


def beside(here: int, way: str) -> int | None:
    there = here + WAYS[way]
    off = there not in range(25) or (way in ("east", "west") and there // 5 != here // 5)
    return None if off else there


def around(squares: set[int]) -> set[int]:
    return {beside(here, way) for here in squares for way in WAYS} - {None}  # type: ignore[misc]


def line_of_fire(here: int | None, way: str) -> set[int]:
    found: set[int] = set()
    while here is not None and (here := beside(here, way)) is not None:
        found.add(here)
    return found


def squares_left(puzzle: Puzzle) -> set[int]:
    """Where the submarine may be, by what the facts say, one after another."""
    seen, *facts = puzzle.facts
    possible = {LETTERS.index(re.findall(r"at (\w)\.", seen)[0])}
    for fact in facts:
        if "one step" in fact or "two steps" in fact:
            for _ in range(1 if "one step" in fact else 2):
                possible = around(possible)
        elif torpedo := re.search(r"torpedo, fired (\w+) from (\w), hit nothing", fact):
            possible -= line_of_fire(LETTERS.index(torpedo[2]), torpedo[1])
        elif gun := re.search(r"deck gun, fired from (\w), hit nothing", fact):
            here = LETTERS.index(gun[1])
            possible -= around({here}) | {here}
        else:
            assert "it stayed where it was" in fact
    return possible


@pytest.mark.parametrize("seed", range(12))
def test_the_submarine_can_be_on_these_squares_and_no_others(seed):
    riddle = made("ping", seed)
    left = sorted(squares_left(shown("ping", seed)))
    assert [f"square:{LETTERS[square]}" for square in left] == riddle.answer
    assert len(riddle.puzzle.scene.pieces) == 1, "only the viewer's own submarine is drawn"


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_the_submarine_is_on_one_of_the_squares(seed, recorded):
    recorder = recorded("ping")
    riddle = make("ping", seed)
    match, viewer = recorder.matches[-1]
    there = match.truth["location"][0][1 - viewer]
    assert f"square:{LETTERS[there]}" in riddle.answer


@pytest.mark.parametrize(("action", "facts"), [(st.DIVE, 1), (st.ENCRYPT, 2)])
def test_a_shot_at_a_dived_submarine_tells_nothing(action, facts):
    notes = Notes(viewer=0)
    for event in (
        Event(st.REVEALED, 0, 1, 7, 0, 0),
        Event(st.PLAYED, 0, 1, st.NO_CARD, st.UNKNOWN, 0),
        Event(st.FIRED, 0, 0, 5, st.EAST, 0),
        Event(st.UNHARMED, 0, 1, 0, 0, 0),
        Event(st.TOOK, 0, 0, 3, action, 0),
    ):
        notes.hear(event, here=5, turn=9)
    assert (notes.seen, len(notes.facts)) == (7, facts)
    assert "it stayed where it was" in notes.facts[0].text


# Hidden Threat -----------------------------------------------------------------------------------


def cards_not_seen(puzzle: Puzzle) -> Counter[str]:
    """The adversary's deck less what can be counted in the picture."""
    left = Counter(
        {name: int(count) for count, name in re.findall(r"(\d+) × ([^.]*?)(?=, \d|\.$)",
                                                        puzzle.facts[0])}
    )  # fmt: skip
    theirs, yours = puzzle.scene.boards
    for cell in yours.cells:
        for mark in cell.marks:
            if card := re.search(r"^(?:a shield with a )?(White|Red \d)(-| )peg card", mark.label):
                left[f"{card[1]}{card[2]}peg"] -= 1
    for cell in theirs.cells:
        left["Shield"] -= sum(mark.label.startswith("a shield") for mark in cell.marks)
    for piece in puzzle.scene.pieces:
        if piece.at.startswith("discard"):
            count, _, name = piece.label.partition(" of ")
            left[name] -= int(count)
    return left


@pytest.mark.parametrize("seed", range(8))
def test_these_kinds_and_no_others_are_in_every_hand(seed):
    riddle, puzzle = made("hidden_threat", seed), shown("hidden_threat", seed)
    numbers = re.findall(r"(\d+) cards?", puzzle.detail)
    cards = list(cards_not_seen(puzzle).elements())
    assert len(cards) == sum(map(int, numbers))
    hands = [set(hand) for hand in combinations(cards, int(numbers[0]))]
    names = {action.targets[0]: action.label for action in puzzle.scene.actions}
    assert set.intersection(*hands) == {names[place] for place in riddle.answer}


def test_a_card_that_may_lie_in_the_pile_is_answered_by_a_hand_without_it():
    riddle = made("hidden_threat", 0)
    spare = sorted(places(riddle.puzzle) - set(riddle.answer))
    text = riddle.judge([*riddle.answer, spare[0]]).text
    assert re.fullmatch(r"Nemo may hold .*: no .*\.", text)


# Pocket Sub --------------------------------------------------------------------------------------


def winning_turns(position: Position, actor: int, so_far: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All ways to win this turn, by interpreted rules and through the scene's own targets."""
    scene = position.rules.game.hooks.scene
    found = set()
    for action in position.legal():
        place = scene.targets(position.plain(), action)[-1]
        after = position.act(action)
        if after.winners == [actor]:
            found.add((*so_far, place))
        elif not after.over and after.actor == actor:
            found |= winning_turns(after, actor, (*so_far, place))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_one_way_to_sail_wins(seed, recorded):
    recorder = recorded("pocket_sub")
    riddle = make("pocket_sub", seed)
    rules = find("pocket_sub").load(compiled=False)
    match, viewer = recorder.matches[-1]
    ((_, *line),) = winning_turns(Position(rules, match.truth), viewer, ())
    assert riddle.answer == line


def test_a_losing_course_says_what_happens():
    riddle = made("pocket_sub", 1)
    texts = {riddle.judge([place]).text for place in places(riddle.puzzle)}
    assert any("cannot sail on to" in text for text in texts)
    assert any("does not win yet" in text for text in texts)
