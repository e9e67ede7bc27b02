"""Write what the games' observations consist of into docs/observations.md, from the games' code.

python scripts/observations.py            writes it
python scripts/observations.py --check    exits with 1 if it is stale
"""

import sys
from pathlib import Path

from quarterdeck.engine.describe import describe
from quarterdeck.engine.game import Game, listing

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/observations.md"

MARK = "<!-- generated -->"


def section(game: Game) -> str:
    about = describe(game)
    actions = sum(len(ids) for ids in about.actions.values())
    lines = [
        f"## {about.title}",
        "",
        f"`{about.game}`: {about.numbers} numbers, {actions} actions.",
        "",
        "| part | numbers | from | to | what it is |",
        "|---|--:|--:|--:|---|",
    ]
    for part in about.observation:
        lines.append(f"| `{part.name}` | {part.size} | {part.low} | {part.high} | {part.help} |")
    return "\n".join(lines) + "\n"


def page() -> str:
    ours = [game for game in listing() if game.package.startswith("quarterdeck.games.")]
    introduction = PAGE.read_text().partition(MARK)[0]
    return f"{introduction}{MARK}\n" + "".join(f"\n{section(game)}" for game in ours)


def main() -> None:
    made = page()
    stale = made != PAGE.read_text()
    if "--check" in sys.argv:
        sys.exit(f"{PAGE.name}: stale. Run `python scripts/observations.py`." if stale else 0)
    PAGE.write_text(made)


if __name__ == "__main__":
    main()
