"""Depth Charge for people: the lake, boats, notes on the chart and told lines, from a view."""

from __future__ import annotations

import numpy as np

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import (
    Board,
    Cell,
    Cue,
    Mark,
    Picture,
    Piece,
    Tally,
    Told,
    shared,
)
from quarterdeck.engine.state import Event, Plain, from_plain
from quarterdeck.games.depth_charge import GAME, belief, sonar
from quarterdeck.games.depth_charge import state as st

frame, size = interpret(sonar.frame), interpret(sonar.size)
has_sounded = interpret(belief.has_sounded)

HALVES = ("South", "North")
ROWS = (("rows 1 to 4", "rows 5 to 8"), ("row 4", "row 5"))
"""[FULL or TINY][seat]"""
STRAIT = 0.12
"""The halves are drawn a little apart."""


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def squares(owner: int, mask: int) -> list[int]:
    """The squares of a mask of one seat's half."""
    return [frame(owner, st.HALF + bit) for bit in bits(mask)]


def cell(square: int) -> str:
    return f"square:{st.square_name(square)}"


def name(view: st.State, seat: int) -> str:
    return "You" if view.viewer == seat else f"{{{seat}}}"


def whose(view: st.State, seat: int) -> str:
    return "your" if view.viewer == seat else f"{{{seat}}}'s"


def listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def mines_each(view: st.State) -> int:
    return st.TINY_MINES if view.tiny else view.mines


def most_turns(view: st.State) -> int:
    return view.tiny or st.MOST_TURNS


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


# Charges so far ------------------------------------------------------------------------------


def charges(view: st.State) -> list[tuple[int, int, int, list[int], int]]:
    """All charges so far, oldest first: seat, kind, square, distances reported, turn."""
    found = []
    for turn, entry in enumerate(view.log[: view.turn], 1):
        if kind := entry & st.KIND_MASK:
            square = entry >> st.SQUARE_BIT & st.SQUARE_MASK
            found.append((1 - turn % 2, kind, square, bits(entry >> st.REPORT_BIT), turn))
    return found


def deduced(view: st.State, seat: int) -> tuple[list[int], list[int]]:
    """The squares where, by the seat's reports, the adversary may have a mine, and where they must;
    nothing before the first report."""
    if seat < 0 or view.over or not has_sounded(view, seat):
        return [], []
    rules = GAME.load()
    if "deduce" not in rules.extras:
        rules.extras["deduce"] = rules.bind(belief.deduce)
    assert isinstance(view, Plain)
    found = np.zeros(2, np.int64)
    rules.extras["deduce"](from_plain(st.State, view), 0, seat, found)
    other = 1 - seat
    return squares(other, int(found[0])), squares(other, int(found[1]))


# The picture ---------------------------------------------------------------------------------


def draw(view: st.State) -> Picture:
    """What a seat (-1: a spectator) sees."""
    seat = view.viewer
    prompt, detail = ask(view, seat)
    return Picture(
        prompt=prompt,
        detail=detail,
        boards=[lake(view, seat)],
        pieces=islands(view) + mines(view, seat) + boats(view, seat),
        tallies=[tallies(view, who) for who in range(st.SEATS)],
    )


def lake(view: st.State, seat: int) -> Board:
    marks = notes(view, seat)
    land = {square for owner in range(st.SEATS) for square in squares(owner, view.land[owner])}
    columns, rows = st.WATER[size(view)]
    cells = [
        water(x, y, square, square in land, tuple(marks.get(square, ())))
        for y, row in enumerate(reversed(rows))
        for x, column in enumerate(columns)
        for square in (row * st.SIDE + column,)
    ]
    return Board("lake", "Lake Ashtapada", "square", cells)


