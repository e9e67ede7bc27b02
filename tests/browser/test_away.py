"""Somebody is away: clocks, choices, notices, and a page that says when nobody answers."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from quarterdeck.server.push import to_text
from tests.server.test_push import CURVE, point

from .person import Person

Visitor = Callable[..., Page]
SOON = 1e-5
"""Days: about a second."""


def invite(page: Page, **terms: Any) -> dict[str, Any]:
    """A game of PING for this visitor and a friend."""
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
    made = page.request.post("/api/matches", data={"game": "ping", "seats": seats, **terms})
    return made.json()


def accept(page: Page, made: dict[str, Any], name: str = "Bert") -> None:
    joining = {"invite": made["seats"][1]["invite"], "name": name}
    page.request.post(f"/api/matches/{made['id']}/join", data=joining)
    page.goto(f"/play/{made['id']}")


def test_a_game_is_made_with_the_time_that_was_chosen(visitor: Visitor) -> None:
    host = Person(visitor(390, 844))
    host.page.goto("/")
    cover = host.cover("PING")
    cover.get_by_text("Options").click()
    cover.get_by_label("Time to play").select_option("3 days for every turn")
    cover.get_by_label("time is up").select_option("they lose")
    assert not host.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    host.sit_down("With a friend")
    expect(host.page.get_by_text("In 3 days, you can decide what happens.")).to_be_visible()
    match = host.page.url.rpartition("/")[2]
    timing = host.page.request.get(f"/api/matches/{match}").json()["timing"]
    assert (timing["pace"]["days"], timing["on_time"]) == (3, "lose")
    assert timing["invitees"] == {"days": 3, "then": "claim"}


@pytest.mark.parametrize(
    ("choice", "then"),
    [("Let a bot sit in", "Your turn|’s turn"), ("Call the game off", "Called off")],
)
def test_whoever_waits_in_vain_may_decide(visitor: Visitor, choice: str, then: str) -> None:
    host = Person(visitor())
    made = invite(host.page, invitees={"days": SOON, "then": "claim"})
    host.page.goto(f"/play/{made['id']}")
    expect(host.page.get_by_text("Player 2 has not come. What now?")).to_be_visible()
    host.page.get_by_role("button", name=choice).click()
    expect(host.turn).to_have_text(re.compile(then))
    expect(host.page.get_by_text("What now?")).to_be_hidden()


def sit_together(visitor: Visitor, **terms: Any) -> tuple[Person, Person]:
    """Two people at a table: whoever is to act, and the other one."""
    people = Person(visitor()), Person(visitor())
    made = invite(people[0].page, **terms)
    accept(people[1].page, made)
    people[0].page.goto(f"/play/{made['id']}")
    expect(people[0].turn).to_have_text(re.compile("Your turn|’s turn"))
    return people if people[0].acts else people[::-1]


def test_a_clock_runs_down_and_the_others_claim_the_game(visitor: Visitor) -> None:
    late, waiting = sit_together(visitor, pace={"minutes": 0.05}, on_time="claim")
    clocks = late.page.get_by_role("timer")
    expect(clocks).to_have_count(2)
    expect(clocks.filter(has_text="0:03")).to_have_count(1)
    expect(late.page.get_by_text("Your time is up.")).to_be_visible()
    for button in ("Claim the game…", "Yes, claim the game"):
        waiting.page.get_by_role("button", name=button).click()
    expect(waiting.page.get_by_role("heading", name="You won")).to_be_visible()


def test_whoever_comes_back_late_takes_the_seat_back_from_a_bot(visitor: Visitor) -> None:
    late, waiting = sit_together(visitor, pace={"minutes": 0.02}, on_time="bot")
    sits_in = waiting.page.get_by_text("(a bot sits in)")
    expect(sits_in).to_be_visible()
    late.page.get_by_role("button", name="Take your seat back").click()
    expect(sits_in).to_be_hidden()
    expect(late.page.get_by_role("button", name="Take your seat back")).to_be_hidden()


class Line:
    """A connection that can be made deaf: what the server says then does not arrive."""

    def __init__(self, page: Page) -> None:
        self.deaf = False
        page.route_web_socket("**/socket*", self._join)

    def _join(self, client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        server.on_message(lambda message: None if self.deaf else client.send(message))


def test_a_move_that_is_not_answered_is_seen_to_be_pending_and_is_kept(visitor: Visitor) -> None:
    me = Person(visitor())
    line = Line(me.page)
    me.open_table("ping", ["deckhand"])
    assert me.await_turn()
    line.deaf = True
    me.page.locator("[data-lit]").first.click()
    expect(me.page.get_by_role("progressbar", name="Sending your move")).to_be_visible()
    expect(me.turn).to_have_text("Waiting for an answer…")
    expect(me.page.get_by_text("Your move is kept and will be sent.")).to_be_visible()
    line.deaf = False
    me.page.wait_for_timeout(1_000)  # at most one question a second
    me.page.mouse.move(700, 300)
    expect(me.turn).not_to_have_text("Waiting for an answer…")


def test_whoever_still_waits_for_a_hint_can_resign(visitor: Visitor) -> None:
    def join(client: WebSocketRoute) -> None:
        server = client.connect_to_server()
        client.on_message(lambda sent: None if '"hint"' in sent else server.send(sent))

    me = Person(visitor())
    me.page.route_web_socket("**/socket*", join)
    me.open_table("ping", ["deckhand"])
    assert me.await_turn()
    for button in ("Hint", "More", "Resign…", "Yes, resign"):
        me.page.get_by_role("button", name=button).click()
    expect(me.page.get_by_role("heading", name="You lost")).to_be_visible()


def test_the_page_says_when_it_is_offline_and_goes_on_afterwards(visitor: Visitor) -> None:
    me = Person(visitor())
    me.open_table("ping", ["deckhand"])
    assert me.await_turn()
    me.page.wait_for_load_state("networkidle")  # or what is still on its way is an error
    me.page.context.set_offline(True)
    expect(me.turn).to_have_text("You are offline", timeout=2_000)
    me.page.context.set_offline(False)
    expect(me.turn).to_have_text("Your turn")
    me.click_something()


DELIVER = "ServiceWorker.deliverPushMessage"
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 200; tries++) {
    const shown = await worker.getNotifications();
    if (shown.length) return shown.map((one) => [one.title, one.body, one.tag]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return [];
}"""
CLICK = """async () => {
  const opened = new Promise((tell) => (Clients.prototype.openWindow = async (url) => tell(url)));
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  return opened;
}"""
# There is no push service here, so what one would answer is made up.
SUBSCRIBE = """
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => {
    window.subscribed = options;
    const keys = { p256dh: "%s", auth: "c2l4dGVlbiBieXRlcyBvaw" };
    return { toJSON: () => ({ endpoint: "https://push.example.org/1", keys }) };
  };
"""


