"""Names of spaces, cards and players, as the scenarios write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from quarterdeck.games.zerpang import tables as tb

ROLES = ("ninja", "pirate", "zombies", "robots", "gunslinger", "aliens", "elves")
DIRECTIONS = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}

# The features as the rulings list them, written out here once more and not taken from the game.
NAMED = {
    "T": (0, 0),
    **dict(zip(("X0", "X1", "X2", "X3", "X4", "X5"),
               ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)), strict=True)),
    **dict(zip(("G0", "G1", "G2", "G3", "G4", "G5"),
               ((5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0), (0, -5)), strict=True)),
    "H0a": (2, -5), "H0b": (3, -5), "H1a": (5, -3), "H1b": (5, -2), "H2a": (3, 2), "H2b": (2, 3),
    "H3a": (-2, 5), "H3b": (-3, 5), "H4a": (-5, 3), "H4b": (-5, 2), "H5a": (-3, -2),
    "H5b": (-2, -3),
}  # fmt: skip
COORDINATES = {place: name for name, place in NAMED.items()}

WEAPONS = ("Gunpowder", "Sabre of Yarrr", "Killing Katana", "Wailing Wakazashi",
           "Shrieking Shuriken")  # fmt: skip
KINDS = {name: kind for kind, row in enumerate(tb.CARDS) for name in (row[1], row[3])}
KINDS |= dict.fromkeys(WEAPONS, tb.WEAPON)
KINDS |= {"1": tb.ONE_POINT, "2": tb.TWO_POINTS, "cloud": tb.CLOUD_POINT}

EFFECTS = {
    **dict.fromkeys(("Jury Rig", "Roll with the Punch"), tb.SAVE),
    **dict.fromkeys(("Treasure Everywhere", "Fortune's Favor"), tb.FORTUNE_DRAW),
    **dict.fromkeys(("New Crew", "Deployment"), tb.CREW),
    **dict.fromkeys(("Tactically Advance Backwards", "Smoke Bomb"), tb.FLEE),
    **dict.fromkeys(WEAPONS[:2], tb.GUNPOWDER),
    **dict.fromkeys(WEAPONS[2:], tb.KATANA),
    "Full Sails": tb.SAILS, "Geta of Speed": tb.GETA,
    "Blockade": tb.BLOCKADE, "Mystic Binding": tb.BINDING,
    "Plunder": tb.PLUNDER, "Resourcefulness": tb.RESOURCEFUL,
    "Cannoneer": tb.CANNONEER, "Honor Bound": tb.HONOR,
    "Flanking Maneuver": tb.FLANK, "They're Everywhere": tb.EVERYWHERE,
    "Keel Haul": tb.KEEL, "Self Sacrifice": tb.SACRIFICE,
}  # fmt: skip


def space(name: str) -> int:
    """The number of a space."""
    if name not in NAMED:
        q, r = name.split(",")
        return tb.COORDINATES.index((int(q), int(r)))
    return tb.COORDINATES.index(NAMED[name])


def space_name(number: int) -> str:
    place = tb.COORDINATES[number]
    return COORDINATES.get(place, f"{place[0]},{place[1]}")


def role_of(player: str) -> int:
    return ROLES.index(player.rstrip("23"))


def kind(card: str) -> int:
    return KINDS[card.strip()]


def counts(text: str) -> Counter[int]:
    """The kinds of the cards listed."""
    return Counter(kind(card) for card in text.split(",") if card.strip())


def kinds_of(row: Iterable[int]) -> list[str]:
    """Cards by count as a list of names, the Pillage side's."""
    return [tb.CARDS[kind][1] for kind, count in enumerate(row) for _ in range(count)]


def cards(text: str) -> list[str]:
    """The cards listed, as `Table.hand` lists them."""
    held = counts(text)
    return kinds_of(held[kind] for kind in range(tb.KINDS))
