"""Every text has a translation with the same fields, and a German screen has no other words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest

from quarterdeck.bots.analysis import analyse, in_words
from quarterdeck.engine import lesson, wordlist
from quarterdeck.engine.foresight import End, Foresight
from quarterdeck.engine.game import Game, find
from quarterdeck.engine.glossary import glossary, kinds
from quarterdeck.engine.match import Match
from quarterdeck.engine.replay import Replay
from quarterdeck.engine.riddle import NEMESIS
from quarterdeck.engine.words import (
    ENGINE,
    ENGLISH,
    Words,
    known,
    languages,
    read,
    speaking,
    texts,
    translations,
)
from quarterdeck.puzzles import make, puzzlers
from quarterdeck.testing import clauses
from tests.games import OURS

PACKAGES = [(name, code) for name in wordlist.packages() for code in languages() if code != ENGLISH]
GAMES = [(game, code) for game in OURS for code in translations(game.package)]
POSED = [(game, code) for game, code in GAMES if game in puzzlers()]
TEXTS = {"prompt", "detail", "label", "name", "text", "tag", "title", "badges", "columns", "rows"}
TEXTS |= {"parts", "question", "facts"}
"""Fields of scenes, told lines and puzzles that people read; the others are for programs."""
DECISIONS = 150


def named(case: tuple[Any, str]) -> str:
    return f"{getattr(case[0], 'id', case[0])}-{case[1]}"


# The catalogue -----------------------------------------------------------------------------------


def test_a_text_is_said_in_the_language_of_whoever_reads_it() -> None:
    say = Words(ENGINE)
    assert say("{who} resigns.", who="{1}") == "{1} resigns."
    with speaking("de"):
        assert say("{who} resigns.", who="{1}") == "{1} gibt auf."
        assert say.to(True, "You resign.", "{who} resigns.", who="{1}") == "Du gibst auf."
        assert say("nobody has translated this {n}", n=3) == "nobody has translated this 3"
        with speaking(ENGLISH):
            assert say("You resign.") == "You resign."
        numbers = [say.count("Choose {n} place.", "Choose {n} places.", n) for n in (0, 1, 2)]
        assert numbers == ["Wähle 0 Felder.", "Wähle 1 Feld.", "Wähle 2 Felder."]
        assert say.count("{n} elk", "{n} elks", 2) == "2 elks"
    assert say("You resign.") == "You resign."


def test_what_a_package_does_not_translate_the_engine_does() -> None:
    with speaking("de"):
        assert Words("quarterdeck.server")("You resign.") == "Du gibst auf."


def test_translators_find_every_text() -> None:
    source = 'say("b"), say.to(x, "c", "d"), say.count("e", "f", 2)\nsay("a" "b"), play("z")'
    assert list(texts([source])) == [(t, t == "e") for t in ("b", "c", "d", "e", "ab")]
    Words("some.package").know("heads", "tails")
    assert list(known.pop("some.package")) == ["heads", "tails"]


# The files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", PACKAGES, ids=named)
def test_a_translation_is_complete_and_has_nothing_else(case: tuple[str, str]) -> None:
    assert wordlist.faults(*case) == []


def test_a_faulty_translation_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read(ENGINE, "de")
    faulty = {
        **whole,
        "You resign.": "",
        "{who} resigns.": "{wer} gibt auf.",
        "Choose {n} place.": {"one": "Wähle ein Feld.", "other": "Wähle Felder."},
        "You surrender.": "Du ergibst dich.",
    }
    monkeypatch.setattr(wordlist, "read", lambda *_: faulty)
    assert sorted(wordlist.faults(ENGINE, "de")) == [
        "no longer said: You surrender.",
        "not translated: You resign.",
        "other fields: Choose {n} place.",
        "other fields: {who} resigns.",
    ]
    del faulty["Choose {n} place."]
    updated = wordlist.updated(ENGINE, "de")
    assert updated["Choose {n} place."] == {"one": "", "other": ""}
    assert list(updated) == list(whole), "in the order of the sources"


@pytest.mark.parametrize("case", GAMES, ids=named)
def test_rules_have_the_same_clauses_headings_and_pictures(case: tuple[Game, str]) -> None:
    game, code = case
    english = outline(game)
    with speaking(code):
        assert outline(game) == english
        translated = game.rules_text
    assert translated != game.rules_text


def outline(game: Game) -> list[object]:
    page = game.rules_text
    headings = [len(found) for found in re.findall(r"^(#+) ", page, re.MULTILINE)]
    return [clauses(game), headings, re.findall(r"\]\((pictures/[^)]+)\)", page)]


# What people see ---------------------------------------------------------------------------------


def words(text: str) -> set[str]:
    """Those of three letters or more: shorter ones name places, or are not only one language's."""
    found = re.findall(r"[^\W\d_]{3,}", text.casefold())
    return {word for word in found if word.strip("ivx")}  # without Roman figures


