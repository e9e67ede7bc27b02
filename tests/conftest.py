"""What all tests share: Hypothesis has no deadlines, since a rule's first call compiles it."""

from hypothesis import settings

settings.register_profile("quarterdeck", deadline=None, derandomize=True)
settings.load_profile("quarterdeck")

pytest_plugins = ("quarterdeck.testing.plugin",)
