"""What people see: the chart, the words, and what is foreseen."""

from __future__ import annotations

import math
import random

import pytest

from quarterdeck.engine.match import Match
from quarterdeck.engine.state import clone

from .table import GAME, around

FAR = ["E SW", "E SE"]


def texts(game, target: str, tone: str = "danger") -> list[str]:
    return [text for text, found in game.foreseen(target) if found == tone]


# The chart -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_region_is_a_cell_that_contains_its_own_spot_and_no_other(new_game, players) -> None:
    board = new_game(players, standard=1).scene("red").boards[0]
    assert len(board.cells) == {2: 35, 3: 42, 4: 56}[players]
    for cell in board.cells:
        inside = [other.id for other in board.cells if contains(cell.outline, other.x, other.y)]
        assert inside == [cell.id]
        assert cell.terrain in ("shallow", "deep", "rocky")


def contains(corners: list[tuple[float, float]], x: float, y: float) -> bool:
    """Is the point on the same side of all edges?"""
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return len({(bx - ax) * (y - ay) > (by - ay) * (x - ax) for (ax, ay), (bx, by) in pairs}) == 1


def test_touching_regions_lie_side_by_side_also_after_a_whirlpool(table) -> None:
    game = table(red=["A NE", "A W"], blue=["C NE", "D SW"], to_play="blue",
                 whirlpools={"clockwise": "C"})  # fmt: skip
    spots = {cell.id: (cell.x, cell.y) for cell in game.scene("blue").boards[0].cells}
    game.move("C NE", "C", "C SW", "D NE", mine="C NE")
    after = {cell.id: (cell.x, cell.y) for cell in game.scene("blue").boards[0].cells}
    moved = {name for name in spots if spots[name] != after[name]}
    assert moved == {f"C{number}" for number in range(6)}
    mine = next(piece for piece in game.scene("blue").pieces if piece.symbol.startswith("mine"))
    assert math.dist(after[mine.at], spots["C0"]) < 0.01  # the eastern edge, as it was


def test_pieces_carry_their_owners_sign_and_the_last_sub_a_star(table) -> None:
    game = table(red=["B NW"], blue=FAR, red_mines=["C"])
    pieces = {piece.id: piece for piece in game.scene("blue").pieces}
    assert (pieces["sub:0:0"].symbol, pieces["sub:0:0"].badges) == ("hero-square", ["H"])
    assert pieces["sub:0:0"].label == "{0}'s Hero Sub"
    assert pieces["sub:1:0"].symbol == "sub-disc"
    assert pieces["mine:Cc"].label == "{0}'s mine"
    assert pieces["centre:1"].label == "your command centre"
    tallies = {tally.symbol for player in game.scene("blue").players for tally in player.tallies}
    assert tallies | {piece.symbol for piece in pieces.values()} <= symbols()


@pytest.mark.rule("POCKET-SUB-6")
def test_a_partners_pieces_are_called_so(table) -> None:
    game = table(4, red=["A E"], blue=["H W"], white=["C W"], black=["F E"], blue_mines=["B"])
    scene = game.scene("red")
    labels = {piece.id: piece.label for piece in scene.pieces}
    assert labels["mine:Bc"] == "your partner {2}'s mine"
    assert labels["sub:1:0"] == "{1}'s Hero Sub"
    assert scene.detail.endswith("Your partner is {2}.")


def symbols() -> set[str]:
    return {part.split('"')[0] for part in GAME.symbols.split('<symbol id="')[1:]}


def test_tokens_lie_before_their_owner_and_say_what_they_do(table) -> None:
    game = table(red=["B NW", "A W"], blue=FAR, tokens=["map"])
    scene = game.scene("red")
    card = next(piece for piece in scene.pieces if piece.id == "token:0:map")
    assert (card.at, card.halves[0].name) == ("tokens:0", "Map")
    action = next(action for action in scene.actions if action.verb == "token")
    assert action.targets == ["token:0:map"]
    assert "command centres" in action.consequences[0].text
    assert next(p for p in game.scene("blue").pieces if p.id == "token:0:map").kind == "token"


