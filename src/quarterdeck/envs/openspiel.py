"""Every game as an OpenSpiel game. Importing this registers them: `python_quarterdeck_ping` etc.

    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    import quarterdeck.envs.openspiel

    game = pyspiel.load_game("python_quarterdeck_ping(chance=sampled,rng_seed=7)")
    bot = ISMCTSBot(game, RandomRolloutEvaluator(), uct_c=2, max_simulations=10)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    print(state.information_state_string(0))
    print(state.returns())

Parameters: `players`, the game's options by name, `chance`, and `rng_seed` (-1: a random one).

- `chance=explicit`, the default: every draw is a chance node with equally likely outcomes, and the
  deal comes first. Histories contain the outcomes, so states can be serialized, and CFR and the
  like can list them.
- `chance=sampled`: actions draw by themselves, which makes ISMCTS faster. **Every clone gets new
  dice**, so that a search cannot foresee chance. OpenSpiel cannot serialize Python games of this
  kind; MCTS and CFR expect clones to continue alike, so they need explicit chance.
- The information state is what the player did and was told since the deal, as text:
  `player 0 | 1 goes-first | 0 dealt 4 | did station 7`. An event names who it is about, what
  happened, and its numbers, whose meaning the game's `EVENTS` explains. Only a game whose
  observation has perfect recall has an information-state tensor.
- The observation is the player's current view: the parts of `observe`, scaled to at most 1 in size,
  or the fields as text. The public observation is a spectator's, the private one what the player
  sees beyond it. During a draft the other players observe what they saw before it.
- `resample_from_infostate` imagines a world from the player's view alone. It contains nothing of
  the truth: its history is empty, and what others were told is replaced by what they see there.
- Returns are scores where a game has them. Otherwise winners share what losers lose, scaled so that
  the larger share is 1: 1 and -1 between two sides, 1 and -1/3 for one winner of four.
- `Rollouts` is OpenSpiel's `RandomRolloutEvaluator` in compiled code.

Two limits are OpenSpiel's (2.0.2) with all games written in Python: `pyspiel.MCTSBot.step` crashes,
since it releases the interpreter lock (`pyspiel.Bot.step(bot, state)` works), and
`pyspiel.ISMCTSBot` cannot resample them.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import itertools
import secrets
import warnings
from collections.abc import Sequence
from types import FunctionType
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from quarterdeck.engine import chance
from quarterdeck.engine.chance import THE_DEAL
from quarterdeck.engine.errors import BadOption, BrokenGame, IllegalAction, QuarterdeckError
from quarterdeck.engine.game import Game, listing
from quarterdeck.engine.position import Position
from quarterdeck.engine.rule import below, bind, next_word, rule
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.seeds import generators
from quarterdeck.engine.state import AUDIENCE_BIT, to_plain, unpack

States = np.ndarray[Any, Any]

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
NOW, SHOWN, NEXT = range(3)
"""A game in progress has three states: now, at the last fence, and room to try an action in."""
WHO, PLAYER, COUNT, LEGAL = range(4)
"""What compiled code says of a state: who acted, who decides now, and how many actions are legal;
then come these, and at a fence the events. Beforehand, the first three hold a script.

