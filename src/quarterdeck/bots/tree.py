"""Information-set Monte Carlo tree search, all in compiled code, generic over games.

A simulation imagines a world that fits the searching seat's view, descends the tree in it, and
credits each seat's result to the choices that seat made. Without a network it selects by UCB1, adds
one node and plays a rollout by the game's policy or at random. With one it selects by PUCT, and at
the first information set that is new it asks the network, once: how likely each action is, and who
may win. docs/search.md gives the reasons.

A node is an action at an *information set*: a hash of what the choosing seat sees. So every seat
has its own tree and chooses by what it knows. All nodes are in one hash table, those of an
information set side by side; a search allocates nothing.
"""

from __future__ import annotations

import math
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np

from quarterdeck.bots.network import Mind, Network, activate, blank, chance, empty, weigh
from quarterdeck.engine.game import Game
from quarterdeck.engine.kernels import WIN
from quarterdeck.engine.keys import key_of, salts, words_of
from quarterdeck.engine.recall import mix
from quarterdeck.engine.rule import below, bind, next_word, rule
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import MAX_SEATS, new

# the game's own functions, bound by `search`
legal: Any
act: Any
imagine: Any
conceal: Any
prefer: Any
prospect: Any
observe: Any
result: Any
consider: Any
alike: Any

NODE = np.dtype(
    [
        ("key", "i8"),  # of information set and action; 0: an empty slot
        ("total", "i8"),  # results of the seat that chose, summed, in thousandths of a win
        ("visits", "i4"),
        ("offered", "i4"),  # visits of the information set in which the action was legal
        ("prior", "f8"),  # how much of the visits it should get, says the network
    ]
)
SURE = 1 << 16
"""A prior of 1, as a whole number."""
BREADTH = 4
"""Nodes that a simulation with a network adds: one for each action, about as many as this."""
DEEPEST = 512
"""Most choices of one simulation that the tree keeps."""

VIEW, WORLD, PLAY, SEEN = range(4)
"""Rows of `Tree.states`: the view searched from, a world imagined from it, the game played in that
world, and the actor's view of that game."""
ANY = -1
"""Any action."""
USED, MADE, SCORED = range(3)
"""`Tree.counts`: nodes in the hash table; simulations made in this search; the searching seat's
results in them, summed."""


class Tree(NamedTuple):
    """A hash table of nodes, and all the memory that a search needs."""

    nodes: np.ndarray[Any, Any]
    states: np.ndarray[Any, Any]
    words: np.ndarray[Any, Any]
    """`states` as 64-bit numbers, for `hash_view`."""
    salt: np.ndarray[Any, Any]
    actions: np.ndarray[Any, Any]
    path: np.ndarray[Any, Any]
    """The nodes chosen in this simulation, and the seats that chose them."""
    results: np.ndarray[Any, Any]
    """Each seat's result, in thousandths of a win."""
    counts: np.ndarray[Any, Any]
    dice: np.ndarray[Any, Any]
    mind: Mind
    """The game's network; an empty one if the search does without."""


class Tuning(NamedTuple):
    """A game's search parameters (`SEARCH` in its policy), found by measurement."""

    explore: float = 0.7
    """The exploration constant of UCB1 or PUCT."""
    sight: int = 0
    """Length of a rollout in decisions, after which `prospect` evaluates; 0: to the end, -1: 0."""
    crowd: int = 0
    """From this many players on, rollouts have another length; 0: never."""
    crowd_sight: int = 0
    """That length."""
    sense: int = 0
    """Percentage of rollout decisions made by `prefer`; the others are random."""
    reuse: int = 1
    """Simulations per imagined world: more where imagining is expensive."""
    widen: float = 0.0
    """Progressive widening: n visits try at most 1 + widen * √n actions; 0: no limit."""
    trust: float = 0.0
    """How far `prefer` is trusted over the search's estimates: see `_rank` in search.py."""
    instinct: int = 0
    """1: it asks the game's network instead of `prefer` and `prospect`, and heeds only `explore`,
    `reuse` and what follows."""
    urgency: float = 0.0
    """How much worse than the others an action is assumed to be that has not been tried."""
    doubt: float = 0.0
    """Share of the prior that all actions get alike: the network may be wrong."""
    temper: float = 0.0
    """How far apart the chances of two actions must be to outweigh the network's preference for the
    worse, if it is e to 1: see `_draw` in search.py."""


