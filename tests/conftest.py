"""What all tests share: Hypothesis without deadlines, since the first call of a rule compiles it."""

from hypothesis import settings

settings.register_profile("quarterdeck", deadline=None, derandomize=True)
settings.load_profile("quarterdeck")
