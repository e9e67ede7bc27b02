"""What this game says, in the reader's language: translations are in languages/."""

from quarterdeck.engine.words import Words

say = Words("quarterdeck.games.zerpang")