# Prompts -------------------------------------------------------------------------------------


def test_the_prompt_says_what_to_do_next(table) -> None:
    game = table(red=["B NW", "A W"], blue=FAR, tokens=["map"])
    assert game.scene("red").prompt == "Choose a sub to move, or use a token first"
    assert game.scene("blue").prompt == "{0} is to play"
    game.sub("B NW")
    assert game.scene("red").prompt == "Sail: 3 movement points to use"
    game.sail("B W")
    assert game.scene("red").prompt == "Sail: 1 movement point to use"
    game.sail("B SW")
    assert game.scene("red").prompt == "Lay a mine in a region that your sub left"
    labels = {action.label for action in game.scene("red").actions}
    assert labels == {"Lay the mine at B NW", "Lay the mine at B W"}


def test_the_set_up_is_asked_for_in_words(new_game) -> None:
    game = new_game(2, standard=1, captain=1)
    asked = []
    while game.asked != "sub":
        asked.append(game.scene(game.to_play).prompt)
        game.match.act(game.match.actor, game.match.legal()[0])
    assert asked[0] == "Place your command centre on a deep centre"
    assert [p for p in asked if "sub" in p][::2] == [
        f"Place your {nth} sub" for nth in ("first", "second", "third")
    ]
    assert asked[-1] == "Place a whirlpool on a tile without a command centre"


def test_the_log_tells_a_turn_in_plain_words(table) -> None:
    game = table(red=["C NE", "A W"], blue=["B", *FAR])
    game.move("C NE", "B SW", "B", mine="C NE")
    assert game.log("blue") == [
        "{0} sails from C NE to B SW.",
        "{0} sails from B SW to B.",
        "Your sub at B **is lost in a collision**.",
        "{0}'s sub at B **is lost in a collision**.",
        "{0} lays a mine at C NE.",
    ]
    kinds = [cue.kind for line in game.match.told(1) for cue in line.cues]
    assert kinds == ["run", "run", "strike", "strike", "drop"]


# Consequences --------------------------------------------------------------------------------


def test_a_step_tells_its_cost_and_what_it_destroys(table) -> None:
    game = table(red=["C NE", "A W"], blue=["C", *FAR], blue_mines=["B SW"])
    game.sub("C NE")
    assert game.foreseen("C E")[0] == ("Costs 2 movement points, 1 left.", "plain")
    assert texts(game, "B SW") == ["Your sub would be lost to the mine."]
    assert texts(game, "B SW", "calm") == ["The enemy mine is destroyed, too."]
    assert texts(game, "C") == ["Your sub would be lost in the collision."]
    assert texts(game, "C", "calm") == ["The enemy sub is destroyed, too."]


def test_a_hero_is_told_what_it_sinks_and_that_it_wins(table) -> None:
    game = table(red=["C NE"], blue=["B SW", "C"])
    game.sub("C NE")
    assert texts(game, "C", "calm") == ["Your Hero Sub sinks the enemy sub."]
    last = table(red=["C NE"], blue=["B SW"])
    last.sub("C NE")
    assert texts(last, "B SW", "calm") == [
        "Your Hero Sub sinks the enemy sub.",
        "You win the game.",
    ]


def test_where_a_hero_sinks_a_sub_there_will_be_room_for_its_mine(table) -> None:
    ring = ["D NE", "D NW", "D W", "D SW", "D SE"]
    game = table(red=["D"], blue=["D E", "E SW"], blue_mines=ring)
    assert game.foreseen("D") == []
    game.sub("D")
    assert texts(game, "D E") == []
    game.sail("D E")
    assert texts(game, "E W") == []
    assert game.sail("E W").offers == {"D E"}


