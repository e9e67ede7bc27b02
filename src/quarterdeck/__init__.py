"""Quarterdeck: tabletop games of hidden information, to play, to host and to study.

    from quarterdeck import Match, find, listing, make_bot

Names are imported when they are first used: listing games must not wait for a compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quarterdeck.bots import make as make_bot
    from quarterdeck.engine.game import find, listing
    from quarterdeck.engine.match import Match
    from quarterdeck.engine.record import Record

__all__ = ["Match", "Record", "__version__", "find", "listing", "make_bot"]
__version__ = "1.0.0.dev0"

_HOMES = {
    "Match": ("quarterdeck.engine.match", "Match"),
    "Record": ("quarterdeck.engine.record", "Record"),
    "find": ("quarterdeck.engine.game", "find"),
    "listing": ("quarterdeck.engine.game", "listing"),
    "make_bot": ("quarterdeck.bots", "make"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'quarterdeck' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
