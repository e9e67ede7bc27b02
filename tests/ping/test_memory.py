"""PING's memory is exact: it leaves open just what a pedant leaves open who tries every world."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from quarterdeck.engine.match import Match
from quarterdeck.engine.state import clone, events_of, to_plain
from quarterdeck.games.ping import state as st

from .deduction import OBJECTIVE_SQUARES, SECRET, Deal, Pedant, World, line, step
from .table import CARD_NAMES, PING, action, card, letters, mask, names, objectives, whereabouts

GAMES = 30
TURNS = 30
ENCRYPTABLE = [
    frozenset(chosen) for count in range(5) for chosen in combinations(OBJECTIVE_SQUARES, count)
]


def game_of(seed: int) -> Iterator[tuple[Match, tuple[Pedant, Pedant]]]:
    """A game played at random, but with an aim now and then; stops after each turn.

    Every other game is peaceful, and begins late: both have reported three objectives already.
    """
    dice = random.Random(seed)
    match = Match(PING, seed=seed)
    dealt = [events_of(match.view(seat)) for seat in range(2)]
    pedants = Pedant(0, dealt[0]), Pedant(1, dealt[1])
    peaceful = seed % 2 == 0
    if peaceful:
        begin_late(match, pedants, dice)
    while match.seq < TURNS and not match.over:
        actor = match.actor
        assert actor is not None
        if not match.act(actor, choose(match, dice, peaceful)) or match.over:
            continue
        for pedant in pedants:
            pedant.hear(actor, events_of(match.view(pedant.me)))
        yield match, pedants


def begin_late(match: Match, pedants: tuple[Pedant, Pedant], dice: random.Random) -> None:
    for pedant in pedants:
        done = "".join(dice.sample(st.OBJECTIVES, 3))
        pedant.reported = {OBJECTIVE_SQUARES[letter] for letter in done}
        for field in ("reported", "completed"):
            match.truth[field][0][pedant.other] = objectives(done)


def choose(match: Match, dice: random.Random, peaceful: bool) -> int:
    """Mostly with a purpose: shoot at him, go where an objective is open, report and encrypt."""
    legal, truth = match.legal(), to_plain(PING.state, match.truth)
    if peaceful:
        legal = [a for a in legal if not uses(a, "TORPEDO", "DECK GUN")]
    mine, his = truth.location[truth.actor], truth.location[1 - truth.actor]
    done = truth.completed[truth.actor]
    goals = [q for i, q in enumerate(OBJECTIVE_SQUARES.values()) if not done >> i & 1]
    wanted: list[int] = []
    if truth.question == st.AIM:
        wanted = [a for a in legal if his in line(mine, st.DIRECTIONS[a - st.DO_FIRE])]
    elif truth.question == st.TAKE_STEP:
        goal = min(goals, key=lambda goal: (distance(goal, mine) + 4) % 5)
        wanted = sorted(legal, key=lambda a: distance(goal, to(mine, a)))[:1]
    elif truth.question == st.START_TURN and mine in goals:
        wanted = [a for a in legal if a == st.DO_REPORT or uses(a, "ENCRYPT")]
    elif truth.question == st.START_TURN:
        wanted = [a for a in legal if not uses(a, "DIVE")]
    return dice.choice(wanted if wanted and dice.random() < 0.75 else legal)


def to(square: int, action: int) -> int:
    end = step(square, st.DIRECTIONS[action - st.DO_STEP])
    assert end is not None
    return end


def distance(one: int, other: int) -> int:
    return abs(one // 5 - other // 5) + abs(one % 5 - other % 5)


def uses(action: int, *utilities: str) -> bool:
    verb, number = PING.actions.parse(action)
    return verb == "use" and CARD_NAMES[number].split(" / ")[1] in utilities


def squares_of(encrypted: frozenset[str]) -> frozenset[int]:
    return frozenset(OBJECTIVE_SQUARES[letter] for letter in encrypted)


@pytest.mark.rule("PING-57")
def test_the_squares_where_the_adversary_may_be_are_exactly_those_that_fit_what_was_told() -> None:
    checked = uncertain = hits = 0
    for seed in range(GAMES):
        for match, pedants in game_of(seed):
            for pedant in pedants:
                view = to_plain(PING.state, match.view(pedant.me))
                known = letters(whereabouts(view, pedant.me)) if view.turn else st.LETTERS
                assert known == letters(sum(1 << q for q in pedant.squares)), f"seed {seed}"
                checked += 1
                uncertain += 1 < len(known) < 25
                hits += view.damaged[pedant.other] > 0
    assert checked > 1000
    assert uncertain > 200, "there was something to find out"
    assert hits > 60, "and damage"


@pytest.mark.rule("PING-55", "PING-46")
def test_the_cards_known_to_be_his_are_his_in_every_world() -> None:
    for seed in range(0, GAMES, 2):
        for match, pedants in game_of(seed):
            for pedant in pedants:
                view = to_plain(PING.state, match.view(pedant.me))
                theirs = names(view.theirs[pedant.me])
                fresh = names(view.fresh[pedant.me])
                for deal in pedant.deals:
                    hidden = {deal.lying} if deal.last in SECRET | {"REPAIR"} else set()
                    assert theirs <= deal.hand | hidden
                    assert not fresh & deal.disabled
                    assert len(deal.disabled) == view.damaged[pedant.other]


@pytest.mark.rule("PING-35", "PING-43", "PING-51", "PING-57")
def test_a_view_allows_exactly_the_squares_and_secret_reports_that_fit() -> None:
    """Looked at from when it is first in doubt what was encrypted."""
    compared = 0
    for seed in range(0, 4 * GAMES, 2):
        doubtful: set[int] = set()
        for match, pedants in game_of(seed):
            for pedant in pedants:
                if len({world.encrypted for world in pedant.worlds}) > 1:
                    doubtful.add(pedant.me)
                if pedant.me in doubtful:
                    compared += compare_worlds(match, pedant)
    assert compared > 30_000


@pytest.mark.rule("PING-46", "PING-55")
def test_a_view_allows_exactly_the_hands_disabled_cards_and_hidden_cards_that_fit() -> None:
    compared = 0
    for seed in range(GAMES, 2 * GAMES):
        dice = random.Random(seed)
        for match, pedants in game_of(seed):
            if dice.random() < 0.08 and match.seq > 2:
                compared += compare_deals(match, dice.choice(pedants))
    assert compared > 30_000


def compare_worlds(match: Match, pedant: Pedant) -> int:
    """Every square with every set of secret reports is allowed just if it fits."""
    compared = 0
    for last in {world.last for world in pedant.worlds}:
        deal = min((deal for deal in pedant.deals if deal.last == last), key=in_order)
        tried = every_world(last, pedant)
        allowed = allows(match, pedant, [(world, deal) for world in tried])
        fitting = {world for world in pedant.worlds if world.last == last}
        assert {world for world, ok in zip(tried, allowed, strict=True) if ok} == fitting
        compared += len(tried)
    return compared


def compare_deals(match: Match, pedant: Pedant) -> int:
    """Every hand with every disabled and every hidden card is allowed just if it fits."""
    compared = 0
    lasts = {deal.last for deal in pedant.deals}
    facing = match.actor == pedant.me and lasts <= SECRET | {"REPAIR"}
    for last in SECRET if facing and lasts <= SECRET else lasts:
        worlds = [world for world in pedant.worlds if world.last == last]
        world = min(worlds or pedant.worlds, key=in_order)
        tried = every_deal(match, pedant, last, facing)
        allowed = allows(match, pedant, [(world, deal) for deal in tried])
        fitting = {deal for deal in pedant.deals if deal.last == last}
        assert {deal for deal, ok in zip(tried, allowed, strict=True) if ok} == fitting
        compared += len(tried)
    return compared


def in_order(case: World | Deal) -> list[object]:
    """Sets have no order of their own: the same test should look at the same case every time."""
    return [sorted(part) if isinstance(part, frozenset) else part for part in case]


def every_world(last: str, pedant: Pedant) -> list[World]:
    sets = [squares_of(letters) for letters in ENCRYPTABLE]
    # one set of completed objectives is one world: what was reported is not also encrypted
    sets = [encrypted for encrypted in sets if not encrypted & pedant.reported]
    return [World(square, encrypted, last) for square in range(25) for encrypted in sets]


def every_deal(match: Match, pedant: Pedant, last: str, facing: bool) -> list[Deal]:
    """All hands with all their disabled cards and, where it lies face down, all lying cards."""
    damaged = int(match.truth["damaged"][0][pedant.other])
    mine = pedant.hand
    known = {deal.lying for deal in pedant.deals}
    lying = [n for n in CARD_NAMES if n not in mine] if facing else sorted(known)
    found = []
    for name in lying:
        rest = [n for n in CARD_NAMES if n not in mine and n != name]
        if facing and last != "REPAIR" and last not in name.split(" / "):
            continue
        for hand in combinations(rest, 3):
            for disabled in combinations(hand, damaged):
                found.append(Deal(frozenset(hand), frozenset(disabled), name, last))
    return found


def allows(match: Match, pedant: Pedant, cases: list[tuple[World, Deal]]) -> list[bool]:
    """Does the seat's view allow the truth with the adversary's side replaced like this?"""
    rules, other = PING.load(), pedant.other
    view = match.view(pedant.me)
    states = np.repeat(clone(match.truth), len(cases))
    reported = int(match.truth["reported"][0][other])
    for state, (world, deal) in zip(states, cases, strict=True):
        state["location"][other] = world.square
        state["completed"][other] = reported | encrypted_mask(world.encrypted)
        state["hand"][other] = mask(deal.hand)
        state["disabled"][other] = mask(deal.disabled)
        if deal.lying and match.actor == pedant.me:
            state["lying"], state["lying_as"] = card(deal.lying), action(deal.last)
    return [bool(rules.allows(view, 0, pedant.me, states, i)) for i in range(len(cases))]


def encrypted_mask(squares: frozenset[int]) -> int:
    return sum(
        1 << i for i, letter in enumerate(st.OBJECTIVES) if OBJECTIVE_SQUARES[letter] in squares
    )
