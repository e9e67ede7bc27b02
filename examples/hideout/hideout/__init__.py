"""Hideout: one hides in one of four huts, the other seeks."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="hideout",
    title="Hideout",
    summary="One hides in one of four huts, the other seeks.",
    seats=(2, 2),
    version=1,
    bound=5,  # two decisions to hide, three guesses
    package=__name__,
    minutes=(1, 3),
    difficulty="easy",
)
