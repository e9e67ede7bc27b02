"""Batches of games: million decisions per second, with observations, masks and a policy.

    python benchmarks/batch.py cpu quarterdeck.games.ping ...
    python benchmarks/batch.py cuda quarterdeck.games.ping ... [--lanes 4096 65536 1048576]
    python benchmarks/batch.py pgx

It takes packages of games, so that it runs where only numba, NumPy and PyTorch are installed
(`PYTHONPATH=src:examples/leduc`). `cpu` compares with plain random play in the same run. `cuda`
first checks that the GPU's results are the CPU's, to the bit; then it measures the environment
alone (random legal actions) and with a policy of 256x256 units, sampling included. `pgx` measures
Pgx's Leduc with the same policy.
"""

import argparse
import importlib
import itertools
import math
import os
import statistics
import time
from collections.abc import Callable

from quarterdeck.engine.simulate import simulate
from quarterdeck.envs import batch
from quarterdeck.envs.batches import cores

LANES = [4096, 65536, 1 << 20]
ROUNDS, SECONDS = 3, 0.3
WIDTH = 256
COMPARED = 2048


def rate(work: Callable[[], int], clock: Callable[[], float] = time.perf_counter) -> float:
    """Million decisions per second: the median of some rounds after a warm-up."""
    work()
    rates = []
    for _ in range(ROUNDS):
        done, started = 0, clock()
        while (taken := clock() - started) < SECONDS:
            done += work()
        rates.append(done / taken / 1e6)
    return statistics.median(rates)


def on_cpu(packages: list[str]) -> None:
    """One core by processor time, beside plain random play; then all cores by the clock."""
    print(f"| | random play | batch, one core | ratio | batch, {cores()} cores |")
    for package in packages:
        game = importlib.import_module(package).GAME
        plain = simulate(game, 500, seed=1)["decisions_per_second"] / 1e6
        one = rate(stepper(game, 1), time.process_time)
        every = rate(stepper(game, cores()))
        print(f"| {game.title} | {plain:.1f} | {one:.2f} | {one / plain:.0%} | {every:.2f} |")


def stepper(game, threads: int) -> Callable[[], int]:
    """A step of a batch at random: every actor's observation, mask and decision."""
    env = batch(game, 4096, seed=1, threads=threads)
    env.reset()

    def step() -> int:
        env.step(env.sample().action)
        return env.lanes

    return step


def same_on_both(game, steps: int = 100) -> bool:
    """Does a GPU give exactly what the CPU gives?"""
    settings = {"seed": 5, "dtype": "bfloat16", "mask": "bits", "align": 8}
    cpu, gpu = (batch(game, COMPARED, device=device, **settings) for device in ("cpu", "cuda"))
    seen, also = cpu.reset(), gpu.reset()
    for _ in range(steps):
        if not equal(seen, also):
            return False
        seen, also = cpu.step(cpu.sample().action), gpu.step(gpu.sample().action)
    snapshots = zip(cpu.snapshot(), gpu.snapshot(), strict=True)
    return all(a.tobytes() == b.tobytes() for a, b in snapshots)


def equal(ours, theirs) -> bool:
    import torch

    def plain(tensor):
        if tensor.dtype == torch.bfloat16:
            tensor = tensor.view(torch.int16)
        return tensor.cpu().numpy()

    return all(a.tobytes() == plain(b).tobytes() for a, b in zip(ours, theirs, strict=True))


def on_cuda(packages: list[str], sizes: list[int]) -> None:
    import torch

    print(torch.cuda.get_device_name(), "PyTorch", torch.__version__)
    for package in packages:
        game = importlib.import_module(package).GAME
        started = time.perf_counter()
        same = same_on_both(game)
        seconds = time.perf_counter() - started
        print(f"{game.title}: as on the CPU: {same} ({seconds:.0f} s with compiling)", flush=True)
        for lanes in sizes:
            line = ""
            for name, played in measured(game, lanes, torch).items():
                line += f"  {name} {played:.1f}"
            print(f"{game.title}: {lanes:,} lanes:{line}", flush=True)