Facts and states are one array of words: a call with records costs twice as much."""
MOST_OUTCOMES = 256
EXPLICIT, SAMPLED = "explicit", "sampled"


# Compiled for each game -----------------------------------------------------------------------

# bound by `Compiled`: the game's own functions, where the states begin, and their type
deal: Any
act: Any
legal: Any
choose: Any
run_long_script: Any
FACTS: int
STATE: Any


@rule
def sort(row: Any, start: int, stop: int) -> None:
    """Sort a part of a row; most are sorted already."""
    for i in range(start + 1, stop):
        value = row[i]
        while i > start and row[i - 1] > value:
            row[i] = row[i - 1]
            i -= 1
        row[i] = value


def survey(words: Any) -> int:
    """Write down who decides, what is legal and what was told; returns how many facts that is."""
    states = words[FACTS:].view(STATE)
    s = states[NOW]
    count = 0 if s.over else legal(s, words[LEGAL:])
    size = LEGAL + count
    sort(words, LEGAL, size)
    words[PLAYER] = TERMINAL if s.over else s.actor
    words[COUNT] = count
    if s.fence:
        states[SHOWN] = states[NOW]
        for i in range(s.event_count):
            words[size] = s.event[i]
            size += 1
    return size


def advance(words: Any, action: int, length: int) -> int:
    """Carry out an action by a script. Returns how many outcomes the next draw has; if there is
    none, minus the number of facts, or 0 after a fault."""
    if length == 0:
        words[0] = words[1] = words[2] = 0
    states = words[FACTS:].view(STATE)
    states[NEXT] = states[NOW]
    outcomes: int = run_long_script(states[NEXT], action, words[0], words[1], words[2], length)
    if outcomes:
        return outcomes
    words[WHO] = -1 if action == THE_DEAL else states[NOW].actor
    states[NOW] = states[NEXT]
    return 0 if states[NOW].fault else -survey(words)


def draw_and_advance(words: Any, action: int, length: int) -> int:
    """Carry out an action with the state's own dice; returns the same."""
    s = words[FACTS:].view(STATE)[NOW]
    words[WHO] = -1 if action == THE_DEAL else s.actor
    if action == THE_DEAL:
        deal(s)
    else:
        act(s, action)
    return 0 if s.fault else -survey(words)


def redraw(words: Any, dice: Any) -> None:
    """Replace the dice."""
    s = words[FACTS:].view(STATE)[NOW]
    for word in range(4):
        s.rng[word] = next_word(dice)


def roll_out(words: Any, dice: Any) -> None:
    """Play at random to the end."""
    s = words[FACTS:].view(STATE)[NOW]
    while not s.over:
        act(s, choose(s, words, dice))


class Compiled(NamedTuple):
    """The functions above, bound to a game's rules, and how many facts they may write."""

    facts: int
    survey: Any
    advance: Any
    draw_and_advance: Any
    redraw: Any
    roll_out: Any

    @staticmethod
    def of(rules: Rules) -> Compiled:
        if "openspiel" not in rules.extras:
            facts = LEGAL + rules.action_count + rules.state.fields["event"].shape[0]
            space = {**chance.scripted(rules), "FACTS": facts, "STATE": rules.state.dtype}
            own = FunctionType(survey.__code__, {**globals(), **space}, "survey")
            space["survey"] = rule(own)
            functions = (survey, advance, draw_and_advance, redraw, roll_out)
            modules = (chance.__name__, *rules.modules)
            made = [bind(function, space, modules) for function in functions]
            rules.extras["openspiel"] = Compiled(facts, *made)
        return rules.extras["openspiel"]  # type: ignore[no-any-return]


# What a seat did and was told, as text --------------------------------------------------------


class Names:
    """The names of a game's actions and events."""

    def __init__(self, game: Game) -> None:
        self.events = game.event_names
        self.actions = [
            verb if len(ids) == 1 else f"{verb} {number}"
            for verb, ids in game.actions.verbs.items()
            for number in range(len(ids))
        ]
        self.event = functools.lru_cache(1 << 16)(self._event)

    def parts(self, told: Told, seat: int) -> list[str]:
        """What a seat did and was told, the newest only."""
        assert told is not None
        _, actor, action, events = told
        own = [f"did {self.actions[action]}"] if actor == seat else []
        return own + [self.event(e) for e in events if e >> AUDIENCE_BIT + seat & 1]

    def _event(self, packed: int) -> str:
        """Who it is about, what happened, and its numbers; noughts at the end are left out."""
        event = unpack(packed)
        words = [self.events[event.kind], str(event.a), str(event.b), str(event.c)]
        while words[-1] == "0":
            del words[-1]
        return " ".join(words if event.who < 0 else [str(event.who), *words])


Told: TypeAlias = "tuple[Told, int, int, Sequence[int]] | None"
"""What was told, newest first: what was before that, who acted (-1: the deal), the action, and the
events that became known with it. At a fence they do, so that others learn nothing of a draft.

A plain tuple: one is made at every step, and a class would make steps a tenth slower."""