BY_INSTINCT = Tuning(explore=0.7, instinct=1, urgency=0.1, temper=0.02)
"""For a search that asks a network."""
ONLY_BY_INSTINCT = ("urgency", "doubt", "temper")
"""What a game may change of it."""
USUAL_SIGHT = 8
"""The default for games that have a `prospect`."""


def tuning_of(game: Game, network: Network | None = None) -> Tuning:
    """A game's search parameters; the defaults depend on which functions its policy has."""
    policy = game.hooks.policy
    if network is not None:
        own = {name: value for name, value in policy.SEARCH.items() if name in ONLY_BY_INSTINCT}
        return BY_INSTINCT._replace(**own)
    defaults = {
        "sense": 100 if policy.prefer else 0,
        "sight": USUAL_SIGHT if policy.prospect else 0,
    }
    return Tuning(**{**defaults, **policy.SEARCH})


def grow(
    rules: Rules, capacity: int, dice: np.ndarray[Any, Any], network: Network | None = None
) -> Tree:
    """An empty tree for `capacity` nodes; its hash table has at least twice as many slots."""
    states = new(rules.state, 4)
    return Tree(
        nodes=np.zeros(1 << (2 * capacity - 1).bit_length(), NODE),
        states=states,
        words=words_of(states),
        salt=salts(rules.state),
        actions=rules.room(),
        path=np.zeros((DEEPEST, 2), np.int64),
        results=np.zeros(MAX_SEATS, np.int64),
        counts=np.zeros(3, np.int64),
        dice=dice,
        mind=network.mind(rules.observation) if network else empty(),
    )


# The hash table ------------------------------------------------------------------------------


@rule
def node_key(infoset: int, action: int) -> int:
    """The key of an action at an information set; never 0, which marks an empty slot."""
    return mix(infoset, action) | 1


@rule
def find(tree: Tree, infoset: int, action: int) -> int:
    """The slot of an action at an information set, or the empty slot where it belongs."""
    last = len(tree.nodes) - 1
    key = node_key(infoset, action)
    slot = (infoset >> 20) + action & last
    while tree.nodes[slot].key != key and tree.nodes[slot].key != 0:
        slot = slot + 1 & last
    return slot


@rule
def hash_view(tree: Tree, seat: int) -> int:
    """A seat's information set: a hash of its view without the events."""
    tree.states[SEEN] = tree.states[PLAY]
    view = tree.states[SEEN]
    view.viewer = seat
    view.event_count = 0
    conceal(view, seat)
    return key_of(tree.words[SEEN], tree.salt)


# A simulation --------------------------------------------------------------------------------


@rule
def imagine_world(tree: Tree, seat: int, reuse: int) -> None:
    """Set up a world to play in: a new one or the last one again, always with new dice."""
    if tree.counts[MADE] % reuse == 0:
        tree.states[WORLD] = tree.states[VIEW]
        imagine(tree.states[WORLD], seat, tree.dice)
    tree.counts[MADE] += 1
    tree.states[PLAY] = tree.states[WORLD]
    for word in range(4):
        tree.states[PLAY].rng[word] = next_word(tree.dice)


@rule
def credit(tree: Tree, depth: int) -> None:
    """Credit each choice on the path with the result of the seat that made it."""
    for i in range(depth):
        node = tree.nodes[tree.path[i][0]]
        node.visits += 1
        node.total += tree.results[tree.path[i][1]]


@rule
def select(tree: Tree, infoset: int, count: int, explore: float, widen: float) -> int:
    """Select an action: on the first visit what `prefer` says, later by UCB1.

    UCB1 counts the visits in which an action was legal, not all visits. An untried action is
    assumed to be worth the mean of the others, so that not all must be tried first. Progressive
    widening (`widen`) makes the search go deeper along the expected line.
    """
    best, best_score, new, untried = 0, -1.0, 0, 0
    visits, total = 0, 0
    for k in range(count):
        node = tree.nodes[find(tree, infoset, tree.actions[k])]
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
        return prefer(tree.states[PLAY], tree.actions, count, tree.dice)
    expected = total / (WIN * visits) + explore * math.sqrt(math.log(visits + 1))
    narrow = widen > 0.0 and count - untried >= 1.0 + widen * math.sqrt(visits)
    if not untried or narrow or expected <= best_score:
        return tree.actions[best]
    return tree.actions[new]


