"""Push: notices to people who are not connected, by Web Push (RFC 8030, 8291, 8292).

A notice says which game, who plays and what is up; nothing of the game itself. Endpoints come from
browsers, so from anybody: only public addresses are ever contacted, and none is logged.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
import logging
import os
import socket
import ssl
from typing import Literal, NamedTuple

import httpx
import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from quarterdeck.engine.words import Words, language, speaking
from quarterdeck.server import clock
from quarterdeck.server.refusals import BadEndpoint
from quarterdeck.server.schema import SubscriptionRow
from quarterdeck.server.settings import Settings
from quarterdeck.server.storage import Storage
from quarterdeck.wire import Subscription

log = logging.getLogger(__name__)
logging.getLogger("httpx").setLevel(logging.WARNING)  # it would log every endpoint

say = Words(__package__)
Occasion = Literal["turn", "reminder", "joined", "over"]
TEXTS: dict[Occasion, str] = {
    "turn": "It is your turn against {others}.",
    "reminder": "Your time is nearly up against {others}.",
    "joined": "{name} has joined your game.",
    "over": "Your game against {others} is over.",
}
say.know(*TEXTS.values())
NAMED = 3
"""Opponents whose names are said; of more, how many they are."""
KEPT = 24 * 3600
"""Seconds for which a push service keeps a notice for a browser that is switched off."""
TOKEN_LIFE = 12 * 3600
"""Seconds for which our signature is good; services accept a day at most."""
AUTH_BYTES = 16
MOST_WAITING = 20_000
AT_ONCE = 16
TRIES = 5
PATIENCE = 10.0
"""Seconds for a push service to answer."""


def to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, form)


# Encryption --------------------------------------------------------------------------------------


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(
    text: bytes,
    receiver: bytes,
    auth: bytes,
    salt: bytes | None = None,
    key: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message for one browser (RFC 8291), as the body of a request. `receiver`: its public key;
    salt and key are random unless a test chooses them."""
    salt, key = salt or os.urandom(16), key or ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), receiver)
    ours = _point(key.public_key())
    shared = key.exchange(ec.ECDH(), theirs)
    secret = _derive(shared, auth, b"WebPush: info\0" + receiver + ours, 32)
    content_key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content_key).encrypt(nonce, text + b"\x02", None)
    return salt + (4096).to_bytes(4, "big") + bytes([len(ours)]) + ours + sealed


class Vapid:
    """Signs requests to push services (RFC 8292), so that only this server can use a
    subscription that was made for it."""

    def __init__(self, key: bytes, contact: str = "") -> None:
        self._key = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
        self.public_key = to_text(_point(self._key.public_key()))
        self._contact = contact

    @staticmethod
    def new_key() -> bytes:
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        return number.to_bytes(32, "big")

    def authorization(self, audience: str, now: float) -> str:
        claims: dict[str, object] = {"aud": audience, "exp": int(now) + TOKEN_LIFE}
        if self._contact:
            claims["sub"] = self._contact
        parts = [{"typ": "JWT", "alg": "ES256"}, claims]
        signed = ".".join(to_text(msgspec.json.encode(part)) for part in parts)
        signature = self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256()))
        numbers = b"".join(n.to_bytes(32, "big") for n in utils.decode_dss_signature(signature))
        return f"vapid t={signed}.{to_text(numbers)}, k={self.public_key}"


# Where to ----------------------------------------------------------------------------------------


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        hidden = ip.ipv4_mapped or ip.sixtofour
        ip = hidden or ip
    return ip.is_global and not ip.is_multicast


def check_endpoint(text: str) -> httpx.URL:
    """An address that may be that of a push service: https on its usual port, with a full name."""
    try:
        url = httpx.URL(text)
        literal = _is_public(url.host)
    except httpx.InvalidURL:
        raise BadEndpoint(say("A push service's address is a URL.")) from None
    except ValueError:  # a name: where it leads is looked at when something is sent
        literal = "." in url.host
    if url.scheme != "https" or url.port not in (None, 443) or url.userinfo or not literal:
        raise BadEndpoint(say("A push service has a public https address."))
    return url


async def resolve(host: str, port: int) -> str:
    """The address of a host; all that it has must be public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(map(_is_public, addresses)):
        raise BadEndpoint(say("A push service has a public address."))
    return addresses[0]


# Notices -----------------------------------------------------------------------------------------


class Notice(NamedTuple):
    guest: str
    match: str
    occasion: Occasion
    title: str
    """The game's."""
    others: list[str]
    name: str
    """Who joined."""
    tries: int = 0
    rows: list[SubscriptionRow] | None = None
    """Where to send it; None: wherever the guest has subscribed."""

    def body(self, wanted: str) -> bytes:
        """In the language of a browser's owner."""
        with speaking(wanted):
            many = say("{n} others", n=len(self.others))
            others = many if len(self.others) > NAMED else ", ".join(self.others)
            text = say(TEXTS[self.occasion], others=others, name=self.name)
        said = {"title": self.title, "body": text, "match": self.match, "occasion": self.occasion}
        return msgspec.json.encode(said)