# A game in progress ---------------------------------------------------------------------------

_registered: dict[str, Game] = {}


class Setting:
    """How a game is played: for how many, with which options, and where chance comes from."""

    def __init__(
        self, game: str, players: int, options: dict[str, int], mode: str, dice: list[int]
    ) -> None:
        self.arguments = (game, players, options, mode)
        self.rules, self.players = _registered[game].load(), players
        self.blank = self.rules.new(1, players, options)
        self.compiled = ours = Compiled.of(self.rules)
        self.explicit = mode == EXPLICIT
        self.advance = ours.advance if self.explicit else ours.draw_and_advance
        self.dice = np.array(dice, np.int64)
        self.names = Names(self.rules.game)
        self.beginning = {seat: f"player {seat}" for seat in range(players)}

    def __reduce__(self) -> Any:
        return Setting, (*self.arguments, self.dice.tolist())

    def start(self) -> Progress:
        """A new game."""
        return copy.copy(self.first) if self.explicit else self.dealt()

    @functools.cached_property
    def first(self) -> Progress:
        """With explicit chance all games begin alike."""
        return self.dealt()

    def dealt(self) -> Progress:
        progress = Progress(self, self.words(self.blank), self.beginning)
        if not self.explicit:
            self.compiled.redraw(progress.words, self.dice)
        progress.run(THE_DEAL, 0, 1, 0)
        return progress

    def words(self, state: States) -> Any:
        """A state now, at the last fence and as room, with room for facts in front."""
        facts = np.zeros(self.compiled.facts, np.int64)
        return np.concatenate([facts, *3 * [np.frombuffer(state.tobytes(), np.int64)]])


class Draw(NamedTuple):
    """A chance node: the action that draws (or the deal), its draws so far as `engine.chance` has
    them, and between how many outcomes chance decides now."""

    action: int
    script: int
    radix: int
    length: int
    outcomes: int