def vocabulary(game: Game, code: str) -> set[str]:
    """All words of a language's files, and names."""
    files = [read(name, code) for name in (game.package, ENGINE)]
    said = [to for file in files for text, to in file.items() if text]
    forms = [form for to in said for form in ([to] if isinstance(to, str) else to.values())]
    return {word for form in (*forms, game.title, NEMESIS) for word in words(form)}


def parted(value: Any, said: list[str], name: str = "") -> Any:
    """What is for programs; what is for people is added to `said`."""
    if isinstance(value, dict):
        return {key: parted(one, said, key) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [parted(one, said, name) for one in value]
    if isinstance(value, str) and name in TEXTS:
        said.append(value)
        return ""
    return value


def foreign(english: Any, translated: Any, own: set[str]) -> Iterator[str]:
    """Texts of a scene with words that are not the language's own; the rest must be the same."""
    before: list[str] = []
    after: list[str] = []
    rest = [
        parted(msgspec.to_builtins(each), said)
        for each, said in ((english, before), (translated, after))
    ]
    assert rest[0] == rest[1]
    yield from (text for text in after if words(text) - own)


def played(game: Game, seed: int) -> Iterator[Match]:
    """A match at random, at each decision and at the end: where it does not end, by giving up."""
    match, dice = Match(game, game.seats[1], seed=seed), random.Random(seed)
    while not match.over and match.decisions < DECISIONS:
        yield match
        assert match.actor is not None
        match.act(match.actor, dice.choice(match.legal()))
    for seat in range(match.seats):
        if not match.over:
            match.resign(seat)
    yield match


def eyes(match: Match) -> Iterable[int | None]:
    """Of the actor at every decision, of everybody now and then."""
    everybody = match.over or match.decisions % 10 == 0
    return (None, *range(match.seats)) if everybody else (match.actor,)


@pytest.mark.parametrize("case", GAMES, ids=named)
def test_a_match_has_no_words_of_another_language(case: tuple[Game, str]) -> None:
    game, code = case
    own, found = vocabulary(game, code), set()
    for match in played(game, 1):
        for seat in eyes(match):
            english = match.scene(seat), match.told(seat)[-30:]
            with speaking(code):
                translated = match.scene(seat), match.told(seat)[-30:]
                found |= {key for key in kinds(translated[0]) if not explained(game, key)}
            for before, after in zip(english, translated, strict=True):
                found |= set(foreign(before, after, own))
    assert sorted(found) == []


def explained(game: Game, key: str) -> bool:
    return glossary(game.package).find(key) is not None


@pytest.mark.parametrize("case", POSED, ids=named)
def test_a_puzzle_is_the_same_in_every_language(case: tuple[Game, str]) -> None:
    game, code = case
    own, riddle = vocabulary(game, code), make(game.id, 5)
    with speaking(code):
        same = make(game.id, 5)
        verdicts = [same.reveal(), same.judge(wrong(same)), same.judge(same.answer)]
    assert same.answer == riddle.answer
    puzzle = msgspec.structs.replace(same.puzzle, kind=riddle.puzzle.kind)  # a mark's is no text
    assert list(foreign(riddle.puzzle, puzzle, own)) == []
    said = [same.puzzle.kind, *(verdict.text for verdict in verdicts), *same.proof]
    assert [text for text in said if words(text) - own] == []


def wrong(riddle: Any) -> list[str]:
    """An answer of the right size that is not the answer."""
    places = [action.targets[0] for action in riddle.puzzle.scene.actions]
    others = [place for place in places if place not in riddle.answer]
    return [*riddle.answer[:-1], others[0]]


def test_lessons_and_glossaries_are_read_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """PING's card LISTEN under another name."""
    ping = find("ping")
    assert ping.lesson is not None
    first = ping.lesson.steps[0]
    renamed = {"LISTEN": "LAUSCHEN", first.text: "**Lauter** Text", "Square": "Quadrat"}
    file = {**read(ENGINE, "xx"), **renamed}
    monkeypatch.setattr("quarterdeck.engine.words.read", lambda *_: file)
    monkeypatch.setattr(lesson, "translations", lambda _: ["xx"])
    with speaking("xx"):
        assert ping.lesson.steps[0].text == "**Lauter** Text"
        assert ping.lesson.step(0) is ping.lesson.steps[0]
        explained = glossary(ping.package)
        assert explained.kinds["half:LAUSCHEN"].clause == "PING-25"
        assert explained.kinds["terrain:sea"].name == "Quadrat"
    assert "half:LISTEN" in glossary(ping.package).kinds
    fresh = lesson.read(ping)
    assert fresh is not None
    assert lesson.faults(fresh) == ["step 1 says **Lauter**, which is not on the screen."]


# Two readers -------------------------------------------------------------------------------------


def test_what_was_drawn_for_one_reader_is_not_shown_to_another() -> None:
    match = Match(find("ping"), seed=3)
    match.act(0, match.legal()[0])
    for code, me in ((ENGLISH, "You"), ("de", "Du"), (ENGLISH, "You")):
        with speaking(code):
            assert match.scene(1).players[1].name == me
            assert match.picture(0).players[0].name == me
    match.resign(0)
    lines = {ENGLISH: ("You resign.", "{0} resigns."), "de": ("Du gibst auf.", "{0} gibt auf.")}
    for code in (ENGLISH, "de", ENGLISH):
        with speaking(code):
            assert (match.told(0)[-1].text, match.told(1)[-1].text) == lines[code]
            assert len(match.told(0)) == 6, "each line once"
    replay = Replay.of(match.record())
    with speaking("de"):
        assert replay.steps(1)[-1].told[0].text == "{0} gibt auf."
        assert replay.scene(replay.last, 0).prompt == "Du hast aufgegeben."
    assert replay.scene(replay.last, 0).prompt == "You resigned."


def test_an_analysis_is_made_once_and_read_in_every_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = next(match for match in played(find("ping"), 4) if match.over)
    found = analyse(match.record(), 0, seed=1, seconds=0.2)
    assert found.turns
    assert in_words(found, match) == found
    monkeypatch.setattr(match.game.hooks.scene, "label", lambda view, action: f"Zug {action}")
    turn = in_words(found, match).turns[0]
    assert [option.label for option in turn.options] == [f"Zug {o.action}" for o in turn.options]
    actions = match.batches[turn.step].actions
    assert turn.did == ", ".join(f"Zug {action}" for action in actions)


def test_the_end_is_foreseen_in_the_readers_language() -> None:
    told = Foresight(Match(find("ping"), seed=3).position, 0)._tell_end
    with speaking("de"):
        assert [told(End(True, [0], None))[0].text, told(End(True, [], None))[0].text] == [
            "Du gewinnst das Spiel.",
            "Das Spiel endet unentschieden.",
        ]
