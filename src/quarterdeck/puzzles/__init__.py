"""Puzzles: positions from bots' games with a question that has one answer, proven by enumeration.

A game that has a puzzle keeps it in its folder, in puzzle.py: which positions pose it, what is
asked, and why every other answer is wrong. What a puzzle is says engine/riddle.py.
"""

from quarterdeck.puzzles.making import FIRST_DAY, NoPuzzle, day_seed, make, puzzlers

__all__ = ["FIRST_DAY", "NoPuzzle", "day_seed", "make", "puzzlers"]
