"""A bot of your own: quarterdeck match ping random "exec:python examples/external_bot.py"

Every line on standard input is a question: what this seat may see and do, as JSON. The answer is
one line with the id of an action. This bot only reads the labels and prefers bold words.
"""

import json
import random
import sys

BOLD = ("torpedo", "fire", "attack", "charge", "sink")

for line in sys.stdin:
    question = json.loads(line)
    dice = random.Random(f"{question['seed']} {line}")  # so that games can be reproduced
    actions = question["actions"]
    bold = [a for a in actions if any(word in a["label"].lower() for word in BOLD)]
    choice = dice.choice(bold or actions)
    print(json.dumps({"action": choice["id"]}), flush=True)
