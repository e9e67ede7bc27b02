"""docs/protocol.md says what is sent, and the session it shows can be played."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/protocol.md"


def test_the_page_and_the_browser_s_types_are_those_of_the_structs() -> None:
    command = [sys.executable, ROOT / "scripts/protocol.py", "--check"]
    source = {"PYTHONPATH": str(ROOT / "src")}
    checked = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **source})
    assert checked.returncode == 0, checked.stderr


def test_the_session_on_the_page_plays_a_whole_match(address: str) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    host = address.removeprefix("http://")
    example = example.replace("127.0.0.1:8000", host)
    assert host in example
    command = [sys.executable, "-c", example]
    played = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert "win" in played.stdout or "draw" in played.stdout, played.stderr
