"""The pages and the files beside them, at the root and below a sub-path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from .serving import serving

INDEX = '<html><meta property="og:image" content="./preview.png"><script src="./a.js"></script>'
BROWSER = {"accept": "text/html,*/*"}


@pytest.fixture(scope="module", params=["", "/games"], ids=["root", "sub-path"])
def home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The home page's address, with a built client that has hardly anything in it."""
    static: Path = tmp_path_factory.mktemp("static")
    (static / "index.html").write_text(INDEX)
    (static / "sw.js").write_text("//")
    (static / "manifest.webmanifest").write_text("{}")
    with serving(static / "games.db", static=static, path=request.param) as address:
        yield f"{address}{request.param}/"


def test_a_page_finds_its_files_from_any_depth_and_previews_find_the_picture(home: str) -> None:
    for page, up in (("", "./"), ("play/x", "../"), ("no/such/thing", "../../")):
        text = httpx.get(home + page, headers=BROWSER).text
        assert f'src="{up}a.js"' in text
        assert f'content="{home}preview.png"' in text


def test_what_is_not_there_is_a_page_for_browsers_and_a_refusal_for_programs(home: str) -> None:
    assert httpx.get(f"{home}nosuch", headers=BROWSER).status_code == 404
    assert (
        httpx.get(f"{home}nosuch", headers=BROWSER).headers["content-type"].startswith("text/html")
    )
    for path, headers in (("nosuch", {}), ("api/nosuch", BROWSER)):
        answer = httpx.get(home + path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_a_name_in_a_host_header_cannot_become_markup(home: str) -> None:
    evil = {**BROWSER, "host": '"><script>alert(1)</script>'}
    for path in ("", "nosuch"):
        assert "alert(1)</script>" not in httpx.get(home + path, headers=evil).text


def test_the_worker_and_the_manifest_are_what_browsers_expect(home: str) -> None:
    worker = httpx.get(f"{home}sw.js").headers
    assert "javascript" in worker["content-type"]
    assert worker["cache-control"] == "no-cache"
    assert "manifest+json" in httpx.get(f"{home}manifest.webmanifest").headers["content-type"]