class Notices:
    """Notices that wait to be sent: one at most for each guest and match, the latest."""

    verify: ssl.SSLContext | bool = True

    def __init__(self, settings: Settings, storage: Storage, vapid: Vapid) -> None:
        self._settings, self._storage, self._vapid = settings, storage, vapid
        self._waiting: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._sending: set[asyncio.Task[None]] = set()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._client: httpx.AsyncClient | None = None

    @property
    def public_key(self) -> str:
        return self._vapid.public_key

    async def subscribe(self, guest: str, asked: Subscription) -> None:
        if not self._settings.push_anywhere:
            check_endpoint(asked.endpoint)
        row = SubscriptionRow(
            endpoint=asked.endpoint,
            guest=guest,
            p256dh=asked.keys.p256dh,
            auth=asked.keys.auth,
            created=clock.now(),
            language=language.get(),
        )
        try:
            encrypt(b"", to_bytes(row.p256dh), auth := to_bytes(row.auth))
        except ValueError:
            auth = b""
        if len(auth) != AUTH_BYTES:
            raise BadEndpoint(say("These are not a browser's keys."))
        await self._storage.subscribe(row, self._settings.subscriptions_per_guest)

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        await self._storage.unsubscribe(endpoint, guest)

    def post(
        self,
        guest: str,
        match: str,
        occasion: Occasion,
        title: str,
        others: list[str],
        name: str = "",
    ) -> None:
        """Notify a guest soon, unless they come first; replaces what waits for the same match."""
        notice = Notice(guest, match, occasion, title, others, name)
        self._wait(notice, self._settings.push_delay)

    def drop(self, guest: str, match: str) -> None:
        """They are here, and can see for themselves."""
        if handle := self._waiting.pop((guest, match), None):
            handle.cancel()

    def _wait(self, notice: Notice, seconds: float) -> None:
        self.drop(notice.guest, notice.match)
        if len(self._waiting) >= MOST_WAITING:
            log.warning("too many notices are waiting; one is dropped")
            return
        later = asyncio.get_running_loop().call_later
        self._waiting[notice.guest, notice.match] = later(seconds, self._start, notice)

    def _start(self, notice: Notice) -> None:
        del self._waiting[notice.guest, notice.match]
        self._sending.add(task := asyncio.create_task(self._deliver(notice)))
        task.add_done_callback(self._sending.discard)

    async def _deliver(self, notice: Notice) -> None:
        """Send to all of a guest's browsers, and once more later to those that did not answer."""
        async with self._turns:
            rows = notice.rows
            if rows is None:
                rows = await self._storage.subscriptions(notice.guest)
            failed = [row for row in rows if not await self._send(row, notice)]
        tries = notice.tries + 1
        if failed and tries < TRIES and (notice.guest, notice.match) not in self._waiting:
            pause = self._settings.push_retry * 2**notice.tries
            self._wait(notice._replace(tries=tries, rows=failed), pause)

    async def _send(self, row: SubscriptionRow, notice: Notice) -> bool:
        """False: to be tried again."""
        url = httpx.URL(row.endpoint)
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self._request(url, row, notice)
        except BadEndpoint:
            status = 410
        except Exception as error:
            log.warning("no notice could be sent to %s: %s", url.host, type(error).__name__)
            return False
        if status in (404, 410):
            await self._storage.unsubscribe(row.endpoint, row.guest)
        elif not 200 <= status < 300:
            log.warning("%s refused a notice with %d", url.host, status)
        return not (status == 429 or status >= 500)

    async def _request(self, url: httpx.URL, row: SubscriptionRow, notice: Notice) -> int:
        """The status of the answer. The body is not read: it may be endless."""
        headers = {
            "host": url.netloc.decode(),
            "authorization": self._vapid.authorization(
                f"{url.scheme}://{url.netloc.decode()}", clock.now()
            ),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT),
            "topic": hashlib.sha256(notice.match.encode()).hexdigest()[:32],
            "urgency": "normal",
        }
        place = url
        if not self._settings.push_anywhere:
            # The address that was checked is the one that is used: a name may change its mind.
            place = url.copy_with(host=await resolve(url.host, url.port or 443))
        body = encrypt(notice.body(row.language), to_bytes(row.p256dh), to_bytes(row.auth))
        async with self._http().stream(
            "POST", place, content=body, headers=headers, extensions={"sni_hostname": url.host}
        ) as answer:
            return answer.status_code

    def _http(self) -> httpx.AsyncClient:
        """Made when first needed: loading certificates takes a while. It follows no redirects."""
        if self._client is None:
            self._client = httpx.AsyncClient(verify=self.verify, trust_env=False, timeout=PATIENCE)
        return self._client

    async def close(self) -> None:
        for handle in self._waiting.values():
            handle.cancel()
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        if self._client is not None:
            await self._client.aclose()
