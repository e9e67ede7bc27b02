"""The keys in the footer, in the person's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from textual.binding import ActiveBinding, Binding
from textual.screen import Screen

from quarterdeck.engine.words import Words

say = Words(__package__)


class Spoken(Screen[Any]):
    """A screen whose BINDINGS are described in English, and shown as they are translated."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        return {key: _said(active) for key, active in super().active_bindings.items()}


def _said(active: ActiveBinding) -> ActiveBinding:
    described = active.binding.description
    binding = replace(active.binding, description=say(described) if described else "")
    return active._replace(binding=binding)


def described(screen: type[Screen[Any]]) -> Iterator[str]:
    """What the footer of a screen says, for translators."""
    for binding in screen.BINDINGS:
        if isinstance(binding, Binding) and binding.show:
            yield binding.description
