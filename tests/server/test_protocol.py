"""docs/protocol.md says what is sent, and the session it shows can be played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .serving import BOT, FRIEND, Guest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/protocol.md"
HERE = "http://127.0.0.1:8000"


def test_the_page_and_the_browser_s_types_are_those_of_the_structs() -> None:
    command = [sys.executable, ROOT / "scripts/protocol.py", "--check"]
    source = {"PYTHONPATH": str(ROOT / "src")}
    checked = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **source})
    assert checked.returncode == 0, checked.stderr


def examples(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_the_sessions_in_python_play_whole_matches(ann: Guest) -> None:
    by_link, by_client = examples("python")
    made = ann.begin(FRIEND, BOT, limit=20)
    link = f"{ann.address}/play/{made['id']}?invite={made['seats'][0]['invite']}"
    (placeholder,) = re.findall(r'join\("(.*?)"', by_link)
    played = run(by_link.replace(placeholder, link))
    assert "win" in played.stdout or "draw" in played.stdout, played.stderr
    played = run(by_client.replace(HERE, ann.address))
    assert "'ping'" in played.stdout
    assert played.returncode == 0, played.stderr


def run(program: str) -> subprocess.CompletedProcess[str]:
    command, source = [sys.executable, "-c", program], {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, env=os.environ | source
    )


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_the_session_with_curl_makes_a_match(address: str, tmp_path: Path) -> None:
    (session,) = examples("sh")
    assert HERE in session
    script = session.replace(HERE, address)
    done = subprocess.run(
        ["sh", "-e", "-c", script], capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert '"commitment":' in done.stdout, done
    assert '"yours":true' in done.stdout, done
    assert '"code":"not-over"' in done.stdout, done
