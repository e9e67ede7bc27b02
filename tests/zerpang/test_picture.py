"""What players see and read of the rules: card faces, badges, what an action leads to."""

from __future__ import annotations

import pytest

from quarterdeck.engine.scene import Piece
from quarterdeck.games.zerpang.picture.island import who_waits

from .names import WEAPONS
from .table import Table


def pieces(game: Table, player: str) -> list[Piece]:
    """All that a player sees lying on the table."""
    return game.match.scene(game.players.index(player)).pieces


@pytest.mark.rule("ZERPANG-19")
def test_a_weapons_face_names_the_weapons_of_both_sides(table) -> None:
    game = table(ninja="| Killing Katana", pirate="")
    (card,) = (piece for piece in pieces(game, "ninja") if piece.at == "hand:0")
    pillage, ninjutsu = card.halves
    for half, weapons in ((pillage, WEAPONS[:2]), (ninjutsu, WEAPONS[2:])):
        for weapon in weapons:
            assert weapon in half.text
            assert weapon.split()[-1] in half.name  # the full names would not fit there


@pytest.mark.rule("ZERPANG-123", "ZERPANG-197")
def test_a_disoriented_piece_is_marked(table) -> None:
    game = table(pirate="", ninja="3,0 G0~ |")
    marked = {piece.at: piece.badges for piece in pieces(game, "pirate") if "pawn:1" in piece.id}
    assert list(marked.values()).count(["disoriented"]) == 1


@pytest.mark.rule("ZERPANG-57", "ZERPANG-58")
def test_a_locked_card_is_marked_in_a_draw_phase(table) -> None:
    game = table(pirate="| Treasure Everywhere, Plunder", ninja="", deck="Plunder, 1")
    game.play("pirate: play Treasure Everywhere")
    hand = [piece for piece in pieces(game, "pirate") if piece.at == "hand:0"]
    plunder = [piece.badges for piece in hand if piece.label.startswith("Plunder")]
    assert plunder == [["play"], ["play · locked"]]


@pytest.mark.rule("ZERPANG-28")
def test_paying_too_much_is_announced(table) -> None:
    game = table(ninja="X0 | 2", pirate="")
    game.act("enter")
    (payment,) = game.match.scene(0).actions
    assert [effect.text for effect in payment.consequences] == ["Overpays by 1 point."]


@pytest.mark.rule("ZERPANG-188", "ZERPANG-194")
def test_when_the_game_is_over_everybodys_cards_lie_in_their_base(table) -> None:
    game = table(ninja="", pirate="| Smoke Bomb, 1, 1")
    assert cards_in(game, "home:1") == {}
    game.match.resign(1)
    smoke_bomb = "Tactically Advance Backwards / Smoke Bomb"
    assert cards_in(game, "home:1") == {smoke_bomb: [], "1-point card": ["×2"]}


def cards_in(game: Table, zone: str) -> dict[str, list[str]]:
    """The cards that the Ninja sees there, with their badges."""
    found = [piece for piece in pieces(game, "ninja") if piece.at == zone]
    return {piece.label: piece.badges for piece in found if piece.kind == "card"}


def test_who_waits_at_home_is_told_by_their_rings() -> None:
    said = "2 at home; 1 at home, 1 ring each; 1 at home, 2 rings each"
    assert who_waits([2, 0, 1, 0]) == said