def measured(game, lanes: int, torch) -> dict[str, float]:
    """The environment alone; with a policy; with a faster one; and that policy by itself."""
    env = batch(game, lanes, device="cuda", seed=1, dtype="bfloat16", mask="bits", align=8)
    obs = env.reset().obs
    steps = max(4, min(64, (1 << 22) // lanes))
    plain, fused = network(env, torch), network(env, torch, fused=True)

    def play(policy) -> int:
        return env.rollout(policy, steps).action.numel()

    return {
        "alone": rate(lambda: play(None)),
        "policy": rate(lambda: play(plain)),
        "fused policy": rate(lambda: play(fused)),
        "policy by itself": rate(repeated(plain, obs, steps, torch)),
    }


def repeated(policy, obs, steps: int, torch) -> Callable[[], int]:
    """A policy asked again and again, as a CUDA graph."""
    graph = torch.cuda.CUDAGraph()
    with torch.no_grad():
        policy(obs, None)
        torch.cuda.synchronize()
        with torch.cuda.graph(graph):
            for _ in range(steps):
                policy(obs, None)

    def run() -> int:
        graph.replay()
        torch.cuda.synchronize()
        return len(obs) * steps

    return run


def network(env, torch, fused: bool = False):
    nn = torch.nn
    torch.manual_seed(1)
    layers = [nn.Linear(env.width, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()]
    net = nn.Sequential(*layers, nn.Linear(WIDTH, env.actions)).to("cuda", torch.bfloat16)
    if not fused:
        return lambda obs, mask: net(obs)

    def policy(obs, mask):
        """The same with each bias and ReLU in the matrix product's own kernel."""
        for layer in (net[0], net[2]):
            obs = torch._addmm_activation(layer.bias, obs, layer.weight.T)
        return net[4](obs)

    return policy


def on_pgx(sizes: list[int]) -> None:
    """Pgx's Leduc with the same policy, everything in one `lax.scan`."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import pgx

    print("JAX", jax.__version__, "Pgx", pgx.__version__, jax.devices())
    for lanes in sizes:
        found = {
            "alone": rate(pgx_player(lanes, None)),
            "policy float32": rate(pgx_player(lanes, "float32")),
            "policy bfloat16": rate(pgx_player(lanes, "bfloat16")),
        }
        line = "".join(f"  {name} {played:.1f}" for name, played in found.items())
        print(f"Pgx leduc_holdem: {lanes:,} lanes:{line}", flush=True)


def pgx_player(lanes: int, kind: str | None) -> Callable[[], int]:
    """A function that plays some steps; `kind`: in which numbers the policy computes, if any."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("leduc_holdem")
    step = jax.vmap(auto_reset(env.step, env.init))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), lanes))
    layers = itertools.pairwise((math.prod(state.observation.shape[1:]), WIDTH, WIDTH, 3))
    weights = [
        (jax.random.normal(jax.random.PRNGKey(a), (a, b)) / a**0.5).astype(kind or "float32")
        for a, b in layers
    ]
    biases = [jnp.zeros(matrix.shape[1], matrix.dtype) for matrix in weights]

    def logits(state, weights, biases):
        if not kind:
            return jnp.zeros(state.legal_action_mask.shape)
        x = state.observation.reshape(lanes, -1).astype(kind)
        for matrix, bias in zip(weights[:-1], biases[:-1], strict=True):
            x = jax.nn.relu(x @ matrix + bias)
        return (x @ weights[-1] + biases[-1]).astype("float32")

    def once(carry, _):
        state, key, weights, biases = carry
        key, chance, deals = jax.random.split(key, 3)
        odds = jnp.where(state.legal_action_mask, logits(state, weights, biases), -jnp.inf)
        action = jax.random.categorical(chance, odds)
        state = step(state, action, jax.random.split(deals, lanes))
        return (state, key, weights, biases), None

    steps = max(8, min(128, (1 << 24) // lanes))
    play = jax.jit(lambda carry: jax.lax.scan(once, carry, None, length=steps)[0])
    carry = [(state, jax.random.PRNGKey(2), weights, biases)]

    def run() -> int:
        carry[0] = jax.block_until_ready(play(carry[0]))
        return lanes * steps

    return run


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("cpu", "cuda", "pgx"))
    parser.add_argument("packages", nargs="*", default=["quarterdeck.games.ping"])
    parser.add_argument("--lanes", type=int, nargs="*", default=LANES)
    given = parser.parse_args()
    if given.what == "cpu":
        on_cpu(given.packages)
    elif given.what == "cuda":
        on_cuda(given.packages, given.lanes)
    else:
        on_pgx(given.lanes)
