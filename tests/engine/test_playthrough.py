"""Golden playthroughs: whatever is shown of a few records that show all of a game, unchanged."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from quarterdeck.bots import make
from quarterdeck.engine.coverage import features, search, shown
from quarterdeck.engine.game import find
from quarterdeck.engine.playthrough import playthrough, records_in
from quarterdeck.testing.golden import difference, gaps, record_faults
from tests.games import OURS

from .variants import hideout

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
MEANT = "If that is meant, `make goldens` writes them anew; look at the diff before you commit it."


@pytest.mark.parametrize("path", sorted(PLAYTHROUGHS.glob("*.json")), ids=lambda path: path.stem)
def test_the_golden_playthrough_is_unchanged(path):
    if faults := record_faults(find(path.stem.rpartition("-")[0]), path):
        pytest.fail("\n".join([*faults, MEANT]), pytrace=False)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_records_show_every_verb_and_event_of_the_game(game):
    assert gaps(game, PLAYTHROUGHS) == [], (
        f"look for others: make goldens GAMES='{game.id} --search'"
    )


# What is shown in a playthrough of PING, and a fault of each kind.


def label_points_elsewhere(right):
    return lambda view, action: right(view, action).replace("Fire north", "Fire south")


def target_is_another(right):
    return lambda view, action: right(view, action)[:-1]


def told_to_the_wrong_seat(right):
    def tell(view, event):
        line = right(view, event)
        return line and replace(line, text=line.text.replace("You fire", "{0} fires"))

    return tell


def cue_runs_backwards(right):
    def tell(view, event):
        line = right(view, event)
        return line and replace(
            line, cues=[replace(c, at=c.to or c.at, to=c.at) for c in line.cues]
        )

    return tell


def drawn_otherwise(**change):
    return lambda right: lambda view: replace(right(view), **change)


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ("label", label_points_elsewhere),
        ("targets", target_is_another),
        ("tell", told_to_the_wrong_seat),
        ("tell", cue_runs_backwards),
        ("draw", drawn_otherwise(detail="Take your time.")),
        ("draw", drawn_otherwise(tallies=[])),
        ("ending", lambda right: lambda view: "Over."),
    ],
)
def test_whatever_is_shown_wrongly_shows_in_a_golden_playthrough(what, fault, monkeypatch):
    ping = find("ping")
    golden = [path.with_suffix(".txt").read_text() for path in records_in(PLAYTHROUGHS, ping)]
    scene = ping.hooks.scene
    monkeypatch.setattr(scene, what, fault(getattr(scene, what)))
    now = [playthrough(record) for record in records_in(PLAYTHROUGHS, ping).values()]
    assert now != golden


def test_a_record_that_the_rules_no_longer_lead_to_is_shown_as_far_as_it_goes():
    record = next(iter(records_in(PLAYTHROUGHS, find("ping")).values()))
    record.batches[2].actions = [0]
    assert "the record does not go on: batch 2 does not fit" in playthrough(record)


def test_a_difference_is_shown_with_the_moment_it_belongs_to():
    golden = "1. seat 0: fire\n  0 told A\n  1 told B\n\n2. seat 1: fire\n  1 told C"
    assert difference(golden, golden.replace("C", "D")) == [
        "@ 2. seat 1: fire",
        "-   1 told C",
        "+   1 told D",
    ]
    assert difference(golden, "", most=1) == [
        "@ 1. seat 0: fire",
        "... and 6 more lines",
    ]


def test_a_search_finds_records_that_show_all_of_a_game(tmp_path):
    game = hideout(tmp_path)
    records = list(search(game, lambda seed: [make("random", game, seed).choose]))
    assert features(game) <= set().union(*(shown(record, game) for record in records))
