"""External bots for the tests: real processes, most of them badly behaved."""

import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "external_bot.py"


def command(path: Path) -> str:
    return f"exec:{sys.executable} {path}"


def bot(folder: Path, name: str, *answer: str) -> str:
    """A bot that runs these lines for each question. They can use `question`, `asked` (how many
    came before) and `legal` (the legal ids)."""
    lines = [
        "import json, os, sys, time",
        "for asked, line in enumerate(sys.stdin):",
        "    question = json.loads(line)",
        "    legal = [action['id'] for action in question['actions']]",
        *(f"    {line}" for line in answer),
    ]
    path = folder / f"{name}.py"
    path.write_text("\n".join(lines))
    return command(path)


ANSWER = "print(json.dumps({'action': legal[0]}), flush=True)"
