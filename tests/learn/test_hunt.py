"""Hunters, random openings, and players that begin with what a network knows."""

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install '.[learn]'")

from quarterdeck.bots.network import find  # noqa: E402
from quarterdeck.engine.errors import BadOption  # noqa: E402
from quarterdeck.learn import Hunted, Manner, School  # noqa: E402
from quarterdeck.learn.ppo import CHANCE, OWN, RIVALS  # noqa: E402
from quarterdeck.learn.school import SETTLING  # noqa: E402
from tests.games import OURS, example  # noqa: E402

LANES = 64
QUICK = Manner(lanes=LANES, steps=8, batches=2, units=(16, 16), critic_units=16)
KEEN = Manner(
    lanes=512, steps=16, batches=4, epochs=2, units=(64, 64), critic_units=64,
    rate=0.005, hunters=3,
)  # fmt: skip


def ours(name):
    return next(game for game in OURS if game.id == name)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def same(one, other):
    return all(map(torch.equal, one.parameters(), other.parameters()))


# Hunters ------------------------------------------------------------------------------------------


def test_a_hunter_learns_to_beat_its_prey_which_stays_as_it_is():
    prey = Hunted(example("leduc"), KEEN, device="cpu", seed=1)
    before = [each.clone() for each in prey.player.parameters()]
    prey.hunter.renew()
    for _ in range(SETTLING + 40):
        prey.hunter.hunt(1.0)
    assert prey.hunter.share > 0.55
    assert all(map(torch.equal, before, prey.player.parameters()))


def test_the_prey_learns_from_its_own_decisions_against_hunters_who_have_finished():
    prey = Hunted(example("leduc"), QUICK._replace(hunters=3), device="cpu")
    hunter = prey.hunter
    hunter.settled = 0
    hunter.renew()
    played = hunter._played(hunter._policy, 1.0)
    preys = played.actor[:-1] != hunter.own_seat
    live = torch.arange(LANES) < LANES // 2
    assert torch.equal(played.value == RIVALS, preys & ~live)
    assert torch.equal(played.value == OWN, ~preys & live)
    assert torch.equal(played.value == CHANCE, preys == live)
    met = hunter.hunt(1.0)
    choices = met.mask.sum(1) > 1
    assert 0 < int(met.free.sum()) < int(choices.sum())
    assert not met.taken.any()  # how games against hunters end says nothing of its other games


def test_what_a_hunter_learns_to_beat_stands_still_for_a_season():
    prey = Hunted(example("kuhn"), QUICK._replace(hunters=1, season=2), device="cpu")
    hunter = prey.hunter
    hunter.settled = 0
    first = [each.clone() for each in prey.player.parameters()]
    seen = torch.zeros(LANES, hunter.env.width, dtype=torch.int8)
    mask = torch.ones(LANES, prey.game.actions.count, dtype=torch.bool)
    live = torch.arange(LANES) < LANES // 2
    for _ in range(2):
        prey.update(1.0)
        assert not all(map(torch.equal, first, prey.player.parameters()))
        assert all(map(torch.equal, first, hunter.decoy.parameters()))
    prey.update(1.0)
    assert not all(map(torch.equal, first, hunter.decoy.parameters()))
    with torch.no_grad():
        for each in (hunter.decoy, hunter.prey.player):
            each.heads.bias.zero_()
        hunter.decoy.heads.bias += 5
        logits, _ = hunter._decide(seen, mask, 1 - hunter.own_seat)
    assert (logits[live] > logits[~live].max()).all()


def test_a_prey_learns_from_being_hunted():
    """Here from nothing else: in its own games only the critic learns."""
    prey = Hunted(example("kuhn"), QUICK._replace(hunters=3), device="cpu", seed=3)
    prey.settled, prey.hunter.settled = 1_000_000, 2
    before = [prey.update(1.0) for _ in range(2)]
    assert {report.entropy for report in before} == {0.0}
    assert prey.update(1.0).entropy > 0
    assert 0 < prey.share < 1


