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
from quarterdeck.engine.words import Words
from quarterdeck.games.depth_charge import GAME, belief, sonar
from quarterdeck.games.depth_charge import state as st
from quarterdeck.games.depth_charge.rules import REFUSAL

frame, size = interpret(sonar.frame), interpret(sonar.size)
has_sounded = interpret(belief.has_sounded)

say = Words(__package__)
say.know(REFUSAL)

HALVES = say.know("{square}, South's half", "{square}, North's half")
ROWS = (say.know("rows 1 to 4", "rows 5 to 8"), say.know("row 4", "row 5"))
"""[FULL or TINY][seat]"""
MINE = say.know("your mine", "{who}'s mine")
BOAT = say.know("your boat", "{who}'s boat")
SUSPICION = say.know("{who} may have a mine here", "{who} must have a mine here")
STRAIT = 0.12
"""The halves are drawn a little apart."""


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def squares(owner: int, mask: int) -> list[int]:
    """The squares of a mask of one seat's half."""
    return [frame(owner, st.HALF + bit) for bit in bits(mask)]


def cell(square: int) -> str:
    return f"square:{st.square_name(square)}"


def name(seat: int) -> str:
    """Stands for the player's name."""
    return f"{{{seat}}}"


def said(texts: tuple[str, ...], view: st.State, seat: int, **fields: object) -> str:
    """A text for whom it is about, one for the adversary, one for spectators; the last of those
    given is for all others."""
    reader = 2 if view.viewer < 0 else int(view.viewer != seat)
    text = texts[min(reader, len(texts) - 1)]
    return say(text, who=name(seat), other=name(1 - seat), **fields)


