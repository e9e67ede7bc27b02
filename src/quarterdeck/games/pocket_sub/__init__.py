"""Pocket Sub: little fleets on one sea that fills with mines until only one side is afloat."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="pocket_sub",
    title="Pocket Sub",
    summary="Sail, mine your wake, and be the last fleet afloat on a shrinking sea.",
    seats=(2, 4),
    version=1,
    bound=700,  # 132 turns (see POCKET-SUB-48) of five decisions, twelve tokens, the set-up
    package=__name__,
    minutes=(15, 30),
    difficulty="easy",
)
