"""Depth Charge: two PT boats sound a lake for each other's mines, by the times of the echoes."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="depth_charge",
    title="Depth Charge",
    summary="A duel of echoes: sound the lake, work out where the mines lie, blow them up.",
    seats=(2, 2),
    version=1,
    bound=620,  # 6 islands, 14 mines, 200 turns of three steps
    package=__name__,
    minutes=(20, 30),
    difficulty="easy",
)
