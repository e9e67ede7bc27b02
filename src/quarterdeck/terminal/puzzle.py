"""`quarterdeck puzzle`: a puzzle in the terminal, printed once and answered by typing places."""

from __future__ import annotations

import shutil
from itertools import takewhile

from rich.console import Console
from textual.geometry import Size

from quarterdeck.engine.game import find
from quarterdeck.engine.riddle import Puzzle, Riddle
from quarterdeck.engine.words import Words
from quarterdeck.terminal import board, cards, words
from quarterdeck.terminal.keys import lights
from quarterdeck.terminal.look import Look

say = Words(__package__)
GRADES = say.know("easy", "medium", "hard")
FEW = 12
"""So many places are listed by name."""


def show(puzzle: Puzzle, out: Console) -> None:
    """Print the puzzle: its picture, what is known, the question."""
    heading = say(
        "{game}: {kind} ({grade}, seed {seed})",
        game=puzzle.title,
        kind=puzzle.kind,
        grade=say(GRADES[puzzle.grade - 1]),
        seed=puzzle.seed,
    )
    write(out, f"{heading}\n")
    draw(puzzle, out)
    for number, fact in enumerate(puzzle.facts, 1):
        write(out, f"{number:2}. {fact}")
    write(out, f"\n{puzzle.question}\n{puzzle.detail}")
    if len(names := places(puzzle)) <= FEW:
        write(out, say("Choose from: {places}.", places="; ".join(names)))


def draw(puzzle: Puzzle, out: Console) -> None:
    scene, package = puzzle.scene, find(puzzle.game).package
    look = Look(scene.viewer or 0, package)
    width = shutil.get_terminal_size().columns - 1
    lit = lights(scene, {}, None, {})
    write(out, board.draw(scene, look, lit, Size(width, 40)).text())
    write(out, words.legend(board.legend(scene, look), width).plain)
    write(out, cards.draw(scene, False, look, lit, width).text())


def write(out: Console, text: str) -> None:
    out.print(text, markup=False, highlight=False, soft_wrap=True)


def places(puzzle: Puzzle) -> dict[str, str]:
    """What to type for each place: labels less the words with which all begin, and all end."""
    labels = [action.label.split() for action in puzzle.scene.actions]
    first = _alike(labels)
    ends = [label[first:] for label in labels]
    last = _alike([end[::-1] for end in ends])
    names = [" ".join(end[: len(end) - last]) for end in ends]
    return {n: a.targets[0] for n, a in zip(names, puzzle.scene.actions, strict=True)}


def _alike(labels: list[list[str]]) -> int:
    """With how many words all begin, if something is left of each."""
    same = takewhile(lambda words: len(set(words)) == 1, zip(*labels, strict=False))
    return min(sum(1 for _ in same), min(map(len, labels)) - 1)


def parse(puzzle: Puzzle, text: str) -> list[str]:
    """The places typed, separated by commas; what is not one stays as it is, to be refused."""
    known = {name.casefold(): place for name, place in places(puzzle).items()}
    typed = [" ".join(part.split()) for part in text.split(",")]
    return [known.get(part.casefold(), part) for part in typed if part]


def solve(riddle: Riddle, out: Console) -> bool:
    """Ask until the answer is right (True), or nothing is typed."""
    puzzle, tries = riddle.puzzle, 0
    write(out, say("Type places separated by commas; an empty line gives up."))
    while True:
        try:
            text = out.input("> ")
        except EOFError:
            text = ""
        verdict = riddle.judge(parse(puzzle, text)) if text.strip() else riddle.reveal()
        tries += 1
        if verdict.proof:
            break
        write(out, verdict.text)
    names = {place: name for name, place in places(puzzle).items()}
    write(out, "\n".join(verdict.proof))
    if not verdict.solved:
        answer = ", ".join(names[place] for place in verdict.answer)
        write(out, say("The answer: {places}.", places=answer))
    else:
        write(out, say.count("Solved in {n} try.", "Solved in {n} tries.", tries))
    return verdict.solved
