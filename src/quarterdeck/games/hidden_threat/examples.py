"""The worked example in RULES.md: a Carrier that is hit, then shielded, then hit again."""

from quarterdeck.engine.examples import Example
from quarterdeck.engine.svg import Framing
from quarterdeck.games.hidden_threat import state as st

SEED = 445
"""Blue goes first, and finds Red's Carrier with the second search."""
A4, B3, B4 = 3, 6, 7


def aim(card: int, place: int) -> str:
    return f"play {card}, aim {place}"


EXAMPLES = [
    Example(
        "carrier-and-shield",
        "Red's Carrier with a peg card under it and a shield that was hit, and Red's hand",
        ", ".join(
            [
                aim(st.RED_1, A4),
                aim(st.WHITE, B3),
                aim(st.RED_1, B4),
                f"play {st.USE_SHIELD}, cover {st.CARRIER}",
                aim(st.RED_1, B4),
            ]
        ),
        0,
        ("Red", "Blue"),
        Framing(["grid0", "hand:0"], lit=["grid0:B4"], colours=["#ff6b5a", "#6ab8ff"]),
        SEED,
    ),
]
