"""Fair chance: mixed seeds, draws that tell nothing, and records that cannot lie about either."""

from __future__ import annotations

import random

import msgspec
import pytest

from quarterdeck.engine import fairness
from quarterdeck.engine.errors import DamagedRecord
from quarterdeck.engine.fairness import Chance, Contribution
from quarterdeck.engine.game import find
from quarterdeck.engine.match import Match
from quarterdeck.engine.position import Position
from quarterdeck.engine.record import Record
from quarterdeck.engine.rule import below, interpret
from quarterdeck.engine.seeds import Draws, words
from quarterdeck.engine.verify import verify
from tests.games import OURS

replace = msgspec.structs.replace
MINE, THEIRS = "00112233445566778899aabbccddeeff", "ff" * 16


def contribution(seat: int, entropy: str) -> Contribution:
    return Contribution(seat, fairness.seal(entropy), entropy)


def chance(secret: str = "5a" * 32, theirs: str = THEIRS) -> Chance:
    return Chance(secret, [contribution(0, MINE), contribution(1, theirs)])


def played(origin: Chance, game: str = "ping", decisions: int = 10**6, seed: int = 5) -> Match:
    match, dice = Match(find(game), seed=origin), random.Random(seed)
    while match.actor is not None and match.decisions < decisions:
        match.act(match.actor, dice.choice(match.legal()))
    return match


RECORD = played(chance()).record()
KEPT = {
    "commitment": fairness.commitment(bytes.fromhex("5a" * 32)),
    "entropy": MINE,
    "seals": [fairness.seal(MINE), fairness.seal(THEIRS)],
}


def wrong(record: Record, **kept: object) -> list[str]:
    return [text for good, text in verify(record, **{**KEPT, **kept}) if not good]  # type: ignore[arg-type]


# The seed and the draws --------------------------------------------------------------------------


def test_how_seeds_seals_and_draws_are_made_never_changes():
    assert fairness.seal(MINE) == "c66885dfca7593121c40e1f3531f72964e80b0818747842f602510b4f7589a9b"
    assert chance().seed.hex() == "b0820087170b4019fd9b674e98fe55cc8bc8d28b2c84a87785de34037b75b51a"
    some = words(bytes(32), 3)
    assert [next(some) for _ in range(9)] == [
        3086579716,
        3003593253,
        3701135873,
        4135674962,
        2215081811,
        2211686889,
        3930358929,
        2589270015,
        798088942,
    ]


def test_every_part_changes_the_seed_and_what_is_missing_counts_for_nothing():
    theirs = contribution(1, THEIRS)
    seed = chance().seed
    assert chance(secret="5b" * 32).seed != seed
    assert chance(theirs="fe" * 16).seed != seed
    swapped = [replace(theirs, seat=0), contribution(1, MINE)]
    assert Chance("5a" * 32, swapped).seed != seed
    alone = Chance("5a" * 32, [contribution(0, MINE)])
    late = Chance("5a" * 32, [contribution(0, MINE), replace(theirs, entropy=None)])
    assert late.seed == alone.seed != seed


def test_rules_draw_the_words_of_the_batch():
    draws, expected = Draws(bytes(32), 7), words(bytes(32), 7)
    drawn = [interpret(below)(draws, 2**32) for _ in range(20)]
    assert drawn == [next(expected) for _ in range(20)]


@pytest.mark.parametrize("game", [game.id for game in OURS])
def test_a_match_keeps_nothing_of_its_chance_in_its_state_and_replays_either_way(game):
    match = played(chance(), game, decisions=150)
    assert not any(position.state["rng"].any() for position in match.fences)
    record = Record.from_json(match.record().to_json())
    for compiled in (True, False):
        again = Match.from_record(record, compiled)
        assert again.truth.tobytes() == match.truth.tobytes()


def test_whoever_knows_the_whole_truth_and_all_draws_so_far_cannot_tell_the_next():
    """With the generator in the state, the same position had the same future."""
    game = find("hidden_threat")
    one = played(chance(), "hidden_threat", decisions=40)
    other = Match(game, seed=chance(secret="5b" * 32))
    other.batches, other.fences = [*one.batches], [Position(one.rules, one.fences[-1].state)]
    other._forget()
    dice = random.Random(1)
    while one.actor is not None and one.truth.tobytes() == other.truth.tobytes():
        action = dice.choice(one.legal())
        one.act(one.actor, action)
        other.act(other.actor, action)
    assert one.truth.tobytes() != other.truth.tobytes()


