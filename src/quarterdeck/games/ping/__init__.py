"""PING: two submarines hidden on a 5x5 grid; the card you play becomes your adversary's."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="ping",
    title="PING",
    summary="A duel of hidden submarines: the card you play becomes your adversary's.",
    seats=(2, 2),
    version=1,
    bound=502,  # two starting squares; 100 turns of a report, a card and three steps
    package=__name__,
    minutes=(10, 20),
    difficulty="easy",
)
