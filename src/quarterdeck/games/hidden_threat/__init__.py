"""Hidden Threat: two face-down fleets, hunted and sunk with peg cards and power cards."""

from quarterdeck.engine.game import Game

GAME = Game(
    id="hidden_threat",
    title="Hidden Threat",
    summary="Turn up the enemy's face-down fleet and sink it, card by card.",
    seats=(2, 2),
    version=1,
    bound=12_000,  # 300 turns; no turn comes near 40 decisions, whatever power calls for whatever
    package=__name__,
    minutes=(20, 30),
    difficulty="medium",
)