def test_the_chance_of_a_batch_does_not_depend_on_how_much_was_drawn_before():
    first, second = words(bytes(32), 1), words(bytes(32), 2)
    assert not {next(first) for _ in range(1000)} & {next(second) for _ in range(1000)}


# Records that lie --------------------------------------------------------------------------------


def test_an_honest_record_passes():
    assert wrong(RECORD) == []
    sentences = [text for _, text in verify(RECORD, **KEPT)]  # type: ignore[arg-type]
    assert "Your entropy went into the seed, from seat 0." in sentences
    assert "The seed follows from the secret and the contributions." in sentences
    assert f"{len(RECORD.batches) + 1} digests agree." in " ".join(sentences)


def test_another_commitment_is_noticed():
    assert "not the one that was committed to" in wrong(RECORD, commitment="0" * 64)[0]


def test_a_secret_chosen_afterwards_is_noticed_by_whoever_kept_the_commitment():
    """The record is right in itself: only the first commitment gives it away."""
    lie = played(chance(secret="66" * 32)).record()
    assert len(wrong(lie)) == 1
    assert "not the one that was committed to" in wrong(lie)[0]


def test_entropy_that_was_ignored_is_noticed():
    lie = played(Chance("5a" * 32, [contribution(1, THEIRS)])).record()
    assert wrong(lie) == ["Your entropy did not go into the seed: the deal may have been chosen."]


def test_entropy_that_was_chosen_after_mine_was_known_is_noticed():
    lie = played(chance(theirs="ab" * 16)).record()
    assert wrong(lie) == ["Seat 1 sealed its entropy after you had sent yours."]


def test_entropy_other_than_sealed_is_noticed():
    parts = [contribution(0, MINE), Contribution(1, fairness.seal(THEIRS), "ab" * 16)]
    lie = played(Chance("5a" * 32, parts)).record()
    assert wrong(lie) == ["The client at seat 1 contributed other entropy than it had sealed."]


def test_another_seed_and_other_consequences_are_noticed_and_refused():
    lie = replace(RECORD, seed="00" * 32)
    assert "The seed does not follow" in wrong(lie)[0]
    with pytest.raises(DamagedRecord, match="the seed does not follow"):
        Match.from_record(lie)
    last = replace(RECORD.batches[-1], digest="0" * 16)
    assert "another game" in wrong(replace(RECORD, batches=[*RECORD.batches[:-1], last]))[0]


def test_a_record_of_the_generator_is_checked_as_far_as_it_goes():
    match = Match(find("ping"), seed=3)
    record = match.record()
    assert record.chance is None
    kept = {"commitment": fairness.commitment(match.seed), "entropy": None, "seals": None}
    assert wrong(record, **kept) == []
    assert any("could choose it" in text for _, text in verify(record))
    assert "did not go into the seed" in wrong(record, commitment=kept["commitment"])[0]
    assert "not a number" in wrong(replace(record, seed="x"), **kept)[0]


@pytest.mark.parametrize("secret", ["", "5A" * 32, "5a" * 31, "zz" * 32])
def test_a_secret_that_is_none_is_refused(secret):
    lie = RECORD.to_json().replace(b"5a" * 32, secret.encode())
    with pytest.raises(DamagedRecord):
        Record.from_json(lie)


def test_the_command_says_what_it_checked_and_fails_on_a_lie(tmp_path):
    from tests.test_cli import run

    path = tmp_path / "record.json"
    path.write_bytes(RECORD.to_json())
    kept = ["--commitment", KEPT["commitment"], "--seal", KEPT["seals"][0]]
    kept += ["--seal", KEPT["seals"][1]]
    honest = run("verify", str(path), *kept, "--entropy", MINE)
    assert honest.returncode == 0, honest.stderr
    assert "committed to before the deal" in honest.stdout
    lie = run("verify", str(path), *kept, "--entropy", "cd" * 16)
    assert lie.returncode == 1
    assert "WRONG: Your entropy did not go into the seed" in lie.stdout
    assert run("verify", str(tmp_path / "nothing.json")).returncode == 2
