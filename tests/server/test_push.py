"""Notices by Web Push: what arrives can be read by the browser alone, and leads nowhere private."""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

from quarterdeck.engine.game import find
from quarterdeck.server import push
from quarterdeck.server.push import Notices, Vapid, _derive, check_endpoint, to_bytes, to_text
from quarterdeck.server.refusals import BadEndpoint
from quarterdeck.server.schema import SubscriptionRow
from quarterdeck.server.settings import Settings

from .serving import BOT, FRIEND, ME, Guest, serving
from .test_deadlines import OwnClock, hands  # noqa: F401
from .test_storage import opened

SOON = {"push_delay": 0.0, "push_retry": 0.05, "push_anywhere": True, "deadline_poll": 0.02}
CURVE = ec.SECP256R1()


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(to_bytes(text), "big"), CURVE)


class Browser:
    """A browser's side of a subscription."""

    def __init__(self, endpoint: str) -> None:
        self.key, self.auth = ec.generate_private_key(CURVE), b"sixteen bytes ok"
        self.endpoint = endpoint

    def subscription(self) -> dict[str, Any]:
        keys = {"p256dh": to_text(point(self.key)), "auth": to_text(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def row(self, guest: str) -> SubscriptionRow:
        keys = self.subscription()["keys"]
        return SubscriptionRow(endpoint=self.endpoint, guest=guest, created=0.0, **keys)

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt what has arrived (RFC 8291)."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
        info = b"WebPush: info\0" + point(self.key) + theirs
        secret = _derive(self.key.exchange(ec.ECDH(), sender), self.auth, info, 32)
        key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        said: dict[str, Any] = json.loads(text[:-1])
        return said


class PushService:
    """Keeps what it is sent, and answers with the statuses it was given, then with 201."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.arrived: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        self.statuses: list[int] = []

    def next(self, seconds: float = 30.0) -> tuple[str, dict[str, str], bytes]:
        return self.arrived.get(timeout=seconds)

    def silent(self, seconds: float = 0.3) -> bool:
        try:
            self.arrived.get(timeout=seconds)
        except Empty:
            return True
        return False


@contextmanager
def push_service(tls: ssl.SSLContext | None = None) -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = service.statuses.pop(0) if service.statuses else 201
            self.send_response(status)
            self.end_headers()
            service.arrived.put((self.path, headers, body))

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    service = PushService(f"http{'s' if tls else ''}://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


# Encryption --------------------------------------------------------------------------------------


def test_encryption_gives_what_the_standard_gives() -> None:
    """The example in RFC 8291, section 5 and appendix A."""
    receiver = (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    body = push.encrypt(
        b"When I grow up, I want to be a watermelon",
        to_bytes(receiver),
        to_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
        key=private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert to_text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
        "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
        "a-fN"
    )


def test_a_signature_can_be_checked_with_the_published_key() -> None:
    vapid = Vapid(Vapid.new_key(), "mailto:host@example.org")
    scheme, token, key = vapid.authorization("https://push.example", 1000.0).split()
    assert (scheme, key) == ("vapid", f"k={vapid.public_key}")
    header, claims, signature = token.removeprefix("t=").rstrip(",").split(".")
    assert json.loads(to_bytes(header)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(to_bytes(claims)) == {
        "aud": "https://push.example",
        "exp": 1000 + push.TOKEN_LIFE,
        "sub": "mailto:host@example.org",
    }
    numbers = to_bytes(signature)
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    signer = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, to_bytes(vapid.public_key))
    signed = f"{header}.{claims}".encode()
    signer.verify(utils.encode_dss_signature(r, s), signed, ec.ECDSA(hashes.SHA256()))


# Where to ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://10.0.0.7/x",
        "https://[::1]/x",
        "https://[::ffff:169.254.169.254]/x",
        "https://[2002:7f00:1::]/x",
        "https://0/x",
        "https://localhost/x",
        "https://2130706433/x",
        "https://push.example:8443/x",
        "https://me:secret@push.example/x",
        "https://",
        "file:///etc/passwd",
        "not a url",
        "https://push.example:x/",
    ],
)
def test_only_public_https_addresses_are_accepted(endpoint: str) -> None:
    with pytest.raises(BadEndpoint):
        check_endpoint(endpoint)


def test_a_name_that_leads_to_a_private_address_is_not_contacted() -> None:
    async def story() -> None:
        with pytest.raises(BadEndpoint):
            await push.resolve("localhost", 443)

    asyncio.run(story())
    assert check_endpoint("https://fcm.googleapis.com/fcm/send/abc").host == "fcm.googleapis.com"


def test_a_subscription_belongs_to_a_guest_and_has_a_browsers_keys(ann: Guest, bob: Guest) -> None:
    subscription = Browser("https://push.example/1").subscription()
    address = "/api/push/subscriptions"
    assert ann.http.post(address, json=subscription).json()["code"] == "no-guest"
    ann.begin(ME, BOT)
    assert ann.http.post(address, json=subscription).status_code == 204
    private = {**subscription, "endpoint": "https://192.168.0.1/"}
    assert ann.http.post(address, json=private).json()["code"] == "bad-endpoint"
    for name, value in (("p256dh", "AAAA"), ("p256dh", "é"), ("auth", "AAAA"), ("auth", "!")):
        keys = {**subscription["keys"], name: value}
        answer = ann.http.post(address, json={**subscription, "keys": keys})
        assert answer.json()["code"] == "bad-endpoint", (name, value)
    foreign = {"origin": "https://evil.example"}
    for method in ("POST", "DELETE"):
        answer = ann.http.request(method, address, json=subscription, headers=foreign)
        assert answer.json()["code"] == "foreign-page"
    assert bob.http.request("DELETE", address, json=subscription).status_code == 204
    assert ann.http.request("DELETE", address, json=subscription).status_code == 204


def test_a_guest_has_few_subscriptions_and_the_newest_are_kept(database_url: str) -> None:
    async def story() -> None:
        async with opened(database_url) as storage:
            for number in range(5):
                row = Browser(f"https://push.example/{number}").row("ann")
                await storage.subscribe(msgspec.structs.replace(row, created=float(number)), most=3)
            await storage.subscribe(Browser("https://push.example/4").row("bob"), most=3)
            kept = [row.endpoint[-1] for row in await storage.subscriptions("ann")]
            assert sorted(kept) == ["2", "3"]
            await storage.unsubscribe("https://push.example/3", "bob")  # not his
            assert len(await storage.subscriptions("ann")) == 2
            key = await storage.keep("vapid-key", Vapid.new_key())
            assert await storage.keep("vapid-key", Vapid.new_key()) == key

    asyncio.run(story())


# Notices -----------------------------------------------------------------------------------------


def said(service: PushService, browser: Browser) -> tuple[str, str]:
    content = browser.read(service.next()[2])
    return content["occasion"], content["body"]


def test_whoever_is_not_connected_is_notified(
    tmp_path: Path,
    hands: OwnClock,  # noqa: F811
    arrive: Callable[[str], Guest],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    with push_service() as service, serving(tmp_path / "x.db", **SOON) as address:
        ann, bob = arrive(address), arrive(address)
        made = ann.begin(
            {**ME, "name": "Ann"}, FRIEND, terms={"pace": {"days": 2}, "on_time": "lose"}
        )
        browser = Browser(f"{service.address}/ann-capability")
        ann.http.post("/api/push/subscriptions", json=browser.subscription())
        bob.join(made["id"], made["seats"][1]["invite"], "Bob")
        path, headers, body = service.next()
        assert path == "/ann-capability"
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0
        key = ann.http.get("/api/push/key").json()["key"]
        assert headers["authorization"].endswith(f"k={key}")
        assert made["id"] not in str(headers)
        assert browser.read(body) == {
            "title": find("ping").title,
            "body": "Bob has joined your game.",
            "match": made["id"],
            "occasion": "joined",
        }
        seat = bob.sit(made["id"], 1)
        his = Browser(f"{service.address}/bob").subscription()
        bob.http.post("/api/push/subscriptions", json=his)  # he stays, and gets no notice
        mine = ann.sit(made["id"], 0)
        while not mine.to_act or seat.to_act:  # Ann is connected: nothing is sent
            actor = mine if mine.to_act else seat
            actor.act(actor.actions()[0]["id"])
            for one in (mine, seat):
                one.send(type="resume")
                one.read_state()
        while mine.state["scene"]["actor"] == 0:
            mine.act(mine.actions()[0]["id"])
        assert service.silent()
        mine.close()
        seat.send(type="resume")
        seat.read_state()
        while seat.to_act:
            seat.act(seat.actions()[0]["id"])
        assert said(service, browser) == ("turn", "It is your turn against Bob.")
        hands.pass_days(1.6)
        assert said(service, browser) == ("reminder", "Your time is nearly up against Bob.")
        hands.pass_days(0.5)
        assert said(service, browser) == ("over", "Your game against Bob is over.")
        assert service.silent()
    assert "capability" not in caplog.text


def test_a_service_that_fails_is_asked_again_and_one_that_has_forgotten_is_not(
    database_url: str,
) -> None:
    async def story(service: PushService) -> None:
        async with opened(database_url) as storage:
            notices = Notices(Settings(**SOON), storage, Vapid(Vapid.new_key()))  # type: ignore[arg-type]
            browser = Browser(f"{service.address}/1")
            await storage.subscribe(browser.row("ann"), 5)
            service.statuses = [503, 429]
            notices.post("ann", "match", "turn", "PING", ["Bob"])
            notices.post("ann", "match", "over", "PING", ["Bob"])  # replaces the other
            for _ in range(3):
                _, _, body = await asyncio.to_thread(service.next)
                assert browser.read(body)["occasion"] == "over"
            assert await asyncio.to_thread(service.silent)
            notices.post("ann", "match", "turn", "PING", ["Bob"])
            notices.drop("ann", "match")  # she has come
            assert await asyncio.to_thread(service.silent)
            service.statuses = [410]
            notices.post("ann", "match", "turn", "PING", ["Bob", "Cid", "Dan", "Eve"])
            _, _, body = await asyncio.to_thread(service.next)
            assert browser.read(body)["body"] == "It is your turn against 4 others."
            async with asyncio.timeout(10):
                while await storage.subscriptions("ann"):
                    await asyncio.sleep(0.01)
            await notices.close()

    with push_service() as service:
        asyncio.run(story(service))


def certificate(folder: Path, host: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """TLS for a server of that name, and for clients that trust it."""
    key, now = ec.generate_private_key(CURVE), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM
    secret = key.private_bytes(
        form, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public, both = folder / "public.pem", folder / "both.pem"
    public.write_bytes(made.public_bytes(form))
    both.write_bytes(made.public_bytes(form) + secret)
    serves = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serves.load_cert_chain(both)
    return serves, ssl.create_default_context(cafile=str(public))


@pytest.mark.parametrize("host", ["push.example", "other.example"])
def test_the_address_that_was_checked_is_the_one_used_and_must_prove_its_name(
    tmp_path: Path, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    serves, trusts = certificate(tmp_path, "push.example")

    async def resolve(name: str, port: int) -> str:
        assert name == host
        return "127.0.0.1"

    monkeypatch.setattr(push, "resolve", resolve)
    monkeypatch.setattr(Notices, "verify", trusts)

    async def story(service: PushService) -> None:
        async with opened(f"sqlite:///{tmp_path / 'x.db'}") as storage:
            notices = Notices(Settings(push_delay=0.0), storage, Vapid(Vapid.new_key()))
            port = service.address.rpartition(":")[2]
            browser = Browser(f"https://{host}:{port}/1")
            await storage.subscribe(browser.row("ann"), 5)
            notices.post("ann", "match", "turn", "PING", ["Bob"])
            if host == "push.example":
                _, headers, body = await asyncio.to_thread(service.next)
                assert browser.read(body)["occasion"] == "turn"
                assert headers["host"] == f"{host}:{port}"
            else:
                assert await asyncio.to_thread(service.silent)
            await notices.close()

    with push_service(serves) as service:
        asyncio.run(story(service))


def test_a_private_address_behind_a_stored_name_is_never_asked(tmp_path: Path) -> None:
    async def story(service: PushService) -> None:
        async with opened(f"sqlite:///{tmp_path / 'x.db'}") as storage:
            notices = Notices(Settings(push_delay=0.0), storage, Vapid(Vapid.new_key()))
            await storage.subscribe(Browser(service.address).row("ann"), 5)
            notices.post("ann", "match", "turn", "PING", ["Bob"])
            async with asyncio.timeout(10):
                while await storage.subscriptions("ann"):
                    await asyncio.sleep(0.01)
            assert service.arrived.empty()
            await notices.close()

    with push_service() as service:
        asyncio.run(story(service))
