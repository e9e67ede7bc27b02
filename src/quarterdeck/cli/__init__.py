"""`quarterdeck`: play, serve, simulate and check games from the command line.

A command imports what it needs when it is called, so that help and refusals come at once.
"""

# in the order in which `--help` lists their commands
from quarterdeck.cli import play, admin, study, learning, arena, making  # isort: skip
from quarterdeck.cli.common import app

__all__ = ["admin", "app", "arena", "learning", "making", "play", "study"]