class Progress:
    """A game in progress: what is the case, and what each seat was told."""

    __slots__ = ("draw", "facts", "legal", "player", "setting", "texts", "told", "words")

    STRIDE = 16
    """Texts are kept every so many steps: to keep all would take memory, to keep none time."""

    def __init__(self, setting: Setting, words: Any, texts: dict[int, str]) -> None:
        """`texts`: what each seat knows already."""
        self.setting, self.words = setting, words
        self.told: Told = None
        self.texts: dict[int, tuple[Told, str]] = {seat: (None, texts[seat]) for seat in texts}
        self.facts = memoryview(words)  # reads small parts faster than NumPy
        self.player, self.legal = CHANCE, [0]
        self.draw: Draw | None = None

    def __copy__(self) -> Progress:
        """The same game, with the same dice."""
        progress = Progress(self.setting, self.words.copy(), {})
        progress.told, progress.texts = self.told, self.texts
        progress.player, progress.legal, progress.draw = self.player, self.legal, self.draw
        return progress

    def __deepcopy__(self, memo: object) -> Progress:
        """For a clone of the state; where chance is sampled it gets new dice."""
        progress = self.__copy__()
        if not self.setting.explicit:
            self.setting.compiled.redraw(progress.words, self.setting.dice)
        return progress

    def __reduce__(self) -> Any:
        texts = {seat: self.information(seat) for seat in range(self.setting.players)}
        place = (self.player, self.legal, self.draw)
        return _restored_progress, (self.setting, self.words, texts, place)

    # playing

    def apply(self, action: int) -> None:
        """Carry out a decision, or let chance decide."""
        if action not in self.legal:
            raise IllegalAction(f"action {action!r} is not open to player {self.player} now.")
        if self.draw is None:
            self.run(action, 0, 1, 0)
        else:
            self.take(self.draw, action)

    def take(self, draw: Draw, outcome: int) -> None:
        script, radix = draw.script + outcome * draw.radix, draw.radix * draw.outcomes
        if radix > chance.MOST:
            raise chance.TooManyDraws(
                f"{self.setting.rules.game.title} draws too much at once for its outcomes to be "
                f"listed; load the game with chance={SAMPLED}."
            )
        self.words[:3] = chance.words(script)
        self.draw = None
        self.run(draw.action, script, radix, draw.length + 1)

    def run(self, action: int, script: int, radix: int, length: int) -> None:
        """Carry out an action up to its next draw, or to its end."""
        size = self.setting.advance(self.words, action, length)
        if size < 0:
            facts = self.facts[:-size].tolist()
            events = LEGAL + facts[COUNT]
            self.player, self.legal = facts[PLAYER], facts[LEGAL:events]
            self.told = (self.told, facts[WHO], action, facts[events:] if events < -size else ())
        else:
            self.wait(Draw(action, script, radix, length, size))

    def wait(self, draw: Draw) -> None:
        """Chance is next."""
        if not 0 < draw.outcomes <= MOST_OUTCOMES:
            raise BrokenGame(
                f"{self.setting.rules.game.title} exceeded a bound of its own state, or drew among "
                f"more than {MOST_OUTCOMES}; please report the record of this game."
            )
        self.player, self.legal, self.draw = CHANCE, list(range(draw.outcomes)), draw

    # looking

    @property
    def dealt(self) -> bool:
        return self.draw is None or self.draw.action != THE_DEAL

    def state(self, row: int = NOW) -> States:
        """One of the states, as an array of one."""
        dtype = self.setting.rules.state.dtype
        start = self.setting.compiled.facts * self.words.itemsize + row * dtype.itemsize
        return np.frombuffer(self.words, dtype, 1, start)

    def returns(self) -> list[float]:
        """Each seat's reward: its score, or its share of the win."""
        return Position(self.setting.rules, self.state()).returns()

    def view(self, seat: int) -> States:
        """A seat's view (-1: a spectator's); only the actor sees the draft."""
        row = NOW if seat == self.state()["actor"][0] else SHOWN
        return Position(self.setting.rules, self.state(row)).view(seat)

    def observe(self, seat: int, out: Any) -> None:
        """A seat's view as numbers; zeros before the deal."""
        out[:] = 0
        if self.dealt:
            self.setting.rules.observe(self.view(seat), 0, seat, out)

    def fields(self, seat: int) -> list[str]:
        """A seat's view as text, a line for each field."""
        return _fields(self.setting.rules, self.view(seat)) if self.dealt else []

    def information(self, seat: int) -> str:
        """All that a seat did and was told."""
        since, known = self.texts[seat]
        later, told = [], self.told
        while told is not since:
            later.append(self.setting.names.parts(told, seat))
            told = told[0]  # type: ignore[index]  # the first of all is None, and so is its `since`
        text = " | ".join([known, *itertools.chain.from_iterable(reversed(later))])
        if len(later) >= self.STRIDE:
            self.texts = {**self.texts, seat: (self.told, text)}
        return text

    def __str__(self) -> str:
        lines = _fields(self.setting.rules, self.state())
        if self.draw:
            what = self.setting.names.actions[self.draw.action] if self.dealt else "deal"
            lines.append(f"chance in {what}: {self.draw.length} drawn, {self.draw.script}")
        return "\n".join(lines)

    # imagining

    def imagined(self, seat: int) -> Progress:
        """A world that fits the seat's view, made from that view alone."""
        setting = self.setting
        if self.draw:
            raise ValueError("a world is imagined at a decision, not while chance decides.")
        seen = Position(setting.rules, self.view(seat))
        progress = Progress(setting, setting.words(seen.imagined(seat, setting.dice).state), {})
        size = setting.compiled.survey(progress.words)
        facts = progress.facts[:size].tolist()
        progress.player, progress.legal = facts[PLAYER], facts[LEGAL : LEGAL + facts[COUNT]]
        for other in range(setting.players):
            sees = f"player {other} | sees {_digest(progress.view(other))}"
            progress.texts[other] = (None, self.information(seat) if other == seat else sees)
        return progress

    def rolled_out(self) -> Progress:
        """The same game after a random rollout."""
        progress, setting = copy.copy(self), self.setting
        while progress.draw:
            progress.take(progress.draw, int(below(setting.dice, progress.draw.outcomes)))
        setting.compiled.redraw(progress.words, setting.dice)
        setting.compiled.roll_out(progress.words, setting.dice)
        return progress


