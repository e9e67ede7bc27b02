"""A game as data: its actions, how many play, its options, and where it is found."""

import pytest

from quarterdeck.engine import errors
from quarterdeck.engine.game import Actions, broken, find, listing

from .variants import hideout

PING, POCKET_SUB = find("ping"), find("pocket_sub")


def test_verbs_share_the_ids_out_without_a_gap():
    actions = Actions()
    assert [actions.verb("turn"), actions.verb("step", 4), actions.verb("stop")] == [0, 1, 5]
    assert actions.count == 6
    assert [actions.parse(action) for action in range(6)] == [
        ("turn", 0), ("step", 0), ("step", 1), ("step", 2), ("step", 3), ("stop", 0),
    ]  # fmt: skip
    for action in (-1, 6):
        with pytest.raises(ValueError, match=f"no action {action}: ids go from 0 to 5"):
            actions.parse(action)


def test_as_few_as_possible_play_unless_said_and_never_fewer_or_more():
    assert POCKET_SUB.seats == (2, 4)
    assert POCKET_SUB.check_seats(None) == 2
    assert [POCKET_SUB.check_seats(seats) for seats in (2, 3, 4)] == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(errors.BadOption, match=f"is for 2 to 4 players, not {seats}"):
            POCKET_SUB.check_seats(seats)
    with pytest.raises(errors.BadOption, match="is for 2 players, not 1"):
        PING.check_seats(1)


def test_an_option_may_be_anything_from_its_lowest_to_its_highest():
    usual = PING.check_options({})
    assert usual == {option.name: option.default for option in PING.options}
    for limit in (20, 100):
        assert PING.check_options({"limit": limit}) == {**usual, "limit": limit}
    for limit in (19, 101, True, "20", 20.0, None):
        with pytest.raises(errors.BadOption, match="limit must be a number from 20 to 100"):
            PING.check_options({"limit": limit})
    with pytest.raises(errors.BadOption, match=r"has no option 'wind'; it has: .*limit"):
        PING.check_options({"wind": 1})


def test_a_game_may_refuse_options_that_do_not_go_together(tmp_path):
    refuse = "def refuse(options):\n    return 'one is dull.' if options['guesses'] == 1 else ''\n"
    added = [("@rule\ndef deal(", f"{refuse}\n\n@rule\ndef deal(")]
    game = hideout(tmp_path, {"rules.py": added})
    assert game.check_options({"guesses": 2}) == {"guesses": 2}
    with pytest.raises(errors.BadOption, match="one is dull"):
        game.check_options({"guesses": 1})


def test_games_are_listed_by_title_and_found_by_id():
    titles = [game.title for game in listing()]
    assert titles == sorted(titles)
    assert all(find(game.id) is game for game in listing())
    assert broken() == {}
    with pytest.raises(errors.UnknownGame, match=r"no game 'chess' here; there are: .*ping"):
        find("chess")


def test_a_game_without_texts_has_empty_ones(tmp_path):
    bare = hideout(tmp_path)
    assert bare.symbols == ""
    assert PING.symbols.startswith("<svg")
    assert PING.rules_text.startswith("# ")


def test_what_a_game_is_cannot_be_changed():
    with pytest.raises(AttributeError):
        PING.version = 99


def test_rules_are_loaded_once_each_way():
    assert PING.load() is PING.load()
    assert PING.load(compiled=False) is PING.load(compiled=False)
    assert PING.load().compiled
    assert not PING.load(compiled=False).compiled
    assert "policy" in PING.rule_modules
    assert PING.rule_modules[:3] == ("state", "rules", "belief")
