"""Bad arguments are refused with a reason and exit code 2, before the screen opens."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quarterdeck.bots import UnknownBot
from quarterdeck.cli import app as command_line
from quarterdeck.engine.errors import BadOption, DamagedRecord, UnknownGame
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.terminal.app import TerminalApp
from quarterdeck.terminal.seated import UnusableFile
from quarterdeck.terminal.sitting import Setup


def test_unknown_games_bots_and_options_are_refused() -> None:
    with pytest.raises(UnknownGame, match="no game 'chess'"):
        Setup("chess")
    with pytest.raises(UnknownBot, match=r"no bot 'kasparov'.*lookout"):
        Setup("ping", bot="kasparov")
    with pytest.raises(BadOption, match="no option 'speed'"):
        Setup("ping", options={"speed": 1})
    with pytest.raises(BadOption, match="limit must be"):
        Setup("ping", options={"limit": 1})


def test_files_that_are_not_records_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    with pytest.raises(UnusableFile, match=r"cannot read.*no such file"):
        Setup("ping", load=path)
    with pytest.raises(UnusableFile, match="cannot read"):
        Setup("ping", load=tmp_path)
    path.write_bytes(b"\xff not json")
    with pytest.raises(DamagedRecord, match="not a record"):
        Setup("ping", load=path)
    record = Match(find("ping"), seed=1).record()
    record.game = "go"
    path.write_bytes(record.to_json())
    with pytest.raises(DamagedRecord, match=r"'go'.*PING"):
        Setup("ping", load=path)
    with pytest.raises(BadOption, match="its own seed"):
        Setup("ping", load=path, seed=1)


def test_a_record_that_does_not_replay_closes_the_screen_with_a_reason(tmp_path: Path) -> None:
    record = Match(find("ping"), seed=1).record()
    record.draft = [9999]
    path = tmp_path / "record.json"
    path.write_bytes(record.to_json())
    app = TerminalApp(Setup("ping", load=path))

    async def run() -> None:
        async with app.run_test() as pilot, asyncio.timeout(60):
            while app.is_running and app.refusal is None:
                await pilot.pause(0.02)

    asyncio.run(run())
    assert isinstance(app.refusal, DamagedRecord)
    assert app.sitting is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ping"], "needs a terminal"),
        (["ping", "--bot", "nobody"], "no bot 'nobody'"),
        (["ping", "--load", "missing.json"], "cannot read missing.json"),
        (["ping", "--option", "limit=3"], "limit must be"),
    ],
)
def test_the_command_line_says_why_and_exits_with_two(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(command_line, ["play", *arguments])
    assert result.exit_code == 2
    assert words in result.output
    assert "Traceback" not in result.output
