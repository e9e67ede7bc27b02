"""The worked examples in RULES.md: one sounding, as each side sees it."""

from quarterdeck.engine.examples import Example
from quarterdeck.engine.svg import Framing, Trail
from quarterdeck.games.depth_charge import state as st

ISLANDS = (("c2", "f3"), ("f5", "b7"))
"""[side]"""
MINES = (("b1", "d3", "e2", "g4", "h1"), ("a7", "d7", "d8", "g8", "h6"))
CHARGE = "d5"


def square(name: str) -> int:
    return int(name[1:]) * st.SIDE - st.SIDE + "abcdefgh".index(name[0])


def at(name: str) -> str:
    return f"square:{name}"


def framed(side: int, name: str) -> int:
    """A square's bit in its owner's frame."""
    number = square(name)
    return (number if side == st.NORTH else st.SQUARES - 1 - number) - st.HALF


def sail(*ways: str) -> list[str]:
    steps = [f"sail {st.DIRECTIONS.index(way)}" for way in ways]
    return steps if len(ways) == st.MOST_STEPS else [*steps, "stop 0"]


def way(mine: str) -> list[str]:
    return [st.square_name(step) for step in st.ping_path(square(CHARGE), square(mine))]


def heard(mine: str) -> Trail:
    """The squares counted to a mine."""
    path = way(mine)
    counted = [str(number) for number in range(1, len(path) + 1)]
    return Trail([at(CHARGE), *map(at, path)], counted)


def silent(mine: str, behind: str) -> Trail:
    """Where the path to a mine is blocked."""
    path = way(mine)
    return Trail([at(step) for step in path[path.index(behind) :]], stopped=True)


SCRIPT = ", ".join(
    [
        *(f"island {framed(side, ISLANDS[side][n])}" for n in range(2) for side in range(2)),
        *(f"mine {framed(side, mine)}" for side in range(2) for mine in MINES[side]),
        *sail("north", "north", "north"),
        *sail("south"),
        *sail("east", "east", "east"),
        *sail("west"),
        f"sound {st.DIRECTIONS.index('north')}",
    ]
)
SIDES = ("South", "North")

EXAMPLES = [
    Example(
        "echoes",
        "The echoes of a charge on d5, as North sees them",
        SCRIPT,
        st.NORTH,
        SIDES,
        Framing(
            ["lake"],
            window=(0, 0, 8, 5.2),
            lit=[at(CHARGE)],
            trails=[*map(heard, ("d7", "g8", "a7")), silent("d8", "d7"), silent("h6", "f5")],
        ),
    ),
    Example(
        "report",
        "What South makes of the report from d5",
        SCRIPT,
        st.SOUTH,
        SIDES,
        Framing(["lake"], window=(0, 0, 8, 5.2), lit=[at(CHARGE)]),
    ),
]
