"""From a lead to a winning chance, for policies that judge positions."""

import math

from quarterdeck.engine.rule import rule
from quarterdeck.engine.state import lookup

UNIT, FURTHEST = 32, 128
LEADS = range(-FURTHEST, FURTHEST + 1)
CHANCE = lookup([round(1000 / (1 + math.exp(-x / UNIT))) for x in LEADS])
TIMES = lookup([round(1000 * math.exp(x / UNIT)) for x in LEADS])


@rule
def odds(lead: int) -> int:
    """The chance to win with this lead, in thousandths; a lead of 32 means odds of e to 1."""
    chance: int = CHANCE[max(-FURTHEST, min(FURTHEST, lead)) + FURTHEST]
    return chance


@rule
def times(lead: int) -> int:
    """How many times as likely to win the leader is, in thousandths."""
    ratio: int = TIMES[max(-FURTHEST, min(FURTHEST, lead)) + FURTHEST]
    return ratio
