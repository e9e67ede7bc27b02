"""Proofs by enumeration: worlds, facts, and which facts a world contradicts, as a mask of facts.

An answer follows from some facts if they contradict every world with another answer. The fewest
facts that do so are how many deductions a puzzle takes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations


def needed(contradictions: Iterable[int]) -> list[int] | None:
    """The smallest set of facts that leaves none of these worlds, the earliest facts preferred;
    None: one of them contradicts nothing."""
    masks = _narrowest(contradictions)
    if 0 in masks:
        return None
    facts = range(max(masks, default=0).bit_length())
    for size in range(len(facts) + 1):
        for chosen in combinations(facts, size):
            together = sum(1 << fact for fact in chosen)
            if all(mask & together for mask in masks):
                return list(chosen)
    raise AssertionError("all facts together contradict every mask that is not empty")


def _narrowest(contradictions: Iterable[int]) -> list[int]:
    """Only worlds that contradict little matter: whatever excludes them excludes the others."""
    kept: list[int] = []
    for mask in sorted(set(contradictions), key=int.bit_count):
        if not any(mask & other == other for other in kept):
            kept.append(mask)
    return kept


def grade_of(deductions: int, brackets: tuple[int, int]) -> int:
    """1, 2 or 3; `brackets`: the most deductions of the first two grades."""
    return 1 + sum(deductions > most for most in brackets)
