"""The tour in the README runs as printed, fragments are taken from games, links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_tour_runs_as_printed():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


def test_the_guide_for_authors_quotes_games():
    """Every line of its fragments stands in one of the examples or of our games."""
    sources = [*ROOT.glob("examples/*/**/*.py"), *ROOT.glob("src/quarterdeck/games/**/*.py")]
    there = {bare(line) for path in sources for line in path.read_text().splitlines()}
    fragments = re.findall("```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.S)
    lines = [line for fragment in fragments for line in fragment.splitlines()]
    assert len(lines) > 25
    assert [line for line in lines if bare(line) not in there] == []


def bare(line: str) -> str:
    """A line of code without its indentation and its comment."""
    return re.sub("  # .*", "", line).strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / link).exists(), link