@shared
def water(x: int, y: int, square: int, land: bool, marks: tuple[Mark, ...]) -> Cell:
    """A square, water or land, in column `x` and row `y` of what is drawn."""
    half, name = square // st.HALF, st.square_name(square)
    return Cell(
        id=cell(square),
        x=x + 0.5,
        y=y + 0.5 + (STRAIT if half == st.SOUTH else 0),
        name=name,
        label=name if land else f"{name}, {HALVES[half]}'s half",
        terrain="land" if land else depth(square % st.SIDE, square // st.SIDE),
        marks=list(marks),
    )


def depth(column: int, row: int) -> str:
    """The lake is shallow along the shore and deep in the middle."""
    from_shore = min(column, row, st.SIDE - 1 - column, st.SIDE - 1 - row)
    return ("shallow", "sea", "deep", "deep")[from_shore]


def notes(view: st.State, seat: int) -> dict[int, list[Mark]]:
    """The marks on each square: each side's last report from there, hits and misses, and where the
    viewer's reports allow a mine."""
    found: dict[int, list[Mark]] = {}
    latest: dict[tuple[int, int], Mark] = {}
    for who, kind, square, report, turn in charges(view):
        latest[square, who if kind == st.SOUNDING else 2 + who] = mark(
            view, who, kind, report, turn
        )
    for (square, _), drawn in latest.items():
        found.setdefault(square, []).append(drawn)
    may, must = deduced(view, seat)
    for square in may:
        sure = square in must  # also a hatch, so that clients can switch it off with the rest
        label = f"{{{1 - seat}}} {'must have' if sure else 'may have'} a mine here"
        aid = Mark("hatch", label, seat=1 - seat, filled=sure)
        found.setdefault(square, []).append(aid)
    return found


def mark(view: st.State, who: int, kind: int, report: list[int], turn: int) -> Mark:
    own = view.viewer == who
    when = f"on turn {turn}"
    if kind == st.SOUNDING:
        told = f"echoes at {listed([str(d) for d in report])}" if report else "no echo"
        by = "you sounded" if own else f"{{{who}}} sounded"
        text = "·".join(str(distance) for distance in report) or "none"
        return Mark("text", f"{by} here {when}: {told}", text=text, seat=who)
    by = "your depth charge" if own else f"{{{who}}}'s depth charge"
    if kind == st.BLAST:
        return Mark("symbol", f"{by} destroyed a mine here {when}", symbol="blast", seat=who)
    return Mark("symbol", f"{by} hit nothing here {when}", symbol="miss", seat=who)


def islands(view: st.State) -> list[Piece]:
    return [
        Piece(
            f"island:{st.square_name(square)}", cell(square), "token", "an island", symbol="island"
        )
        for owner in range(st.SEATS)
        for square in squares(owner, view.land[owner] & ~int(st.LAND[size(view)]))
    ]


def mines(view: st.State, seat: int) -> list[Piece]:
    """The viewer's own; at the end all that are left."""
    return [
        Piece(
            f"mine:{owner}:{st.square_name(square)}",
            cell(square),
            "token",
            f"{whose(view, owner)} mine",
            symbol="mine",
            seat=owner,
        )
        for owner in range(st.SEATS)
        for square in squares(owner, view.mined[owner])
    ]


def boats(view: st.State, seat: int) -> list[Piece]:
    return [
        Piece(
            f"boat:{who}",
            cell(square),
            "token",
            f"{whose(view, who)} boat",
            symbol="boat",
            seat=who,
        )
        for who, square in enumerate(view.boat)
    ]


def tallies(view: st.State, who: int) -> list[Tally]:
    found = [Tally("mines left", "mine", view.left[who], mines_each(view))]
    if view.misses[who]:
        found.append(Tally("depth charges missed", "miss", view.misses[who], st.MISSES_TO_LOSE))
    return found


# Prompts, labels and targets -----------------------------------------------------------------


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    mine, who = seat == view.actor, f"{{{view.actor}}}"
    rows = ROWS[size(view)][view.actor]
    if view.question == st.PLACE_ISLAND:
        more = view.islands - len(bits(view.land[view.actor]))
        if mine:
            which = "your island" if view.islands == 1 else "an island"
            left = f" {counted(more, 'more island')} to place." if view.islands > 1 else ""
            return f"Place {which}", f"In your half, {rows}, not along the shore.{left}"
        return f"{who} places an island", "Islands stop boats and echoes."
    if view.question == st.LAY_MINE:
        if mine:
            more = mines_each(view) - len(bits(view.mined[view.actor]))
            left = "the last one" if more == 1 else f"{more} to lay"
            prompt = "Lay your mine" if view.tiny else f"Lay your mines: {left}"
            return prompt, f"In your half, {rows}. Nobody else sees where."
        return f"{who} lays {counted(mines_each(view), 'mine')}", "Nobody else sees where."
    if not mine:
        return f"{who} is to play", "They sail, sound for mines, or drop a depth charge."
    if view.question == st.SAIL_ON:
        return sailing(view)
    return "Sail, sound, or drop a depth charge", stakes(view)


def sailing(view: st.State) -> tuple[str, str]:
    more = counted(st.MOST_STEPS - view.steps, "more step")
    here = frame(view.actor, view.boat[view.actor])
    if here >= st.HALF and view.mined[view.actor] >> here - st.HALF & 1:
        return f"Sail on: up to {more}", "You may not stop on a mine of your own."
    return (
        f"Sail on, or stop here: up to {more}",
        "If you enter a square with one of their mines, you lose.",
    )


def stakes(view: st.State) -> str:
    """What is left to do, and what a miss would cost."""
    left = counted(view.left[1 - view.actor], "mine")
    if view.misses[view.actor]:
        return f"{left} to destroy. One more miss with a depth charge loses the game."
    return (
        f"{left} to destroy. The first miss with a depth charge is free; a second loses the game."
    )


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb in ("island", "mine"):
        square = st.square_name(frame(view.actor, st.HALF + number))
        return f"Place an island on {square}" if verb == "island" else f"Lay a mine on {square}"
    here = view.boat[view.actor]
    if verb == "stop":
        return f"Stop on {st.square_name(here)}"
    square = st.square_name(int(st.NEIGHBOUR[here][number]))
    if verb == "sail":
        return f"Sail to {square}"
    return f"Sound from {square}" if verb == "sound" else f"Depth charge on {square}"


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    if verb in ("island", "mine"):
        return [cell(frame(view.actor, st.HALF + number))]
    if verb == "stop":
        return []
    return [cell(int(st.NEIGHBOUR[view.boat[view.actor]][number]))]


# Told lines ----------------------------------------------------------------------------------


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    me = view.viewer == event.who
    who = name(view, event.who) if event.who >= 0 else ""
    kind = st.EVENTS[event.kind]
    square = st.square_name(event.a) if 0 <= event.a < st.SQUARES else ""
    at = f"square:{square}"

    def line(yours: str, others: str, *cues: Cue) -> Told:
        return Told(f"You {yours}" if me else f"{who} {others}", event.who, list(cues))

    if kind == "island":
        if view.drift:
            return Told(f"There is an island on {square}.")
        return line(f"place an island on {square}.", f"places an island on {square}.")
    if kind == "laid":
        return line(f"lay a mine on **{square}**.", "")
    if kind == "ready":
        return line("", f"has laid {counted(mines_each(view), 'mine')}.")
    if kind == "sailed":
        return line(f"sail to {square}.", f"sails to {square}.")
    if kind == "stopped":
        return line(f"stop on {square}.", f"stops on {square}.")
    if kind == "sounded":
        report = bits(event.b | event.c << st.PART_BITS)
        told = f"echoes at **{listed([str(d) for d in report])}**" if report else "**no echo**"
        pulse = Cue("pulse", at, seat=event.who)
        return line(f"sound from {square}: {told}.", f"sounds from {square}: {told}.", pulse)
    if kind == "hit":
        victim = whose(view, 1 - event.who)
        done = f"one of {victim} mines on **{square}**."
        return line(f"**destroy** {done}", f"**destroys** {done}", Cue("strike", at))
    if kind == "missed":
        again = "a miss, and the next one loses" if event.b == 1 else "a second miss"
        text = f"a depth charge on {square}: {again}."
        return line(f"drop {text}", f"drops {text}", Cue("pulse", at, seat=event.who))
    if kind == "struck":
        mine = f"one of {whose(view, 1 - event.who)} mines"
        return line(f"**strike** {mine}.", f"**strikes** {mine}.", Cue("strike", at))
    return Told(ended(view, event.who, event.a), None)


def ending(view: st.State) -> str:
    winners = bits(view.winners)
    return ended(view, winners[0] if winners else st.NOBODY, view.ending)


def ended(view: st.State, winner: int, how: int) -> str:
    if winner < 0:
        return f"The exercise ends after {most_turns(view)} turns: a draw."
    loser = "you" if view.viewer == 1 - winner else f"{{{1 - winner}}}"
    reason = {
        st.BY_CLEARING: f"all of {whose(view, 1 - winner)} mines are destroyed",
        st.BY_MISSES: f"{loser} missed twice",
        st.BY_MINE: f"{whose(view, 1 - winner)} boat struck a mine",
        st.BY_LENGTH: f"more mines destroyed when the {most_turns(view)} turns were over",
    }[how]
    verb = "win" if view.viewer == winner else "wins"
    return f"{name(view, winner)} **{verb}**: {reason}."