def test_dead_ends_are_announced_before_they_are_entered(table) -> None:
    game = table(red=["B", "A W"], blue=FAR)
    game.sub("B")
    assert texts(game, "D") == ["Every way on from there loses the sub."]
    game.sail("B NE")
    assert texts(game, "B NW") == ["No step would remain: the sub would be lost."]
    away = table(red=["B", "A W"], blue=FAR)
    away.sub("B").sail("D")
    assert texts(away, "D NE") == ["No mine could be laid: the sub would be lost."]


def test_a_doomed_sub_is_announced_before_it_is_chosen(table) -> None:
    ring = ["B NE", "B E", "B SE", "B SW", "B W", "B NW"]
    game = table(red=["B"], blue=FAR, blue_mines=ring)
    assert texts(game, "B") == [
        "Whichever way it goes, this sub would be lost.",
        "You would have no sub left.",
    ]


def test_shelter_is_announced(table) -> None:
    twelve = [*around("C"), *around("D")]
    game = table(red=["A NE", "B"], blue=FAR, red_mines=twelve)
    assert game.foreseen("A NE") == []
    game.sub("A NE").sail("A NW", "A W")
    shelter = "No mine can be laid, but the command centre protects your sub."
    assert (shelter, "plain") in game.foreseen("A")


@pytest.mark.rule("POCKET-SUB-19")
def test_a_step_onto_a_partners_sub_costs_only_one_of_ones_own(table) -> None:
    game = table(4, red=["A E", "A NE"], blue=["B", "H W"], white=["C W"], black=["F NW"])
    game.sub("A E").sail("B W", "B SW")
    both = "Your sub would end on a sub of your own side: both would be lost."
    assert texts(game, "B") == [both]
    last = table(4, red=["A E"], blue=["B", "H W"], white=["C W"], black=["F NW"])
    last.sub("A E").sail("B W", "B SW")
    assert texts(last, "B") == [both, "You would have no sub left."]


@pytest.mark.rule("POCKET-SUB-19")
def test_it_is_announced_when_every_way_on_costs_another_sub_as_well(table) -> None:
    game = table(4, black=["F NW", "F E"], red=["A E"], blue=["H W"], white=["C W"],
                 to_play="black")  # fmt: skip
    game.sub("F NW").sail("F")
    assert texts(game, "F SE") == [
        "Every way on from there loses the sub.",
        "It would take another of your subs with it.",
        "You would have no sub left.",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_warnings_are_exactly_right(players) -> None:
    """Against the rules themselves, tried to the end of the turn in random games."""
    dice, warned, safe = random.Random(players), 0, 0
    for seed in range(12):
        match = Match(GAME, players, {"captain": 1, "standard": seed % 2}, seed)
        while not match.over:
            assert match.actor is not None
            if dice.random() < 0.4:
                for action in match.scene(match.actor).actions:
                    if action.verb in ("sub", "sail"):
                        dangers = [c.text for c in action.consequences if c.tone == "danger"]
                        kept, before = most_kept(match.truth, action.id), fleet(match.truth)
                        assert bool(dangers) == (kept < before), action
                        assert ("You would have no sub left." in dangers) == (kept == 0), action
                        warned += bool(dangers)
                        safe += not dangers
            match.act(match.actor, dice.choice(match.legal()))
    assert warned > 20
    assert safe > 100


def fleet(state) -> int:
    """How many subs the actor has."""
    return int(state["afloat"][0][state["actor"][0]])


def most_kept(state, action: int) -> int:
    """How many subs the actor can have left at the end of a turn that goes on with this action."""
    rules, seat = GAME.load(), int(state["actor"][0])
    after = clone(state)
    rules.act(after, 0, action)
    left = int(after["afloat"][0][seat])
    if left < fleet(state) or after["over"][0] or after["actor"][0] != seat:
        return left
    room = rules.room()
    choices = [int(a) for a in room[: rules.legal(after, 0, room)]]
    return max(most_kept(after, choice) for choice in choices)
