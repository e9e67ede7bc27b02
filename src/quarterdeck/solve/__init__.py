"""Small games solved exactly: the whole tree, an equilibrium, and how far any bot is from it."""

from quarterdeck.solve.cfr import Solution, exploitability, solve
from quarterdeck.solve.measure import sampled, strategy_of
from quarterdeck.solve.strategy import Strategy
from quarterdeck.solve.tree import LIMIT, TooLarge, Tree, build, estimate

__all__ = [
    "LIMIT",
    "Solution",
    "Strategy",
    "TooLarge",
    "Tree",
    "build",
    "estimate",
    "exploitability",
    "sampled",
    "solve",
    "strategy_of",
]
