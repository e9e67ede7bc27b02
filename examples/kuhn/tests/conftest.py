from table import dealt

from quarterdeck.testing import both_ways

pytest_plugins = ("quarterdeck.testing.plugin",)

table = both_ways(dealt)
