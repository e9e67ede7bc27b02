"""What is sent or shown cannot be changed afterwards: a scene drawn once is shared by many."""

import importlib
import pkgutil

import msgspec

import quarterdeck

OPEN = {"Answer", "Batch", "Record", "Stored", "BatchRow", "DraftRow", "MatchRow", "SeatRow"}
"""What the record, the database and an external bot's answer are read into."""


def kinds(base: type) -> set[type]:
    return {base}.union(*(kinds(each) for each in base.__subclasses__()))


def test_only_records_and_rows_can_be_changed():
    for package in ("engine", "bots", "server", "arena"):
        path = importlib.import_module(f"quarterdeck.{package}").__path__
        for module in pkgutil.iter_modules(path, f"quarterdeck.{package}."):
            importlib.import_module(module.name)
    ours = [k for k in kinds(msgspec.Struct) if k.__module__.startswith(quarterdeck.__name__)]
    assert {kind.__name__ for kind in ours if not kind.__struct_config__.frozen} == OPEN