def allow_notices(page: Page) -> None:
    page.context.grant_permissions(["notifications"])
    page.add_init_script(SUBSCRIBE % to_text(point(ec.generate_private_key(CURVE))))


def notify(page: Page, body: dict[str, str]) -> None:
    """As if a push service had sent it: again, if it is lost."""
    devtools = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    registered = "ServiceWorker.workerRegistrationUpdated"
    devtools.on(registered, lambda it: found.extend(it["registrations"]))
    devtools.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    deadline = time.monotonic() + 10
    while not found and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    registration = found[-1]["registrationId"]
    origin = page.url.partition("/play")[0]
    data = {"origin": origin, "registrationId": registration, "data": json.dumps(body)}
    for _ in range(3):
        devtools.send(DELIVER, data)
        if page.evaluate(SHOWN):
            break


def test_whoever_asks_for_it_is_told_and_the_notice_leads_to_the_table(visitor: Visitor) -> None:
    page = visitor()
    allow_notices(page)
    made = invite(page)
    page.goto(f"/play/{made['id']}")
    with page.expect_response("**/api/push/subscriptions") as subscribed:
        page.get_by_role("button", name="Tell me when it is my turn").click()
    assert subscribed.value.status == 204
    key = page.request.get("/api/push/key").json()["key"]
    assert page.evaluate("window.subscribed.applicationServerKey") == key
    expect(page.get_by_role("button", name="Tell me when it is my turn")).to_be_hidden()
    notice = {"title": "PING", "body": "It is your turn against Bert.", "match": made["id"]}
    notify(page, notice)
    assert page.evaluate(SHOWN) == [["PING", "It is your turn against Bert.", made["id"]]]
    table = page.url
    page.goto("/")
    assert page.context.service_workers[0].evaluate(CLICK) == table


