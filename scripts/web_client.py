"""A step of building the package: without the web client there is no package."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/quarterdeck/server/static/index.html"


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation may do without: `make` builds the page at the same time."""
        if version != "editable" and not (Path(self.root) / PAGE).exists():
            sys.exit(
                "The web client is not built yet: run `make web`, then build the package again."
            )
