"""A bot that takes a seat by link: python examples/link_bot.py http://.../play/AbCd?invite=...

It reads the labels, as a person would, and prefers bold words. Without `choose`, it is ten lines.
"""

import random
import sys

from quarterdeck.client import join

BOLD = ("torpedo", "fire", "attack", "charge", "sink")


def choose(actions):
    bold = [a for a in actions if any(word in a.label.lower() for word in BOLD)]
    return random.choice(bold or actions)


with join(sys.argv[1], name="Bold Bot") as table:
    for scene in table.turns():
        table.act(choose(scene.actions))
    print(table.scene.outcome.text)