HIDE = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_whoever_looks_elsewhere_when_their_turn_comes_is_told(visitor: Visitor) -> None:
    actor, other = sit_together(visitor)
    allow_notices(other.page)
    other.page.evaluate("localStorage.setItem('quarterdeck.notices', 'on')")
    other.page.reload()
    expect(other.turn).to_have_text(re.compile("’s turn"))
    icon = other.page.locator("link[rel=icon]")
    other.page.evaluate(HIDE)
    expect(icon).to_have_attribute("href", re.compile("icon.svg$"))
    while actor.acts:
        actor.click_something()
    expect(icon).to_have_attribute("href", re.compile("icon-dot.svg$"))
    assert [said for _, said, _ in other.page.evaluate(SHOWN)] == ["It is your turn."]


@pytest.fixture
def lost(chromium: Browser, service: str) -> Iterator[Page]:
    """A page that is going to find nothing, which a browser logs as an error."""
    context = chromium.new_context(base_url=service)
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()


def test_without_a_network_a_page_explains_and_nothing_else_is_kept(lost: Page) -> None:
    lost.goto("/")
    lost.evaluate("navigator.serviceWorker.ready.then(() => null)")
    lost.context.set_offline(True)
    lost.goto("/play/some-game")
    expect(lost.get_by_role("heading", name="No connection")).to_be_visible()
    lost.context.set_offline(False)
    lost.get_by_role("link", name="Try again").click()
    expect(lost.get_by_role("heading", name="This table cannot be opened")).to_be_visible()
    kept = """async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caches_.map((cache) => cache.keys()));
      return requests.flat().map((request) => new URL(request.url).pathname);
    }"""
    assert lost.evaluate(kept) == ["/offline.html"]


def test_an_address_that_leads_nowhere_is_a_page(lost: Page) -> None:
    assert lost.goto("/no/such").status == 404
    expect(lost.get_by_role("heading", name="There is nothing here")).to_be_visible()
    lost.get_by_role("link", name="All games").click()
    expect(lost.get_by_role("heading", name="Quarterdeck")).to_be_visible()


def test_a_reaction_is_shown_at_the_seat_and_can_be_muted(visitor: Visitor) -> None:
    one, other = sit_together(visitor, pace={"minutes": 10})
    bubble = one.page.locator(".bubble")
    announced = one.page.locator("[aria-live=polite]").filter(has_text=re.compile(": Well played"))
    running = one.page.locator("[role=timer].runs")
    at_first = running.inner_text()

    def react(words: str) -> None:
        other.page.get_by_role("button", name="React").click()
        other.page.get_by_role("button", name=words).click()
        expect(bubble).to_have_text(words)

    react("Well played")
    expect(announced).to_have_count(1)
    expect(bubble).to_be_hidden(timeout=6_000)
    expect(running).not_to_have_text(at_first)
    react("Oops")
    one.page.get_by_role("button", name="React").click()
    one.page.get_by_role("button", name=re.compile("^Mute ")).click()
    expect(bubble).to_be_hidden(timeout=1_500)
