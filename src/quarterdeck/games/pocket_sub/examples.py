"""The worked examples in RULES.md: the introductory seas, a sub that runs deep, one lost."""

from typing import Any

from quarterdeck.engine.examples import Example
from quarterdeck.engine.svg import Framing, Trail
from quarterdeck.games.pocket_sub import chart
from quarterdeck.games.pocket_sub import state as st

PLAYERS = 2
COLOURS = {players: tuple(fleets) for players, fleets in st.FLEETS.items()}
TINTS = {"Red": "#ff6b5a", "White": "#f3ead7", "Blue": "#6ab8ff", "Black": "#7f8f9b"}
"""Black is a grey that shows on the deep."""
ROTATION = [rotation for _, _, rotation in st.LAYOUTS[PLAYERS]]


def region(name: str) -> int:
    """A region of the introductory sea for two, by its name: "B NE", or "B" for a centre."""
    return [chart.name(ROTATION, r) for r in range(len(ROTATION) * st.REGIONS_A_TILE)].index(name)


def at(name: str) -> str:
    return chart.cell(region(name))


def move(sub: int, *way: str, mine: str) -> list[str]:
    return [f"sub {sub}", *(f"sail {region(step)}" for step in way), f"lay {region(mine)}"]


def framing(players: int, **more: Any) -> Framing:
    return Framing(["sea"], colours=[TINTS[colour] for colour in COLOURS[players]], **more)


def sea(players: int) -> Example:
    """The introductory set-up."""
    title = f"The introductory set-up for {players} players"
    return Example(f"sea-{players}", title, "", None, COLOURS[players], framing(players))


DEEP = move(1, "B", "D", mine="B NW")
STRUCK = move(2, "B", "B NW", mine="B SE")

EXAMPLES = [
    *(sea(players) for players in COLOURS),
    Example(
        "running-deep",
        "Red's sub runs deep from B to D and leaves a mine at B NW",
        ", ".join(DEEP),
        None,
        COLOURS[PLAYERS],
        framing(
            PLAYERS, lit=[at("B NW")], trails=[Trail([at("B NW"), at("B"), at("D")], ["1", "2"])]
        ),
    ),
    Example(
        "mine-struck",
        "Blue's sub has run into the mine at B NW and left one of its own at B SE",
        ", ".join(DEEP + STRUCK),
        None,
        COLOURS[PLAYERS],
        framing(
            PLAYERS,
            window=(3.2, 0, 6.4, 3.3),
            lit=[at("B SE")],
            trails=[Trail([at("B SE"), at("B"), at("B NW")], ["1", "1"])],
        ),
    ),
]
