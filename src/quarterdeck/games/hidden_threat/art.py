"""Which drawing shows what. The names are those in symbols.svg; where a card has a face of its own
in look/cards.svg, it bears the same name there (`face-white`)."""

from __future__ import annotations

SHIPS = ("carrier", "battleship", "destroyer", "submarine", "pt-boat")
CARDS = ("white", "red-1", "red-2", "red-4", "shield", "two", "draw")
"""A whole card as a small sign, by its kind."""
USES = ("white", "red-1", "red-2", "red-4", "shield", "discard", "two", "repair", "draw")
"""Each use of a card; those of a card with two are drawn on its halves."""

FACE_DOWN, MISS, SUNK = "deep", "shallow-miss", "shallow-sunk"
"""Terrains: what a place of the grid shows unless a ship is there."""


def sky(ship: int) -> str:
    """The terrain under a ship: each has the sky of its poster."""
    return f"shallow-{SHIPS[ship]}"


def pegs(reds: int, whites: int, hits: int, needed: int) -> list[tuple[str, int]]:
    """A ship's holes and what is in them, drawn as `peg-<kind>`: the pegs on the cards under it,
    the hits that a Battleship adds to them, and the holes still open."""
    kinds = {
        "red": reds,
        "bonus": hits - reds - whites,
        "white": whites,
        "hole": max(0, needed - hits),  # a shield may keep a ship afloat beyond its last hole
    }
    return [(kind, count) for kind, count in kinds.items() if count]
