"""Laws about imagination, exactly, where a game is so small that all of it can be listed.

Every game that can be played is, with every outcome of chance, as if all decided at random. So of
each view it is known which worlds it leaves open, and how likely they are.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from typing import Any, NamedTuple

import numpy as np

from quarterdeck.engine import chance, seeds
from quarterdeck.engine.game import Game
from quarterdeck.engine.laws.imagination import Hidden, Sample, excess, hidden_numbers
from quarterdeck.engine.laws.walk import Setting, States, Violation, Walk, joined, same
from quarterdeck.engine.position import Position
from quarterdeck.engine.state import clone

MOST_STATES = 6000
"""Larger games are not listed."""
PROBES = 30
"""Games played to estimate how large a game is."""
VIEWS, IMAGINED, ALTERED = 60, 600, 20
"""How many views are looked at, how many worlds are imagined and altered for each."""
FACTOR = 1.5
"""Where decisions hid a world it is imagined as often as if they were random, or as any other
world, or something between; give or take this factor."""
ALARM = 23.0
"""Minus the logarithm of a probability: 1 in 10 billion."""


class Listing(NamedTuple):
    """All views of a game in one setting, each with the worlds it leaves open."""

    game: Game
    setting: Setting
    views: dict[tuple[int, bytes], States]
    worlds: dict[tuple[int, bytes], dict[bytes, float]]
    """How often each world comes with the view, if all decide at random."""
    states: list[States]


def small_games_are_exact(sample: Sample) -> int:
    """Where a game can be listed: exactly the worlds that a view leaves open can be imagined, as
    often as they should be, and `allows` accepts no others."""
    if not sample.game.exact_memory:
        return 0
    public, checked = all(moment.public for moment in sample.later), 0
    for setting in sample.every:
        if _size(sample, setting) <= MOST_STATES:
            if listing := listed(sample.game, setting, MOST_STATES):
                checked += judge(listing, public, sample.seed)
    return checked


def _size(sample: Sample, setting: Setting) -> float:
    """How many states a game has, roughly: different deals, times what Knuth's method says of the
    decisions after them (the mean, over random games, of the product of all choices so far)."""
    dealt = {essence(m.walk.game, m.walk.state) for m in sample.dealt if m.walk.setting == setting}
    nodes = 0.0
    for seed in range(PROBES):
        walk, width = Walk(sample.game, setting, sample.seed + seed), 1.0
        while not walk.over and width <= PROBES * MOST_STATES:
            nodes += width
            width *= len(walk.legal())
            walk.act(walk.random.choice(walk.legal()))
        nodes += width * (not walk.over)
    return len(dealt) * nodes / PROBES


def essence(game: Game, state: States, memories: bool = False) -> bytes:
    """A state as bytes, without generator, events and, unless said, memories."""
    bare = clone(state)
    for name, field in game.state.fields.items():
        if name in ("rng", "event", "event_count") or (field.memory and not memories):
            bare[name] = 0
    return bare.tobytes()


def listed(game: Game, setting: Setting, most: int) -> Listing | None:
    """Play everything, layer by layer; None if there are more states than `most`."""
    listing = Listing(game, setting, {}, defaultdict(lambda: defaultdict(float)), [])
    layer: dict[bytes, tuple[float, Position]] = {}
    _add(layer, chance.deal(game, setting.seats, setting.options), 1.0)
    while layer:
        following: dict[bytes, tuple[float, Position]] = {}
        for probability, position in layer.values():
            if position.over:
                continue
            if len(listing.states) >= most:
                return None
            _note(listing, position, probability)
            legal = position.legal()
            for action in legal:
                _add(following, chance.act(position, action), probability / len(legal))
        layer = following
    return listing


def _add(layer: dict[bytes, tuple[float, Position]], node: chance.Node, weight: float) -> None:
    for probability, position in chance.outcomes(node, weight):
        key = position.state.tobytes()
        before = layer[key][0] if key in layer else 0.0
        layer[key] = before + probability, position


def _note(listing: Listing, position: Position, probability: float) -> None:
    listing.states.append(position.state)
    if position.fenced:
        world = essence(listing.game, position.state)
        for seat in range(position.seats):
            view = position.view(seat)
            key = seat, essence(listing.game, view, memories=True)
            listing.views.setdefault(key, view)
            listing.worlds[key][world] += probability


def judge(listing: Listing, public: bool, seed: int) -> int:
    """Imagine many worlds from the views, most of all from those that leave something open."""
    chosen = random.Random(seed)
    keys = [key for key, worlds in listing.worlds.items() if len(worlds) > 1]
    keys += [key for key, worlds in listing.worlds.items() if len(worlds) == 1][: VIEWS // 4]
    keys = chosen.sample(keys, min(VIEWS, len(keys)))
    dice = seeds.generators(seed, 1)[0]
    hidden = {seat: _hidden(listing, seat) for seat in range(listing.setting.seats)}
    for key in keys:
        _imagines_exactly(listing, key, public, dice)
        _allows_exactly(listing, key, hidden[key[0]], chosen, dice)
    return len(keys)


def _imagines_exactly(listing: Listing, key: tuple[int, bytes], public: bool, dice: Any) -> None:
    """Only worlds that are open, and all of them about as often as they should be."""
    worlds = listing.worlds[key]
    known = Position(listing.game.load(), listing.views[key])
    count = IMAGINED * min(4, len(worlds)) if len(worlds) > 1 else 20
    imagined = Counter(
        essence(listing.game, known.imagined(key[0], dice).state) for _ in range(count)
    )
    if imagined.keys() - worlds.keys():
        _fail(listing, key, "imagined a world that no game leads to")
    total = sum(worlds.values())
    for world, weight in worlds.items():
        at_random, even = weight / total, 1 / len(worlds)
        low, high = (at_random,) * 2 if public else (min(at_random, even), max(at_random, even))
        if not public:
            low, high = low / FACTOR, min(high * FACTOR, 1.0)
        share = imagined[world] / count
        if excess(share, low, count) > ALARM or excess(share, high, count, above=True) > ALARM:
            should = f"{low:.0%} to {high:.0%}" if low < high else f"{low:.1%}"
            _fail(listing, key, f"imagined {share:.1%} of the time what is so {should} of the time")


def _hidden(listing: Listing, seat: int) -> Hidden:
    """Which numbers are hidden from a seat in any state."""
    rules = listing.game.load()
    views = [Position(rules, state).view(seat) for state in listing.states]
    return hidden_numbers(listing.game, joined(views), joined(listing.states))


def _allows_exactly(
    listing: Listing, key: tuple[int, bytes], hidden: Hidden, chosen: random.Random, dice: Any
) -> None:
    """Put what is hidden in other states into this view: is it allowed only where it is open?"""
    seat, view, rules = key[0], listing.views[key], listing.game.load()
    imagined = Position(rules, view).imagined(seat, dice).state
    for other in chosen.choices(listing.states, k=ALTERED):
        world = clone(imagined)
        for name in hidden:
            world[name][0] = np.where(hidden[name], other[name][0], world[name][0])
        if essence(listing.game, world) in listing.worlds[key]:
            continue
        looks_alike = same(Position(rules, world).view(seat), view)
        if looks_alike and rules.allows(view, 0, seat, world, 0):
            _fail(listing, key, "allowed a world that no game leads to")


def _fail(listing: Listing, key: tuple[int, bytes], message: str) -> None:
    """Say so, with a game that shows the view if one is found soon."""
    law, message = "small games are exact", f"seat {key[0]} {message}"
    for seed in range(2000):
        walk = Walk(listing.game, listing.setting, seed)
        while not walk.over:
            if walk.now.fenced and essence(walk.game, walk.view(key[0]), memories=True) == key[1]:
                walk.fail(law, message)
            walk.act(walk.random.choice(walk.legal()))
    raise Violation(law, f"{message} ({listing.setting})")
