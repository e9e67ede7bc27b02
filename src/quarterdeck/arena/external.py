"""An external bot: a separate process that reads views and writes action ids, one per line.

A new process is started for every seat of every game, so that neither a crash nor a memory affects
the next game. docs/arena.md describes the lines.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import tempfile
import threading
from typing import Any

import msgspec
import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.state import Event, events_of, to_plain

START = 10.0
"""Extra seconds for the first decision, in which the process starts."""
LONGEST_LINE = 4096
OMITTED = {"event", "event_count", "rng", "viewer", "fence", "fault"}
"""Fields of the engine, and those sent in another form."""


class Forfeit(Exception):
    """A bot has failed and loses the game; the message says how."""


class Answer(msgspec.Struct):
    action: int


class External:
    """A bot behind a pipe. Its process starts with the first decision."""

    alive: set[External] = set()
    """The bots with a running process, to be killed when a worker must exit at once."""

    def __init__(self, command: list[str], game: Game, seed: int, patience: float) -> None:
        self.command, self.game, self.seed, self.patience = command, game, seed, patience
        self.process: subprocess.Popen[bytes] | None = None
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        self.thread: threading.Thread | None = None

    def choose(self, view: np.ndarray[Any, Any], seat: int) -> int:
        """The bot's answer within its deadline; the caller checks that it is legal."""
        question = msgspec.json.encode(self.question(view, seat)) + b"\n"
        patience = self.patience
        if self.process is None:
            self._start()
            patience += START
        line = self._ask(question, patience)
        if not line:
            raise Forfeit(self._last_words())
        return self._parse(line)

    def question(self, view: np.ndarray[Any, Any], seat: int) -> dict[str, Any]:
        """What a bot is sent: its view by field, the latest events, and the legal actions."""
        rules, scene = self.game.load(), self.game.hooks.scene
        plain, room = to_plain(self.game.state, view), rules.room()
        actions = room[: rules.legal(view, 0, room)].tolist()
        return {
            "game": self.game.id,
            "options": {option.name: getattr(plain, option.name) for option in self.game.options},
            "seat": seat,
            "seed": self.seed,
            "view": {n: getattr(plain, n) for n in self.game.state.fields if n not in OMITTED},
            "events": [self._event(event) for event in events_of(view)],
            "actions": [{"id": action, "label": scene.label(plain, action)} for action in actions],
        }

    def _event(self, event: Event) -> dict[str, Any]:
        kind = self.game.event_names[event.kind]
        return {"kind": kind, "who": event.who, "a": event.a, "b": event.b, "c": event.c}

    def _start(self) -> None:
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=pipe,
                stdout=pipe,
                stderr=self.errors,
                start_new_session=True,  # so that it can be killed with its children
            )
        except OSError as error:
            raise Forfeit(f"cannot be started: {error}") from None
        self.alive.add(self)

    def _ask(self, question: bytes, patience: float) -> bytes:
        """Send the question and return the answer's line, empty if there is none. Either pipe may
        block, so a thread does this, and is abandoned if need be."""
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._exchange, args=(question, answers), daemon=True)
        self.thread.start()
        try:
            return answers.get(timeout=patience)
        except queue.Empty:
            raise Forfeit(f"did not answer within {patience:g} seconds") from None

    def _exchange(self, question: bytes, answers: queue.SimpleQueue[bytes]) -> None:
        process = self.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(question)
            process.stdin.flush()
            answers.put(process.stdout.readline(LONGEST_LINE))
        except OSError:  # it closed its end
            answers.put(b"")

    def _parse(self, line: bytes) -> int:
        try:
            return msgspec.json.decode(line, type=Answer).action
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise Forfeit(f'answered {line[:80]!r} instead of {{"action": 3}}') from None

    def _last_words(self) -> str:
        """Why it stopped answering: its exit status and its last line on standard error."""
        assert self.process
        try:
            reason = f"stopped with exit status {self.process.wait(1)}"
        except subprocess.TimeoutExpired:
            reason = "closed its output"
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{reason}: {last[:200]}" if last else reason

    def close(self) -> None:
        """Kill the process and its children."""
        self.errors.close()
        if self.process is None:
            return
        self.kill()
        self.process.wait()
        self.alive.discard(self)
        if self.thread and self.thread.ident:  # Ctrl-C may come before it has started
            self.thread.join(1)
        if not (self.thread and self.thread.is_alive()):  # else a child still holds the pipe
            for stream in (self.process.stdin, self.process.stdout):
                with contextlib.suppress(OSError):
                    stream.close()  # type: ignore[union-attr]

    def kill(self) -> None:
        assert self.process
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
