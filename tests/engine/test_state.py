"""Records: who may see a field is part of its declaration, and plain states check every store."""

import numpy as np
import pytest

from quarterdeck.engine.state import (
    SPECTATOR,
    Grid,
    Header,
    Row,
    clone,
    everyone,
    from_plain,
    i1,
    i4,
    lookup,
    new,
    own,
    state,
    to_plain,
)


@state(events=2)
class Sample(Header):
    hand: Row = own(i1, 2, blank=-1)
    grid: Grid = everyone(i4, 2, 3)


def test_a_field_without_an_audience_is_an_error():
    with pytest.raises(TypeError, match="mood has no audience"):

        @state(events=1)
        class Careless(Header):
            mood: int = 3


def test_fields_start_blank_and_lie_aligned_without_unnamed_gaps():
    states = new(Sample, 3)
    assert states["hand"].tolist() == [[-1, -1]] * 3
    size = sum(states.dtype[name].itemsize for name in states.dtype.names)
    assert size == states.dtype.itemsize
    assert states.dtype.fields["rng"][1] % 8 == 0


def test_a_copy_shares_nothing():
    states = new(Sample, 1)
    copy = clone(states)
    copy["hand"] = 5
    assert states["hand"].tolist() == [[-1, -1]]


def test_plain_states_hold_the_same_and_check_what_is_stored():
    states = new(Sample, 1)
    states["grid"][0][1][2] = 70_000
    plain = to_plain(Sample, states)
    assert plain.grid[1][2] == 70_000
    assert from_plain(Sample, plain).tobytes() == states.tobytes()
    with pytest.raises(OverflowError, match="hand"):
        plain.hand[0] = 128
    with pytest.raises(IndexError):
        plain.hand[2] = 0
    with pytest.raises(IndexError):
        plain.hand[-1]
    with pytest.raises(AttributeError, match="no field 'hnad'"):
        plain.hnad = 3


def test_tables_take_the_narrowest_integers():
    assert lookup([1, -2]).dtype == np.int8
    assert lookup([300]).dtype == np.int16
    assert lookup([1 << 20]).dtype == np.int32


def test_spectators_are_not_a_seat():
    assert SPECTATOR < 0
