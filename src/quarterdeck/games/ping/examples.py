"""The worked example in RULES.md: a torpedo that runs over a dive."""

from quarterdeck.engine.examples import Example
from quarterdeck.engine.svg import Framing, Trail
from quarterdeck.games.ping import state as st

SEED = 98
"""Deals Red, who goes first, a DECK GUN and a DIVE, and Blue a PING and a TORPEDO."""


def use(movement: int, utility: int) -> str:
    """Play a card for its utility."""
    return f"use {st.CARDS.tolist().index([movement, utility])}"


def station(letter: str) -> str:
    return f"station {st.LETTERS.index(letter)}"


EXAMPLES = [
    Example(
        "dive",
        "Blue's torpedo runs south from C, over S, where Red has dived",
        ", ".join(
            [
                station("S"),
                station("C"),
                use(st.MOVE_3, st.DECK_GUN),
                use(st.MOVE_2, st.PING),
                use(st.MOVE_2, st.DIVE),
                use(st.MOVE_3, st.TORPEDO),
                f"fire {st.DIRECTIONS.index('south')}",
            ]
        ),
        1,
        ("Red", "Blue"),
        Framing(
            ["grid", "hand:1"],
            lit=["card:move2-dive"],
            colours=["#ff6b5a", "#6ab8ff"],
            trails=[Trail([f"square:{letter}" for letter in "CHMSX"])],
        ),
        SEED,
    ),
]
