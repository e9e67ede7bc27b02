"""Information-set Monte Carlo tree search, wholly in compiled code, generic over games.

A simulation imagines a world that fits the searching seat's view, walks down the tree in it, adds
one node, plays on by the game's policy or at random, and credits every seat's own result to the
choices that seat made. docs/search.md says why it is done like this.

A node is a choice: an action taken at a *place*, which is a hash of what the seat that chooses
sees: every seat has a tree of its own, and chooses in it by what it knows. Nodes lie in one hash
table, those of a place side by side; nothing is allocated while searching.
"""

from __future__ import annotations

import math
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np

from quarterdeck.engine.game import Game
from quarterdeck.engine.rule import below, bind, next_word, rule
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import MAX_SEATS, new

# the game's own, bound by `search`
legal: Any
act: Any
imagine: Any
conceal: Any
expect: Any
prospect: Any
consider: Any

NODE = np.dtype(
    [
        ("key", "i8"),  # of place and action; 0: an empty slot
        ("total", "i8"),  # what the chooser's team got, summed, in thousandths of a win
        ("visits", "i4"),
        ("offered", "i4"),  # how often the place was visited and the action open
    ]
)
WIN, DRAW = 1000, 500
DEEPEST = 512
"""Choices of one simulation that are kept in the tree."""

VIEW, WORLD, PLAY, SEEN = range(4)
"""Rows of `Tree.states`: the view searched from, a world imagined from it, the game being played
in that world, and what the seat to choose sees of it."""
ANY = -1
"""No action in particular."""
USED, MADE, HOPED = range(3)
"""`Tree.counts`: nodes in the table; of this search, the simulations made and what the searching
seat got in them, summed."""


class Tree(NamedTuple):
    """A table of nodes, and all the room that a search needs."""

    nodes: np.ndarray[Any, Any]
    states: np.ndarray[Any, Any]
    words: np.ndarray[Any, Any]
    """The same memory as 64-bit numbers, up to the events: for `hash_view`."""
    salt: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]
    path: np.ndarray[Any, Any]
    """The nodes chosen in this simulation, and by which seat."""
    results: np.ndarray[Any, Any]
    """What each seat got, in thousandths of a win."""
    counts: np.ndarray[Any, Any]
    dice: np.ndarray[Any, Any]


class Manner(NamedTuple):
    """How to search a game: what its policy's `SEARCH` says, found by measurement."""

    explore: float = 0.7
    """How much a choice rarely tried is worth trying."""
    sight: int = 0
    """After so many decisions of a play-out `prospect` judges; 0: play to the end."""
    sense: int = 0
    """Of a hundred decisions in a play-out, how many are taken by `expect`."""
    reuse: int = 1
    """Simulations in one imagined world: more where imagining is dear."""
    blur: float = 1.0
    """How many times as much those err who misjudge: more where a policy is strong by itself."""
    widen: float = 0.0
    """A place visited n times has tried at most 1 + widen * √n actions; 0: as many as it likes."""
    trust: float = 0.0
    """How far `prefer` is trusted against what a search found: see `_rank` in search.py."""


USUAL_SIGHT = 8
"""Where a game has a `prospect` and says nothing else."""


def manner_of(game: Game) -> Manner:
    """How a game is searched: with as much of a policy as it has."""
    policy = game.hooks.policy
    offered = {
        "sense": 100 if policy.prefer else 0,
        "sight": USUAL_SIGHT if policy.prospect else 0,
    }
    return Manner(**{**offered, **policy.SEARCH})


def grow(rules: Rules, capacity: int, dice: np.ndarray[Any, Any]) -> Tree:
    """An empty tree with room for `capacity` nodes; the table is twice that, a power of two."""
    states = new(rules.state, 4)
    width = rules.state.dtype.fields["event"][1] // 8  # type: ignore[index]
    salt = np.random.default_rng(1).integers(1, 2**62, width) * 2 + 1
    return Tree(
        nodes=np.zeros(1 << (2 * capacity - 1).bit_length(), NODE),
        states=states,
        words=states.view(np.int64).reshape(4, -1)[:, :width],
        salt=salt,
        actions=rules.room(),
        path=np.zeros((DEEPEST, 2), np.int64),
        results=np.zeros(MAX_SEATS, np.int64),
        counts=np.zeros(3, np.int64),
        dice=dice,
    )


