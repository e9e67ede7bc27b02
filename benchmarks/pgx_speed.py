"""The speed of random play in Pgx: decisions per second of a game, as JSON.

    python benchmarks/pgx_speed.py leduc_holdem --lanes 16384

Games are played side by side in one compiled loop (`lax.scan`), and finished ones begin anew.
Without a GPU: one core, processor time. With one: its time. First `pip install pgx jax` (or
`jax[cuda12]`).
"""

import argparse
import json
import os
import time

CORE = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ.setdefault("XLA_FLAGS", CORE)

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import pgx  # noqa: E402
from pgx.experimental.wrappers import auto_reset  # noqa: E402


def loop(env, steps):
    """A function that plays all lanes on by `steps` random decisions each."""
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def decide(state, key):
        choose, reset = jax.random.split(key)
        action = jax.random.categorical(
            choose, jnp.log(state.legal_action_mask.astype(jnp.float32))
        )
        return step(state, action, jax.random.split(reset, len(action))), None

    def play(state, key):
        return jax.lax.scan(decide, state, jax.random.split(key, steps))[0]

    return jax.jit(init), jax.jit(play)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--lanes", type=int, default=16_384)
    parser.add_argument("--steps", type=int, default=128)
    settings = parser.parse_args()
    init, play = loop(pgx.make(settings.game), settings.steps)
    state = init(jax.random.split(jax.random.PRNGKey(0), settings.lanes))
    state = jax.block_until_ready(play(state, jax.random.PRNGKey(1)))  # compiles
    clock = time.process_time if jax.default_backend() == "cpu" else time.perf_counter
    started = clock()
    jax.block_until_ready(play(state, jax.random.PRNGKey(2)))
    rate = settings.lanes * settings.steps / (clock() - started)
    print(json.dumps({"decisions_per_second": rate, "device": jax.default_backend()}))


if __name__ == "__main__":
    main()