def _restored_progress(
    setting: Setting, words: Any, texts: dict[int, str], place: tuple[int, list[int], Draw | None]
) -> Progress:
    progress = Progress(setting, words, texts)
    progress.player, progress.legal, progress.draw = place
    return progress


def _digest(view: States) -> str:
    """Hash a view."""
    return hashlib.blake2b(view.tobytes(), digest_size=8).hexdigest()


def _fields(rules: Rules, states: States) -> list[str]:
    """A state or view as text, one field per line."""
    plain = to_plain(rules.state, states)
    fields = [n for n in rules.state.fields if n not in ("rng", "event", "event_count")]
    return [f"{name} {getattr(plain, name)}" for name in fields]


# What OpenSpiel sees --------------------------------------------------------------------------


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game.

    What OpenSpiel would answer by calling back several times is answered here at once.
    """

    def __init__(self, game: SpielGame, progress: Progress | None = None) -> None:
        super().__init__(game)
        if progress:
            self.progress = progress

    @functools.cached_property
    def progress(self) -> Progress:
        """Begins when it is first asked for: OpenSpiel makes clones from new states."""
        return self.get_game().setting.start()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        return self.progress.player

    def is_terminal(self) -> bool:
        return self.progress.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.progress.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        return self.progress.legal.copy() if player is None else super().legal_actions(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.progress.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.progress.legal
        if not self.progress.draw:
            raise ValueError("this is no chance node.")
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self.progress.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == CHANCE else self.progress.setting.names.actions[action]

    def returns(self) -> list[float]:
        return self.progress.returns()

    def resample_from_infostate(self, player: int, sampler: object = None) -> SpielState:
        """A state as the player might imagine it; its dice come from the game's `rng_seed`."""
        if not 0 <= player < self.num_players():
            raise ValueError(f"no player {player}: they are 0 to {self.num_players() - 1}.")
        return SpielState(self.get_game(), self.progress.imagined(player))

    def __str__(self) -> str:
        return str(self.progress)


class Rollouts:
    """An evaluator for searches: the result of one random rollout."""

    def evaluate(self, state: SpielState) -> list[float]:
        return state.progress.rolled_out().returns()

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All legal actions, equally likely."""
        legal = state.progress.legal
        return [(action, 1 / len(legal)) for action in legal]


class Sight:
    """Observes a player's current view."""

    def __init__(self, rules: Rules) -> None:
        parts = rules.observation
        self.tensor: Any = np.zeros(parts.size, np.float32)
        self.scale = parts.scale
        self.dict = {p.name: self.tensor[p.start : p.start + p.size] for p in parts.parts}

    def set_from(self, state: SpielState, player: int) -> None:
        state.progress.observe(player, self.tensor)
        self.tensor *= self.scale

    def string_from(self, state: SpielState, player: int) -> str:
        return "\n".join(state.progress.fields(player))


