"""A combat as a contest: both ratings, how they come about, and who is ahead."""

from __future__ import annotations

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Contest, Side
from quarterdeck.games.zerpang import combat
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.island import figure
from quarterdeck.games.zerpang.picture.names import capital, keeper, name, owner, piece_name
from quarterdeck.games.zerpang.words import say

rating = interpret(combat.rating)
ahead = interpret(combat.ahead)


def fight(view: st.State) -> Contest | None:
    """Both ratings and how they came about; None while nobody fights."""
    if view.defender == tb.NONE:
        return None
    sides = [side(view, which) for which in (st.AGGRESSOR, st.DEFENDER)]
    return Contest(say("The fight"), sides, standing(view))


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
        (say("own Gate"), home),
        (say("cards and points"), view.points[which]),
        (say("Resourcefulness"), doubled),
    ]
    label = capital(fighting(view, which))
    parts = [parts[0], *(p for p in parts[1:] if p[1])]
    return Side(label, rating(view, which), seat, parts, figure(view, seat))


def fighting(view: st.State, which: int) -> str:
    piece = piece_name(view, fighter(view, which))
    if which == st.DEFENDER:
        return say("{piece} defends", piece=piece)
    return say("{piece} attacks", piece=piece)


def troops(view: st.State, which: int) -> str:
    """What the pieces that count for a side are called."""
    if view.honor:
        return say("the fighter alone")
    if view.cannoneer >> which & 1:
        return say("all pieces (Cannoneer)")
    if view.role[owner(fighter(view, which))] == tb.ZOMBIE:
        return say("connected pieces and rings")
    return say("connected pieces")


def standing(view: st.State) -> str:
    """Who is ahead, and what else applies."""
    texts = [leader(view, owner(fighter(view, ahead(view))))]
    if view.honor:
        texts.append(say("**Honor Bound**: one against one, no assistance."))
    for piece in (view.aggressor, view.defender):
        if view.disoriented[piece]:
            confused = say("{piece} is disoriented and counts 0.", piece=piece_name(view, piece))
            texts.append(capital(confused))
    return " ".join(texts)


def leader(view: st.State, seat: int) -> str:
    """Who is ahead, and why if it is a tie."""
    me, who = seat == view.viewer, name(seat)
    if rating(view, st.AGGRESSOR) != rating(view, st.DEFENDER):
        return say.to(me, "You are ahead.", "{who} is ahead.", who=who)
    if view.role[seat] == tb.ZOMBIE:
        return say.to(
            me,
            "You are ahead: ties go to the Zombies.",
            "{who} is ahead: ties go to the Zombies.",
            who=who,
        )
    return say.to(
        me,
        "You are ahead: ties go to the Defender.",
        "{who} is ahead: ties go to the Defender.",
        who=who,
    )
