"""Learning: right in its arithmetic, blind where it must be, and near an equilibrium at the end."""

import os
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install '.[learn]'")

from quarterdeck.bots.instinct import Instinct  # noqa: E402
from quarterdeck.bots.network import Network, find  # noqa: E402
from quarterdeck.engine.errors import BadOption  # noqa: E402
from quarterdeck.engine.position import Position  # noqa: E402
from quarterdeck.learn import Manner, School, lessons  # noqa: E402
from quarterdeck.learn.networks import Player, Reader, log_chances  # noqa: E402
from quarterdeck.learn.ppo import advantages  # noqa: E402
from quarterdeck.solve import build, exploitability, strategy_of  # noqa: E402
from tests.games import OURS, example, installed  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
QUICK = Manner(lanes=64, steps=8, batches=2, units=(16, 16), critic_units=16)
LEDUC = Manner(
    lanes=512, steps=16, batches=4, epochs=2, units=(64, 64), critic_units=64,
    rate=0.005, entropy=0.2, pull=0.0, follow=0.05,
)  # fmt: skip
PING = LEDUC._replace(lanes=256, entropy=0.05, pull=0.4, follow=0.01)


def ours(name):
    return next(game for game in OURS if game.id == name)


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


# What is learnt -----------------------------------------------------------------------------------


def test_leduc_is_learnt_from_nothing():
    """Random play loses 2.37 chips to one who knows it, our searching captain 0.79."""
    leduc = example("leduc")
    pupil, tree = School(leduc, LEDUC, device="cpu", seed=1), build(leduc)
    for update in range(80):
        pupil.update(1 - update / 80)
    bot = Instinct(leduc, 0, pupil.network())
    assert exploitability(tree, strategy_of(tree, bot.chances)) < 0.55


def test_tiny_ping_is_learnt_from_nothing():
    """Random play loses 0.90 games to one who knows it. Without its magnet the player ends up
    predictable, at 0.50; with the other's advantages it is no better than chance."""
    ping, options = ours("ping"), {"tiny": 2}
    pupil, tree = School(ping, PING, "cpu", seed=1, options=options, seats=2), build(ping, options)
    for update in range(160):
        pupil.update(1 - update / 160)
    bot = Instinct(ping, 0, pupil.network())
    assert exploitability(tree, strategy_of(tree, bot.chances)) < 0.1


def test_what_is_imitated_is_played():
    ping = ours("ping")
    pupil = School(ping, QUICK._replace(rate=0.01), device="cpu", seats=2)
    first = pupil.imitate(1.0)
    for _ in range(60):
        last = pupil.imitate(1.0)
    assert last.change < first.change - 0.1  # how surprising what was done is
    other = School(ping, QUICK, device="cpu")
    other.follow(pupil)
    assert (other.player.first.weight == pupil.player.first.weight).all()


def test_a_rival_is_learnt_to_be_beaten():
    """Against a network that has learnt nothing, and does not learn."""
    leduc = example("leduc")
    rival = School(leduc, QUICK, device="cpu", seed=2).network()
    pupil = School(leduc, LEDUC._replace(entropy=0.01), device="cpu", seed=1, rival=rival)
    before = [each.clone() for each in pupil.rival.parameters()]
    for update in range(40):
        pupil.update(1 - update / 40)
    assert pupil.share > 0.55
    assert all(map(torch.equal, before, pupil.rival.parameters()))


def test_the_same_seed_learns_the_same():
    def learnt(seed):
        pupil = School(example("leduc"), QUICK, device="cpu", seed=seed)
        pupil.update(1.0)
        return pupil.player.second.weight

    one, same, other = learnt(1), learnt(1), learnt(2)
    assert torch.equal(one, same)
    assert not torch.equal(one, other)


@pytest.mark.parametrize("name", ["pocket_sub"])
def test_all_numbers_of_players_and_teams_are_learnt_at_once(name):
    pupil = School(ours(name), QUICK._replace(steps=64, noise=0.1), device="cpu")
    report = pupil.update(1.0)
    assert sorted(set(pupil.env.players.tolist())) == [2, 3, 4]
    assert pupil.games
    assert all(np.isfinite(report))


# Who sees what ------------------------------------------------------------------------------------


def test_a_player_sees_its_own_seat_and_a_critic_all():
    ping = ours("ping")
    pupil = School(ping, QUICK, device="cpu")
    seen = torch.as_tensor(pupil.env.reset().obs)
    changed = seen.clone()
    changed[:, pupil.env.stride :] = 1 - changed[:, pupil.env.stride :].clamp(0, 1)
    for before, after in zip(pupil.player(seen), pupil.player(changed), strict=True):
        assert torch.equal(before, after)
    assert not torch.equal(pupil.critic(seen), pupil.critic(changed))


def test_a_kind_has_an_input_for_every_value_but_nought():
    threat = ours("hidden_threat")
    observation = threat.rule_hooks.OBSERVATION
    grid = next(part for part in observation.parts if part.name == "grid")
    reader = Reader(observation)
    seen = torch.zeros((1, reader.stride), dtype=torch.int16)
    nothing = reader(seen)
    assert not nothing.any()
    rows = set()
    for value in range(grid.low, grid.high + 1):
        seen[0, grid.start] = value
        rows.add(tuple(reader(seen)[0].nonzero()[:, 0].tolist()))
    assert len(rows) == grid.high - grid.low + 1
    assert all(len(row) <= 1 for row in rows)


