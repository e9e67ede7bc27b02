"""Through a real nginx and a real Caddy, configured by the files in deploy/."""

from __future__ import annotations

import datetime
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.sync.client import connect

from .serving import FRIEND, ME, Seat, play_out, serving

pytestmark = pytest.mark.xdist_group("proxies")
ROOT = Path(__file__).parents[2]
NAME = "games.example.org"
CLIENT = "127.0.0.2"
"""Where people call from: 127.0.0.1 is the proxy, which is believed."""


def program(name: str) -> str:
    found = subprocess.run([ROOT / "scripts/find-proxy", name], capture_output=True, text=True)
    if found.returncode:
        pytest.skip(found.stderr.strip().splitlines()[-1])
    return found.stdout.strip()


def changed(name: str, changes: dict[str, str]) -> str:
    """A file of deploy/, with ports and files of this machine."""
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def nginx(folder: Path, port: int, service: str, path: str) -> list[str]:
    changes = {
        "listen 443": f"listen 127.0.0.1:{port}",
        "/etc/ssl/games.pem": f"{folder}/games.pem",
        "/etc/ssl/games.key": f"{folder}/games.key",
        "127.0.0.1:8000": service,
        "location / {": f"location {path}/ {{",
    }
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    private = " ".join(f"{one}_temp_path {folder}/{one};" for one in paths)
    site = changed("nginx.conf", changes)
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; events {{}} http {{ access_log off; {private}\n{site} }}"
    )
    return [program("nginx"), "-p", str(folder), "-c", str(config), "-e", "stderr"]


def caddy(folder: Path, port: int, service: str, path: str) -> list[str]:
    here = f"admin off\nhttps_port {port}\nauto_https disable_redirects\ndefault_bind 127.0.0.1"
    own = f"tls {folder}/games.pem {folder}/games.key"
    upstream = "reverse_proxy {$UPSTREAM:127.0.0.1:8000}"
    below = f"handle {path}/* {{\n{upstream}\n}}" if path else upstream
    site = changed("Caddyfile", {upstream: f"{own}\n{below}"})
    config = folder / "Caddyfile"
    config.write_text(f"{{\n{here}\n}}\n{site}")
    asked = ["env", f"SITE={NAME}", f"UPSTREAM={service}"]
    return [*asked, program("caddy"), "run", "--config", str(config), "--adapter", "caddyfile"]


def certify(folder: Path) -> ssl.SSLContext:
    """Write a certificate for NAME; returns what a client needs to believe it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    day = datetime.timedelta(days=1)
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), 1, now - day, now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    (folder / "games.pem").write_bytes(certificate.public_bytes(encoding))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "games.key").write_bytes(key.private_bytes(encoding, *plain))
    return ssl.create_default_context(cafile=str(folder / "games.pem"))


class Visitor:
    """Somebody who opens https://games.example.org."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        self._port, self._trust, self._open = port, trust, ExitStack()
        transport = httpx.HTTPTransport(verify=trust, local_address=CLIENT)
        headers = {"host": NAME, "origin": f"https://{NAME}"}
        self.http = self._open.enter_context(
            httpx.Client(
                base_url=f"https://127.0.0.1:{port}",
                headers=headers,
                transport=transport,
                timeout=60,
            )
        )
        self.http.event_hooks["request"] = [self._name]

    @staticmethod
    def _name(request: httpx.Request) -> None:
        request.extensions["sni_hostname"] = NAME

    def sit(self, path: str, match: str, seat: int) -> Seat:
        line = socket.create_connection(("127.0.0.1", self._port), source_address=(CLIENT, 0))
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        opened = connect(
            f"wss://{NAME}{path}/api/matches/{match}/socket?seat={seat}",
            sock=line,
            ssl=self._trust,
            server_hostname=NAME,
            origin=f"https://{NAME}",  # type: ignore[arg-type]
            additional_headers={"cookie": cookies},
        )
        seat_there = Seat(self._open.enter_context(opened))
        assert seat_there.read()["type"] == "state", seat_there.received
        return seat_there

    def leave(self) -> None:
        self._open.close()


Configured = Callable[[Path, int, str, str], list[str]]


@contextmanager
def behind(
    proxy: Configured, folder: Path, path: str = "", **settings: Any
) -> Iterator[Callable[[], Visitor]]:
    """Makes visitors of a service behind a proxy."""
    trust = certify(folder)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    believed = {"proxies": ("127.0.0.1",), "host_names": (NAME,), "path": path}
    with serving(folder / "q.db", **believed, **settings) as address, ExitStack() as leaving:
        service = address.removeprefix("http://")
        home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
        running = subprocess.Popen(proxy(folder, port, service, path), env=home)

        def arrive() -> Visitor:
            visitor = Visitor(port, trust)
            leaving.callback(visitor.leave)
            return visitor

        try:
            until = time.monotonic() + 30
            while not _listens(port):
                assert running.poll() is None, "the proxy has ended"
                assert time.monotonic() < until, "the proxy does not answer"
                time.sleep(0.05)
            yield arrive
        finally:
            leaving.close()
            running.terminate()
            running.wait(30)


def _listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


BODY = {"game": "ping", "seats": [ME, FRIEND], "entropy": "5a" * 16}


@pytest.mark.parametrize("path", ["", "/games"], ids=["root", "sub-path"])
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_game_through_a_proxy_that_ends_tls(proxy: Configured, tmp_path: Path, path: str) -> None:
    with behind(proxy, tmp_path, path) as arrive:
        ann, bob = arrive(), arrive()
        made = ann.http.post(f"{path}/api/matches", json=BODY)
        assert made.status_code == 201, made.text
        cookie = made.headers["set-cookie"].lower()
        assert "secure" in cookie
        assert f"path={path or '/'};" in cookie + ";"
        match, invite = made.json()["id"], made.json()["seats"][1]["invite"]
        joined = bob.http.post(
            f"{path}/api/matches/{match}/join", json={"invite": invite, "entropy": "a5" * 16}
        )
        assert joined.status_code == 201, joined.text
        play_out(ann.sit(path, match, 0), bob.sit(path, match, 1))
        games = ann.http.get(f"{path}/api/games")
        assert games.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_an_address_made_up_before_the_proxy_is_not_believed(
    proxy: Configured, tmp_path: Path
) -> None:
    with behind(proxy, tmp_path, new_guests=(2, 0.001)) as arrive:
        made_up = [{"x-forwarded-for": f"203.0.113.{number}"} for number in range(4)]
        answers = [
            arrive().http.post("/api/matches", json=BODY, headers=header) for header in made_up
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 429, 429]
