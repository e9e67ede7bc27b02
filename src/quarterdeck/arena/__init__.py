"""The arena: bots against bots, on one core, all cores or a cluster; ratings and balance."""

from __future__ import annotations

from quarterdeck.arena.contest import Contest
from quarterdeck.arena.plan import Plan, plan
from quarterdeck.arena.report import as_json, tables, write
from quarterdeck.arena.store import Store, default_folder, saved_record
from quarterdeck.arena.summary import Summary, summarize

__all__ = [
    "Contest",
    "Plan",
    "Store",
    "Summary",
    "as_json",
    "default_folder",
    "plan",
    "saved_record",
    "summarize",
    "tables",
    "write",
]