@pytest.mark.parametrize("name", ["ping", "hidden_threat"])
def test_whole_numbers_play_like_the_real_ones(name):
    game = ours(name)
    player = Player(game.rule_hooks.OBSERVATION, game.actions.count, (32, 16))
    with torch.no_grad():
        player.heads.weight *= 30
    facts = School(game, QUICK, device="cpu").network().facts
    bot = Instinct(game, 0, player.whole(facts))
    position = Position.dealt(game, seed=3)
    for _ in range(30):
        legal, seat = position.legal(), position.actor
        view = position.view(seat)
        seen = torch.zeros((1, player.reader.stride), dtype=torch.int16)
        game.load().observe(view, 0, seat, seen.numpy()[0])
        mask = torch.zeros((1, game.actions.count), dtype=torch.bool)
        mask[0, legal] = True
        real = log_chances(player(seen)[0], mask).exp()[0].tolist()
        for action, whole in bot.chances(view, seat).items():
            assert whole == pytest.approx(real[action], abs=0.04)
        position = position.act(legal[len(legal) // 2])


@pytest.mark.parametrize("name", ["ping", "hidden_threat"])
def test_real_numbers_play_like_the_whole_ones(name):
    game = ours(name)
    network = find(game)
    player = Player.of(network, game.rule_hooks.OBSERVATION)
    again = player.whole(network.facts)
    for one, other in zip(network[1:], again[1:], strict=True):
        assert (one == other).all()


# Arithmetic ---------------------------------------------------------------------------------------


def test_advantages_are_each_seats_own():
    """Three seats; the first game ends after two steps, the next one goes on."""
    values = torch.tensor([[0.2, -0.1, 0.0], [0.4, -0.2, 0.1], [0.5, 0.0, 0.0]])[:, None]
    reward = torch.tensor([[0.0, 0.0, 0.0], [1.0, -0.5, -0.5]])[:, None]
    done, free = torch.tensor([[False], [True]]), torch.tensor([[True], [True]])
    found = advantages(reward, done, values, free, 0.5)[:, 0]
    last = reward[1, 0] - values[1, 0]
    assert torch.allclose(found[1], last)
    assert torch.allclose(found[0], values[1, 0] - values[0, 0] + 0.5 * last)


def test_a_step_without_a_choice_does_not_dim_what_comes_later():
    values, reward = torch.zeros((4, 1, 2)), torch.zeros((3, 1, 2))
    reward[2, 0] = torch.tensor([1.0, -1.0])
    done = torch.tensor([[False], [False], [True]])
    free = torch.tensor([[True], [False], [True]])
    found = advantages(reward, done, values, free, 0.5)
    assert found[:, 0, 0].tolist() == [0.5, 0.5, 1.0]
    every = advantages(reward, done, values, torch.ones_like(free), 0.5)
    assert every[:, 0, 0].tolist() == [0.25, 0.5, 1.0]


# What lasts ---------------------------------------------------------------------------------------


def test_learning_goes_on_where_it_stopped(tmp_path):
    leduc = example("leduc")
    pupil = School(leduc, QUICK, device="cpu", seed=4)
    pupil.update(1.0)
    pupil.seconds = 12.5
    pupil.save(tmp_path / "leduc.pt")
    again = School.resumed(leduc, tmp_path / "leduc.pt", "cpu")
    assert (again.seconds, again.updates, again.seed) == (12.5, 1, 4)
    assert again.manner == QUICK
    for own, kept in zip(pupil._networks(), again._networks(), strict=True):
        assert str(own.state_dict()) == str(kept.state_dict())
    assert [p.updates for p in lessons(again, 12.6, every=0)][-1] > 1


def test_a_torn_file_or_another_games_is_refused(tmp_path):
    pupil = School(example("leduc"), QUICK, device="cpu")
    pupil.save(tmp_path / "it.pt")
    with pytest.raises(BadOption, match="from the game 'leduc'"):
        School.resumed(ours("ping"), tmp_path / "it.pt")
    whole = (tmp_path / "it.pt").read_bytes()
    (tmp_path / "it.pt").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadOption, match="is not what `quarterdeck learn` saved"):
        School.resumed(example("leduc"), tmp_path / "it.pt")


def test_the_command_learns_saves_and_goes_on(tmp_path):
    environment = {**os.environ, **installed(tmp_path, "leduc"), "COLUMNS": "200"}

    def learn(*arguments):
        command = [sys.executable, "-m", "quarterdeck", "learn", "leduc", "--device", "cpu"]
        return subprocess.run(
            [*command, *arguments], cwd=tmp_path, env=environment, text=True, capture_output=True
        )

    def plotted():
        plot = ElementTree.parse(tmp_path / "leduc.svg")
        return [line.get("points").split() for line in plot.iter(f"{SVG}polyline")]

    small = ("--set", "lanes=64", "--set", "units=16x16")
    assert "million decisions" in learn("--seconds", "2", *small).stdout
    first = Network.load(tmp_path / "leduc.npz").facts["learnt"]
    assert first["manner"]["lanes"] == 64
    assert [len(line) for line in plotted()] == [1] * 5
    longer = str(first["seconds"] + 3)
    assert "network:leduc.npz" in learn("--seconds", longer, "--resume").stdout
    assert [len(line) for line in plotted()] == [2] * 5  # what came before is still there
    assert Network.load(tmp_path / "leduc.npz").facts["learnt"]["decisions"] > first["decisions"]
    torn = learn("--resume", "--start", "leduc.npz")
    assert torn.returncode == 2
    assert "leave out --start" in torn.stderr
    odd = learn("--set", "haste=3")
    assert odd.returncode == 2
    assert "the settings are lanes, steps" in odd.stderr
