"""Programs that join a real server by link, lose their connection, and are refused in sentences."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from quarterdeck import wire
from quarterdeck.bots import make
from quarterdeck.client import (
    BadLink,
    Client,
    Link,
    Refused,
    Table,
    Unreachable,
    aio,
    join,
    parse,
    watch,
)
from quarterdeck.engine.game import find
from quarterdeck.engine.record import Record

from ..server.serving import serving

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("client") / "q.db", lobby=True) as address:
        yield address


def play_out(table: Table) -> Table:
    dice = random.Random(0)
    for scene in table.turns():
        table.act(dice.choice(scene.actions))
    return table


def winners(table: Table | aio.Table) -> list[int]:
    assert table.scene.outcome
    return table.scene.outcome.winners


def test_two_scripts_play_a_match_and_a_third_watches(server: str) -> None:
    with Client(server) as ann, ThreadPoolExecutor() as pool:
        hers = ann.make("ping", "friend", name="Ann", options={"limit": 20})
        (invite,) = hers.invites
        his = join(str(invite), name="Bob")
        seen = watch(str(hers.link))
        others = [pool.submit(play_out, his), pool.submit(play_out, seen)]
        play_out(hers)
        for other in others:
            assert winners(other.result()) == winners(hers)
        assert {person.name for person in hers.people} == {"Ann", "Bob"}
        assert hers.log != seen.log, "a spectator was told what a player was"
        for table in (hers, his, seen):
            table.close()


def test_what_the_client_kept_proves_that_the_deal_was_fair(server: str) -> None:
    with Client(server) as ann, ann.make("ping", "random", options={"limit": 20}) as table:
        play_out(table)
        found = table.verify()
        assert [text for good, text in found if not good] == []
        assert any("committed to before the deal" in text for _, text in found)
        assert table.seals, "it did not seal what it contributed"
        table.commitment = "0" * 64
        assert not all(good for good, _ in table.verify())


def test_a_bot_of_ours_plays_from_its_view(server: str) -> None:
    with Client(server) as ann, ann.make("ping", "random", options={"limit": 20}) as table:
        assert table.seat == 0
        bot = make("lookout", find("ping"), seed=1)
        for _ in table.turns():
            assert table.act(int(bot.choose(table.view(), table.seat)))
        assert table.over
        table.client = Client(server)
        with pytest.raises(Refused) as refused:
            table.view()
        assert refused.value.code == "not-your-seat"


def test_the_async_client_plays_too(server: str) -> None:
    async def story() -> None:
        async with aio.Client(server) as ann:
            hers = await ann.make("ping", "friend", options={"limit": 20})
            his = await aio.join(str(hers.invites[0]), name="Bob")
            seen = await aio.watch(str(hers.link))
            await asyncio.gather(play(hers), play(his), play(seen))
            assert winners(hers) == winners(his) == winners(seen)
            again = await hers.rematch()
            assert again.seat == 1
            for table in (hers, his, seen, again):
                await table.close()

    async def play(table: aio.Table) -> None:
        dice = random.Random(0)
        async for scene in table.turns():
            await table.act(dice.choice(scene.actions))

    asyncio.run(story())


def test_a_lost_connection_is_opened_again_and_nothing_is_done_twice(server: str) -> None:
    with Client(server) as ann, ann.make("ping", "random", options={"limit": 20}) as table:
        taken = []
        for number, scene in enumerate(table.turns()):
            assert table._socket
            if number % 2:  # before the command is sent
                table._socket.close()
                assert table.act(scene.actions[0])
            else:  # before its answer is read
                table._send(table._ask(wire.Act, action=scene.actions[0].id))
                table._socket.close()
                while table._waits:
                    table.wait()
                assert table._taken()
            taken.append(scene.actions[0].id)
        record = Record.from_json(ann.record(table.match))
        assert taken == [a for batch in record.batches if batch.seat == 0 for a in batch.actions]


def test_strangers_meet_in_the_lobby(server: str) -> None:
    with Client(server) as ann, Client(server) as bob, ThreadPoolExecutor() as pool:
        hers = ann.play_anybody("ping", name="Ann", options={"limit": 20})
        assert [open.players for open in bob.lobby()] == [["Ann"]]
        his = bob.join(Link(server, bob.lobby()[0].id), name="Bob")
        assert his.match == hers.match
        playing = pool.submit(play_out, hers)
        play_out(his)
        playing.result()
        assert [match.id for match in ann.matches(over=True)] == [hers.match]


def test_a_guest_who_comes_back_has_the_same_seat(server: str) -> None:
    with Client(server) as ann:
        table = ann.make("ping", "random")
        table.close()
        with join(str(table.link), guest=ann.guest) as again:
            assert again.seat == 0
            assert again.scene.viewer == 0


def test_refusals_are_sentences(server: str) -> None:
    with Client(server) as ann, ann.make("ping", "friend") as table:
        cases = {
            "wrong-invite": lambda: join(str(table.link)),
            "unknown-match": lambda: watch(f"{server}/play/nobody"),
            "unknown-game": lambda: ann.make("chess", "random"),
            "bad-option": lambda: ann.make("ping", "nobody"),
            "not-dealt": lambda: table.scene,
        }
        for code, wrong in cases.items():
            with pytest.raises(Refused, match=r"\.$") as refused:
                wrong()
            assert refused.value.code == code
    with pytest.raises(BadLink, match="one looks like"):
        parse("games.example.org/play/x")
    with pytest.raises(Unreachable, match="does not answer"):
        Client("http://127.0.0.1:9").games()


def test_an_action_that_is_not_legal_is_refused_and_the_match_goes_on(server: str) -> None:
    with Client(server) as ann, ann.make("ping", "random") as table:
        scene = next(table.turns())
        with pytest.raises(Refused) as refused:
            table.act(9999)
        assert refused.value.code == "illegal-action"
        assert table.my_turn
        assert table.act(scene.actions[0])


def test_a_server_of_something_else_is_told_from_ours() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), SimpleHTTPRequestHandler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        with pytest.raises(Unreachable, match="not as Quarterdeck does"):
            Client(f"http://127.0.0.1:{other.server_port}").games()
        other.shutdown()


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("http://a:1/play/x?invite=t", Link("http://a:1", "x", "t")),
        ("https://a.org/games/play/x-_9?join=t", Link("https://a.org/games", "x-_9", "t")),
        ("https://a.org/replay/x", Link("https://a.org", "x")),
    ],
)
def test_links_are_read_as_people_send_them(text: str, link: Link) -> None:
    assert parse(text) == link


def test_the_example_bot_plays_to_the_end(server: str) -> None:
    with Client(server) as ann:
        table = ann.make("ping", "friend", options={"limit": 20})
        bot = [sys.executable, ROOT / "examples/link_bot.py", str(table.invites[0])]
        source = {"PYTHONPATH": str(ROOT / "src")}
        with subprocess.Popen(
            bot, stdout=subprocess.PIPE, text=True, env=os.environ | source
        ) as it:
            play_out(table)
            said, _ = it.communicate(timeout=60)
        assert "win" in said or "draw" in said
        table.close()
