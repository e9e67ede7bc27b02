"""The tiles, the sea, the pieces, and both ways to set up."""

from __future__ import annotations

from collections import Counter

import pytest

from quarterdeck.engine.rule import interpret
from quarterdeck.games.pocket_sub import chart, rules
from quarterdeck.games.pocket_sub import state as st

from .table import around, colours, fresh, region

PLAYERS = (2, 3, 4)
neighbours = interpret(rules.neighbours)


def beside(game, name: str) -> set[str]:
    mask = neighbours(game.truth, game.region(name))
    return {game.name(i) for i in range(st.REGIONS) if mask >> i & 1}


def regions(game) -> list[str]:
    letters = chart.LETTERS[: len(st.LAYOUTS[game.match.seats])]
    return [name for letter in letters for name in (letter, *around(letter))]


# The sea -------------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-1")
@pytest.mark.parametrize("players", PLAYERS)
def test_centres_are_shallow_or_deep_and_edges_shallow_or_rocky(new_game, players) -> None:
    game = new_game(players)
    for name in regions(game):
        assert game.terrain(name) in (("shallow", "rocky") if " " in name else ("shallow", "deep"))


@pytest.mark.rule("POCKET-SUB-2")
def test_what_a_centre_and_an_edge_region_touch(new_game) -> None:
    game = new_game(2)
    assert beside(game, "C") == set(around("C"))
    assert beside(game, "B SW") == {"B", "B W", "B SE", "C NE"}
    assert beside(game, "B NE") == {"B", "B NW", "B E"}


@pytest.mark.rule("POCKET-SUB-2")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(5))
def test_touching_is_mutual_however_the_tiles_are_turned(new_game, players, seed) -> None:
    game = new_game(players, seed=seed, standard=1)
    for name in regions(game):
        for other in beside(game, name):
            assert name in beside(game, other)
        assert len(beside(game, name)) == (6 if " " not in name else 3 + crosses(game, name))


def crosses(game, name: str) -> int:
    return sum(other[0] != name[0] for other in beside(game, name))


@pytest.mark.rule("POCKET-SUB-3")
@pytest.mark.parametrize(("players", "tiles"), [(2, 5), (3, 6), (4, 8)])
def test_the_tiles_used_are_those_with_the_players_icon(new_game, players, tiles) -> None:
    laid = {name for name, _, _ in st.LAYOUTS[players]}
    assert laid == {name for name, (_, _, icons) in st.TILES.items() if players in icons}
    assert len(laid) == tiles
    for standard in (0, 1):
        on_table = new_game(players, standard=standard).truth.tile
        assert {st.TILE_NAMES[tile] for tile in on_table if tile >= 0} == laid


@pytest.mark.rule("POCKET-SUB-3")
def test_every_tile_has_two_rocky_edges() -> None:
    assert Counter(centre for centre, _, _ in st.TILES.values()) == {"deep": 6, "shallow": 2}
    assert all(len(rocky) == 2 for _, rocky, _ in st.TILES.values())


# Introductory --------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-4")
@pytest.mark.parametrize(("players", "subs"), [(2, 3), (3, 3), (4, 2)])
def test_what_each_player_has(new_game, players, subs) -> None:
    game = new_game(players)
    for colour in colours(players):
        assert len(game.subs(colour)) == subs
        assert game.mines(colour) == []
    tallies = game.scene("red").players[0].tallies
    assert [(tally.label, tally.count, tally.of) for tally in tallies] == [
        ("subs", subs, subs),
        ("mines left", 12, 12),
    ]


def clause(number: int) -> str:
    """The text of a clause on the rules page, up to the next one."""
    page = fresh().match.game.rules_text
    return page.split(f"**POCKET-SUB-{number}**")[1].split("**POCKET-SUB-")[0]


