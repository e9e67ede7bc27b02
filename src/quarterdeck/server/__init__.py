"""The service: HTTP and WebSocket, storage, bots at work. `run` starts it.

How an action reaches the database: `socket` reads it, `table` applies it under the match's lock,
`storage` appends it to the log, and only then does `table` show it to each seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def announce(address: str) -> None:
    print(f"Quarterdeck is at {address}/ (Ctrl+C stops it)", flush=True)


def run(
    host: str = "127.0.0.1",
    port: int = 8000,
    database_url: str = "",
    ready: Callable[[str], None] = announce,
    **others: Any,
) -> None:
    """Serve until interrupted.

    `ready` is called with the address once it answers; `others` are fields of `settings.Settings`.
    Raises `NoDatabase` or `NoAddress` when the database or the address cannot be used.
    """
    import asyncio
    import contextlib

    from quarterdeck.server.app import listen, server
    from quarterdeck.server.logs import configure
    from quarterdeck.server.processes import Supervisor
    from quarterdeck.server.settings import Settings
    from quarterdeck.server.storage import check

    settings = Settings(host=host, port=port, database_url=database_url, **others)
    configure(settings.log)
    asyncio.run(check(settings))
    with contextlib.suppress(KeyboardInterrupt), listen(host, port) as bound:
        if settings.processes > 1:
            Supervisor(settings, bound, ready).run()
        else:
            server(settings, ready).run(sockets=[bound])
