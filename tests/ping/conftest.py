"""Every scenario is played twice: on interpreted and on compiled rules."""

from quarterdeck.testing import both_ways

from .table import fresh, position

table = both_ways(position)
new_game = both_ways(fresh)
