"""Rules: one source, two ways to run it; chance, bits and events."""

from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quarterdeck.engine import rule as rules
from quarterdeck.engine.laws import settings
from quarterdeck.engine.rule import ALL, WATCHERS, Rule, interpret
from quarterdeck.engine.state import Header, Plain, lookup, state, unpack
from tests.games import OURS


@state(events=3)
class Sample(Header):
    pass


ENOUGH = 200_000
"""Decisions, where games are long: so many take ten seconds."""

words = st.integers(0, 2**32 - 1)


@given(st.lists(words, min_size=4, max_size=4), st.integers(1, 2**20))
def test_the_generator_is_the_same_compiled_and_interpreted(state, n):
    compiled, plain = np.array(state, np.int64), list(state)
    for _ in range(20):
        a = rules.below(compiled, n)
        assert a == interpret(rules.below)(plain, n)
        assert 0 <= a < n
    assert compiled.tolist() == plain


def test_the_generator_is_sfc32():
    # first words of the reference implementation seeded with a=1, b=2, c=3, counter=1
    a, b, c, count, expected = 1, 2, 3, 1, []
    for _ in range(5):
        word = (a + b + count) % 2**32
        count += 1
        a, b = b ^ b >> 9, (c + (c << 3)) % 2**32
        c = (((c << 21) % 2**32 | c >> 11) + word) % 2**32
        expected.append(word)
    rng = np.array([1, 2, 3, 1])
    assert [rules.next_word(rng) for _ in range(5)] == expected


@given(words)
def test_bits_are_counted_and_found(mask):
    positions = [i for i in range(32) if mask >> i & 1]
    assert rules.count_bits(mask) == len(positions)
    for n, position in enumerate(positions):
        assert rules.nth_bit(mask, n) == position
    assert rules.nth_bit(mask, len(positions)) == -1


def test_a_shuffle_keeps_every_element_and_reaches_every_order():
    rng, orders = np.array([1, 2, 3, 4]), set()
    for _ in range(300):
        row = np.arange(4)
        rules.shuffle(rng, row, 4)
        assert sorted(row) == [0, 1, 2, 3]
        orders.add(tuple(row))
    assert len(orders) == 24


def test_a_rule_has_one_signature_whatever_numbers_it_is_called_with():
    @rules.rule
    def twice(n):
        return n + n

    @rules.rule
    def caller(row):
        return twice(row[0]) + twice(3) + twice(True)

    assert caller(np.array([1], np.int8)) == 2 + 6 + 2
    assert len(twice.within.signatures) == 1


def test_a_lookup_in_a_module_is_the_same_compiled_and_interpreted():
    space = {"tables": ModuleType("tables")}
    space["tables"].BITS = lookup([3, 40])  # 1 << numpy.int8(40) is 0
    exec("def power(i): return 1 << tables.BITS[i]", space)
    assert rules.rule(space["power"])(1) == interpret(space["power"])(1) == 1 << 40


def test_events_reach_those_they_are_addressed_to_and_leave_no_trace_elsewhere():
    s = Plain(Sample)
    emit, filter_events = interpret(rules.emit), interpret(rules.filter_events)
    emit(s, 1, 7, 0, 4, -1, 8000)
    emit(s, ALL & ~1, 7, 0, -1, -1, -1)
    emit(s, ALL, 9, -1, 1, 2, 3)
    filter_events(s, 1)
    seen = [unpack(event) for event in s.event]
    assert [(e.kind, e.a) for e in seen[:2]] == [(7, -1), (9, 1)]
    assert s.event_count == 2
    assert s.event[2] == 0
    assert {e.audience for e in seen[:2]} == {2}, "whom else it was told is not told"


def test_spectators_get_only_what_goes_to_them():
    s = Plain(Sample)
    emit, filter_events = interpret(rules.emit), interpret(rules.filter_events)
    emit(s, rules.SEATED, 1, 0, 0, 0, 0)
    emit(s, WATCHERS, 2, 0, 0, 0, 0)
    filter_events(s, -1)
    assert [unpack(e).kind for e in s.event[: s.event_count]] == [2]


def test_too_many_events_are_a_fault_and_overwrite_nothing():
    s = Plain(Sample)
    for number in range(4):
        interpret(rules.emit)(s, ALL, number, 0, 0, 0, 0)
    assert s.fault == rules.TOO_MANY_EVENTS
    assert s.event_count == 3


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_tables_fit_a_gpus_constant_memory(game):
    """Each function that reads a table has its own copy there, 64 KiB in all."""
    total = 0
    for name in ("rules", "belief"):
        for value in _reachable(game.module(name)):
            total += sum(table.nbytes for table in _named(value, np.ndarray))
    assert 0 < total < 65_536


def _reachable(module) -> set[Rule]:
    found, waiting = set(), [v for v in vars(module).values() if isinstance(v, Rule)]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += _named(one, Rule)
    return found


def _named(function: Rule, kind: type) -> list:
    """What of this kind a rule names, among its globals or in a module that it names."""
    names, space = function.py_func.__code__.co_names, function.py_func.__globals__
    modules = [space[n] for n in names if isinstance(space.get(n), ModuleType)]
    places = [space, *map(vars, modules)]
    return [place[n] for place in places for n in names if isinstance(place.get(n), kind)]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_indices_stay_within_bounds(game):
    """Compiled, an index out of range silently writes into the next field; a list refuses it."""
    plain, every, decisions = game.load(compiled=False), settings(game), 0
    for number in range(300):
        setting = every[number % len(every)]
        states = plain.new(1, setting.seats, setting.options)
        for i, word in enumerate(plain.dice(number)):
            states[0].rng[i] = word
        dice, room = plain.dice(number + 1000), plain.room()
        decisions += plain.play_random(states, 0, dice, room, 1, [0, 0])
        if decisions > ENOUGH:
            break
    assert number >= len(every)