def listed(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    return say("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])


def echoes(report: list[int]) -> str:
    if not report:
        return say("no echo")
    return say("echoes at {distances}", distances=listed([str(d) for d in report]))


def mines_each(view: st.State) -> int:
    return st.TINY_MINES if view.tiny else view.mines


def most_turns(view: st.State) -> int:
    return view.tiny or st.MOST_TURNS


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
    rules.extras["deduce"](rules.working(from_plain(st.State, view)), 0, seat, found)
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
    return Board("lake", say("Lake Ashtapada"), "square", cells)


@shared
def water(x: int, y: int, square: int, land: bool, marks: tuple[Mark, ...]) -> Cell:
    """A square, water or land, in column `x` and row `y` of what is drawn."""
    half, name = square // st.HALF, st.square_name(square)
    return Cell(
        id=cell(square),
        x=x + 0.5,
        y=y + 0.5 + (STRAIT if half == st.SOUTH else 0),
        name=name,
        label=name if land else say(HALVES[half], square=name),
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
        label = say(SUSPICION[sure], who=name(1 - seat))
        aid = Mark("hatch", label, seat=1 - seat, filled=sure)
        found.setdefault(square, []).append(aid)
    return found


def mark(view: st.State, who: int, kind: int, report: list[int], turn: int) -> Mark:
    label = said(NOTES[kind], view, who, turn=turn, echoes=echoes(report))
    if kind == st.SOUNDING:
        text = "·".join(str(distance) for distance in report) or say("none")
        return Mark("text", label, text=text, seat=who)
    return Mark("symbol", label, symbol="blast" if kind == st.BLAST else "miss", seat=who)


NOTES = {
    st.SOUNDING: say.know(
        "you sounded here on turn {turn}: {echoes}", "{who} sounded here on turn {turn}: {echoes}"
    ),
    st.BLAST: say.know(
        "your depth charge destroyed a mine here on turn {turn}",
        "{who}'s depth charge destroyed a mine here on turn {turn}",
    ),
    st.DUD: say.know(
        "your depth charge hit nothing here on turn {turn}",
        "{who}'s depth charge hit nothing here on turn {turn}",
    ),
}


def islands(view: st.State) -> list[Piece]:
    return [
        Piece(
            f"island:{st.square_name(square)}",
            cell(square),
            "token",
            say("an island"),
            symbol="island",
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
            said(MINE, view, owner),
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
            said(BOAT, view, who),
            symbol="boat",
            seat=who,
        )
        for who, square in enumerate(view.boat)
    ]


def tallies(view: st.State, who: int) -> list[Tally]:
    found = [Tally(say("mines left"), "mine", view.left[who], mines_each(view))]
    if view.misses[who]:
        missed = say("depth charges missed")
        found.append(Tally(missed, "miss", view.misses[who], st.MISSES_TO_LOSE))
    return found


# Prompts, labels and targets -----------------------------------------------------------------


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    mine, who = seat == view.actor, name(view.actor)
    if view.question == st.PLACE_ISLAND:
        if mine:
            return placing(view)
        return say("{who} places an island", who=who), say("Islands stop boats and echoes.")
    if view.question == st.LAY_MINE:
        if mine:
            return laying(view)
        each = mines_each(view)
        lays = say.count("{who} lays {n} mine", "{who} lays {n} mines", each, who=who)
        return lays, say("Nobody else sees where.")
    if not mine:
        theirs = say("They sail, sound for mines, or drop a depth charge.")
        return say("{who} is to play", who=who), theirs
    if view.question == st.SAIL_ON:
        return sailing(view)
    return say("Sail, sound, or drop a depth charge"), stakes(view)


def own_rows(view: st.State) -> str:
    return say(ROWS[size(view)][view.actor])


def placing(view: st.State) -> tuple[str, str]:
    where = say("In your half, {rows}, not along the shore.", rows=own_rows(view))
    if view.islands == 1:
        return say("Place your island"), where
    more = view.islands - len(bits(view.land[view.actor]))
    left = say.count("{n} more island to place.", "{n} more islands to place.", more)
    return say("Place an island"), f"{where} {left}"


def laying(view: st.State) -> tuple[str, str]:
    where = say("In your half, {rows}. Nobody else sees where.", rows=own_rows(view))
    more = mines_each(view) - len(bits(view.mined[view.actor]))
    if view.tiny:
        return say("Lay your mine"), where
    if more == 1:
        return say("Lay your mines: the last one"), where
    return say("Lay your mines: {n} to lay", n=more), where


def sailing(view: st.State) -> tuple[str, str]:
    more = st.MOST_STEPS - view.steps
    here = frame(view.actor, view.boat[view.actor])
    if here >= st.HALF and view.mined[view.actor] >> here - st.HALF & 1:
        prompt = say.count("Sail on: up to {n} more step", "Sail on: up to {n} more steps", more)
        return prompt, say("You may not stop on a mine of your own.")
    prompt = say.count(
        "Sail on, or stop here: up to {n} more step",
        "Sail on, or stop here: up to {n} more steps",
        more,
    )
    return prompt, say("If you enter a square with one of their mines, you lose.")


def stakes(view: st.State) -> str:
    """What is left to do, and what a miss would cost."""
    left = say.count("{n} mine to destroy.", "{n} mines to destroy.", view.left[1 - view.actor])
    if view.misses[view.actor]:
        cost = say("One more miss with a depth charge loses the game.")
    else:
        cost = say("The first miss with a depth charge is free; a second loses the game.")
    return f"{left} {cost}"


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb in ("island", "mine"):
        square = st.square_name(frame(view.actor, st.HALF + number))
    elif verb == "stop":
        square = st.square_name(view.boat[view.actor])
    else:
        square = st.square_name(int(st.NEIGHBOUR[view.boat[view.actor]][number]))
    return say(LABELS[verb], square=square)


LABELS = {
    "island": "Place an island on {square}",
    "mine": "Lay a mine on {square}",
    "stop": "Stop on {square}",
    "sail": "Sail to {square}",
    "sound": "Sound from {square}",
    "drop": "Depth charge on {square}",
}
say.know(*LABELS.values())


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    if verb in ("island", "mine"):
        return [cell(frame(view.actor, st.HALF + number))]
    if verb == "stop":
        return []
    return [cell(int(st.NEIGHBOUR[view.boat[view.actor]][number]))]


# Told lines ----------------------------------------------------------------------------------


TOLD = {
    "island": say.know("You place an island on {square}.", "{who} places an island on {square}."),
    "laid": say.know("You lay a mine on **{square}**."),
    "sailed": say.know("You sail to {square}.", "{who} sails to {square}."),
    "stopped": say.know("You stop on {square}.", "{who} stops on {square}."),
    "sounded": say.know(
        "You sound from {square}: {echoes}.", "{who} sounds from {square}: {echoes}."
    ),
    "hit": say.know(
        "You **destroy** one of {other}'s mines on **{square}**.",
        "{who} **destroys** one of your mines on **{square}**.",
        "{who} **destroys** one of {other}'s mines on **{square}**.",
    ),
    "missed": say.know(
        "You drop a depth charge on {square}: a miss, and the next one loses.",
        "{who} drops a depth charge on {square}: a miss, and the next one loses.",
    ),
    "missed again": say.know(
        "You drop a depth charge on {square}: a second miss.",
        "{who} drops a depth charge on {square}: a second miss.",
    ),
    "struck": say.know(
        "You **strike** one of {other}'s mines.",
        "{who} **strikes** one of your mines.",
        "{who} **strikes** one of {other}'s mines.",
    ),
}
"""For whoever did it, the adversary, spectators: see `said`."""


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    kind = st.EVENTS[event.kind]
    if kind == "ended":
        return Told(ended(view, event.who, event.a), None)
    if kind == "ready":
        laid = say.count("{who} has laid {n} mine.", "{who} has laid {n} mines.",
                         mines_each(view), who=name(event.who))  # fmt: skip
        return Told(laid, event.who)
    square = st.square_name(event.a)
    if kind == "island" and view.drift:
        return Told(say("There is an island on {square}.", square=square))
    if kind == "missed" and event.b == st.MISSES_TO_LOSE:
        kind = "missed again"
    report = heard(event) if kind == "sounded" else ""
    text = said(TOLD[kind], view, event.who, square=square, echoes=report)
    return Told(text, event.who, cues(event))


def heard(event: Event) -> str:
    """The report that a sounding brought."""
    report = reported(event)
    if not report:
        return say("**no echo**")
    return say("echoes at **{distances}**", distances=listed([str(d) for d in report]))


def reported(event: Event) -> list[int]:
    """The distances at which a sounding heard echoes."""
    return bits(event.b | event.c << st.PART_BITS)


def cues(event: Event) -> list[Cue]:
    at = cell(event.a)
    if event.kind == st.SAILED:
        back = (event.b + 2) % st.SAILING_WAYS
        return [Cue("run", cell(int(st.NEIGHBOUR[event.a][back])), at, event.who)]
    drop = Cue("drop", at, seat=event.who, moment="drop-charge")
    if event.kind == st.SOUNDED:
        distances = " · ".join(map(str, reported(event)))
        return [drop, Cue("pulse", at, seat=event.who, moment="ring-echo", text=distances)]
    if event.kind == st.MISSED:
        return [drop, Cue("pulse", at, seat=event.who, moment="burst-splash")]
    if event.kind == st.HIT:
        return [drop, Cue("strike", at, moment="burst-blast")]
    return [Cue("strike", at, moment="burst-mine")] if event.kind == st.STRUCK else []


# The end -------------------------------------------------------------------------------------

ENDED = {
    st.BY_CLEARING: say.know(
        "You **win**: all of {other}'s mines are destroyed.",
        "{who} **wins**: all of your mines are destroyed.",
        "{who} **wins**: all of {other}'s mines are destroyed.",
    ),
    st.BY_MISSES: say.know(
        "You **win**: {other} missed twice.",
        "{who} **wins**: you missed twice.",
        "{who} **wins**: {other} missed twice.",
    ),
    st.BY_MINE: say.know(
        "You **win**: {other}'s boat struck a mine.",
        "{who} **wins**: your boat struck a mine.",
        "{who} **wins**: {other}'s boat struck a mine.",
    ),
    st.BY_LENGTH: say.know(
        "You **win**: more mines destroyed when the {turns} turns were over.",
        "{who} **wins**: more mines destroyed when the {turns} turns were over.",
    ),
}
"""For the winner, the loser, spectators."""


def ending(view: st.State) -> str:
    winners = bits(view.winners)
    return ended(view, winners[0] if winners else st.NOBODY, view.ending)


def ended(view: st.State, winner: int, how: int) -> str:
    if winner < 0:
        return say("The exercise ends after {turns} turns: a draw.", turns=most_turns(view))
    return said(ENDED[how], view, winner, turns=most_turns(view))
