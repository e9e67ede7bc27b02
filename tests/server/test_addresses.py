"""Behind a proxy, by which names, and for which pages the service answers."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from quarterdeck.server.addresses import Trusted, household

from .serving import BOT, ME, Guest, serving


class Proxy:
    """A small real proxy: changes the head of each connection's first request, then copies bytes.

    It closes after each HTTP response, so that there is one request per connection.
    """

    def __init__(self, upstream: str, strip: str = "", **headers: str) -> None:
        self._port = int(upstream.rpartition(":")[2])
        self._strip, self._headers = strip, headers
        self.address = ""

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        inner, outer = await asyncio.open_connection("127.0.0.1", self._port)
        outer.write(self._changed(head).encode("latin-1"))
        await asyncio.gather(_copy(reader, outer), _copy(inner, writer))

    def _changed(self, head: str) -> str:
        first, *lines = head.rstrip("\r\n").split("\r\n")
        if self._strip:
            first = first.replace(f" {self._strip}", " ", 1)
        names = {name.lower() for name in self._headers}
        kept = [line for line in lines if line.partition(":")[0].lower() not in names]
        if "upgrade:" not in head.lower():
            kept = [line for line in kept if not line.lower().startswith("connection:")]
            kept.append("Connection: close")
        added = [f"{name}: {value}" for name, value in self._headers.items()]
        return "\r\n".join([first, *kept, *added]) + "\r\n\r\n"

    @contextmanager
    def running(self) -> Iterator[str]:
        loop = asyncio.new_event_loop()
        started = asyncio.start_server(self._serve, "127.0.0.1", 0)
        listening = loop.run_until_complete(started)
        thread = threading.Thread(target=loop.run_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        finally:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            listening.close()
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0.05))
            loop.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


# Who calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("made up, 203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("nonsense", None),
        ("", None),
    ],
)
def test_the_last_address_that_is_no_proxy_s_counts(forwarded: str, client: str | None) -> None:
    assert Trusted(["10.0.0.0/8"]).client(forwarded) == client


def test_an_address_of_ipv6_is_a_network() -> None:
    assert household("2001:db8:1:2:3::4") == household("2001:db8:1:2:ffff::1")
    assert household("2001:db8:1:2::") != household("2001:db8:1:3::")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1") == "192.0.2.1"
    assert household("fe80::1%eth0") == "fe80::/64"


def creations(address: str, who: str) -> list[int]:
    """What three new guests are answered, whose request is said to come from an address."""
    body = {"game": "ping", "seats": [ME, ME]}
    with httpx.Client(base_url=address, headers={"x-forwarded-for": who}, timeout=60) as http:
        return [
            (http.cookies.clear(), http.post("/api/matches", json=body))[1].status_code
            for _ in range(3)
        ]


def test_forwarded_headers_are_believed_from_trusted_proxies_only(tmp_path: Path) -> None:
    with serving(tmp_path / "q.db", new_guests=(2, 0.001)) as address:
        assert creations(address, "203.0.113.1") == [201, 201, 429]
        assert creations(address, "203.0.113.2") == [429] * 3, "made up"
    with serving(tmp_path / "q.db", new_guests=(2, 0.001), proxies=("127.0.0.0/8",)) as address:
        for client in ("203.0.113.1", "203.0.113.2"):
            assert creations(address, client) == [201, 201, 429]
        assert creations(address, "6.6.6.6, 203.0.113.2") == [429] * 3, "made up before the proxy"


# By which name -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("192.168.1.20:8000", 200),
        ("[::1]:8000", 200),
        ("games.example.org", 200),
        ("GAMES.example.org.:8000", 200),
        ("evil.example", 421),
        ("games.example.org.evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example:8000", 421),
    ],
)
def test_a_name_must_be_known(named: str, host: str, status: int) -> None:
    for path in ("/", "/api/health"):
        answer = httpx.get(named + path, headers={"host": host})
        assert answer.status_code == status
    assert status == 200 or answer.json()["code"] == "unknown-host"


def test_this_machine_s_own_name_is_known(named: str) -> None:
    import socket

    name = f"{socket.gethostname().partition('.')[0]}.local:8000"
    assert httpx.get(f"{named}/api/health", headers={"host": name}).status_code == 200


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("named") / "q.db"
    with serving(database, host_names=("games.example.org",)) as address:
        yield address


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        ("http://evil.example", "evil.example", 421),
        ("http://evil.example", "127.0.0.1:8000", 403),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", 201),
        ("http://127.0.0.1:9999", "127.0.0.1:8000", 403),
        ("http://127.0.0.1", "127.0.0.1:80", 201),
        ("https://games.example.org", "games.example.org", 201),
        ("https://games.example.org", "upstream:8000", 421),
        ("https://games.example.org", "127.0.0.1:8000", 201),
        ("https://games.example.org:444", "127.0.0.1:8000", 403),
        ("null", "127.0.0.1:8000", 403),
    ],
)
def test_the_page_must_be_ours(named: str, origin: str, host: str, status: int) -> None:
    body = {"game": "ping", "seats": [ME, ME]}
    headers = {"origin": origin, "host": host}
    answer = httpx.post(f"{named}/api/matches", json=body, headers=headers, timeout=60)
    assert answer.status_code == status


# Through a proxy ---------------------------------------------------------------------------------

PUBLIC = {
    "Host": "upstream:8000",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "games.example.org",
}


def play_through(proxy: str, guest: Guest, prefix: str = "") -> str:
    """Make a match and play at it as a page of https://games.example.org would; the cookie."""
    headers = {"origin": "https://games.example.org"}
    body = {"game": "ping", "seats": [ME, BOT], "entropy": "5a" * 16}
    made = httpx.post(f"{proxy}{prefix}/api/matches", json=body, headers=headers, timeout=60)
    assert made.status_code == 201, made.text
    cookie = made.headers["set-cookie"]
    address = f"{proxy}{prefix}/api/matches/{made.json()['id']}/socket?seat=0"
    headers["cookie"] = cookie.partition(";")[0]
    with connect(address.replace("http", "ws", 1), additional_headers=headers) as socket:
        assert '"type":"state"' in str(socket.recv(60))
    return cookie


