"""The files in deploy/ name what exists: settings, paths, commands. Proxies: test_proxies.py.

A container engine is not asked for, so nothing builds the image: only what it says is checked.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from quarterdeck.server.settings import settings_from

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTING = re.compile(r"(QUARTERDECK_[A-Z_]+)=(\S+)")


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile, an instruction and its arguments each."""
    text = re.sub(r"(?m)^\s*#.*\n", "", (DEPLOY / "Dockerfile").read_text())
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines if line]


def arguments(kind: str) -> list[str]:
    return [words for instruction, words in instructions() if instruction == kind]


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]


def test_the_image_copies_what_exists_and_what_its_context_holds() -> None:
    wanted = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[0] == "!"]
    for words in arguments("COPY"):
        *sources, _ = words.split()
        if sources[0].startswith("--from"):
            continue
        for source in sources:
            assert (ROOT / source).exists(), source
            assert f"!{source.split('/')[0]}" in wanted, f"{source} is not in the context"


def test_the_image_does_not_run_as_root_and_starts_the_service() -> None:
    kinds = [instruction for instruction, _ in instructions()]
    assert kinds.index("USER") > max(i for i, kind in enumerate(kinds) if kind == "FROM")
    assert arguments("USER") == ["10001"]
    assert json.loads(arguments("ENTRYPOINT")[0]) + json.loads(arguments("CMD")[0]) == [
        "quarterdeck",
        "serve",
    ]
    for image in arguments("FROM"):
        assert re.search(r":\d", image), f"{image} has no version"


def test_every_setting_is_one_of_ours() -> None:
    found = dict(SETTING.findall(" ".join(arguments("ENV"))))
    assert settings_from({}, found).host == "0.0.0.0"
    services = compose()
    given = {name: str(value) for name, value in services["quarterdeck"]["environment"].items()}
    assert settings_from({}, given).proxies == ("172.28.0.0/24",)
    unit = dict(SETTING.findall((DEPLOY / "quarterdeck.service").read_text()))
    assert settings_from({}, unit).database_url.startswith("sqlite:///")
    assert settings_from({}, {}, DEPLOY / "quarterdeck.toml").lobby
    assert tomllib.loads((DEPLOY / "quarterdeck.toml").read_text())["proxies"] == ["127.0.0.1"]


def test_what_the_containers_write_is_on_volumes() -> None:
    services = compose()
    assert services["quarterdeck"]["read_only"]
    (mounted,) = services["quarterdeck"]["volumes"]
    assert mounted.endswith(arguments("VOLUME")[0])
    for words in arguments("ENV"):
        for path in re.findall(r"=(?:sqlite:///)?(/var/[\w/.]+)", words):
            assert path.startswith(arguments("VOLUME")[0]), path
    for service in services.values():
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source


def test_the_health_check_tells_a_server_that_is_well(address: str) -> None:
    (words,) = arguments("HEALTHCHECK")
    _, code, program = json.loads(words.partition("CMD ")[2])
    assert code == "-c"
    well = program.replace("http://127.0.0.1:8000", address)
    assert subprocess.run([sys.executable, "-c", well], timeout=60).returncode == 0
    gone = program.replace(":8000", ":9")
    assert subprocess.run([sys.executable, "-c", gone], capture_output=True).returncode


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "quarterdeck.service").read_text()
    (command,) = re.findall(r"ExecStart=(\S+)", text)
    unit = tmp_path / "quarterdeck.service"
    unit.write_text(text.replace(command, sys.executable))
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, timeout=60
    )
    said = [line for line in checked.stderr.splitlines() if "quarterdeck.service" in line]
    assert said == []
    assert checked.returncode == 0, checked.stderr
