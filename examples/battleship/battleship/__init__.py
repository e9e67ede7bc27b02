"""Battleship, by the rules that OpenSpiel has."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="battleship",
    title="Battleship",
    summary="Hide five ships, then shoot at a sea you cannot see.",
    seats=(2, 2),
    version=1,
    bound=210,  # five ships and a hundred shots each
    package=__name__,
    minutes=(15, 30),
    difficulty="easy",
)
