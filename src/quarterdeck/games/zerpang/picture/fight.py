"""A combat as a contest: both ratings, how they come about, and who is ahead."""

from __future__ import annotations

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Contest, Side
from quarterdeck.games.zerpang import combat
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.words import capital, does, keeper, owner, piece_name

rating = interpret(combat.rating)
ahead = interpret(combat.ahead)


def fight(view: st.State) -> Contest | None:
    """Both ratings and how they came about; None while nobody fights."""
    if view.defender == tb.NONE:
        return None
    sides = [side(view, which) for which in (st.AGGRESSOR, st.DEFENDER)]
    return Contest("The fight", sides, standing(view))


def fighter(view: st.State, which: int) -> int:
    return view.defender if which == st.DEFENDER else view.aggressor


def side(view: st.State, which: int) -> Side:
    piece = fighter(view, which)
    seat, place = owner(piece), view.place[piece]
    on_gate = 0 <= place < tb.SPACES and keeper(view, place) == seat
    home = combat.GATE_BONUS if on_gate else 0
    doubled = view.gain[which] if view.resourceful >> which & 1 else 0
    parts = [
        (troops(view, which), view.base[which] - home),
        ("own Gate", home),
        ("cards and points", view.points[which]),
        ("Resourcefulness", doubled),
    ]
    label = f"{capital(piece_name(view, piece))} {('attacks', 'defends')[which]}"
    return Side(label, rating(view, which), seat, [parts[0], *(p for p in parts[1:] if p[1])])


def troops(view: st.State, which: int) -> str:
    """What the pieces that count for a side are called."""
    if view.honor:
        return "the fighter alone"
    if view.cannoneer >> which & 1:
        return "all pieces (Cannoneer)"
    zombie = view.role[owner(fighter(view, which))] == tb.ZOMBIE
    return "connected pieces and rings" if zombie else "connected pieces"


def standing(view: st.State) -> str:
    """Who is ahead, and what else applies."""
    seat = owner(fighter(view, ahead(view)))
    texts = [does(view, seat, "are ahead", "is ahead")]
    if rating(view, st.AGGRESSOR) == rating(view, st.DEFENDER):
        zombies = view.role[seat] == tb.ZOMBIE
        texts[0] += f": ties go to the {'Zombies' if zombies else 'Defender'}"
    if view.honor:
        texts.append("**Honor Bound**: one against one, no assistance")
    for piece in (view.aggressor, view.defender):
        if view.disoriented[piece]:
            texts.append(capital(f"{piece_name(view, piece)} is disoriented and counts 0"))
    return ". ".join(texts) + "."
