"""Batches on a GPU: one thread per lane, the same results as on the CPU, to the bit.

Games are stored word by word, not game by game: neighbouring threads then read neighbouring memory.
A thread copies its game into local memory, plays, and writes it back.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from quarterdeck.engine.errors import BadOption, BrokenGame, QuarterdeckError
from quarterdeck.engine.rule import rule
from quarterdeck.envs import lanes as one_lane
from quarterdeck.envs.batches import (
    BFLOAT16,
    BITMAP,
    FLOAT32,
    RAW,
    Array,
    Batch,
    Rollout,
    Sampled,
    Seen,
    Snapshot,
    Stepped,
    asked,
    bound_rules,
)
from quarterdeck.envs.cuda import DeviceRules, numba_cuda
from quarterdeck.envs.lanes import BITS, DEAL, LOOK

THREADS, REGISTERS = 128, 128
PLAY = 0
"""The command to take the actions given; the others are DEAL and LOOK."""
SOUND, ILLEGAL, BROKEN = range(3)
"""What a kernel reports of a lane, in one word so that it is written at once."""
KIND_BIT, LANE_BIT = 56, 24


class CudaBatch(Batch):
    """Many games of one kind, stepped together on a GPU.

    What `step` returns is on the device, in the order of PyTorch's current stream. An action that
    is not legal leaves its lane as it was; nothing waits for the GPU to find out, so it is raised
    by a later `step`, and by `check` at the latest.
    """

    device = "cuda"

    def see(self, view: np.ndarray[Any, Any]) -> Seen:
        raise BadOption("a single view is looked at on the CPU: make a batch with device='cpu'.")

    # On the GPU ------------------------------------------------------------------------------

    def _place(self, snapshot: Snapshot) -> None:
        self.cuda = numba_cuda()
        self._torch = _torch()
        words = snapshot.states.view(np.int64).reshape(self.lanes, -1)
        states, dice = np.ascontiguousarray(words.T), np.ascontiguousarray(snapshot.dice.T)
        if hasattr(self, "_fault"):  # graphs know these by their addresses
            self._states.copy_to_device(states)
            self._dice.copy_to_device(dice)
        else:
            self._states, self._dice = self.cuda.to_device(states), self.cuda.to_device(dice)
            self._open = self.cuda.device_array((self.words, self.lanes), np.int32)
            self._scale = self.cuda.to_device(self.scale)
            self._fault = self.cuda.mapped_array(1, np.int64)
            self._idle = self._empty((self.lanes,), np.int64)
            self.begun = self._empty((self.lanes,), np.bool_)
            self._kernel, self._samplers = self._shared(step_kernel), self._shared(sample_kernels)
            self._captured: _Captured | None = None
            self._graphs: dict[Any, _Graph] = {}
        self._fault[0] = SOUND

    def _shared(self, make: Callable[[CudaBatch], Any]) -> Any:
        """Kernels, compiled once for all batches of this form."""
        kept = self.game.load(compiled=True).extras
        form = (make.__name__, self._observe, self.width, self.observers, self.dtype, self.masks)
        if form not in kept:
            kept[form] = make(self)
        return kept[form]

    def snapshot(self) -> Snapshot:
        self._check_dealt()
        self.check()
        words = np.ascontiguousarray(self._states.copy_to_host().T)
        states = words.reshape(-1).view(self.game.state.dtype)
        return Snapshot(states, np.ascontiguousarray(self._dice.copy_to_host().T))

    def check(self) -> None:
        """Wait for the GPU, and raise what went wrong."""
        self.cuda.synchronize()
        self._raise_known()

    def _raise_known(self) -> None:
        """Raise what a kernel has reported so far."""
        word = int(self._fault[0])
        if word == SOUND:
            return
        self._fault[0] = SOUND
        lane = word >> LANE_BIT & 0xFFFFFFFF
        if word >> KIND_BIT == BROKEN:
            raise BrokenGame(f"the game in lane {lane} exceeded a bound of its own state.")
        action = word & 0xFFFFFF
        raise self._refusal(lane, action - (action >> 23 << 24))

    def _checked(self, actions: Array) -> Any:
        self._raise_known()
        torch = self._torch
        if torch and not isinstance(actions, torch.Tensor):
            actions = _taken(torch, actions)
        if tuple(actions.shape) != (self.lanes,):
            raise BadOption(
                f"actions must have the shape {(self.lanes,)}, not {tuple(actions.shape)}."
            )
        if torch is None:
            return actions
        if actions.is_floating_point() or actions.dtype == torch.bool:
            raise BadOption(f"actions are whole numbers, not {actions.dtype}.")
        return actions.to("cuda", torch.int64).contiguous()

    def _play(self, actions: Any) -> Stepped:
        if isinstance(actions, int):
            after = self._room_for_step()
            self._launch_step(actions, self._idle, after)
        else:
            after = self._quickly("step", actions)
        self._now = Seen(*after[:3])
        if self._torch:
            dealt = isinstance(actions, int) and actions == DEAL
            self.begun.fill_(True) if dealt else self.begun.copy_(after.done)
        return after

    def _room_for_step(self) -> Stepped:
        return Stepped(
            self._empty(*_obs_shape(self)),
            self._empty(*_mask_shape(self)),
            self._empty((self.lanes,), np.int8),
            self._empty((self.lanes, self.seats), np.float32),
            self._empty((self.lanes,), np.bool_),
        )

    def _room_for_sample(self) -> Sampled:
        return Sampled(self._empty((self.lanes,), np.int64), self._empty((self.lanes,), np.float32))

    def _sample(self, logits: Array | None) -> Sampled:
        drawn: Sampled = self._quickly("sample", logits)
        return drawn

    def _quickly(self, what: str, given: Any) -> Any:
        """Launch a kernel by replaying a graph of it: numba takes half a millisecond to launch one.
        Within a graph that the caller captures, launch it directly."""
        torch = self._torch
        room = self._room_for_step if what == "step" else self._room_for_sample
        if torch is None or torch.cuda.is_current_stream_capturing():
            into = room()
            self._launch_as(what, given, into)
            return into
        if given is not None and not isinstance(given, torch.Tensor):
            given = _taken(torch, given)
        key = (what, None if given is None else given.dtype)
        if key not in self._graphs:
            self._graphs[key] = _Graph(self, what, given, room())
        return self._graphs[key].replay(given)

    def _launch_as(self, what: str, given: Any, into: Any) -> None:
        if what == "step":
            self._launch_step(PLAY, given, into)
        else:
            self._launch_sample(given, into)

    def _launch_step(self, command: int, actions: Any, into: Stepped) -> None:
        mask = into.mask if self.masks == BITMAP else _as_words(into.mask)
        arrays = [_as_words(into.obs), mask, *into[2:]]
        self._launch(
            self._kernel,
            *(self._states, command, actions, self._open, self._fault, self._scale, *arrays),
        )

    def _launch_sample(self, logits: Any, into: Sampled) -> None:
        by_chance, by_float, by_bfloat = self._samplers
        if logits is None:
            self._launch(by_chance, self._open, self._dice, *into)
            return
        if tuple(logits.shape) != (self.lanes, self.actions):
            wanted = (self.lanes, self.actions)
            raise BadOption(f"logits must have the shape {wanted}, not {tuple(logits.shape)}.")
        if self._torch is None:
            self._launch(by_float, self._open, self._dice, logits, *into)
            return
        given = logits.detach().contiguous()
        if given.dtype == self._torch.bfloat16:
            words = given.view(self._torch.int16)
            self._launch(by_bfloat, self._open, self._dice, words, *into)
        else:
            self._launch(by_float, self._open, self._dice, given.float(), *into)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel over all lanes, after what PyTorch has been asked to do."""
        on_device = [_device_array(self.cuda, each) for each in arguments]
        blocks = -(-self.lanes // THREADS)
        if self._torch is None:
            kernel[blocks, THREADS](*on_device)
            self.cuda.synchronize()  # others may read the results in any stream
            return
        stream = self.cuda.external_stream(self._torch.cuda.current_stream().cuda_stream)
        kernel[blocks, THREADS, stream](*on_device)

    def _empty(self, shape: tuple[int, ...], kind: Any) -> Array:
        if self._torch is None:
            return self.cuda.device_array(shape, np.uint16 if kind == BFLOAT16 else kind)
        name = kind if kind == BFLOAT16 else np.dtype(kind).name
        return self._torch.empty(shape, dtype=getattr(self._torch, name), device="cuda")

    # Many steps as one CUDA graph --------------------------------------------------------------

    def rollout(self, policy: Any, steps: int, seated: bool = False) -> Rollout:
        """As on the CPU, with a PyTorch policy, captured with the steps as one CUDA graph: the next
        call with the same policy and number of steps runs it again. The policy's parameters may be
        changed in place meanwhile. The next call overwrites the arrays."""
        self._check_dealt()
        if self._torch is None:
            raise QuarterdeckError("rollout on a GPU needs PyTorch.")
        run = self._captured
        if run is None or (run.policy, run.steps, run.seated) != (policy, steps, seated):
            self._captured = run = _Captured(self, policy, steps, seated)
        for row, now in zip(run.rows[:3], self._now, strict=True):
            row[0].copy_(now)
        run.graph.replay()
        self._now = Seen(*(row[steps] for row in run.rows[:3]))
        self.check()
        return run.rows

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("a batch on a GPU cannot be pickled; its snapshot() can")


class _Graph:
    """One kernel as a CUDA graph, with memory of its own for what it reads and writes."""

    def __init__(self, env: CudaBatch, what: str, given: Any, into: Any) -> None:
        torch = env._torch
        self.given: Any = None if given is None else given.clone()
        self.into = into
        if what == "sample":  # must be loaded before it can be captured
            dice, env._dice = env._dice, env.cuda.to_device(env._dice.copy_to_host())
            env._launch_as(what, self.given, into)
            torch.cuda.synchronize()
            env._dice = dice
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            env._launch_as(what, self.given, into)

    def replay(self, given: Any) -> Any:
        if given is not None:
            self.given.copy_(given)
        self.graph.replay()
        return type(self.into)(*(each.clone() for each in self.into))


class _Captured:
    """Steps of a policy as one CUDA graph, and the memory it writes to."""

    def __init__(self, env: CudaBatch, policy: Any, steps: int, seated: bool) -> None:
        torch = env._torch
        self.policy, self.steps, self.seated = policy, steps, seated
        with torch.no_grad():
            value = self._warm_up(env, policy)
            self.rows = _room(env, steps, value)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                for t in range(steps):
                    self._step(env, t)

    def _warm_up(self, env: CudaBatch, policy: Any) -> Any:
        """Let libraries and kernels load, which cannot be captured; returns some values."""
        torch, dice = env._torch, env._dice
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                logits, value = asked(policy, env._now, self.seated)
            env._dice = env.cuda.to_device(dice.copy_to_host())
            env._launch_sample(logits, env._room_for_sample())
            env._dice = dice
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        return value

    def _step(self, env: CudaBatch, t: int) -> None:
        rows = self.rows
        logits, value = asked(
            self.policy, Seen(rows.obs[t], rows.mask[t], rows.actor[t]), self.seated
        )
        if rows.value is not None:
            rows.value[t].copy_(value)
        env._launch_sample(logits, Sampled(rows.action[t], rows.log_prob[t]))
        after = (rows.obs[t + 1], rows.mask[t + 1], rows.actor[t + 1], rows.reward[t], rows.done[t])
        env._launch_step(PLAY, rows.action[t], Stepped(*after))
        env.begun.copy_(rows.done[t])


def _room(env: CudaBatch, steps: int, value: Any) -> Rollout:
    shape, kind = _obs_shape(env)
    mask_shape, mask_kind = _mask_shape(env)
    return Rollout(
        obs=env._empty((steps + 1, *shape), kind),
        mask=env._empty((steps + 1, *mask_shape), mask_kind),
        actor=env._empty((steps + 1, env.lanes), np.int8),
        action=env._empty((steps, env.lanes), np.int64),
        log_prob=env._empty((steps, env.lanes), np.float32),
        value=None if value is None else value.new_empty((steps, *value.shape)),
        reward=env._empty((steps, env.lanes, env.seats), np.float32),
        done=env._empty((steps, env.lanes), np.bool_),
    )


# Memory ------------------------------------------------------------------------------------------


def _torch() -> Any:
    """The module `torch`, or None."""
    try:
        return importlib.import_module("torch")
    except ImportError:
        return None


def _taken(torch: Any, array: Any) -> Any:
    """Somebody else's array as a tensor, without a copy where that is possible."""
    if hasattr(array, "__dlpack__"):
        return torch.from_dlpack(array)
    return torch.as_tensor(array, device="cuda")


def _obs_shape(env: CudaBatch) -> tuple[tuple[int, int], Any]:
    kinds: dict[str, Any] = {RAW: env.raw, FLOAT32: np.float32, BFLOAT16: BFLOAT16}
    return (env.lanes, env.width), kinds[env.dtype]


def _mask_shape(env: CudaBatch) -> tuple[tuple[int, int], Any]:
    if env.masks == BITMAP:
        return (env.lanes, env.words), np.int32
    return (env.lanes, env.actions), np.bool_


def _word(row_bytes: int) -> np.dtype[Any]:
    """The widest word that rows of so many bytes can be written in."""
    return np.dtype(next(f"i{size}" for size in (8, 4, 2, 1) if row_bytes % size == 0))


def _as_words(array: Any) -> Any:
    """An array [lanes, numbers] as the words that a kernel writes."""
    size = array.itemsize if hasattr(array, "itemsize") else array.dtype.itemsize
    word = _word(array.shape[1] * size)
    if hasattr(array, "__torch_function__"):
        return array.view(getattr(_torch(), word.name))
    return array.view(word)


def _device_array(cuda: Any, value: Any) -> Any:
    return cuda.as_cuda_array(value) if hasattr(value, "__torch_function__") else value


# Kernels -----------------------------------------------------------------------------------------


def step_kernel(env: CudaBatch) -> Any:
    """The kernel that plays one step of every lane, for the form of observations asked for."""
    import numba

    cuda, rules = env.cuda, env.game.load(compiled=True)
    device = rules.extras.setdefault("device", DeviceRules())
    functions = bound_rules(rules, env._observe)
    turn, list_open, observe_lane = (
        device.twin(functions[name]) for name in ("turn", "list_open", "observe_lane")
    )
    is_open = device.twin(one_lane.is_open)
    record, size = numba.from_dtype(env.game.state.dtype), env.game.state.dtype.itemsize // 8
    room_size, words, width, observers = env.actions, env.words, env.width, env.observers
    # Observations are written in words of `per` numbers, from chunks of as many whole numbers
    form = np.dtype(_obs_shape(env)[1] if env.dtype != BFLOAT16 else np.int16)
    word = _word(width * form.itemsize).itemsize
    per, row = word // form.itemsize, width * form.itemsize // word
    shift = 8 * form.itemsize
    number, chunk = (
        numba.from_dtype(env.raw),
        numba.from_dtype(np.dtype(f"i{per * env.raw.itemsize}")),
    )
    raw, short = env.dtype == RAW, env.dtype == BFLOAT16
    as_bits, flags = env.masks == BITMAP, _word(env.actions).itemsize
    flag_words = env.actions // flags

    @cuda.jit(device=True)
    def in_bits(value):  # type: ignore[no-untyped-def]
        """A float32's bits, or those of the nearest bfloat16."""
        bits = np.int64(cuda.libdevice.float_as_int(value)) & 0xFFFFFFFF
        return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 if short else bits

    @cuda.jit(max_registers=REGISTERS)
    def kernel(  # type: ignore[no-untyped-def]
        states, command, actions, opens, fault, scale, obs, mask, actor, reward, done
    ):
        lane = cuda.grid(1)
        if lane >= states.shape[1]:
            return
        # local memory interleaves neighbouring threads' words, as `states` does
        mine = cuda.local.array(1, record, 16)
        mine_words = mine.view(np.int64)
        room = cuda.local.array(room_size, np.int16)
        bits = cuda.local.array(words, np.int32)
        seen = cuda.local.array(width, number, 16)
        chunks = seen.view(chunk)
        for i in range(size):
            mine_words[i] = states[i, lane]
        s = mine[0]

        action = command
        if command == PLAY:
            action = actions[lane]
            for i in range(words):
                bits[i] = opens[i, lane]
            if not is_open(bits, action):
                fault[0] = ILLEGAL << KIND_BIT | lane << LANE_BIT | action & 0xFFFFFF
                action = LOOK
        for seat in range(reward.shape[1]):
            reward[lane, seat] = 0
        ended = turn(s, action, reward[lane])
        if ended < 0:
            fault[0] = BROKEN << KIND_BIT | lane << LANE_BIT
        done[lane] = ended > 0
        actor[lane] = s.actor

        list_open(s, room, bits)
        for i in range(words):
            opens[i, lane] = bits[i]
        if as_bits:
            for i in range(words):
                mask[lane, i] = bits[i]
        else:
            for i in range(flag_words):
                packed = 0
                for k in range(flags):
                    at = flags * i + k
                    packed |= (bits[at // BITS] >> at % BITS & 1) << 8 * k
                mask[lane, i] = packed

        for i in range(row):
            chunks[i] = 0
        observe_lane(s, observers, seen)
        for i in range(row):
            filled: Any = np.int64(chunks[i])
            if not raw and filled != 0:
                filled = 0
                for k in range(per):
                    at = per * i + k
                    filled |= in_bits(np.float32(seen[at]) * scale[at]) << shift * k
            obs[lane, i] = filled
        for i in range(size):
            states[i, lane] = mine_words[i]

    return kernel


def sample_kernels(env: CudaBatch) -> tuple[Any, Any, Any]:
    """Kernels that sample actions: each as likely; by float32 logits; by bfloat16 logits."""
    cuda, words = env.cuda, env.words
    device = env.game.load(compiled=True).extras.setdefault("device", DeviceRules())
    pick_any = device.twin(one_lane.pick_any)

    @cuda.jit(device=True)
    def bfloat16(logits, action):  # type: ignore[no-untyped-def]
        return cuda.libdevice.int_as_float(np.int32(logits[action] << 16))

    @cuda.jit
    def by_chance(opens, dice, action, log_prob):  # type: ignore[no-untyped-def]
        lane = cuda.grid(1)
        if lane < action.size:
            bits = cuda.local.array(words, np.int32)
            own = cuda.local.array(4, np.int64)
            for i in range(words):
                bits[i] = opens[i, lane]
            for i in range(4):
                own[i] = dice[i, lane]
            action[lane] = pick_any(bits, own, log_prob[lane : lane + 1])
            for i in range(4):
                dice[i, lane] = own[i]

    def by_logits(pick: Any) -> Any:
        @cuda.jit
        def kernel(opens, dice, logits, action, log_prob):  # type: ignore[no-untyped-def]
            lane = cuda.grid(1)
            if lane < action.size:
                bits = cuda.local.array(words, np.int32)
                own = cuda.local.array(4, np.int64)
                for i in range(words):
                    bits[i] = opens[i, lane]
                for i in range(4):
                    own[i] = dice[i, lane]
                action[lane] = pick(bits, own, logits[lane], log_prob[lane : lane + 1])
                for i in range(4):
                    dice[i, lane] = own[i]

        return kernel

    generic: Any = one_lane.pick_by
    code, space = generic.py_func.__code__, generic.py_func.__globals__
    pick_by_bfloat16 = rule(FunctionType(code, {**space, "number": bfloat16}, code.co_name))
    return (
        by_chance,
        by_logits(device.twin(one_lane.pick_by)),
        by_logits(device.twin(pick_by_bfloat16)),
    )
