"""Draw docs/pictures/balance-*.svg and print the tables of docs/balance.md.

python benchmarks/balance_plots.py balance/*.json    # what balance.py wrote
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

from bars import bars

from quarterdeck.engine.game import find

PICTURES = Path(__file__).parent.parent / "docs/pictures"
CLASSES = ("Ninja", "Pirate", "Zombie", "Robot", "Gunslinger", "Alien", "Elf")

Row = tuple[str, float, str]


def share(won: int, games: int) -> str:
    """A share with its 95 % interval (Wilson), in per cent."""
    z, part = 1.96, won / games
    middle = (part + z * z / 2 / games) / (1 + z * z / games)
    half = z * math.sqrt(part * (1 - part) / games + z * z / 4 / games**2) / (1 + z * z / games)
    digits = 1 if half < 0.01 else 0
    low, high = (100 * (middle + sign * half) for sign in (-1, 1))
    return f"{100 * part:.{digits}f} % ({low:.{digits}f} to {high:.{digits}f})"


def first_rows(found: list[dict[str, Any]]) -> list[Row]:
    """How often whoever decides first wins, by game and number of players."""
    rows = []
    for each in found:
        title, players = find(each["game"]).title, each["players"]
        won, games = each["won_by_order"][0], each["games"]
        rows.append((f"{title}, {players} players", 100 * won / games, share(won, games)))
    return rows


def class_rows(found: list[dict[str, Any]]) -> list[Row]:
    """How often each class wins, by number of players."""
    rows = []
    for each in found:
        for name, (played, won) in zip(CLASSES, each.get("classes") or [], strict=False):
            if played:
                label = f"{each['players']} players, {name}"
                rows.append((label, max(100 * won / played, 0.1), share(won, played)))
    return rows


def main() -> None:
    found = [json.loads(Path(name).read_text()) for name in sys.argv[1:]]
    found.sort(key=lambda each: (each["game"] == "zerpang", each["game"], each["players"]))
    plots = {
        "first": ("Games won by whoever goes first, in per cent", first_rows(found)),
        "classes": ("Zerpang!: games won by each class, in per cent", class_rows(found)),
    }
    for name, (title, rows) in plots.items():
        (PICTURES / f"balance-{name}.svg").write_text(bars(title, rows, linear=True))
        for row in rows:
            print(f"| {row[0]} | {row[2]} |")
    for each in found:
        middle, low, high = each["decisions"][2], each["decisions"][0], each["decisions"][-1]
        turns = f"{each['turns'][2]:.0f}" if each.get("turns") else ""
        print(
            f"| {find(each['game']).title}, {each['players']} players | {each['games']:,} | "
            f"{turns} | {middle:.0f} ({low:.0f} to {high:.0f}) | {each['drawn']} |"
        )
        for one, other, games, won in each.get("pairs") or []:
            print(f"| {CLASSES[one]} against {CLASSES[other]} | {games} | {share(won, games)} |")


if __name__ == "__main__":
    main()
