"""The texts on the screen: players and turn, prompt, log."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from quarterdeck.engine.scene import Action, Outcome, Player, Scene, Told, signed
from quarterdeck.engine.words import Words
from quarterdeck.terminal import look as lk
from quarterdeck.terminal.look import Look, style

if TYPE_CHECKING:
    from quarterdeck.terminal.seated import Seated

say = Words(__package__)
TONES = {"plain": lk.TEXT, "danger": lk.CORAL, "calm": lk.GREEN}
FEW = 8
"""Tallies up to this size are drawn as symbols; larger ones are numbers."""


def emphasised(text: str, base: str = "", strong: str = "bold") -> Text:
    """`**word**` made bold."""
    line = Text(style=base)
    for i, part in enumerate(re.split(r"\*\*(.+?)\*\*", text)):
        line.append(part, strong if i % 2 else "")
    return line


def whose_turn(scene: Scene) -> Text:
    if scene.outcome and scene.viewer is None:
        return Text(f" {say('OVER')} ", f"bold {lk.INK} on {lk.SOFT}")
    if scene.outcome:
        won = scene.viewer in scene.outcome.winners
        lost = say("YOU LOST") if scene.outcome.winners else say("DRAW")
        word = say("YOU WON") if won else lost
        return Text(f" {word} ", f"bold {lk.INK} on {lk.BRASS if won else lk.SOFT}")
    if scene.actor == scene.viewer:
        return Text(f" {say('YOUR TURN')} ", f"bold {lk.INK} on {lk.BRASS}")
    thinking = next((p.name for p in scene.players if p.seat == scene.actor), "")
    return Text(f" {say('{who} is thinking …', who=thinking)} ", f"{lk.TEXT} on {lk.RULE}")


def bar(scene: Scene, look: Look) -> Text:
    """The game, whose turn it is, and the players with their tallies."""
    line = Text.assemble((f" {scene.game} ", f"bold {lk.TEXT}"), whose_turn(scene), " ")
    for one in scene.players:
        line.append("  ").append_text(player(one, scene, look))
    return line


def player(one: Player, scene: Scene, look: Look) -> Text:
    """A player's name and tallies."""
    acting = one.seat == scene.actor
    colour = look.colour(one.seat)
    name = Text.assemble(
        ("▸" if acting else " ", f"bold {lk.BRASS}"),
        (f"{look.shape(one.seat)} ", colour),
        (one.name, style(colour, bold=acting)),
    )
    for tally in one.tallies:
        name.append(" ")
        if tally.of > FEW:
            name.append(f"{tally.count}/{tally.of} {tally.label}", lk.SOFT)
            continue
        name.append(look.symbol(tally.symbol) * tally.count, lk.BRASS)
        name.append(look.symbol(tally.symbol, False) * (tally.of - tally.count), lk.SOFT)
    return name


def prompt(scene: Scene, look: Look) -> Text:
    if scene.outcome:
        ending = emphasised(scene.outcome.text, f"bold {lk.TEXT}", lk.BRASS)
        return ending.append_text(_scores(scene.outcome, scene.players, look))
    mine = scene.actor == scene.viewer
    return emphasised(scene.prompt, f"bold {lk.BRASS}" if mine else lk.TEXT)


def _scores(outcome: Outcome, players: list[Player], look: Look) -> Text:
    """A line for each player, if the game has scores."""
    text = Text()
    for player, score in zip(players, outcome.scores or [], strict=False):
        text.append(f"\n{look.shape(player.seat)} ", look.colour(player.seat))
        text.append(f"{player.name}  {signed(score)}", lk.TEXT)
    return text


def contest(scene: Scene, look: Look) -> Text:
    """Both totals of a contest and what they are made of."""
    text = Text()
    if scene.contest is None:
        return text
    text.append(scene.contest.title, f"bold {lk.BRASS}")
    for side in scene.contest.sides:
        sign = f"{look.shape(side.seat)} " if side.seat is not None else ""
        text.append(f"\n{sign}", look.colour(side.seat)).append(
            f"{side.label}  {side.total}", "bold"
        )
        parts = ", ".join(f"{name} {worth}" for name, worth in side.parts)
        text.append(f"  ({parts})" if parts else "", lk.SOFT)
    if scene.contest.text:
        text.append("\n").append_text(emphasised(scene.contest.text, lk.TEXT))
    return text


def coach(sitting: Seated) -> Text:
    """What the coach says, and how to go on; nothing without a lesson."""
    if sitting.astray:
        line = say(
            "You have gone your own way. That is allowed: the game goes on without the coach."
        )
        return emphasised(f"{line}\n")
    step, lesson = sitting.step, sitting.lesson
    if step is None or lesson is None:
        return Text()
    number = say("{at} of {last}", at=lesson.steps.index(step) + 1, last=len(lesson.steps))
    text = Text(f"{step.heading}  ", f"bold {lk.BRASS}").append(f"{number}\n", lk.SOFT)
    text.append_text(emphasised(step.text)).append("\n")
    return text if step.do else text.append(say("Press the space bar to go on.") + "\n", lk.SOFT)


def choice(action: Action, key: str) -> Text:
    """One line of the action list; a sign warns of harmful consequences."""
    line = Text.assemble((f"{key or ' '} ", f"bold {lk.BRASS}"), (action.label, lk.TEXT))
    if any(one.tone == "danger" for one in action.consequences):
        line.append(" ‼", lk.CORAL)
    return line


def about(action: Action | None, scene: Scene) -> Text:
    """The highlighted action: its consequences, the card's text, and whether it is final."""
    if action is None:
        return Text()
    line = Text(style=lk.SOFT)
    for one in action.consequences:
        line.append_text(emphasised(one.text, TONES[one.tone])).append(" ")
    for piece in scene.pieces:
        for i, half in enumerate(piece.halves):
            if f"{piece.id}/{i}" in action.targets and half.text:
                line.append(half.text + " ")
    if action.final:
        line.append(say("This cannot be taken back."), f"italic {lk.CORAL}")
    return line


def log(lines: list[Told], fresh: int, look: Look) -> Table:
    """The log; the last `fresh` lines, told since the person's last decision, stand out."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(ratio=1)
    for i, line in enumerate(lines):
        old = i < len(lines) - fresh
        sign = Text(look.shape(line.seat), look.colour(line.seat))
        strong = f"bold {lk.SOFT if old else lk.BRASS}"
        table.add_row(sign, emphasised(line.text, lk.FAINT if old else lk.TEXT, strong))
    return table


def legend(signs: list[tuple[str, str, str]], width: int) -> Text:
    """What the signs on the board mean; each entry stays on one line."""
    lines = [Text()]
    for sign, colour, words in signs:
        entry = Text(f"{sign} ", colour).append(words, lk.FAINT)
        gap = 3 if lines[-1] else 0
        if lines[-1] and lines[-1].cell_len + gap + entry.cell_len > width:
            lines.append(entry)
        else:
            lines[-1].append(" " * gap).append(entry)
    return Text("\n", justify="center").join(lines)