def test_hunters_open_their_games_as_they_like():
    prey = Hunted(example("kuhn"), QUICK._replace(hunters=1, opening=2), device="cpu")
    played = prey._played(prey._policy, 1.0)
    assert (played.value == CHANCE).any()
    hunter = prey.hunter
    played = hunter._played(hunter._policy, 1.0)
    own = (played.actor[:-1] == hunter.own_seat) & hunter.counted
    assert (played.value[own] == OWN).all()


def test_after_a_season_a_hunter_plays_on_and_the_next_begins_as_its_prey():
    prey = Hunted(example("kuhn"), QUICK._replace(hunters=3, season=2), device="cpu")
    hunter = prey.hunter
    hunter.settled = 0
    for _ in range(2):
        prey.update(1.0)
    assert all(not same(hunter.player, each) for each in hunter.finished)
    grown = {name: each.clone() for name, each in hunter.player.state_dict().items()}
    met = []
    original = hunter.hunt

    def hunt(left):
        met.append((same(hunter.player, prey.player), len(hunter.optimizer.state)))
        return original(left)

    hunter.hunt = hunt
    prey.update(1.0)
    assert met[0][0]
    assert met[0][1] == len(list(hunter.critic.parameters()))  # it has forgotten how it learnt
    kept = [one.state_dict() for one in hunter.finished]
    assert sum(all(torch.equal(one[name], grown[name]) for name in grown) for one in kept) == 1


def test_hunters_learn_with_any_number_of_players():
    prey = Hunted(ours("pocket_sub"), QUICK._replace(hunters=2, steps=32), device="cpu")
    for _ in range(2):
        prey.update(1.0)
    assert set(prey.hunter.own_seat.tolist()) == {0, 1, 2, 3}


# Openings -----------------------------------------------------------------------------------------


def test_in_half_of_the_lanes_games_begin_at_random():
    pupil = School(ours("ping"), QUICK._replace(opening=3, steps=200), device="cpu", options={})
    played = pupil._played(pupil._policy, 1.0)
    begun = torch.cat([torch.ones(1, LANES, dtype=torch.bool), played.done[:-1]])
    assert played.done.any()
    for lane in range(LANES):
        wanted = (lane // 2) % 3 + 1 if lane % 2 else 0
        made = 0
        for t in range(200):
            made = 0 if begun[t, lane] else made
            assert (played.value[t, lane] == CHANCE) == (made < wanted)
            made += 1


def test_random_openings_are_uniform_and_not_learnt_from():
    game = ours("ping")
    pupil = School(game, QUICK._replace(opening=1, lanes=128), device="cpu", options={})
    with torch.no_grad():
        pupil.player.heads.bias[7] += 20  # a square it would always begin on
    played = pupil._played(pupil._policy, 1.0)
    first = played.action[0]
    assert (first[::2] == 7).all()
    assert len(set(first[1::2].tolist())) > 10
    fresh = School(game, QUICK._replace(opening=1, lanes=128), device="cpu", options={})
    free = fresh._taught(fresh._policy, 1.0).free.view(-1, 128)
    assert free[0, ::2].all()
    assert not free[0, 1::2].any()


# Beginning with a network -------------------------------------------------------------------------


def test_a_pupil_begins_as_the_network_and_its_critic_settles_first():
    game = ours("ping")
    network = find(game)
    pupil = School(game, Manner(lanes=LANES, steps=8, batches=2), device="cpu")
    pupil.begin_with(network)
    whole = pupil.network()
    for one, other in zip(network[1:], whole[1:], strict=True):
        assert (one == other).all()
    reports = [pupil.update(1.0) for _ in range(SETTLING + 1)]
    assert {each.entropy for each in reports[:-1]} == {0.0}  # nothing was learnt of what to do
    assert reports[-1].entropy > 0


def test_a_network_of_another_size_is_refused():
    pupil = School(ours("ping"), QUICK, device="cpu")
    with pytest.raises(BadOption, match="--set units=256x64"):
        pupil.begin_with(find(ours("ping")))
