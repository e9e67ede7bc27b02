"""The games of this repository. Others may be installed, too: their tests are their own."""

from quarterdeck.engine.game import listing

OURS = [game for game in listing() if game.package.startswith("quarterdeck.games.")]
