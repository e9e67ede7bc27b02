"""Bots that learn a game by playing it against themselves: docs/learning.md.

Needs PyTorch (the extra `learn`), and to learn a whole game in minutes, a GPU (the extra `cuda`).
"""

from quarterdeck.learn.hunt import Hunted
from quarterdeck.learn.ppo import Manner
from quarterdeck.learn.school import ON_CPU, ON_GPU, Progress, School, lessons

__all__ = ["ON_CPU", "ON_GPU", "Hunted", "Manner", "Progress", "School", "lessons"]
