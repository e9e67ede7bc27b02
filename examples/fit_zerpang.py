"""Fit the evaluation of Zerpang! positions to arena games: STANDING and so on in its policy.

    quarterdeck match zerpang captain mate mate mate --players 4 --games 200 --out four    # etc.
    python examples/fit_zerpang.py four five six

Each game counts the same, whatever its length. The first bot of a match is stronger than the
others: its advantage is fitted too, so that it is not credited to its position. Needs SciPy.
"""

import json
import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from quarterdeck import Match
from quarterdeck.engine.odds import UNIT
from quarterdeck.engine.record import Record
from quarterdeck.engine.rule import interpret
from quarterdeck.engine.state import to_plain
from quarterdeck.games.zerpang import GAME, aims, board
from quarterdeck.games.zerpang.policy import CROWD
from quarterdeck.games.zerpang.state import SETUP, State
from quarterdeck.games.zerpang.tables import CLASS_NAMES

EVERY = 17
"""Decisions between two positions that are used."""
SIZES = GAME.seats[1] - CROWD + 1
"""The numbers of players that this evaluation is for."""
CLASSES = len(CLASS_NAMES)
CAUTION = 2.0
"""Strength of the L2 regularization."""
ADVANCE_OF = 16
"""As in `merit`: progress is counted in units of this size, so that weights can be integers."""

progress, owned_on_board = interpret(aims.progress), interpret(board.owned_on_board)


def features(s: State, seat: int, favourite: bool) -> np.ndarray:
    """The terms of `merit`, and whether the stronger bot plays this seat."""
    standing, advance = np.zeros((SIZES, CLASSES)), np.zeros(CLASSES)
    standing[s.seats - CROWD, s.role[seat]] = 1
    advance[s.role[seat]] = progress(s, seat) / ADVANCE_OF
    rest = [s.hand_size[seat], owned_on_board(s, seat), s.active == seat, favourite]
    return np.concatenate([standing.ravel(), advance, rest])


def positions(folder: Path):
    """(features of every seat, winner, weight) of positions from a folder's games."""
    rules = GAME.load()
    for line in (folder / "games.jsonl").read_text().splitlines():
        played = json.loads(line)
        record = Record.from_json(json.dumps(played["record"]).encode())
        if len(played["winners"]) != 1:
            continue
        match = Match(GAME, record.seats, record.options, bytes.fromhex(record.seed))
        states, found = match.truth.copy(), []
        for number, action in enumerate(a for batch in record.batches for a in batch.actions):
            rules.act(states, 0, action)
            if number % EVERY == 0 and states["phase"][0] != SETUP and not states["over"][0]:
                s, seats = to_plain(State, states), range(record.seats)
                found.append([features(s, k, played["bots"][k] == 0) for k in seats])
        for rows in found:
            yield np.array(rows), played["winners"][0], 1 / len(found)


def fit(known: list[tuple[np.ndarray, int, float]]) -> np.ndarray:
    """The maximum-likelihood weights."""
    starts = np.cumsum([0, *(len(rows) for rows, _, _ in known)])[:-1]
    rows = np.concatenate([rows for rows, _, _ in known])
    position = np.repeat(np.arange(len(known)), [len(rows) for rows, _, _ in known])
    weight = np.array([weight for _, _, weight in known])
    won = starts + [winner for _, winner, _ in known]

    def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
        merit = rows @ w
        merit -= np.maximum.reduceat(merit, starts)[position]
        share = np.exp(merit)
        share /= np.add.reduceat(share, starts)[position]
        excess = share * weight[position]
        excess[won] -= weight
        value = -weight @ np.log(share[won]) + CAUTION / 2 * w @ w
        return value, rows.T @ excess + CAUTION * w

    return minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B").x


def main() -> None:
    known = [each for folder in sys.argv[1:] for each in positions(Path(folder))]
    weights = np.round(fit(known) * UNIT).astype(int)
    standing, advance, rest = np.split(weights, [SIZES * CLASSES, -4])
    print("classes ", " ".join(CLASS_NAMES))
    print("STANDING", standing.reshape(-1, CLASSES).tolist())
    print("ADVANCE ", advance.tolist())
    print("CARD, PIECE, TURN", rest[:3].tolist(), "and the stronger bot", rest[3])


if __name__ == "__main__":
    main()