class Recall(Sight):
    """Observes everything a player was told; as numbers only where the observation tells it."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        if not rules.observation.recall:
            self.tensor, self.dict = None, {}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            raise NotImplementedError(
                "this game has no information-state tensor: its observation forgets; use "
                "observation_tensor, or information_state_string"
            )
        super().set_from(state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.progress.information(player)


class Apart:
    """Observes what is public, a spectator's view, or what a player sees beyond it; as text."""

    tensor = None
    dict: ClassVar[dict[str, Any]] = {}

    def __init__(self, public: bool) -> None:
        self.public = public

    def set_from(self, state: SpielState, player: int) -> None:
        raise NotImplementedError("public and private observations are text only")

    def string_from(self, state: SpielState, player: int) -> str:
        seen = state.progress.fields(-1)
        if not self.public:
            seen = [line for line in state.progress.fields(player) if line not in seen]
        return "\n".join(seen)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A Quarterdeck game with its number of players, options and dice."""

    quarterdeck: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.quarterdeck
        given = {**_parameters(game), **(params or {})}
        players, mode, seed = (given[name] for name in ("players", "chance", "rng_seed"))
        if mode not in (EXPLICIT, SAMPLED):
            raise BadOption(f"chance must be {EXPLICIT} or {SAMPLED}, not {mode!r}.")
        options = {name: value for name, value in given.items() if name not in _COMMON}
        game.check_options(options)
        super().__init__(_game_type(game, mode), _game_info(game, game.check_seats(players)), given)
        dice = generators(secrets.randbits(64) if seed == -1 else seed, 1)[0]
        self.setting = Setting(game.id, players, options, mode, dice.tolist())

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A script has room for no more draws than its number has bits."""
        return (self.quarterdeck.bound + 1) * chance.MOST.bit_length()

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if isinstance(iig_obs_type, dict):  # so it is called from C++ for the usual observation
            iig_obs_type, params = None, iig_obs_type
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise ValueError(f"observations take no parameters, but were given {params}")
        private = pyspiel.PrivateInfoType
        asked = (kind.public_info, kind.private_info)
        if asked == (True, private.SINGLE_PLAYER):
            return (Recall if kind.perfect_recall else Sight)(self.setting.rules)
        if asked in ((True, private.NONE), (False, private.SINGLE_PLAYER)):
            if not kind.perfect_recall:
                return Apart(kind.public_info)
        raise ValueError(
            "nobody can observe this; there are what a player knows, and, without perfect recall, "
            "what is public and what a player sees beyond it"
        )

    def __reduce__(self) -> Any:
        return _restored_game, (str(self), self.setting.dice.tolist())


def _restored_game(name: str, dice: list[int]) -> Any:
    """Restore a pickled game with its dice."""
    game = pyspiel.load_game(name)
    game.setting.dice[:] = dice
    return game


_COMMON = ("players", "chance", "rng_seed")


def _parameters(game: Game) -> dict[str, Any]:
    """What a game can be loaded with, and what it is loaded with otherwise."""
    common = dict(zip(_COMMON, (game.seats[0], EXPLICIT, -1), strict=True))
    return common | {o.name: o.default for o in game.options}


def _game_type(game: Game, mode: str = EXPLICIT) -> Any:
    kind, score = pyspiel.GameType, game.rule_hooks.SCORE
    return kind(
        short_name=f"python_quarterdeck_{game.id}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC
            if mode == EXPLICIT
            else kind.ChanceMode.SAMPLED_STOCHASTIC
        ),
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=(
            kind.Utility.GENERAL_SUM if score and not score.zero_sum else kind.Utility.ZERO_SUM
        ),
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=game.rule_hooks.OBSERVATION.recall,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )


def _game_info(game: Game, players: int) -> Any:
    score = game.rule_hooks.SCORE
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions.count,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=players,
        min_utility=float(score.low if score else -1),
        max_utility=float(score.high if score else 1),
        utility_sum=None if score and not score.zero_sum else 0.0,
        max_game_length=game.bound,
    )


def warm(game: Game) -> None:
    """Compile what the adapter needs of an installed game."""
    for mode in (EXPLICIT, SAMPLED):
        loaded = pyspiel.load_game(_game_type(game).short_name, {"chance": mode})
        state = loaded.new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        state.apply_action(state.legal_actions()[0])
    Rollouts().evaluate(state)


def register(game: Game) -> None:
    """Let OpenSpiel know a game; those that are installed are registered already."""
    _registered[game.id] = game
    # One class per game: OpenSpiel frees what is registered after Python has shut down, and crashes
    # if it is anything but a class.
    pyspiel.register_game(_game_type(game), type(game.id, (SpielGame,), {"quarterdeck": game}))


for _game in listing():
    try:
        register(_game)
    except QuarterdeckError as error:  # somebody else's package: go on without it
        warnings.warn(f"{_game.title} is not registered: {error}", stacklevel=2)
