"""The Robot: Cyberlink, Upload, Artificial Intelligence. (Emulation's fee is in cards.py.)"""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.board import leave_board, owned_at
from quarterdeck.games.zerpang.state import State


@rule
def may_upload(s: State, seat: int) -> bool:
    """Does the Robot have a piece on the treasure?"""
    piece = s.at[tb.TREASURE_SPACE]
    return s.role[seat] == tb.ROBOT and piece != tb.NONE and piece // tb.PIECES_EACH == seat


@rule
def upload(s: State) -> None:
    """The piece on the treasure joins the Cloud Mind; its rings go back to the supply."""
    piece = s.at[tb.TREASURE_SPACE]
    s.supply += s.rings[piece]
    s.rings[piece] = 0
    leave_board(s, piece, tb.UPLOADED)
    emit(s, ALL, st.WAS_UPLOADED, s.active, piece, owned_at(s, s.active, tb.UPLOADED), 0)


@rule
def renew_cloud(s: State, seat: int) -> None:
    """Each round the pieces uploaded so far give a point each."""
    if s.role[seat] == tb.ROBOT:
        s.cloud = owned_at(s, seat, tb.UPLOADED)


@rule
def is_uploaded(s: State, seat: int) -> bool:
    """A Robot wins when all six pieces are uploaded."""
    return owned_at(s, seat, tb.UPLOADED) == tb.PIECES_EACH
