"""Players and classes, the board, the deck, the deal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from quarterdeck.engine.errors import BadOption
from quarterdeck.engine.match import Match
from quarterdeck.games.zerpang import GAME
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.names import any_of

from .names import NAMED, WEAPONS, cards, role_of, space, space_name
from .setting import fresh
from .table import Table

COMPANY = {
    2: ["ninja", "pirate"],
    3: ["ninja", "zombies", "pirate"],
    4: ["aliens", "ninja", "robots", "pirate"],
    5: ["ninja", "ninja2", "pirate", "pirate2", "gunslinger"],
    6: ["ninja", "pirate", "zombies", "robots", "gunslinger", "aliens"],
}


def printed_rows(heading: str) -> list[list[str]]:
    """The rows of the table in RULES.md whose first heading is this."""
    lines = GAME.rules_text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def picture() -> dict[int, str]:
    """The board as drawn in RULES.md: space, letters."""
    drawn = GAME.rules_text.split("```")[1].split("\n")[1:-1]
    rows = [line.split() for line in drawn]
    found = {}
    for r, row in zip(range(-5, 6), rows, strict=True):
        for q, letters in enumerate(row, max(-5, -5 - r)):
            found[tb.COORDINATES.index((q, r))] = letters
    return found


# Players ---------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-1", "ZERPANG-6", "ZERPANG-13")
@pytest.mark.parametrize("number", range(2, 7))
def test_everybody_begins_with_six_pieces_at_home_and_four_cards(new_game, number: int) -> None:
    game = new_game(COMPANY[number])
    for player in COMPANY[number]:
        assert game.home(player) == 6
        assert game.at(player) == set()
        assert len(game.hand(player)) == 4
    assert game.deck_size == 99 - 4 * number
    assert game.discard() == []


@pytest.mark.rule("ZERPANG-1")
@pytest.mark.parametrize("number", [1, 7])
def test_two_to_six_play(number: int) -> None:
    with pytest.raises(BadOption):
        Match(GAME, seats=number)


def choices(seats: int, *chosen: int, **options: int) -> set[str]:
    """The classes open to the next player when others have chosen."""
    match = Match(GAME, seats=seats, options=options, compiled=False)
    first = GAME.actions.verbs["class"].start
    for role in chosen:
        assert match.actor is not None
        match.act(match.actor, first + role)
    return {tb.CLASS_NAMES[a - first] for a in match.legal() if a in GAME.actions.verbs["class"]}


FULL = set(tb.CLASS_NAMES)


@pytest.mark.rule("ZERPANG-2")
def test_single_classes_are_taken_once_and_a_ninja_or_pirate_there_must_be() -> None:
    assert choices(4) == FULL - {"Elf"}
    assert choices(4, elves=1) == FULL
    assert choices(4, tb.ZOMBIE, tb.ROBOT, elves=1) == FULL - {"Zombie", "Robot"}
    assert choices(4, tb.ZOMBIE, tb.ROBOT, tb.ELF, elves=1) == {"Ninja", "Pirate"}
    assert "Alien" in choices(4, tb.ZOMBIE, tb.NINJA, tb.ROBOT)


@pytest.mark.rule("ZERPANG-3")
def test_ninjas_and_pirates_may_repeat() -> None:
    assert {"Ninja", "Pirate"} <= choices(4, tb.NINJA)
    assert "Ninja" not in choices(4, tb.NINJA, tb.NINJA)
    assert "Ninja" in choices(4, tb.NINJA, tb.NINJA, duplicates=0)


@pytest.mark.rule("ZERPANG-4")
def test_two_players_choose_among_ninja_and_pirate() -> None:
    assert choices(2) == choices(2, tb.NINJA) == choices(2, elves=1) == {"Ninja", "Pirate"}


@pytest.mark.rule("ZERPANG-5", "ZERPANG-12")
@pytest.mark.parametrize(
    ("number", "homes"),
    [(2, [0, 3]), (3, [0, 2, 4]), (4, [0, 1, 3, 4]), (5, [0, 1, 2, 3, 4]), (6, [0, 1, 2, 3, 4, 5])],
)
def test_pieces_enter_before_their_home_bases(new_game, number: int, homes: list[int]) -> None:
    game = new_game(COMPANY[number])
    for _ in range(number):
        home = homes[game.players.index(game.turn_of)]
        game.play(f"{game.turn_of}: enter H{home}a").finish_turn()
    assert {player: game.at(player) for player in game.players} == {
        player: {f"H{home}a"} for player, home in zip(game.players, homes, strict=True)
    }


@pytest.mark.rule("ZERPANG-196", "ZERPANG-17")
def test_home_bases_may_be_chosen_clockwise(compiled) -> None:
    players = ["ninja", "pirate", "zombies", "robots"]
    match = Match(GAME, seats=4, options={"homes": 1}, seed=1, compiled=compiled)
    game = Table(match, players)
    choices = [([], 0), ([1, 2, 3], 2), ([3, 4], 3), ([4, 5], 5)]
    for role, (offered, home) in zip(players, choices, strict=True):
        game.act("class", role_of(role))
        assert [n for n in range(6) if game.legal("home", n)] == offered
        if offered:
            game.act("home", home)
    assert game.truth.home[:4] == [0, 2, 3, 5]
    for _ in range(4):
        home = game.truth.home[game.truth.active]
        game.play(f"{game.turn_of}: enter H{home}b").finish_turn()
    assert set().union(*(game.at(player) for player in game.players)) == {
        "H0b",
        "H2b",
        "H3b",
        "H5b",
    }


@pytest.mark.rule("ZERPANG-196")
@pytest.mark.parametrize(("seats", "offered"), [(2, [1, 2, 3, 4, 5]), (3, [1, 2, 3, 4])])
def test_the_second_of_three_leaves_room_for_the_third(compiled, seats, offered) -> None:
    match = Match(GAME, seats=seats, options={"homes": 1}, seed=1, compiled=compiled)
    game = Table(match, COMPANY[seats])
    for player in game.players[:2]:
        game.act("class", role_of(player))
    assert [n for n in range(6) if game.legal("home", n)] == offered


@pytest.mark.rule("ZERPANG-196")
def test_nobody_is_asked_for_a_home_base_where_only_one_is_left(new_game) -> None:
    game = new_game(COMPANY[6], homes=1)
    assert game.truth.home == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("ZERPANG-7")
def test_who_goes_first_is_drawn_by_lot() -> None:
    first = {fresh(COMPANY[3], compiled=False, seed=seed).turn_of for seed in range(25)}
    assert first == set(COMPANY[3])


# The board -------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-8")
def test_the_board_has_91_spaces_six_to_a_side() -> None:
    assert tb.SPACES == len(picture()) == 91
    lengths = [sum(r == row for _, r in tb.COORDINATES) for row in range(-5, 6)]
    assert lengths == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]


@pytest.mark.rule("ZERPANG-8")
def test_spaces_touch_their_neighbours_on_all_six_sides() -> None:
    for here, (q, r) in enumerate(tb.COORDINATES):
        around = {tb.COORDINATES[n] for n in tb.NEXT[here] if n >= 0}
        near = {(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)}
        assert around == near & set(tb.COORDINATES)


@pytest.mark.rule("ZERPANG-9", "ZERPANG-10", "ZERPANG-11", "ZERPANG-12")
def test_every_space_is_what_the_picture_says() -> None:
    kinds = {"T": tb.TREASURE, "X": tb.X_MARK, "G": tb.GREAT_HOUSE, "H": tb.GATE, "Z": tb.ZONE,
             ".": tb.NEUTRAL}  # fmt: skip
    for here, letters in picture().items():
        assert tb.TERRAIN[here] == kinds[letters[0]], space_name(here)
        assert tb.ZONE_OF[here] == (int(letters[1]) if letters[0] == "Z" else tb.NONE)
        assert tb.HOME_OF_GATE[here] == (int(letters[1]) if letters[0] == "H" else tb.NONE)


@pytest.mark.rule("ZERPANG-9", "ZERPANG-10", "ZERPANG-11", "ZERPANG-12")
def test_the_features_are_in_the_numbers_the_rulebook_names() -> None:
    drawn = list(picture().values())
    for zone in range(6):
        assert drawn.count(f"Z{zone}") == 7
        assert drawn.count(f"H{zone}") == 2
    assert sum(letters[0] == "G" for letters in drawn) == 6
    assert sum(letters[0] == "X" for letters in drawn) == 6


@pytest.mark.rule("ZERPANG-10", "ZERPANG-11")
def test_houses_are_the_corners_and_xs_surround_the_treasure() -> None:
    corners = [here for here in range(91) if sum(n >= 0 for n in tb.NEXT[here]) == 3]
    assert sorted(tb.HOUSES) == corners
    assert sorted(tb.XS) == sorted(tb.NEXT[space("T")])
    for i in range(6):  # numbers turn clockwise together: G, X, X, G in one line
        q, r = NAMED[f"X{i}"]
        assert NAMED[f"G{i}"] == (5 * q, 5 * r)
    order = [NAMED[f"X{i}"] for i in range(6)]
    assert all((-r, q + r) == after for (q, r), after in pairwise(order))


@pytest.mark.rule("ZERPANG-9")
def test_neighbouring_zones_touch_so_that_their_pieces_fight(table) -> None:
    game = table(ninja="2,-3 |", pirate="0,-3 |").play("ninja: move 2,-3 W", "ninja: end")
    assert game.fighters == ("1,-3", "0,-3")
    assert any(
        0 <= tb.ZONE_OF[here] != tb.ZONE_OF[there] >= 0
        for here in range(91)
        for there in tb.NEXT[here]
        if there >= 0
    )


# The deck --------------------------------------------------------------------------------------


@pytest.mark.rule("ZERPANG-18", "ZERPANG-19")
def test_the_deck_is_the_one_printed() -> None:
    rows = printed_rows("Pillage side")
    assert len(rows) == tb.SPECIALTIES == 12
    for kind, (pillage, value, ninjutsu, other, copies) in enumerate(rows):
        card = tb.CARDS[kind]
        assert (int(copies), int(value), int(other)) == (card[0], card[2], card[4])
        names = (pillage, ninjutsu)
        if kind == tb.WEAPON:
            assert names == tuple(map(any_of, (tb.PILLAGE_WEAPONS, tb.NINJUTSU_WEAPONS)))
        else:
            assert names == (card[1], card[3])
    assert tb.CARDS[12][0] == 29
    assert tb.CARDS[13][0] == 20
    assert sum(tb.COPIES) == tb.DECK_SIZE == 99
    assert sum(tb.COPIES[:12]) == 50


@pytest.mark.rule("ZERPANG-19")
def test_the_six_weapons_are_one_kind_with_five_names(table) -> None:
    assert tb.COPIES[tb.WEAPON] == len(tb.PILLAGE_WEAPONS) * len(tb.NINJUTSU_WEAPONS) == 6
    assert (*tb.PILLAGE_WEAPONS, *tb.NINJUTSU_WEAPONS) == WEAPONS
    game = table(pirate="2,0 | Gunpowder, Sabre of Yarrr, Killing Katana", ninja="3,0 |",
                 aggressor="2,0")  # fmt: skip
    assert game.hand("pirate") == cards("Gunpowder") * 3


@pytest.mark.rule("ZERPANG-18")
def test_both_sides_of_the_deck_are_worth_the_same() -> None:
    for side in (2, 4):
        assert sum(card[0] * card[side] for card in tb.CARDS) == 179
