"""Playing by hand: nothing moves under the finger, all is in reach, axe finds nothing anywhere."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from quarterdeck.engine.game import Game
from tests.games import OURS

from .conftest import ROOT
from .person import Person

Visitor = Callable[..., Page]
Scene = dict[str, Any]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
OPENING = 6
"""Decisions."""

# Whatever moves, also just after a tap, which browsers would forgive. On a wide page the lines of
# the log make room for newer ones inside its box: that is not counted, a move of the box is. Nor is
# a name that takes another line inside its card. Nor what makes room for one more: whatever lies
# beside the board closes up sideways, another symbol there has another outline, and the cards of a
# hand are laid anew; their places must stay.
SHIFTS = """
  window.shifts = [];
  let laid = -Infinity;
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.matches(".laid"))) laid = performance.now();
  }).observe(document.body, { subtree: true, attributeFilter: ["style"] });
  new PerformanceObserver((list) => {
    const sources = list.getEntries().flatMap((one) => one.sources);
    for (const { node, previousRect, currentRect } of sources) {
      const part = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (innerWidth > 900 && part?.closest("[aria-label='What happened'] *")) continue;
      if (part?.closest(".card .plate")) continue;
      if (performance.now() - laid < 1000 && part?.closest(".laid .card")) continue;
      const [from, to] = [previousRect, currentRect].map(({ x, y }) => [x, y].map(Math.round));
      if (String(from) === String(to)) continue;
      const level = from[1] === to[1] || part?.closest(".figure");
      if (level && part?.closest("[aria-label='Other places'] .pieces *")) continue;
      window.shifts.push(`${part?.outerHTML.slice(0, 90)}: ${from} to ${to}`);
    }
  }).observe({ type: "layout-shift" });
