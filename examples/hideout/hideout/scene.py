"""Hideout for people."""

from __future__ import annotations

from hideout import state as st
from quarterdeck.engine.scene import Board, Cell, Mark, Picture, Piece, Told
from quarterdeck.engine.state import Event


def hut_name(hut: int) -> str:
    return "ABCD"[hut]


def draw(view: st.State) -> Picture:
    """Four huts; the hider where the viewer may see him."""
    pieces = []
    if view.hut[st.HIDER] >= 0:
        at = f"hut:{view.hut[st.HIDER]}"
        pieces.append(Piece("hider", at, "token", "the hider", seat=st.HIDER))
    huts = [
        Cell(f"hut:{hut}", hut % 2 + 0.5, hut // 2 + 0.5, hut_name(hut), label_hut(view, hut),
             marks=marks(view, hut))
        for hut in range(st.HUTS)
    ]  # fmt: skip
    return Picture(
        prompt=prompt(view),
        boards=[Board("huts", "The huts", "square", huts)],
        pieces=pieces,
    )


def label_hut(view: st.State, hut: int) -> str:
    return f"{hut_name(hut)}, burnt" if hut == view.burnt else hut_name(hut)


def marks(view: st.State, hut: int) -> list[Mark]:
    found = []
    if hut == view.burnt:
        found.append(Mark("text", "burnt down", text="burnt"))
    if view.searched >> hut & 1:
        found.append(Mark("text", "searched", text="searched"))
    elif view.question == st.SEEK and view.possible >> hut & 1 and view.viewer == st.SEEKER:
        found.append(Mark("hatch", "the hider may be here", seat=st.HIDER))
    return found


def prompt(view: st.State) -> str:
    if view.viewer != view.actor:
        return f"{{{view.actor}}} is to act"
    return ("Choose a row", "Choose a column", "Search a hut")[view.question]


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb == "guess":
        return f"Search {hut_name(number)}"
    return f"The {('upper', 'lower')[number]} row" if verb == "row" else f"Column {number + 1}"


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    if verb == "guess":
        return [f"hut:{number}"]
    if verb == "column":
        return [f"hut:{2 * view.row + number}"]
    return [f"hut:{2 * number}", f"hut:{2 * number + 1}"]


def ending(view: st.State) -> str:
    return "Found!" if view.winners == 1 << st.SEEKER else "Not found."


def tell(view: st.State, event: Event) -> Told | None:
    kind = st.EVENTS[event.kind]
    if kind == "burnt":
        return Told(f"Hut {hut_name(event.a)} has burnt down.")
    if kind == "hidden":
        where = f" in {hut_name(event.a)}" if event.a >= 0 else ""
        who = "You hide" if view.viewer == event.who else f"{{{event.who}}} hides"
        return Told(f"{who}{where}.", event.who)
    who = "You search" if view.viewer == event.who else f"{{{event.who}}} searches"
    row = "the right row" if event.b else "the wrong row"
    return Told(f"{who} {hut_name(event.a)}: {row}.", event.who)