def test_a_proxy_that_rewrites_host_and_ends_tls(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with (
        serving(tmp_path / "q.db", proxies=("127.0.0.1",)) as address,
        Proxy(address, **PUBLIC).running() as proxy,
    ):
        assert "secure" in play_through(proxy, arrive(proxy)).lower()


def test_a_proxy_that_only_rewrites_host_needs_the_name(
    tmp_path: Path, arrive: Callable[[str], Guest]
) -> None:
    with (
        serving(tmp_path / "q.db", host_names=("games.example.org",)) as address,
        Proxy(address, Host="127.0.0.1:8000").running() as proxy,
    ):
        assert "secure" not in play_through(proxy, arrive(proxy)).lower()


def test_a_proxy_that_is_not_trusted_is_not_believed(tmp_path: Path) -> None:
    with serving(tmp_path / "q.db") as address, Proxy(address, **PUBLIC).running() as proxy:
        assert httpx.get(f"{proxy}/api/health").status_code == 421


@pytest.mark.parametrize("strip", ["", "/games"], ids=["kept", "stripped"])
def test_everything_works_below_a_sub_path(
    tmp_path: Path, arrive: Callable[[str], Guest], strip: str
) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text('<script src="./assets/app.js"></script>')
    script = b"play()" * 1000
    (static / "assets" / "app.js").write_bytes(script)
    (static / "assets" / "app.js.gz").write_bytes(gzip.compress(script))
    settings = {"path": "/games", "proxies": ("127.0.0.1",), "static": static}
    with (
        serving(tmp_path / "q.db", **settings) as address,
        Proxy(address, strip, **PUBLIC).running() as proxy,
    ):
        assert "path=/games;" in play_through(proxy, arrive(proxy), "/games").lower() + ";"
        for page, up in (
            ("/games/", "./"),
            ("/games/play/x", "../"),
            ("/games/play/x/", "../../"),
        ):
            shown = httpx.get(proxy + page)
            assert f'src="{up}assets/app.js"' in shown.text
            got = httpx.get(httpx.URL(proxy + page).join(f"{up}assets/app.js"))
            assert got.content == script
        assert got.headers["content-encoding"] == "gzip"
        if not strip:
            moved = httpx.get(f"{proxy}/games")
            assert (moved.status_code, moved.headers["location"]) == (308, "/games/")


def test_people_behind_a_proxy_do_not_share_limits(tmp_path: Path) -> None:
    settings = {"proxies": ("127.0.0.1",), "new_guests": (3, 0.001), "connections_per_address": 2}
    with serving(tmp_path / "q.db", **settings) as address, ExitStack() as stack:
        for _ in range(10):  # the proxy keeps its connections
            http = stack.enter_context(httpx.Client(base_url=address))
            assert http.get("/api/health").status_code == 200
        for number in range(5):
            assert creations(address, f"203.0.113.{number}") == [201] * 3