@rule
def descend(tree: Tree, tuning: Tuning, first: int) -> int:
    """Descend to an untried action and add its node; returns the number of choices on the path.

    `first`: the action to take at the root; ANY: select it as everywhere else.
    """
    s = tree.states[PLAY]
    room = len(tree.nodes) // 2
    depth, is_new = 0, False
    while not s.over and not is_new and depth < DEEPEST:
        count = consider(s, tree.actions, legal(s, tree.actions))
        action = tree.actions[0]
        if count > 1:
            infoset = hash_view(tree, s.actor)
            ask = depth > 0 or first == ANY
            action = first
            if ask:
                action = select(tree, infoset, count, tuning.explore, tuning.widen)
            slot = find(tree, infoset, action)
            is_new = tree.nodes[slot].key == 0
            if is_new and tree.counts[USED] >= room:
                return depth
            if is_new:
                tree.nodes[slot].key = node_key(infoset, action)
                tree.nodes[slot].offered = 1
                tree.counts[USED] += 1
            tree.path[depth][0] = slot
            tree.path[depth][1] = s.actor
            depth += 1
        act(s, action)
    return depth


@rule
def roll_out(tree: Tree, sight: int, sense: int) -> None:
    """Play on, by `prefer` or at random, for `sight` decisions or to the end."""
    s = tree.states[PLAY]
    left = max(sight, 0) if sight else 1 << 30
    while not s.over and left:
        left -= 1
        count = legal(s, tree.actions)
        if count == 1:
            act(s, tree.actions[0])
        elif sense and below(tree.dice, 100) < sense:
            act(s, prefer(s, tree.actions, count, tree.dice))
        else:
            act(s, tree.actions[below(tree.dice, count)])


@rule
def evaluate(tree: Tree) -> None:
    """Set each seat's result, or its prospect if the game is not over."""
    s = tree.states[PLAY]
    for seat in range(s.seats):
        tree.results[seat] = result(s, seat) if s.over else prospect(s, seat)


# A simulation with the network -------------------------------------------------------------------


@rule
def favour(tree: Tree, infoset: int, count: int, explore: float, urgency: float) -> int:
    """Select an action by PUCT: first what the network would do, later what has done well."""
    visits, total = 0, 0
    for k in range(count):
        node = tree.nodes[find(tree, infoset, tree.actions[k])]
        visits += node.visits
        total += node.total
    untried = total / (WIN * visits) - urgency if visits else 0.0
    reach = explore * math.sqrt(visits + 1)
    best, best_score = 0, -1.0 - urgency
    for k in range(count):
        node = tree.nodes[find(tree, infoset, tree.actions[k])]
        worth = node.total / (WIN * node.visits) if node.visits else untried
        score = worth + reach * node.prior / (1 + node.visits)
        if score > best_score:
            best, best_score = k, score
    return tree.actions[best]


@rule
def look(tree: Tree) -> None:
    """Show the network what the actor sees, and nothing else of the imagined world."""
    s = tree.states[PLAY]
    blank(tree.mind)
    observe(s, s.actor, tree.mind.seen)
    activate(tree.mind, s.actor)


@rule
def judge(tree: Tree) -> None:
    """Set each seat's result, or how likely the network thinks it to win."""
    s = tree.states[PLAY]
    for seat in range(s.seats):
        likely = chance(tree.mind, (seat - s.actor) % s.seats)
        tree.results[seat] = result(s, seat) if s.over else likely


