"""`pytest` in this folder plays every scenario twice: on interpreted and on compiled rules."""

from table import hidden

from quarterdeck.testing import both_ways

pytest_plugins = ("quarterdeck.testing.plugin",)

table = both_ways(hidden)
