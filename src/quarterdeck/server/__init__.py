"""The service: HTTP and WebSocket, storage, bots at work. `run` starts it.

How an action reaches the database: `socket` reads it, `table` applies it under the match's lock,
`storage` appends it to the log, and only then does `table` show it to each seat.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def announce(address: str) -> None:
    print(f"Quarterdeck is at {address}/ (Ctrl+C stops it)", flush=True)


def run(
    ready: Callable[[str], None] = announce, settings_file: Path | None = None, **options: Any
) -> None:
    """Serve until interrupted.

    `ready` is called with the address once it answers. `options` are fields of `settings.Settings`;
    what they leave open comes from the environment (`QUARTERDECK_...`), then from the file. Raises
    `BadSetting`, `NoDatabase` or `NoAddress` when those cannot be used.
    """
    import asyncio
    import contextlib

    from quarterdeck.server.app import listen, server
    from quarterdeck.server.logs import configure
    from quarterdeck.server.processes import Supervisor
    from quarterdeck.server.settings import settings_from
    from quarterdeck.server.storage import check

    settings = settings_from(options, os.environ, settings_file)
    configure(settings.log)
    asyncio.run(check(settings))
    with (
        contextlib.suppress(KeyboardInterrupt),
        listen(settings.host, settings.port) as bound,
    ):
        if settings.processes > 1:
            Supervisor(settings, bound, ready).run()
        else:
            server(settings, ready).run(sockets=[bound])
