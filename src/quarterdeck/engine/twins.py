"""Twins: a game's rules once more, made otherwise; the same code objects, calling each other."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from quarterdeck.engine.rule import Rule


class Twins:
    """Gives every rule, and the rules it calls by name, a twin."""

    def __init__(self, make: Callable[[FunctionType], Any], instead: dict[Any, Any]) -> None:
        """`make` turns a function into a twin; `instead`: twins that are there already."""
        self.make = make
        self.twins: dict[Any, Any] = dict(instead)
        self.spaces: dict[int, dict[str, Any]] = {}

    def twin(self, rule: Any) -> Any:
        """A rule's twin, made when it is first asked for."""
        if rule not in self.twins:
            code, space = rule.py_func.__code__, rule.py_func.__globals__
            own = self.spaces.setdefault(id(space), dict(space))
            function = FunctionType(code, own, code.co_name)
            function.__module__ = rule.py_func.__module__
            self.twins[rule] = self.make(function)
            for name in code.co_names:
                if isinstance(space.get(name), Rule):
                    own[name] = self.twin(space[name])
        return self.twins[rule]