# The table -----------------------------------------------------------------------------------


@rule
def mix(number: int) -> int:
    """Every bit of a number spread over 64 (splitmix64's last steps); never 0."""
    number = (number ^ (number >> 30 & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47
    number = (number ^ (number >> 27 & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15
    return (number ^ (number >> 31 & 0x1FFFFFFFF)) | 1


@rule
def find(tree: Tree, place: int, action: int) -> int:
    """The slot of an action at a place, or the empty one where it would go."""
    last = len(tree.nodes) - 1
    key = mix(place + action)
    slot = (place >> 20) + action & last
    while tree.nodes[slot].key != key and tree.nodes[slot].key != 0:
        slot = slot + 1 & last
    return slot


@rule
def hash_view(tree: Tree, seat: int) -> int:
    """The place that a seat sees itself in: a hash of its view, events left out."""
    tree.states[SEEN] = tree.states[PLAY]
    view = tree.states[SEEN]
    view.viewer = seat
    view.event_count = 0
    conceal(view, seat)
    place = 0
    for i in range(len(tree.salt)):
        place += tree.words[SEEN][i] * tree.salt[i]
    return mix(place)


# A simulation --------------------------------------------------------------------------------


@rule
def imagine_world(tree: Tree, seat: int, reuse: int) -> None:
    """Set up a world to play in: as imagined a moment ago or newly, its chances always new."""
    if tree.counts[MADE] % reuse == 0:
        tree.states[WORLD] = tree.states[VIEW]
        imagine(tree.states[WORLD], seat, tree.dice)
    tree.counts[MADE] += 1
    tree.states[PLAY] = tree.states[WORLD]
    for word in range(4):
        tree.states[PLAY].rng[word] = next_word(tree.dice)


@rule
def select(tree: Tree, place: int, count: int, explore: float, widen: float) -> int:
    """Which of the actions open here to try: first what is to be expected, then by UCB1.

    An action's chances to be chosen are counted when it was open, not at every visit; of one not
    tried yet the mean of the others is expected, so that not all must be tried first. Where places
    widen slowly, walks go farther along what is to be expected.
    """
    best, best_score, new, untried = 0, -1.0, 0, 0
    visits, total = 0, 0
    for k in range(count):
        node = tree.nodes[find(tree, place, tree.actions[k])]
        if node.key == 0:
            untried += 1
            if below(tree.dice, untried) == 0:
                new = k
        else:
            node.offered += 1
            visits += node.visits
            total += node.total
            wins = node.total / (WIN * node.visits)
            score = wins + explore * math.sqrt(math.log(node.offered) / node.visits)
            if score > best_score:
                best, best_score = k, score
    if visits == 0:
        return expect(tree.states[PLAY], tree.actions, count, tree.dice)
    expected = total / (WIN * visits) + explore * math.sqrt(math.log(visits + 1))
    narrow = widen > 0.0 and count - untried >= 1.0 + widen * math.sqrt(visits)
    return tree.actions[new if untried and not narrow and expected > best_score else best]


@rule
def descend(tree: Tree, explore: float, widen: float, first: int) -> int:
    """Walk down to a choice not tried before, and add it; returns how many choices were made.

    `first`: what is chosen at the root, whatever is found there; ANY: as everywhere.
    """
    s = tree.states[PLAY]
    room = len(tree.nodes) // 2
    depth, is_new = 0, False
    while not s.over and not is_new and depth < DEEPEST:
        count = consider(s, tree.actions, legal(s, tree.actions))
        action = tree.actions[0]
        if count > 1:
            place = hash_view(tree, s.actor)
            ask = depth > 0 or first == ANY
            action = select(tree, place, count, explore, widen) if ask else first
            slot = find(tree, place, action)
            is_new = tree.nodes[slot].key == 0
            if is_new and tree.counts[USED] >= room:
                return depth
            if is_new:
                tree.nodes[slot].key = mix(place + action)
                tree.nodes[slot].offered = 1
                tree.counts[USED] += 1
            tree.path[depth][0] = slot
            tree.path[depth][1] = s.actor
            depth += 1
        act(s, action)
    return depth


@rule
def play_out(tree: Tree, sight: int, sense: int) -> None:
    """Play on, sensibly or at random, to the end or as far as one cares to see."""
    s = tree.states[PLAY]
    left = sight if sight else 1 << 30
    while not s.over and left:
        left -= 1
        count = legal(s, tree.actions)
        if count == 1:
            act(s, tree.actions[0])
        elif sense and below(tree.dice, 100) < sense:
            act(s, expect(s, tree.actions, count, tree.dice))
        else:
            act(s, tree.actions[below(tree.dice, count)])


@rule
def judge(tree: Tree) -> None:
    """What each seat got, or may hope for."""
    s = tree.states[PLAY]
    for seat in range(s.seats):
        if not s.over:
            tree.results[seat] = prospect(s, seat)
        elif s.winners == 0:
            tree.results[seat] = DRAW
        else:
            tree.results[seat] = WIN * (s.winners >> seat & 1)


@rule
def credit(tree: Tree, depth: int) -> None:
    """Give every choice made what it brought to the seat that made it."""
    for i in range(depth):
        node = tree.nodes[tree.path[i][0]]
        node.visits += 1
        node.total += tree.results[tree.path[i][1]]


def simulate(tree: Tree, seat: int, manner: Manner, simulations: int, first: int) -> None:
    """Entry point: so many simulations from the view in `tree.states`."""
    for _ in range(simulations):
        imagine_world(tree, seat, manner.reuse)
        depth = descend(tree, manner.explore, manner.widen, first)
        play_out(tree, manner.sight, manner.sense)
        judge(tree)
        credit(tree, depth)
        tree.counts[HOPED] += tree.results[seat]


def enter(tree: Tree, seat: int) -> int:
    """Entry point: begin a search; returns the place of the view in `tree.states`."""
    tree.counts[MADE:] = 0
    tree.states[PLAY] = tree.states[VIEW]
    return hash_view(tree, seat)


def read(tree: Tree, root: int, out: Any) -> int:
    """Entry point: visits and total of each action considered at the root, listed in
    `tree.actions`; returns how many there are."""
    count = consider(tree.states[VIEW], tree.actions, legal(tree.states[VIEW], tree.actions))
    for k in range(count):
        node = tree.nodes[find(tree, root, tree.actions[k])]
        out[k][0] = node.visits
        out[k][1] = node.total
    return count


_PARTS = (mix, find, hash_view, imagine_world, select, descend, play_out, judge, credit)


@rule
def consider_all(s: Any, actions: Any, count: int) -> int:
    """A game that does not say which actions come to the same has all of them considered."""
    return count


def _consider(game: Game) -> Any:
    """The game's word on which actions are worth a node (`consider` in its policy)."""
    return game.hooks.policy.consider or consider_all


class Search(NamedTuple):
    """The entry points, one game's own."""

    simulate: Any
    enter: Any
    read: Any


def search(rules: Rules) -> Search:
    """The search made one game's own; compiled once for each game."""
    if "tree" not in rules.extras:
        space = {**rules.functions, "consider": _consider(rules.game)}
        for part in _PARTS:
            code, own = cast(Any, part).py_func.__code__, {**globals(), **space}
            space[code.co_name] = rule(FunctionType(code, own, code.co_name))
        entries: list[Any] = [bind(e, space, rules.modules) for e in (simulate, enter, read)]
        entries[0].targetoptions["nogil"] = True  # two trees can grow at once
        rules.extras["tree"] = Search(*entries)
    return rules.extras["tree"]
