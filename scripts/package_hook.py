"""A step of building the package: without the web client there is no package, and one that carries
compiled games is for one kind of machine."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = "src/quarterdeck/server/static/index.html"
COMPILED = "src/quarterdeck/compiled"


class WhatIsBuilt(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation may do without: `make` builds the page at the same time."""
        if version != "editable" and not (Path(self.root) / PAGE).exists():
            sys.exit(
                "The web client is not built yet: run `make web`, then build the package again."
            )
        if (Path(self.root) / COMPILED).exists():
            python = f"cp{sys.version_info.major}{sys.version_info.minor}"
            build_data |= {"pure_python": False, "tag": f"{python}-{python}-manylinux_2_28_x86_64"}