"""
BOARDS = """() => [...document.querySelectorAll("main, main svg[role=group]")].map((part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
NAME = """() => {
  const here = document.activeElement;
  if (here === document.body) return null;
  return here.ariaLabel || here.title || here.innerText || here.labels?.[0]?.innerText || "";
}"""


def phone(visitor: Visitor, **settings: str) -> Person:
    return Person(visitor(390, 844, is_mobile=True, has_touch=True, **settings))


def lay_table(me: Person, game: str, bots: int = 1) -> None:
    """Begin a game, and choose a class where there are any: then all the places are there."""
    me.open_table(game, ["deckhand"] * bots)
    assert me.await_turn()
    while game == "zerpang" and not me.page.get_by_label("Other places").is_visible():
        me.click_something()
        assert me.await_turn()


def alter(page: Page, change: Callable[[Scene], None]) -> None:
    """Let the page see other scenes than the service sends."""

    def join(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            news = json.loads(message)
            if news["type"] == "state":
                change(news["scene"])
            socket.send(json.dumps(news))

        socket.connect_to_server().on_message(pass_on)

    page.route_web_socket("**/socket*", join)


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_nothing_moves_under_the_finger(visitor: Visitor, game: Game, width: int) -> None:
    me = phone(visitor) if width == 390 else Person(visitor())
    lay_table(me, game.id)
    expect(me.page.locator("[data-lit]").first).to_be_visible()
    me.page.evaluate(SHIFTS)
    before = me.page.evaluate(BOARDS)
    for decision in range(OPENING):
        if not me.await_turn():
            return  # the end has a table of its own
        if game.id == "pocket_sub" and decision == 1:
            me.page.get_by_role("button", name="Hint").click()
            expect(me.page.get_by_text("The Admiral suggests")).to_be_in_viewport(timeout=60_000)
        me.click_something()
        assert me.page.evaluate(BOARDS) == before
    me.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    assert "\n".join(me.page.evaluate("window.shifts")) == ""


def hold_many(scene: Scene) -> None:
    """Nine cards or more, once there are any."""
    hand = next(z["id"] for z in scene["zones"] if z["kind"] == "hand" and z.get("seat") == 0)
    held = [piece for piece in scene["pieces"] if piece["at"] == hand]
    copies = range(9 // max(1, len(held)))
    more = [{**piece, "id": f"{piece['id']}-{copy}"} for copy in copies for piece in held]
    scene["pieces"] += more


# The cards of one's hand that are not wholly on the page, or are under something else.
HELD = "[aria-label='Your move'] .card"
CLIPPED = f"""() => [...document.querySelectorAll(`{HELD}`)].filter((card) => {{
  const {{ left, right, top, bottom }} = card.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left < 0 || right > innerWidth || bottom > innerHeight || !card.contains(there);
}}).map((card) => card.ariaLabel)"""


@pytest.mark.parametrize("game", ["zerpang", "hidden_threat"])
def test_no_card_of_a_long_hand_is_clipped_at_any_width(visitor: Visitor, game: str) -> None:
    me = Person(visitor(320, 844))
    alter(me.page, hold_many)
    lay_table(me, game)
    assert me.page.locator(HELD).count() >= 9
    for width in (320, 360, 390, 768, 901, 1024, 1440):
        me.page.set_viewport_size({"width": width, "height": 844})
        me.page.wait_for_function(f"() => ({CLIPPED})().length === 0")
        assert me.page.evaluate("document.documentElement.scrollWidth") <= width


def fight(scene: Scene) -> None:
    sides = [{"seat": seat, "label": name, "total": 2, "parts": [["2 pieces", "2"]]}
             for seat, name in ((0, "You"), (1, "Bea"))]  # fmt: skip
    scene["contest"] = {"title": "A fight", "sides": sides, "text": "A tie is yours."}


def fill(scene: Scene) -> None:
    """Three cards in the other hand, seven symbols on each discard pile, and a fight."""
    mine = next(piece for piece in scene["pieces"] if piece["at"] == "hand:0")
    known = [{**mine, "id": f"known:{nth}", "at": "hand:1"} for nth in range(3)]
    symbol = {"kind": "token", "label": "3 cards", "symbol": "white", "badges": ["×3"]}
    ids = [(side, f"thrown:{side}:{nth}") for side in (0, 1) for nth in range(7)]
    thrown = [{**symbol, "id": one, "at": f"discard:{side}"} for side, one in ids]
    others = [
        one for one in scene["pieces"] if one["at"] not in ("hand:1", "discard:0", "discard:1")
    ]
    scene["pieces"] = [*others, *known, *thrown]
    fight(scene)


PLACES = """() => {
  const parts = document.querySelectorAll("[aria-label='Other places'] h2, aside > details");
  return [...parts].map((part) => {
    const { x, bottom } = part.getBoundingClientRect();
    return [part.innerText, Math.round(x), Math.round(bottom)];
  });
}"""
# The symbols that are not wholly in their place.
OUTSIDE = """() => {
  const right = (part) => Math.floor(part.getBoundingClientRect().right);
  const tokens = [...document.querySelectorAll("[aria-label='Other places'] .token")];
  return tokens.filter((token) => right(token) > right(token.closest("section"))).length;
}"""


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_no_place_moves_when_it_fills_or_a_fight_begins(visitor: Visitor, width: int) -> None:
    me = phone(visitor) if width == 390 else Person(visitor(width))
    lay_table(me, "hidden_threat")
    before = me.page.evaluate(PLACES)
    alter(me.page, fill)
    me.page.reload()
    assert me.await_turn()
    expect(me.page.get_by_role("region", name="A fight")).to_be_visible()
    assert me.page.evaluate(PLACES) == before
    assert me.page.evaluate(OUTSIDE) == 0


# Is the middle of this to be seen?
UNCOVERED = """(part) => {
  const { x, y, width, height } = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


def test_six_players_and_the_log_are_in_reach_on_a_phone_even_in_a_fight(visitor: Visitor) -> None:
    me = phone(visitor)
    alter(me.page, fight)
    lay_table(me, "zerpang", 5)
    expect(me.page.get_by_role("region", name="A fight")).to_be_in_viewport()
    assert me.log.first.evaluate(UNCOVERED)
    players = me.page.locator("header").get_by_role("listitem").get_by_role("button")
    expect(players).to_have_count(6)
    for seat in range(6):
        expect(players.nth(seat)).to_be_in_viewport(ratio=0.9)
    players.nth(5).tap()
    sheet = me.page.get_by_role("dialog", name=me.seats[5])
    expect(sheet).to_contain_text("hand")


def test_every_tab_stop_has_a_name_and_one_of_them_is_lit(visitor: Visitor) -> None:
    me = Person(visitor())
    me.open_table("pocket_sub", ["deckhand"])
    assert me.await_turn()
    names, lit = [], False
    for _ in range(40):
        me.page.keyboard.press("Tab")
        name = me.page.evaluate(NAME)
        if name is None:
            break
        names.append(name.strip())
        lit |= me.page.evaluate("document.activeElement.matches('[data-lit]')")
    assert len(names) > 5
    assert all(names), names
    assert lit


def test_cards_that_are_not_lit_are_reached_by_arrow_keys_and_say_what_they_are(
    visitor: Visitor,
) -> None:
    me = Person(visitor())
    me.open_table("ping", ["deckhand"])
    assert me.await_turn()
    cards = me.page.locator(HELD)
    expect(cards.first).not_to_have_attribute("data-lit", "")
    stops = 0
    for _ in range(40):
        me.page.keyboard.press("Tab")
        if me.page.evaluate(NAME) is None:
            break
        stops += me.page.evaluate(f"document.activeElement.matches(`{HELD}`)")
    assert stops == 1
    cards.first.focus()
    me.page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    me.page.keyboard.press("?")
    expect(me.page.get_by_role("dialog")).to_be_visible()


def test_a_key_forwards_the_bots_turns_and_the_menu_names_it(visitor: Visitor) -> None:
    me = Person(visitor(pace="slow"))
    me.open_table("pocket_sub", ["deckhand"])
    assert me.await_turn()
    me.page.get_by_role("button", name="More").click()
    me.page.get_by_text("Keys", exact=True).click()
    expect(me.page.get_by_text("Shift →")).to_be_visible()
    me.page.keyboard.press("Escape")
    while me.acts:
        me.click_something()
    forward = me.page.get_by_role("button", name="Fast-forward")
    expect(forward).to_have_attribute("aria-pressed", "false")
    me.page.keyboard.press("Shift+ArrowRight")
    expect(forward).to_have_attribute("aria-pressed", "true")


def width_of(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["width"]


def test_two_fingers_and_a_double_tap_enlarge_a_dense_board_and_one_finger_moves_it(
    visitor: Visitor,
) -> None:
    me = phone(visitor, reduced_motion="reduce")
    lay_table(me, "zerpang")
    page, touch = me.page, me.page.context.new_cdp_session(me.page)
    cell, board = page.locator("main .cell .outline").first, page.locator("main svg[role=group]")
    frame, small, whole = page.locator("main").bounding_box(), width_of(cell), board.bounding_box()
    assert frame
    assert small < 44
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2

    def drag(dx: float) -> None:
        """One finger, from the middle."""
        for kind, at in (("Start", 0.0), ("Move", dx / 2), ("Move", dx)):
            points = [{"x": x + at, "y": y}]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    drag(60)
    assert board.bounding_box() == whole
    pinch = {"x": x, "y": y, "scaleFactor": 1.8, "gestureSourceType": "touch"}
    touch.send("Input.synthesizePinchGesture", pinch)
    assert width_of(cell) >= 44
    assert page.evaluate("visualViewport.scale") == 1
    before = board.bounding_box()
    drag(60)
    after = board.bounding_box()
    assert before
    assert after
    assert after["x"] == pytest.approx(
        before["x"] + 60, abs=16
    )  # a finger must first leave its spot
    drag(300)
    drag(300)
    assert board.evaluate("(board) => board.getBoundingClientRect().left") <= frame["x"] + 8
    page.get_by_role("button", name="Whole board").click()
    expect(page.get_by_role("button", name="Enlarge")).to_be_visible()
    assert width_of(cell) == pytest.approx(small, abs=1)
    corner = {"x": frame["x"] + 14, "y": frame["y"] + 14}  # beside the cells: nothing is lit there
    now = time.time()
    for kind, after in (("Start", 0.0), ("End", 0.02), ("Start", 0.1), ("End", 0.12)):
        points = [corner] if kind == "Start" else []
        event = {"type": f"touch{kind}", "touchPoints": points, "timestamp": now + after}
        touch.send("Input.dispatchTouchEvent", event)
    expect(page.get_by_role("button", name="Whole board")).to_be_visible()
    expect(page.get_by_role("dialog")).to_be_hidden()


# A note on whatever the pointer happens to be over lies on top of the page, in no part of it.
AUDIT = """async () => {
  const what = { exclude: ["[role=tooltip]"] };
  return (await axe.run(what, { resultTypes: ["violations"] })).violations;
}"""


def faults(page: Page) -> list[str]:
    """What axe finds, with the first place of each."""
    page.evaluate(AXE.read_text())
    found = page.evaluate(AUDIT)
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found]


def pages(me: Person) -> Iterator[str]:
    """Go to every page there is."""
    page = me.page
    page.goto("/")
    expect(me.cover("PING")).to_be_visible()
    yield "the shelf"
    me.cover("PING").get_by_role("button", name="Rules").click()
    expect(page.get_by_role("complementary", name="Rules of PING")).to_contain_text("PING-10")
    yield "rules"
    for game in OURS:
        match = me.open_table(game.id, ["deckhand"])
        assert me.await_turn()
        yield f"a table of {game.title}"
    for button in ("More", "Resign…", "Yes, resign"):
        page.get_by_role("button", name=button).click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    yield "the end of a game"
    page.goto(f"/replay/{match}")
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    yield "a replay"
    page.goto("/replay")
    expect(page.get_by_role("heading", name="Replay")).to_be_visible()
    yield "replays"
    page.goto("/")
    me.cover("PING").get_by_role("button", name="Learn").click()
    expect(page.get_by_role("region", name="Coach")).to_be_visible()
    yield "a lesson"
    page.goto("/")
    me.sit_down("With a friend")
    link = page.get_by_label("Link to send").input_value()
    yield "waiting"
    page.context.clear_cookies()  # now somebody else
    page.goto(link)
    expect(page.get_by_role("button", name="Take your seat")).to_be_visible()
    yield "an invitation"
    page.goto("/puzzles")
    # they may still be in the making
    expect(page.get_by_role("link", name="Find the submarine")).to_be_visible(timeout=60_000)
    yield "puzzles"
    for puzzle in ("ping", "depth_charge", "hidden_threat", "pocket_sub"):
        page.goto(f"/puzzles/{puzzle}")
        expect(page.get_by_role("button", name="Check")).to_be_visible(timeout=60_000)
        yield f"a puzzle of {puzzle}"
    page.goto("/device#token=unknown&name=Ann")
    expect(page.get_by_role("heading", name="Bring Ann’s games here?")).to_be_visible()
    yield "another device"
    # a status of 404 would be an error on the console
    page.route("**/nosuch", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto("/nosuch")
    expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    yield "nothing"


@pytest.mark.parametrize(("width", "light"), [(390, "light"), (1440, "dark")])
def test_axe_finds_nothing_on_any_page(visitor: Visitor, width: int, light: str) -> None:
    # pages that are not there come from the service itself
    settings = {"service_workers": "block", "reduced_motion": "reduce", "color_scheme": light}
    me = Person(visitor(width, 844, has_touch=width == 390, **settings))
    found = {name: faults(me.page) for name in pages(me)}
    assert {name: faults for name, faults in found.items() if faults} == {}
