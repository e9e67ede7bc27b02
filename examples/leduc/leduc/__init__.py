"""Leduc poker: six cards, two rounds of betting."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="leduc",
    title="Leduc Poker",
    summary="Six cards, two rounds of betting: the smallest poker worth bluffing in.",
    seats=(2, 2),
    version=1,
    bound=8,  # check, raise, raise, call: twice
    package=__name__,
    minutes=(1, 3),
    difficulty="easy",
)
