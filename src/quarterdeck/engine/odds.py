"""From a lead to a winning chance: what policies judge positions with."""

import math

from quarterdeck.engine.record import table
from quarterdeck.engine.rule import rule

UNIT, FURTHEST = 32, 128
CHANCE = table([round(1000 / (1 + math.exp(-x / UNIT))) for x in range(-FURTHEST, FURTHEST + 1)])


@rule
def odds(lead: int) -> int:
    """The chance to win, in thousandths, of who leads by so much; 32 are odds of e to 1."""
    chance: int = CHANCE[max(-FURTHEST, min(FURTHEST, lead)) + FURTHEST]
    return chance
