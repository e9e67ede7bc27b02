"""Each law fails on a game that breaks it, and holds of games that do not."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quarterdeck.engine import laws
from quarterdeck.engine.match import Match
from tests.games import OURS, example

from .variants import EXAMPLE, charmed, hideout

BROKEN = {
    "an event tells the seeker where the hider is": (
        "told is remembered",
        {"rules.py": [("st.HIDDEN, st.HIDER, st.NONE, 0, 0)", "st.HIDDEN, st.HIDER, hut, 0, 0)")]},
    ),
    "an event tells all which row was chosen": (
        "told is remembered",
        {"rules.py": [("st.HIDDEN, st.HIDER, st.NONE, 0, 0)", "st.HIDDEN, st.HIDER, st.NONE, hut // 2, 0)")]},
    ),
    "who is asked depends on a secret": (
        "asking tells nothing",
        {
            "rules.py": [
                ("st.HIDDEN, st.HIDER, st.NONE, 0, 0)", "st.HIDDEN, st.HIDER, st.NONE, 0, hut // 3)"),
                ("    s.actor = st.SEEKER\n", "    s.actor = st.HIDER if hut == 3 else st.SEEKER\n    s.fence = 1\n"),
            ]
        },
    ),
    "a field that everyone sees holds the secret": (
        "nothing leaks",
        {
            "state.py": [("hut: Row = own(i1, 2, blank=NONE)", "hut: Row = everyone(i1, 2, blank=NONE)")],
            "belief.py": [("s.hut[st.HIDER] = any_bit(rng, s.possible)", "pass")],
        },
    ),
    "a half-made choice shows in others' views": (
        "nothing leaks",
        {"rules.py": [("    s.row = st.NONE\n    emit", "    emit"), ("        s.row = st.NONE\n\n", "        pass\n\n")]},
    ),
    "what is legal depends on a secret": (
        "legal follows from the view",
        {"rules.py": [("if not s.searched >> hut & 1:", "if not s.searched >> hut & 1 and hut != 3 - s.hut[st.HIDER]:")]},
    ),
    "belief excludes the truth": (
        "imagination is faithful",
        {"rules.py": [("(row if right_row else ~row)", "(~row if right_row else row)")]},
    ),
    "imagination contradicts what is known": (
        "imagination is faithful",
        {"belief.py": [("any_bit(rng, s.possible)", "any_bit(rng, 15)")]},
    ),
    "the game never ends": (
        "somebody may act",
        {"rules.py": [("s.searched |= 1 << hut", "s.searched = 0"), ("s.hut[st.HIDER] == hut:", "s.hut[st.HIDER] == 9:"), ("s.possible &=", "s.possible |= 0 &")]},
    ),
    "nobody may act": (
        "somebody may act",
        {"rules.py": [("if not s.searched >> hut & 1:", "if s.searched >> hut & 1:")]},
    ),
    "more events than the record holds": (
        "somebody may act",
        {"state.py": [("@state(events=3)", "@state(events=1)")]},
    ),
    "chance from outside the state": (
        "interpreted alike",
        {
            "rules.py": [
                ("from quarterdeck.engine.state", "import numpy as np\nfrom quarterdeck.engine.state"),
                ("st.BURNT, st.NONE, s.burnt, 0, 0)", "st.BURNT, st.NONE, s.burnt, np.random.randint(0, 1000), 0)"),
            ]
        },
    ),
    "a number that does not fit its field": (
        "rules run without error",
        {"rules.py": [("s.searched |= 1 << hut", "s.searched |= 1 << hut\n    s.turn = 40000")]},
    ),
    "a rule that does not compile": (
        "rules run without error",
        {"rules.py": [("s.burnt = roll(s, st.HUTS)", "s.brunt = roll(s, st.HUTS)")]},
    ),
    "an observation beyond its bounds": (
        "observations follow from views",
        {"rules.py": [("s.searched >> hut & 1\n", "s.searched >> hut\n")]},
    ),
    "an observation below its bounds": (
        "observations follow from views",
        {"rules.py": [("out[WHERE + hut] = 1 if known else 0", "out[WHERE + hut] = 1 if known else -1")]},
    ),
    "an observation that is no whole number": (
        "observations follow from views",
        {"rules.py": [("out[WHERE + hut] = 1 if known else 0", "out[WHERE + hut] = 0.5 if known else 0.0")]},
    ),
    "memory steers the rules": (
        "memory never steers",
        {"rules.py": [("elif count_bits(s.searched) == s.guesses:", "elif s.possible & s.possible - 1 == 0:")]},
    ),
    "chance is drawn without a fence": (
        "drafts touch nothing",
        {
            "rules.py": [
                ("from quarterdeck.engine.rule import", "from quarterdeck.engine.rule import below,"),
                ("s.row = action - st.ROW\n", "s.row = below(s.rng, 2)\n"),
            ]
        },
    ),
    "the picture points at nothing": (
        "scenes can be drawn",
        {"scene.py": [('return [f"hut:{number}"]', 'return [f"house:{number}"]')]},
    ),
    "a cue names a moment that nobody can play": (
        "moments can be shown",
        {
            "scene.py": [
                ("import Board, Cell,", "import Board, Cell, Cue,"),
                ("has burnt down.\")", "has burnt down.\", cues=[Cue(\"strike\", \"hut:0\", moment=\"dance-fire\")])"),
            ]
        },
    ),
    "the picture draws on something else than the view": (
        "pictures follow from views",
        {
            "scene.py": [
                ("def hut_name", "import random\n\n\ndef hut_name"),
                ("pieces=pieces,", "pieces=pieces, detail=str(random.random()),"),
            ]
        },
    ),
    "what is legal depends on memory": (
        "memory never steers",
        {"rules.py": [("if not s.searched >> hut & 1:", "if not s.searched >> hut & 1 and (s.possible & s.possible - 1 or s.possible >> hut & 1):")]},
    ),
    "what is legal depends, rarely, on a secret": (
        "legal follows from the view",
        {"rules.py": [("if not s.searched >> hut & 1:", "if not s.searched >> hut & 1 and not (s.burnt == 0 and hut == 1 and s.hut[st.HIDER] == 3):")]},
    ),
    "an action is listed twice": (
        "somebody may act",
        {"rules.py": [("    return count\n", "    actions[count] = actions[0]\n    return count + 1\n")]},
    ),
    "asking what is legal changes the state": (
        "looking changes nothing",
        {"rules.py": [("    count = 0\n", "    count = 0\n    s.turn += 1\n")]},
    ),
    "the observation shows the hider": (
        "observations follow from views",
        {"rules.py": [("known = s.hut[st.HIDER] == hut if seat == st.HIDER else s.possible >> hut & 1 == 1", "known = s.hut[st.HIDER] == hut")]},
    ),
    "the observation shows coming chances": (
        "observations follow from views",
        {"rules.py": [("out[BURNT + hut] = 1 if s.burnt == hut else 0", "out[BURNT + hut] = s.rng[0] & 1")]},
    ),
    "somebody wins who does not play": (
        "games end with a result",
        {"rules.py": [("s.winners = 1 << st.HIDER", "s.winners = 1 << 3")]},
    ),
    "somebody wins before the end": (
        "games end with a result",
        {"rules.py": [("    s.searched |= 1 << hut\n", "    s.searched |= 1 << hut\n    s.winners = 1\n")]},
    ),
    "half a team wins": (
        "games end with a result",
        {"rules.py": [("    s.actor = st.HIDER\n", "    s.actor = st.HIDER\n    s.team[1] = 0\n")]},
    ),
    "an option changes on the way": (
        "games end with a result",
        {"rules.py": [("    s.searched |= 1 << hut\n", "    s.searched |= 1 << hut\n    s.guesses = 3\n")]},
    ),
    "imagination has dice of its own": (
        "imagination is faithful",
        {
            "belief.py": [
                ("from quarterdeck.engine.state", "import numpy as np\nfrom quarterdeck.engine.state"),
                ("any_bit(rng, s.possible)", "any_bit(rng, s.possible) if np.random.randint(0, 2) else any_bit(rng, s.possible & -s.possible)"),
            ]
        },
    ),
    "imagination forgets what may be true": (
        "imagination is fair",
        {"belief.py": [("any_bit(rng, s.possible)", "any_bit(rng, s.possible & -s.possible)")]},
    ),
    "imagination favours one hut, three to one": (
        "small games are exact",
        {
            "belief.py": [
                ("import any_bit,", "import any_bit, below,"),
                ("any_bit(rng, s.possible)", "3 if s.possible & 8 and below(rng, 5) < 2 else any_bit(rng, s.possible)"),
            ]
        },
    ),
    "a half-chosen row is allowed that nobody has chosen": (
        "small games are exact",
        {"belief.py": [("    if s.row != view.row:\n        return False\n", "")]},
    ),
    "all is allowed": (
        "allowed can be imagined",
        {"belief.py": [("return view.possible >> s.hut[st.HIDER] & 1 == 1", "return True")]},
    ),
    "a searched hut is allowed": (
        "small games are exact",
        {"belief.py": [("return view.possible >> s.hut[st.HIDER] & 1 == 1", "return (view.possible | view.searched) >> s.hut[st.HIDER] & 1 == 1")]},
    ),
    "a hider is allowed before he has hidden": (
        "allowed can be imagined",
        {"belief.py": [("return s.hut[st.HIDER] == st.NONE", "return True")]},
    ),
}  # fmt: skip

SCORED = {
    "state.py": [
        ("    searched: int", "    score: Row = everyone(i2, 2)\n    searched: int"),
        ("i1, judged,", "i1, i2, judged,"),
    ],
    "rules.py": [
        (
            "from quarterdeck.engine.state import Row",
            "from quarterdeck.engine.state import Row, Score",
        ),
        ("OBSERVATION = ", "SCORE = Score(-2, 2)\nOBSERVATION = "),
    ],
}
BROKEN |= {
    fault: (law, SCORED | {"rules.py": [*SCORED["rules.py"], ("        s.winners = 1 << st.HIDER\n", f"        s.winners = 1 << st.HIDER\n{scores}")]})
    for fault, law, scores in [
        ("scores exceed their bounds", "games end with a result", "        s.score[0], s.score[1] = 3, -3\n"),
        ("scores do not add up", "games end with a result", "        s.score[0], s.score[1] = 2, -1\n"),
    ]
}  # fmt: skip

TELL = "emit(s, 1 << seat, st.CHARM, seat, s.charm[seat], 0, 0)\n"
BROKEN |= {
    fault: (law, charmed(changes))
    for fault, (law, changes) in {
        "all are told a secret at the deal": (
            "told is remembered",
            {"rules.py": [(TELL, "emit(s, ALL, st.CHARM, seat, s.charm[seat], 0, 0)\n")]},
        ),
        "the other is told half of a secret at the deal": (
            "told is remembered",
            {"rules.py": [(TELL, f"{TELL}        emit(s, 1 << 1 - seat, st.CHARM, seat, s.charm[seat] % 2, 0, 0)\n")]},
        ),
        "spectators are told a secret at the deal": (
            "told is remembered",
            {"rules.py": [(TELL, "emit(s, 1 << seat | 128, st.CHARM, seat, s.charm[seat], 0, 0)\n")]},
        ),
        "a seat is not told of its own deal": (
            "nothing leaks",
            {"rules.py": [(TELL, "pass\n")]},
        ),
        "a secret is shown until somebody acts": (
            "nothing leaks",
            {
                "state.py": [("charm: Row = own(i1, 2)", "charm: Row = judged(i1, 2)")],
                "rules.py": [("    if seat != st.HIDER:\n", "    if seat != 0 and s.question:\n        s.charm[0] = 0\n    if seat != 1:\n        s.charm[1] = 0\n    if seat != st.HIDER:\n")],
                "belief.py": [("    s.charm[1 - seat] = 1", "    if s.charm[1 - seat] == 0:\n        s.charm[1 - seat] = 1")],
            },
        ),
        "imagination takes one number twice as often": (
            "imagination is fair",
            {"belief.py": [("1 + below(rng, 6)", "1 + below(rng, 7) % 6")]},
        ),
        "imagination avoids one's own number": (
            "imagination is fair",
            {"belief.py": [("1 + below(rng, 6)", "1 + (s.charm[seat] + below(rng, 5)) % 6")]},
        ),
        "impossible numbers are allowed": (
            "allowed can be imagined",
            {"belief.py": [("s.charm[1 - seat] < 1 or s.charm[1 - seat] > 6", "s.charm[1 - seat] > 6")]},
        ),
        "the observation shows the other's charm": (
            "observations follow from views",
            {"rules.py": [("out[BURNT + hut] = 1 if s.burnt == hut else 0", "out[BURNT + hut] = s.charm[1 - seat]")]},
        ),
    }.items()
}  # fmt: skip


COMPILED = {
    "imagination is fair", "allowed can be imagined", "small games are exact",
    "interpreted alike", "rules run without error",
}  # fmt: skip
"""Laws that are about compiling, or that compare so many games that it pays."""
COMPILED_FAULTS = {
    "the game never ends",
    "all are told a secret at the deal",
    "the other is told half of a secret at the deal",
    "spectators are told a secret at the deal",
    "a seat is not told of its own deal",
}
"""Faults that need so many games, or so long ones, that compiling pays."""


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_game_is_found_out(tmp_path, monkeypatch, fault):
    law, changes = BROKEN[fault]
    monkeypatch.setattr(laws, "PICTURES", 0.5)
    compiled = law in COMPILED or fault in COMPILED_FAULTS
    report = laws.check(hideout(tmp_path, changes, compiled), games=200)
    assert report.violation is not None, "nothing was found"
    assert report.violation.law == law
    assert report.violation.length <= 6, "the shortest found"


@pytest.mark.parametrize("changes", [{}, charmed()], ids=["as it is", "with charms"])
def test_the_example_keeps_all_laws(tmp_path, changes):
    report = laws.check(hideout(tmp_path, changes, compiled=True), games=120)
    assert report.violation is None, str(report.violation)
    assert set(report.checked) >= {law.__name__ for law in laws.DECISION_LAWS + laws.GAME_LAWS}
    assert report.checked["nothing_leaks"] > 50


@pytest.mark.parametrize("changes", [{}, charmed()], ids=["as it is", "with charms"])
def test_uncompiled_it_keeps_the_laws_that_are_tried_that_way(tmp_path, monkeypatch, changes):
    monkeypatch.setattr(laws, "IMAGINATION_LAWS", ())
    report = laws.check(hideout(tmp_path, changes), games=60)
    assert report.violation is None, str(report.violation)


def test_a_violation_comes_with_a_record_that_shows_it(tmp_path):
    _, changes = BROKEN["belief excludes the truth"]
    game = hideout(tmp_path, changes)
    violation = laws.check(game, games=40).violation
    match = Match.from_record(violation.record, game=game)
    assert match.decisions == violation.length == 3, (
        "two choices to hide and one guess: no shorter game"
    )


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_game_keeps_all_laws(game):
    report = laws.check(game, games=80, seed=1, states=16_000)
    assert report.violation is None, str(report.violation)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_game_keeps_all_laws_whatever_is_chosen(game, data):
    setting = data.draw(st.sampled_from(laws.settings(game)))
    walk = laws.Walk(game, setting, data.draw(st.integers(0, 2**32)))
    for choice in data.draw(st.lists(st.integers(0, 1000), max_size=60)):
        if walk.over:
            break
        legal = walk.legal()
        walk.act(legal[choice % len(legal)])
        for law in laws.DECISION_LAWS:
            law(walk)
    for whole in laws.GAME_LAWS:
        whole(walk)


# What is checked, and how long ---------------------------------------------------------------


def test_every_number_of_players_meets_every_value_worth_trying(tmp_path):
    two = laws.settings(hideout(tmp_path))
    assert [(s.seats, s.options["guesses"]) for s in two] == [(2, 1), (2, 2), (2, 3)]
    assert str(two[0]) == "2 players, guesses 1"
    three = hideout(tmp_path, {"__init__.py": [("seats=(2, 2)", "seats=(2, 3)")]})
    assert [s.seats for s in laws.settings(three)] == [2, 2, 2, 3, 3, 3]


def test_of_many_options_one_at_a_time_is_varied(tmp_path):
    more = "".join(f'    more{n}: int = option(i1, 1, 0, 2, "more")\n' for n in range(3))
    game = hideout(tmp_path, {"state.py": [("    burnt: int", f"{more}    burnt: int")]})
    found = [tuple(setting.options.values()) for setting in laws.settings(game)]
    usual = (2, 1, 1, 1)
    assert found[0] == usual
    assert len(found) == len(set(found)) == 1 + 2 * 4
    assert all(sum(a != b for a, b in zip(row, usual, strict=True)) <= 1 for row in found)


def test_combinations_that_the_game_refuses_are_not_tried(tmp_path):
    refuse = "def refuse(options):\n    return 'no.' if options['guesses'] == 2 else ''\n"
    game = hideout(tmp_path, {"rules.py": [("@rule\ndef deal(", f"{refuse}\n\n@rule\ndef deal(")]})
    assert [s.options["guesses"] for s in laws.settings(game)] == [1, 3]


def test_a_report_says_how_much_was_checked():
    told: list[int] = []
    report = laws.check(example("hideout"), games=42, progress=told.append)
    assert told == list(range(1, 43))
    assert report.games == 42
    assert report.longest == 5, "two choices to hide, three guesses"
    assert report.most_events == 2, "of hiding each side is told something else"
    for law in laws.DECISION_LAWS:
        assert report.checked[law.__name__] == report.states
    for law in laws.GAME_LAWS:
        assert report.checked[law.__name__] == 2, "one game in forty"
    assert 42 * 3 <= report.states <= 42 * 5


def test_where_games_are_long_no_new_one_is_begun():
    report = laws.check(example("hideout"), games=40, states=10)
    assert 10 <= report.states < 15
    assert report.games <= 4


def test_after_a_violation_the_search_for_a_shorter_one_ends(tmp_path):
    report = laws.check(hideout(tmp_path, BROKEN["nobody may act"][1]), games=500)
    assert report.violation is not None
    assert 51 <= report.games <= 60


@pytest.mark.parametrize(("bound", "said"), [(4, "longer than its bound of 4"), (5, None)])
def test_a_game_may_be_as_long_as_it_says_and_no_longer(tmp_path, monkeypatch, bound, said):
    monkeypatch.setattr(laws, "IMAGINATION_LAWS", ())
    init = (EXAMPLE / "__init__.py").read_text()
    line = next(line for line in init.splitlines() if "bound=" in line)
    game = hideout(tmp_path, {"__init__.py": [(line, f"    bound={bound},")]})
    violation = laws.check(game, games=60).violation
    assert (violation is None) if said is None else said in violation.message


@pytest.mark.parametrize("actor", [-1, 2])
def test_somebody_who_is_not_there_cannot_be_asked(tmp_path, actor):
    changes = {"rules.py": [("s.actor = st.SEEKER\n", f"s.actor = {actor}\n")]}
    violation = laws.check(hideout(tmp_path, changes), games=3).violation
    assert violation.message.startswith(f"the actor is {actor}")
