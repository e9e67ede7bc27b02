"""Learn Hidden Threat by self-play on a GPU, and distil the result into a small network.

    PYTHONPATH=src python examples/learn_hidden_threat.py --seconds 380 --units 64

First two large networks, policy and value, learn by PPO: millions of games in a few minutes. Then a
network small enough for use inside a search learns both from them. It is written as `weights.py`
for the game's folder. Needs PyTorch and numba-cuda.
"""

import argparse
import time
import zlib
from base64 import b64encode
from pathlib import Path

import numba
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from quarterdeck.engine.odds import UNIT
from quarterdeck.envs import cuda as gpu
from quarterdeck.games.hidden_threat import GAME
from quarterdeck.games.hidden_threat.network import NUMBERS, SLOTS, describe, slot_of

LANES, STEPS, BATCHES, EPOCHS = 1 << 15, 32, 16, 2
BEGINNERS = 10
"""One lane in this many plays the beginner game."""
LAMBDA, CLIP, RATE, ENTROPY = 0.95, 0.2, 1e-3, 0.01
THREADS = 128


class Games:
    """Many games side by side, and what a rollout saw and did at each step."""

    def __init__(self) -> None:
        def room(steps: int, *shape: int) -> torch.Tensor:
            return torch.zeros((steps, LANES, *shape), dtype=torch.int8, device="cuda")

        self.seen = room(STEPS + 1, NUMBERS)
        self.open = room(STEPS + 1, SLOTS)
        self.actor = room(STEPS + 1)
        self.result, self.over = room(STEPS), room(STEPS)
        lanes = gpu.lanes(GAME, LANES, seed=1)
        lanes.states["beginner"][: LANES // BEGINNERS] = 1
        self.cuda = gpu.numba_cuda()
        self.states = self.cuda.to_device(lanes.states)
        self.kernel = self._kernel()
        self._run(torch.full((LANES,), -1, dtype=torch.int16, device="cuda"), -1)

    def step(self, slots: torch.Tensor, at: int) -> None:
        """Take an action in every lane; when a game ends, the next one is dealt."""
        self._run(slots.to(torch.int16), at)

    def carry_on(self) -> None:
        """Begin the next rollout with what was seen last."""
        for each in (self.seen, self.open, self.actor):
            each[0].copy_(each[STEPS])

    def _run(self, slots: torch.Tensor, at: int) -> None:
        rows = (self.seen[at + 1], self.open[at + 1], self.actor[at + 1])
        rows += (self.result[max(at, 0)], self.over[max(at, 0)])
        arrays = [self.cuda.as_cuda_array(each) for each in (slots, *rows)]
        self.kernel[-(-LANES // THREADS), THREADS](self.states, *arrays)
        self.cuda.synchronize()

    def _kernel(self):
        cuda, rules, device = self.cuda, GAME.load(), gpu.DeviceRules()
        deal, act, legal = (device.twin(rules.functions[n]) for n in ("deal", "act", "legal"))
        tell, slot = device.twin(describe), device.twin(slot_of)
        record, room = numba.from_dtype(GAME.state.dtype), rules.action_count

        @cuda.jit(max_registers=128)
        def kernel(states, slots, seen, is_open, actor, result, over):
            lane = cuda.grid(1)
            if lane >= states.size:
                return
            mine = cuda.local.array(1, record, 16)
            actions = cuda.local.array(room, np.int16)
            mine[0] = states[lane]
            s = mine[0]
            if slots[lane] < 0:
                deal(s)
            else:
                chosen = actions[0]
                for k in range(legal(s, actions)):
                    if slot(s, actions[k]) == slots[lane]:
                        chosen = actions[k]
                        break
                me = s.actor
                act(s, chosen)
                over[lane] = s.over
                result[lane] = 0
                if s.over:
                    if s.winners:
                        result[lane] = 1 if s.winners >> me & 1 else -1
                    deal(s)
            for k in range(SLOTS):
                is_open[lane, k] = 0
            for k in range(legal(s, actions)):
                is_open[lane, slot(s, actions[k])] = 1
            tell(s, seen[lane])
            actor[lane] = s.actor
            states[lane] = mine[0]

        return kernel


def network(inputs: int, outputs: int, width: int = 256) -> nn.Sequential:
    layers = [nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(width, outputs)).cuda()


class Player(nn.Module):
    """Policy and value networks over what the actor sees."""

    def __init__(self) -> None:
        super().__init__()
        self.choice, self.value = network(NUMBERS, SLOTS), network(NUMBERS, 1)

    def log_odds(self, seen: torch.Tensor, is_open: torch.Tensor) -> torch.Tensor:
        return F.log_softmax(self.choice(seen.float()).masked_fill(is_open == 0, -1e9), 1)

    def judge(self, seen: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.value(seen.float())[:, 0])


class Small(nn.Module):
    """One hidden layer, clipped to 0..1; the game's policy computes it in integers."""

    def __init__(self, units: int) -> None:
        super().__init__()
        self.layer, self.heads = nn.Linear(NUMBERS, units), nn.Linear(units, SLOTS + 1)
        self.cuda()

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.heads(self.layer(seen.float()).clamp(0, 1))


@torch.no_grad()
def rollout(games: Games, player: Player):
    """Play on; returns the chosen slots, their log-probabilities, values and advantages."""
    chosen, odds, values = [], [], []
    for at in range(STEPS):
        log_odds = player.log_odds(games.seen[at], games.open[at])
        slots = torch.distributions.Categorical(logits=log_odds, validate_args=False).sample()
        chosen.append(slots)
        odds.append(log_odds.gather(1, slots[:, None])[:, 0])
        values.append(player.judge(games.seen[at]))
        games.step(slots, at)
    after, gain, gains = player.judge(games.seen[STEPS]), torch.zeros(LANES, device="cuda"), []
    for at in reversed(range(STEPS)):
        # the next actor's gain is my loss, unless I am the next actor
        same = torch.where(games.actor[at] == games.actor[at + 1], 1.0, -1.0)
        same = same * (1 - games.over[at].float())
        gain = games.result[at].float() + same * after - values[at] + LAMBDA * same * gain
        gains.append(gain)
        after = values[at]
    return tuple(torch.stack(each).flatten() for each in (chosen, odds, values, gains[::-1]))


def improve(player: Player, optimizer, games: Games, played, left: float) -> None:
    """One PPO update: actions with a positive advantage become more likely, within the clip."""
    chosen, odds, values, gains = played
    seen, is_open = games.seen[:STEPS].flatten(0, 1), games.open[:STEPS].flatten(0, 1)
    free = (is_open.sum(1) > 1).float()
    better = (gains - gains.mean()) / gains.std()
    for group in optimizer.param_groups:
        group["lr"] = RATE * left + RATE / 50
    for _ in range(EPOCHS):
        for k in torch.randperm(LANES * STEPS, device="cuda").chunk(BATCHES):
            log_odds = player.log_odds(seen[k], is_open[k])
            ratio = (log_odds.gather(1, chosen[k][:, None])[:, 0] - odds[k]).exp()
            likely = torch.min(ratio * better[k], ratio.clamp(1 - CLIP, 1 + CLIP) * better[k])
            spread = -(log_odds.exp() * log_odds.clamp(min=-50)).sum(1)
            choice = ((likely + ENTROPY * left * spread) * free[k]).sum() / free[k].sum()
            error = (player.judge(seen[k]) - (values + gains)[k]).pow(2).mean()
            optimizer.zero_grad()
            (error - choice).backward()
            nn.utils.clip_grad_norm_(player.parameters(), 1.0)
            optimizer.step()


def distil(small: Small, optimizer, games: Games, player: Player, played, left: float) -> str:
    """Train the small network on the large networks' policy and returns."""
    _, _, values, gains = played
    seen, is_open = games.seen[:STEPS].flatten(0, 1), games.open[:STEPS].flatten(0, 1)
    chance = ((values + gains).clamp(-1, 1) + 1) / 2
    for group in optimizer.param_groups:
        group["lr"] = 2 * RATE * left + RATE / 100
    for k in torch.randperm(LANES * STEPS, device="cuda").chunk(BATCHES):
        with torch.no_grad():
            taught = player.log_odds(seen[k], is_open[k])
        heads, free = small(seen[k]), (is_open[k].sum(1) > 1).float()
        log_odds = F.log_softmax(heads[:, :SLOTS].masked_fill(is_open[k] == 0, -1e9), 1)
        unlike = -(taught.exp() * log_odds.clamp(min=-50)).sum(1)
        error = F.binary_cross_entropy_with_logits(heads[:, SLOTS], chance[k])
        loss = 4 * error + (unlike * free).sum() / free.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    same = ((log_odds.argmax(1) == taught.argmax(1)) * free).sum() / free.sum()
    return f"log loss {error.item():.4f}, {same.item():.1%} of actions the same"


ONE, FINE = 256, 16


def write(small: Small, path: Path) -> None:
    """Write the network as Python, in integers."""
    layer = torch.vstack((small.layer.weight.T, small.layer.bias)) * ONE
    heads = torch.hstack((small.heads.weight, small.heads.bias[:, None])) * UNIT * FINE
    numbers = torch.round(torch.cat((layer.flatten(), heads.flatten()))).detach().cpu().numpy()
    packed = b64encode(zlib.compress(numbers.astype("<i2").tobytes(), 9)).decode()
    lines = "".join(f'    "{packed[i : i + 92]}"\n' for i in range(0, len(packed), 92))
    path.write_text(
        '"""A network that plays: examples/learn_hidden_threat.py wrote this file."""\n\n'
        "import zlib\nfrom base64 import b64decode\n\nimport numpy as np\n\n"
        "from quarterdeck.engine.state import lookup\n\n"
        f"UNITS, ONE, FINE = {len(small.layer.bias)}, {ONE}, {FINE}\n"
        '"""Units; what 1 is for them; what a unit of lead (engine/odds.py) is for heads."""\n\n'
        f"_PACKED = (\n{lines})\n"
        '_NUMBERS = np.frombuffer(zlib.decompress(b64decode(_PACKED)), "<i2")\n'
        f"_SPLIT = {layer.numel()}\n\n"
        "WEIGHTS = lookup(_NUMBERS[:_SPLIT].reshape(-1, UNITS))\n"
        '"""[number of a position][unit]; the last row is the same for all positions."""\n'
        "HEADS = lookup(_NUMBERS[_SPLIT:].reshape(-1, UNITS + 1))\n"
        '"""[slot][unit], and a constant; the last is the winning chance."""\n'
    )


def main(seconds: float, units: int, out: Path) -> None:
    games, player, small = Games(), Player(), Small(units)
    optimizer = torch.optim.Adam(player.parameters(), lr=RATE, eps=1e-5)
    small_optimizer = torch.optim.Adam(small.parameters())
    for stage, share in (("play", 0.55), ("distil", 0.45)):
        started, done, said = time.perf_counter(), 0, ""
        while (left := 1 - (time.perf_counter() - started) / (seconds * share)) > 0:
            played = rollout(games, player)
            if stage == "play":
                improve(player, optimizer, games, played, left)
            else:
                said = distil(small, small_optimizer, games, player, played, left)
            done += 1
            if done % 50 == 0:
                print(f"{stage}: {done * STEPS * LANES:,} decisions {said}", flush=True)
            games.carry_on()
    write(small, out / "weights.py")


if __name__ == "__main__":
    torch.backends.cuda.matmul.allow_tf32 = True
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=380)
    parser.add_argument("--units", type=int, default=64)
    parser.add_argument("--out", type=Path, default=Path())
    given = parser.parse_args()
    main(given.seconds, given.units, given.out)
