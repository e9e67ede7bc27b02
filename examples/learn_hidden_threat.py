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

import torch
from torch import nn
from torch.nn import functional as F

from quarterdeck.engine.observation import Observation
from quarterdeck.engine.odds import UNIT
from quarterdeck.engine.rule import rule
from quarterdeck.envs import batch
from quarterdeck.envs.batches import Rollout
from quarterdeck.games.hidden_threat import GAME
from quarterdeck.games.hidden_threat import state as st
from quarterdeck.games.hidden_threat.network import NUMBERS, SLOTS, describe, slot_of

LANES, STEPS, BATCHES, EPOCHS = 1 << 15, 32, 16, 2
BEGINNERS = 10
"""One lane in this many plays the beginner game."""
LAMBDA, CLIP, RATE, ENTROPY = 0.95, 0.2, 1e-3, 0.01

SEEN = Observation()
SEEN.part("position", NUMBERS, low=-1, high=127, help="what the network is told (network.py)")
SLOT = SEEN.part("slots", st.PLACES, high=SLOTS, help="the network's number for aiming at a place")


@rule
def observe(s, seat, out):
    describe(s, out)
    for place in range(st.PLACES):
        out[SLOT + place] = slot_of(s, st.DO_AIM + place)


def by_action(heads: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
    """A network's outputs, one for each slot, as logits for each action."""
    before = torch.arange(st.DO_AIM, device="cuda").expand(len(seen), -1)
    aims = seen[:, SLOT : SLOT + st.PLACES].long()
    after = torch.arange(st.DO_AIM + 1 + st.SHIPS, SLOTS, device="cuda").expand(len(seen), -1)
    return heads.gather(1, torch.cat((before, aims, after), 1))


def network(inputs: int, outputs: int, width: int = 256) -> nn.Sequential:
    layers = [nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(width, outputs)).cuda()


class Player(nn.Module):
    """Policy and value networks over what the actor sees."""

    def __init__(self) -> None:
        super().__init__()
        self.choice, self.value = network(NUMBERS, SLOTS), network(NUMBERS, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return by_action(self.choice(numbers(seen)), seen), self.judge(seen)

    def log_odds(self, seen: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return log_odds(by_action(self.choice(numbers(seen)), seen), mask)

    def judge(self, seen: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.value(numbers(seen))[:, 0])


def numbers(seen: torch.Tensor) -> torch.Tensor:
    return seen[:, :NUMBERS].float()


def log_odds(logits: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return F.log_softmax(logits.masked_fill(~mask, -1e9), 1)


class Small(nn.Module):
    """One hidden layer, clipped to 0..1; the game's policy computes it in integers."""

    def __init__(self, units: int) -> None:
        super().__init__()
        self.layer, self.heads = nn.Linear(NUMBERS, units), nn.Linear(units, SLOTS + 1)
        self.cuda()

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return self.heads(self.layer(numbers(seen)).clamp(0, 1))


@torch.no_grad()
def advantages(player: Player, played: Rollout) -> torch.Tensor:
    """How much better each decision turned out than expected (generalised advantages)."""
    mine = played.reward.gather(2, played.actor[:-1, :, None].long())[:, :, 0]
    # the next actor's gain is my loss, unless I am the next actor
    same = torch.where(played.actor[:-1] == played.actor[1:], 1.0, -1.0) * ~played.done
    after, gain = player.judge(played.obs[-1]), torch.zeros(LANES, device="cuda")
    gains = torch.empty_like(played.value)
    for at in reversed(range(STEPS)):
        gain = mine[at] + same[at] * (after + LAMBDA * gain) - played.value[at]
        gains[at], after = gain, played.value[at]
    return gains


def improve(player: Player, optimizer, played: Rollout, gains: torch.Tensor, left: float) -> None:
    """One PPO update: actions with a positive advantage become more likely, within the clip."""
    seen, is_open = played.obs[:-1].flatten(0, 1), played.mask[:-1].flatten(0, 1)
    chosen, odds, values, gains = (
        each.flatten() for each in (played.action, played.log_prob, played.value, gains)
    )
    free = (is_open.sum(1) > 1).float()
    better = (gains - gains.mean()) / gains.std()
    for group in optimizer.param_groups:
        group["lr"] = RATE * left + RATE / 50
    for _ in range(EPOCHS):
        for k in torch.randperm(LANES * STEPS, device="cuda").chunk(BATCHES):
            likely = player.log_odds(seen[k], is_open[k])
            ratio = (likely.gather(1, chosen[k][:, None])[:, 0] - odds[k]).exp()
            worth = torch.min(ratio * better[k], ratio.clamp(1 - CLIP, 1 + CLIP) * better[k])
            spread = -(likely.exp() * likely.clamp(min=-50)).sum(1)
            choice = ((worth + ENTROPY * left * spread) * free[k]).sum() / free[k].sum()
            error = (player.judge(seen[k]) - (values + gains)[k]).pow(2).mean()
            optimizer.zero_grad()
            (error - choice).backward()
            nn.utils.clip_grad_norm_(player.parameters(), 1.0)
            optimizer.step()


def distil(small: Small, optimizer, player: Player, played: Rollout, gains, left: float) -> str:
    """Train the small network on the large networks' policy and returns."""
    seen, is_open = played.obs[:-1].flatten(0, 1), played.mask[:-1].flatten(0, 1)
    values, gains = played.value.flatten(), gains.flatten()
    chance = ((values + gains).clamp(-1, 1) + 1) / 2
    for group in optimizer.param_groups:
        group["lr"] = 2 * RATE * left + RATE / 100
    for k in torch.randperm(LANES * STEPS, device="cuda").chunk(BATCHES):
        with torch.no_grad():
            taught = player.log_odds(seen[k], is_open[k])
        heads, free = small(seen[k]), (is_open[k].sum(1) > 1).float()
        learnt = log_odds(by_action(heads[:, :SLOTS], seen[k]), is_open[k])
        unlike = -(taught.exp() * learnt.clamp(min=-50)).sum(1)
        error = F.binary_cross_entropy_with_logits(heads[:, SLOTS], chance[k])
        loss = 4 * error + (unlike * free).sum() / free.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    same = ((learnt.argmax(1) == taught.argmax(1)) * free).sum() / free.sum()
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
    beginner = [int(lane < LANES // BEGINNERS) for lane in range(LANES)]
    games = batch(
        GAME, LANES, device="cuda", options={"beginner": beginner}, observe=(observe, SEEN)
    )
    games.reset()
    player, small = Player(), Small(units)
    optimizer = torch.optim.Adam(player.parameters(), lr=RATE, eps=1e-5)
    small_optimizer = torch.optim.Adam(small.parameters())
    for stage, share in (("play", 0.55), ("distil", 0.45)):
        started, done, said = time.perf_counter(), 0, ""
        while (left := 1 - (time.perf_counter() - started) / (seconds * share)) > 0:
            played = games.rollout(player, STEPS)
            gains = advantages(player, played)
            if stage == "play":
                improve(player, optimizer, played, gains, left)
            else:
                said = distil(small, small_optimizer, player, played, gains, left)
            done += 1
            if done % 50 == 0:
                print(f"{stage}: {done * STEPS * LANES:,} decisions {said}", flush=True)
    write(small, out / "weights.py")


if __name__ == "__main__":
    torch.backends.cuda.matmul.allow_tf32 = True
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=380)
    parser.add_argument("--units", type=int, default=64)
    parser.add_argument("--out", type=Path, default=Path())
    given = parser.parse_args()
    main(given.seconds, given.units, given.out)