def table_of(text: str) -> list[list[str]]:
    """The rows of a table, without its heading."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]


@pytest.mark.rule("POCKET-SUB-5")
def test_the_introductory_places_are_those_of_the_rules_page(new_game) -> None:
    rows = table_of(clause(5))
    assert len(rows) == 2 + 3 + 4
    for players, colour, centre, subs in rows:
        game = new_game(int(players))
        assert game.centre(colour.lower()) == centre
        assert game.subs(colour.lower()) == subs.split(", ")


@pytest.mark.rule("POCKET-SUB-50")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_introductory_tiles_are_those_of_the_rules_page(new_game, players) -> None:
    game = new_game(players)
    rows = [(row[0], row[players - 1]) for row in table_of(clause(50)) if row[players - 1]]
    assert "".join(letter for letter, _ in rows) == chart.LETTERS[: len(st.LAYOUTS[players])]
    for place, (letter, text) in enumerate(rows):
        tile, rocks = text.split(": ")
        assert st.TILE_NAMES[game.truth.tile[place]] == tile
        found = {side for side in chart.COMPASS if game.terrain(f"{letter} {side}") == "rocky"}
        assert found == set(rocks.split(", "))


@pytest.mark.rule("POCKET-SUB-3")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_diagram_of_the_rules_page_shows_how_the_tiles_lie(players) -> None:
    lines = clause(3).split("```")[1].splitlines()
    start = next(line for line in lines if "players" in line).index(f"{players} players")
    drawn = {
        letter: (start + column, row)
        for row, line in enumerate(lines)
        for column, letter in enumerate(line[start : start + 12])
        if letter in chart.LETTERS and "players" not in line
    }
    corner = drawn["A"]
    ax, ay = chart.middles(players)[0]
    assert len(drawn) == len(st.LAYOUTS[players])
    for place, (x, y) in enumerate(chart.middles(players)):
        column, row = drawn[chart.LETTERS[place]]
        assert (column - corner[0]) / 4 == pytest.approx((x - ax) / chart.WIDTH)
        assert row - corner[1] == pytest.approx((y - ay) / (1.5 * chart.RADIUS))


@pytest.mark.rule("POCKET-SUB-5")
@pytest.mark.parametrize("players", PLAYERS)
def test_subs_begin_in_shallow_regions_and_no_enemies_touch(new_game, players) -> None:
    game = new_game(players)
    places = {name: colour for colour in colours(players) for name in game.subs(colour)}
    assert len(places) == sum(len(game.subs(colour)) for colour in colours(players))
    for name, colour in places.items():
        assert game.terrain(name) == "shallow"
        assert all(places.get(other, colour) == colour for other in beside(game, name))


@pytest.mark.rule("POCKET-SUB-5")
@pytest.mark.parametrize(
    ("players", "image"),
    [
        (2, lambda q, r, side: (-q, -r, side + 3)),
        (3, lambda q, r, side: (2 - q - r, q, side + 4)),
        (4, lambda q, r, side: (2 - q - r, r, 3 - side)),
    ],
    ids=["half a turn", "a third of a turn", "a mirror"],
)
def test_the_introductory_sea_is_the_same_for_all(new_game, players, image) -> None:
    game = new_game(players)
    where = [at for _, at, _ in st.LAYOUTS[players]]
    rotation = game.truth.rotation

    def imaged(i: int) -> int:
        place, number = divmod(i, 7)
        centre = number == st.CENTRE
        q, r, side = image(*where[place], 0 if centre else chart.side(rotation, i))
        letter = chart.LETTERS[where.index((q, r))]
        return region(rotation, letter if centre else f"{letter} {chart.COMPASS[side % 6]}")

    for i in range(7 * len(where)):
        assert game.terrain(game.name(i)) == game.terrain(game.name(imaged(i)))
    fleets = [(game.centre(colour), *game.subs(colour)) for colour in colours(players)]
    found = [{game.region(name) for name in fleet} for fleet in fleets]
    for fleet in found:
        assert {imaged(i) for i in fleet} in found


# Seats ---------------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-6")
def test_four_players_are_two_teams_of_opposite_seats(new_game) -> None:
    assert colours(4) == ["red", "white", "blue", "black"]
    assert new_game(4).truth.team[:4] == [0, 1, 0, 1]
    assert new_game(3).truth.team[:3] == [0, 1, 2]


@pytest.mark.rule("POCKET-SUB-6")
def test_a_partners_sub_cannot_be_moved(table) -> None:
    game = table(4, red=["A E"], blue=["H W", "H E"], white=["C W"], black=["F E"])
    assert game.offers == {"A E"}


@pytest.mark.rule("POCKET-SUB-7")
@pytest.mark.parametrize("players", PLAYERS)
def test_anybody_may_go_first_and_turns_go_clockwise(new_game, players) -> None:
    firsts = set()
    for seed in range(30):
        game = new_game(players, seed=seed)
        firsts.add(game.to_play)
        assert "goes-first" in game.happened
    assert firsts == set(colours(players))
    order = colours(players)
    before = game.to_play
    take_any_turn(game)
    assert game.to_play == order[(order.index(before) + 1) % players]


def take_any_turn(game) -> None:
    seat = game.match.actor
    while game.match.actor == seat:
        game.match.act(seat, game.match.legal()[0])


# Standard ------------------------------------------------------------------------------------


@pytest.mark.rule("POCKET-SUB-8")
def test_tiles_are_shuffled_and_turned_over_the_same_places(new_game) -> None:
    games = [new_game(3, seed=seed, standard=1).truth for seed in range(60)]
    for place in range(6):
        assert len({game.tile[place] for game in games}) == 6
        assert {game.rotation[place] for game in games} == set(range(6))
    assert all(game.tile[6:] == [st.NONE] * 2 for game in games)


@pytest.mark.rule("POCKET-SUB-9")
def test_command_centres_are_placed_first_each_on_an_empty_deep_region(new_game) -> None:
    game = new_game(2, standard=1)
    first = game.to_play
    deep = {letter for letter in "ABCDE" if game.terrain(letter) == "deep"}
    assert game.offers == deep
    assert len(deep) == 4
    chosen = min(deep)
    game.place(chosen)
    assert game.to_play != first
    assert game.offers == deep - {chosen}


@pytest.mark.rule("POCKET-SUB-10")
def test_subs_are_placed_in_turn_on_empty_shallow_or_rocky_regions_or_in_the_own_centre(
    new_game,
) -> None:
    game = new_game(2, standard=1)
    first = game.to_play
    mine, theirs, *_ = sorted(game.offers)
    game.place(mine).place(theirs)
    assert game.to_play == first
    deep = {letter for letter in "ABCDE" if game.terrain(letter) == "deep"}
    assert game.offers == set(regions(game)) - deep | {mine}
    assert {"rocky", "shallow", "deep"} == {game.terrain(name) for name in game.offers}
    edge = f"{mine} E"
    game.place(edge)
    assert edge not in game.offers
    game.place(theirs).place(mine).place(theirs).place(mine)
    assert game.subs(first) == [edge, mine, mine]
    assert game.asked == "sub placed"
    game.place(theirs)
    assert (game.asked, game.to_play) == ("sub", first)
    assert game.offers == {edge, mine}


@pytest.mark.rule("POCKET-SUB-10")
def test_a_sub_may_be_placed_in_the_partners_centre_and_beside_an_enemy(new_game) -> None:
    game = new_game(4, standard=1)
    centres = sorted(game.offers)[:4]
    for centre in centres:
        game.place(centre)
    assert {centres[0], centres[2]} <= game.offers
    assert not {centres[1], centres[3]} & game.offers
    game.place("A E").place(centres[3])
    assert "A NE" in game.offers
    game.place(centres[0])
    assert len(game.offers & set(centres)) == 2
