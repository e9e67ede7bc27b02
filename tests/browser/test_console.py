"""What docs/protocol.md says to paste into a browser's console plays a whole match."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

PROTOCOL = Path(__file__).parents[2] / "docs/protocol.md"


def test_the_session_in_the_console_plays_a_whole_match(visitor: Callable[..., Page]) -> None:
    (session,) = re.findall(r"```js\n(.*?)```", PROTOCOL.read_text(), re.DOTALL)
    assert 'game: "ping"' in session
    session = session.replace('game: "ping"', 'game: "ping", options: { limit: 20 }')
    page = visitor()
    page.goto("/")
    with page.expect_console_message(
        lambda said: "win" in said.text or "draw" in said.text, timeout=30_000
    ):
        page.evaluate(f"() => {{ {session} }}")
