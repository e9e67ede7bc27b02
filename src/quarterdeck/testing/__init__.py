"""What tests of a game need: ours use it, and so may anybody's.

    pytest_plugins = ("quarterdeck.testing.plugin",)     # in the topmost conftest.py

Nothing here is loaded by pytest unless asked for. examples/hideout/tests shows all of it.
"""

from __future__ import annotations

from quarterdeck.testing.clauses import citations, clause_faults, clauses
from quarterdeck.testing.glossary import glossary_faults
from quarterdeck.testing.golden import playthrough_faults
from quarterdeck.testing.scenario import Scenario, both_ways

__all__ = [
    "Scenario",
    "both_ways",
    "citations",
    "clause_faults",
    "clauses",
    "glossary_faults",
    "playthrough_faults",
]