@rule
def extend(tree: Tree, infoset: int, count: int, doubt: float) -> None:
    """Add an information set that the network has been shown: its nodes keep how likely each action
    is."""
    s, mind = tree.states[PLAY], tree.mind
    if tree.counts[USED] + count > len(tree.nodes) // 2:
        return
    tree.counts[USED] += count
    for k in range(count):
        node = tree.nodes[find(tree, infoset, tree.actions[k])]
        node.key = node_key(infoset, tree.actions[k])
        node.prior = 0.0
    everything, total = legal(s, tree.actions), 0
    weigh(mind, tree.actions, everything)
    for k in range(everything):
        node = tree.nodes[find(tree, infoset, alike(s, tree.actions[k]))]
        if node.key != 0:  # it is considered
            node.prior += mind.odds[k]
            total += mind.odds[k]
    consider(s, tree.actions, everything)
    sure = (1.0 - doubt) / total if total else 0.0
    for k in range(count):
        node = tree.nodes[find(tree, infoset, tree.actions[k])]
        node.prior = sure * node.prior + (1.0 - sure * total) / count


@rule
def foresee(tree: Tree, tuning: Tuning, first: int) -> int:
    """Descend to an information set that the tree does not have, or to the end; returns the number
    of choices on the path. `first`: as for `descend`."""
    s = tree.states[PLAY]
    depth = 0
    while not s.over:
        count = consider(s, tree.actions, legal(s, tree.actions))
        action = tree.actions[0]
        if count > 1:
            infoset = hash_view(tree, s.actor)
            if depth == DEEPEST or tree.nodes[find(tree, infoset, action)].key == 0:
                look(tree)
                extend(tree, infoset, count, tuning.doubt)
                if depth > 0 or tree.nodes[find(tree, infoset, action)].key == 0:
                    return depth  # but a root has to be known before anything is tried
            action = first
            if depth > 0 or first == ANY:
                action = favour(tree, infoset, count, tuning.explore, tuning.urgency)
            tree.path[depth][0] = find(tree, infoset, action)
            tree.path[depth][1] = s.actor
            depth += 1
        act(s, action)
    return depth


# Entry points ----------------------------------------------------------------------------------


def simulate(tree: Tree, seat: int, tuning: Tuning, simulations: int, first: int) -> None:
    """Entry point: run simulations from the view in `tree.states`."""
    for _ in range(simulations):
        imagine_world(tree, seat, tuning.reuse)
        if tuning.instinct:
            depth = foresee(tree, tuning, first)
            judge(tree)
        else:
            depth = descend(tree, tuning, first)
            crowded = 0 < tuning.crowd <= tree.states[PLAY].seats
            roll_out(tree, tuning.crowd_sight if crowded else tuning.sight, tuning.sense)
            evaluate(tree)
        credit(tree, depth)
        tree.counts[SCORED] += tree.results[seat]


def enter(tree: Tree, seat: int) -> int:
    """Entry point: begin a search; returns the information set of the view in `tree.states`."""
    tree.counts[MADE:] = 0
    tree.states[PLAY] = tree.states[VIEW]
    return hash_view(tree, seat)


def read(tree: Tree, root: int, out: Any) -> int:
    """Entry point: write visits, total and prior of each action considered at the root to `out`,
    and the actions to `tree.actions`; returns how many there are."""
    count = consider(tree.states[VIEW], tree.actions, legal(tree.states[VIEW], tree.actions))
    for k in range(count):
        node = tree.nodes[find(tree, root, tree.actions[k])]
        out[k][0] = node.visits
        out[k][1] = node.total
        out[k][2] = int(node.prior * SURE)
    return count


_PARTS = (
    *(find, hash_view, imagine_world, select, descend, roll_out, evaluate, credit),
    *(favour, look, judge, extend, foresee),
)
"""Each after those it calls."""


class Search(NamedTuple):
    """The entry points, bound to one game's rules."""

    simulate: Any
    enter: Any
    read: Any


def search(rules: Rules) -> Search:
    """Bind the search to a game's rules; it is compiled once per game."""
    if "tree" not in rules.extras:
        space = dict(rules.functions)
        for part in _PARTS:
            code, own = cast(Any, part).py_func.__code__, {**globals(), **space}
            space[code.co_name] = rule(FunctionType(code, own, code.co_name))
        entries: list[Any] = [bind(e, space, rules.modules) for e in (simulate, enter, read)]
        entries[0].targetoptions["nogil"] = True  # so that two trees can grow at once
        rules.extras["tree"] = Search(*entries)
    return rules.extras["tree"]
