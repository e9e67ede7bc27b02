"""Who knows what, who is asked, and what is remembered."""

from __future__ import annotations

import pytest


@pytest.mark.rule("ZERPANG-188")
def test_hands_and_the_deck_are_hidden_and_their_sizes_are_not(table) -> None:
    game = table(ninja="X0 | Smoke Bomb, 1, 2", pirate="| Keel Haul", zombies="", discard=None)
    for viewer in ("pirate", "zombies", "spectator"):
        view = game.view(viewer)
        assert set(view.hand[0]) == set(view.deck) == {0}
        assert list(view.hand_size)[:3] == [3, 1, 0]
        assert view.deck_size == 95
    assert sum(game.view("ninja").hand[0]) == 3
    assert sum(game.view("spectator").hand[1]) == 0


@pytest.mark.rule("ZERPANG-188")
def test_everybody_sees_what_is_played_and_paid(table) -> None:
    game = table(ninja="X0 X2 | Smoke Bomb, Deployment, 1", pirate="|")
    game.play("ninja: enter H0a; pay Smoke Bomb", "ninja: play Deployment; gate H0b").finish_turn()
    for viewer in ("ninja", "pirate", "spectator"):
        told = game.told(viewer)
        assert any("Tactically Advance Backwards" in line for line in told)
        assert "ninja played an entrance" in told
        assert "ninja entered H0b" in told
        assert sum(game.view(viewer).discard) == 2


@pytest.mark.rule("ZERPANG-189")
def test_a_stolen_card_is_known_to_thief_and_victim(table) -> None:
    game = table(ninja="2,0 |", pirate="3,0 | Keel Haul", zombies="", aggressor="2,0")
    game.play("ninja: not here")
    for viewer in ("ninja", "pirate"):
        assert "ninja stole Keel Haul from pirate" in game.told(viewer)
    for viewer in ("zombies", "spectator"):
        assert "ninja stole a card from pirate" in game.told(viewer)
        assert not any("stole Keel Haul" in line for line in game.told(viewer))


@pytest.mark.rule("ZERPANG-193", "ZERPANG-189")
def test_the_victim_remembers_what_the_thief_holds(table) -> None:
    game = table(ninja="2,0 | 1", pirate="3,0 | Keel Haul", zombies="", aggressor="2,0")
    game.play("ninja: not here")
    assert all("Keel Haul" in hand for hand in game.imagined_hands("pirate", "ninja"))
    assert not all("Keel Haul" in hand for hand in game.imagined_hands("zombies", "ninja"))


@pytest.mark.rule("ZERPANG-190")
@pytest.mark.parametrize("how", ["blockade", "probe", "draw"])
def test_cards_drawn_are_seen_by_who_gets_them_alone(table, how: str) -> None:
    hand = "| Blockade" if how == "blockade" else "|"
    game = table(ninja="3,0 |", aliens="G0 |", pirate=hand, captives={"ninja": how == "probe"})
    if how == "blockade":
        game.play("pirate: play Blockade")
    game.finish_turn()
    taker = {"blockade": "pirate", "probe": "aliens", "draw": "ninja"}[how]
    assert sum(game.view(taker).hand[game.players.index(taker)]) in (1, 2)
    for viewer in {"ninja", "aliens", "pirate", "spectator"} - {taker}:
        assert sum(game.view(viewer).hand[game.players.index(taker)]) == 0


SAME_TO_OTHERS = [
    # who hides it, hands of one size, what the others do
    ("ninja2", ["Mystic Binding, 1", "1, 1"], ["pirate: play New Crew; gate H0a"]),
    ("ninja2", ["Amazing Disguise, Blockade", "1, 2"], ["pirate: end", "pirate: end"]),
    ("robots", ["Mystic Binding, 1", "2, 2"], ["pirate: play New Crew; gate H0a"]),
    ("pirate2", ["Blockade", "2"], ["pirate: end", "pirate: end"]),
]


@pytest.mark.rule("ZERPANG-191", "ZERPANG-110")
@pytest.mark.parametrize(("who", "hands", "script"), SAME_TO_OTHERS)
def test_being_asked_tells_nothing(table, who: str, hands: list[str], script: list[str]) -> None:
    seen = []
    for hand in hands:
        game = table(**{"pirate": "X0 3,0 | New Crew, 1", who: f"G0 | {hand}", "ninja": "G3 |"})
        asked = []
        for line in script:
            game.play(line)
            asked.append(game.asked)
        while game.turn_of == "pirate":
            asked.append(game.asked)
            game._go_on()
        seen.append((asked, game.told("ninja"), game.told("spectator")))
    assert seen[0] == seen[1]


@pytest.mark.rule("ZERPANG-191", "ZERPANG-104")
@pytest.mark.parametrize("hand", ["Roll with the Punch", "1"])
def test_every_loser_who_could_save_a_piece_is_asked(table, hand: str) -> None:
    game = table(ninja=f"2,0 | {hand}", pirate="3,0 |", aggressor="2,0").play("ninja: pass")
    assert game.asked == "ninja: save"


@pytest.mark.rule("ZERPANG-191", "ZERPANG-105")
def test_who_could_not_is_not_asked(table) -> None:
    game = table(zombies="2,0 | 1", pirate="3,0 4,0 |", ninja="", aggressor="2,0")
    game.play("zombies: pass")
    assert not game.asked.endswith("save")
    game = table(ninja="2,0 H0a H0b | 1", pirate="3,0 |", aggressor="2,0").play("ninja: pass")
    assert not game.asked.endswith("save")


@pytest.mark.rule("ZERPANG-191", "ZERPANG-100")
@pytest.mark.parametrize("hand", ["Self Sacrifice", "1"])
def test_every_leading_aggressor_who_could_is_asked_for_a_sacrifice(table, hand: str) -> None:
    game = table(ninja=f"2,0 1,0 | {hand}", pirate="3,0 | 1", aggressor="2,0")
    assert game.asked == "ninja: sacrifice"


@pytest.mark.rule("ZERPANG-191", "ZERPANG-84")
@pytest.mark.parametrize("hand", ["Gunpowder", "1"])
def test_every_bystander_with_cards_is_asked(table, hand: str) -> None:
    game = table(ninja="2,0 |", pirate="3,0 |", pirate2=f"| {hand}", aggressor="2,0")
    assert game.asked == "pirate2: assist"


@pytest.mark.rule("ZERPANG-192")
def test_others_do_not_see_a_move_in_the_making(table) -> None:
    game = table(ninja="X0 | 1, 1", pirate="|")
    before = game.match.view(1).tobytes()
    game.act("pass")  # into the Movement Phase
    game.act("piece", 0)
    game.act("step", 0)
    assert game.match.view(1).tobytes() == before
    game.match.undo(0)
    game.match.undo(0)
    game.play("ninja: move X0 E")
    assert game.at("ninja") == {"2,-1"}


@pytest.mark.rule("ZERPANG-194")
def test_at_the_end_all_hands_are_shown(table) -> None:
    game = table(ninja="5,-4 G2 G4 | 1", pirate="| Keel Haul", zombies="| 2, 2")
    game.play("ninja: move 5,-4 NW")
    assert game.winner == "ninja"
    view = game.view("ninja")
    assert [sum(view.hand[seat]) for seat in range(3)] == [1, 1, 2]
