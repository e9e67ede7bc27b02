"""What is sent or shown cannot be changed afterwards: a scene drawn once is shared by many."""

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import msgspec

OPEN = {"Answer", "Batch", "Record", "Stored", "BatchRow", "DraftRow", "MatchRow", "SeatRow"}
"""What the record, the database and an external bot's answer are read into."""
OPEN |= {"Kept", "SeatClock", "Pruned", "Stats", "GameStats"}
"""What a process keeps to itself: a match's clocks, and counts."""


def structs() -> Iterator[type[msgspec.Struct]]:
    yield from found_in(importlib.import_module("quarterdeck.wire"))
    for package in ("engine", "bots", "client", "server", "arena"):
        path = importlib.import_module(f"quarterdeck.{package}").__path__
        for module in pkgutil.iter_modules(path, f"quarterdeck.{package}."):
            yield from found_in(importlib.import_module(module.name))


def found_in(module: ModuleType) -> Iterator[type[msgspec.Struct]]:
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, msgspec.Struct):
            yield value


def test_only_records_and_rows_can_be_changed():
    loose = {struct.__name__ for struct in structs() if not struct.__struct_config__.frozen}
    assert loose - {"Struct"} == OPEN
