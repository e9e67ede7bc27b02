"""The worked example in RULES.md: a fight in which a third player takes sides."""

from quarterdeck.engine.examples import Example
from quarterdeck.engine.svg import Framing
from quarterdeck.games.zerpang import tables as tb

SEED = 102
PLAYERS = ("Gus", "Ann", "Nina")
SCRIPT = f"""
class {tb.GUNSLINGER}, class {tb.ALIEN}, class {tb.NINJA},
enter 1, enter 0, set 3, card 12, card 3, card 5, piece 1, step 2, stop 0, pass 0, pass 0,
enter 0, enter 1, card 7, balloon 0, piece 7, space 8, card 2, card 12, help 0, card 6"""
"""Gus brings out two Gunslingers and moves one to B4; Ann brings out two Aliens and balloons one to
B3, beside it; Nina plays a weapon for 1 Point, and for Ann."""
ANSWER = ", card 0"
"""Ann plays a Jury Rig for 1 Point."""

EXAMPLES = [
    Example(
        "assistance",
        "Ann's Alien attacks Gus's Gunslinger, and Nina has played a card for Ann",
        SCRIPT,
        None,
        PLAYERS,
        Framing(
            ["island", "contest", "aside"],
            window=(3.4, 0, 7.1, 1.6),
            lit=["pawn:0:0", "pawn:0:1", "pawn:1:1"],
        ),
        SEED,
    ),
    Example(
        "lead-changed",
        "Ann has played a card herself and is ahead",
        SCRIPT + ANSWER,
        None,
        PLAYERS,
        Framing(["contest", "aside"]),
        SEED,
    ),
]
