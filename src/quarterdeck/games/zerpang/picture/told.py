"""The log: every event as a told line for one viewer, with its cues."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.scene import Cue, Told
from quarterdeck.engine.state import Event, unpack
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.words import (
    COORDINATES,
    EFFECT_SHORT,
    capital,
    card_title,
    cards_named,
    cell,
    does,
    effect_name,
    keeper,
    kind,
    owner,
    piece_name,
    some,
    space_name,
    them,
    training,
    whose,
)

PURPOSES = (
    "to bring a piece out",
    "to move",
    "to Leap Across the Heavens",
    "for Weather Balloons",
    "for Dirty Rotten Scoundrel",
    "to move that piece further",
    "for two more spaces with Geta of Speed",
    "as the fee for a card",
)
"""What is paid for: by `State.act`."""
MEANS = ("", " with {}", ", paying a fee", ", a pair of them")
"""With what besides the card itself: ALONE, TRAINED, FEE, PAIR."""
MOVES = {
    st.MOVED: ("move", "moves"),
    st.LEAPT: ("leap with", "leaps with"),
    st.BALLOONED: ("balloon", "balloons"),
    st.PLACED: ("put", "puts"),
    st.FLED: ("flee with", "flees with"),
    st.SAVED: ("save", "saves"),
}
DRAWS = {
    st.FOR_FORTUNE: " for that card",
    st.FOR_BLOCKADE: " that {} would have drawn",
    st.FOR_PROBE: " by Resource Probe",
    st.FOR_SALVAGE: " by Salvage Operation",
}
FREED = (
    ": the Aliens lost to {}",
    ": the Aliens' Home Base is full",
    ": tagged and released",
)


SILENT = (
    st.CARDS_SEEN,
    st.POINTS_SEEN,
    st.DECLINED,
    st.ATTACKER,
    st.HONORED,
    st.WENT_HOME,
    st.SALVAGED,
)
"""Told as part of another line, or evident from one."""


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    if event.kind in SILENT:
        return None
    line = LINES[event.kind](view, event)
    return Told(line, event.who if event.who >= 0 else None, cues(event))


def cues(event: Event) -> list[Cue]:
    """The movement and sound of an event."""
    kind, who, a, b, c = event.kind, event.who, event.a, event.b, event.c
    if kind in MOVES:
        return [Cue("run", cell(b), cell(c), owner(a))]
    if kind == st.ENTERED:
        return [Cue("run", f"home:{who}", cell(b), who)]
    if kind in (st.RING_TAKEN, st.RING_LEFT):
        return [Cue("pulse", cell(b if kind == st.RING_TAKEN else a))]
    if kind == st.DEFEATED:
        return [Cue("strike", cell(c), seat=who)]
    if kind == st.FIGHT:
        return [Cue("pulse", cell(c), seat=who)]
    if kind in (st.DREW, st.DISCARDED):
        ends = ("deck", f"hand:{who}") if kind == st.DREW else (f"hand:{who}", "discard")
        return [Cue("carry", *ends, who)] if a else []
    if kind in (st.STOLE, st.STOLE_UNSEEN):
        return [Cue("carry", f"hand:{a}", f"hand:{who}", who)]
    if kind in (st.PAID, st.PLAYED, st.BOUND, st.ADDED):
        return [Cue("carry", f"hand:{who}", "discard", who)]
    if kind in (st.WAS_UPLOADED, st.WAS_ABDUCTED):
        return [Cue("done", f"home:{who}", seat=who)]
    return []


def laid_down(view: st.State, event: Event) -> str:
    """The cards of an event, as far as the viewer saw them: the next events name them."""
    told = [unpack(packed) for packed in view.event[: view.event_count]]
    counts = [0] * (tb.KINDS + 1)
    after = told[told.index(event) + 1 :] if event in told else []
    for other in after:
        if other.kind == st.CARDS_SEEN:
            packed = other.a | other.b << 12 | other.c << 24
            for card in range(tb.SPECIALTIES):
                counts[card] += packed >> 3 * card & 7
        elif other.kind == st.POINTS_SEEN:
            for card, count in zip(range(tb.ONE_POINT, tb.KINDS + 1), other[3:], strict=True):
                counts[card] += count
        else:
            break
    return cards_named(view, event.who, counts)


# A line for each kind of event ---------------------------------------------------------------


def simple(yours: str, others: str) -> Callable[[st.State, Event], str]:
    """A line that says only who did what."""
    return lambda view, event: does(view, event.who, yours, others) + "."


def chose(view: st.State, event: Event) -> str:
    return f"{does(view, event.who, 'play')} the **{tb.CLASS_NAMES[event.a]}**."


def settled(view: st.State, event: Event) -> str:
    return f"{does(view, event.who, 'settle')} in Home Base {event.a}."


def entered(view: st.State, event: Event) -> str:
    free = " for free" if event.c else ""
    piece = one_of(view, event.who)
    return f"{does(view, event.who, 'bring')} {piece} onto Gate {COORDINATES[event.b]}{free}."


def one_of(view: st.State, seat: int) -> str:
    """A piece whose owner the sentence names already: "a Ninja", "an Alien"."""
    name = kind(view, seat)
    return f"an {name}" if name.startswith("A") else f"a {name}"


def moved(view: st.State, event: Event) -> str:
    """A piece has moved, by its owner or by somebody else."""
    own = event.who == owner(event.a)
    piece = one_of(view, event.who) if own else f"**{piece_name(view, event.a)}**"
    verb = does(view, event.who, *MOVES[event.kind])
    start, end = (spot(view, event, space) for space in (event.b, event.c))
    return f"{verb} {piece} from {start} to **{end}**."


def spot(view: st.State, event: Event, space: int) -> str:
    """Where a piece has moved from or to; a player's own Gates need no owner."""
    own = event.who == owner(event.a) == keeper(view, space)
    return f"Gate {COORDINATES[space]}" if own else space_name(view, space)


def tricked(view: st.State, event: Event) -> str:
    return f"{does(view, event.who, 'trick')} {piece_name(view, event.a)} into moving."


def ring_taken(view: st.State, event: Event) -> str:
    carries = f"now carries {some(event.c, 'Infection Ring')}"
    return f"{capital(piece_name(view, event.a))} on {space_name(view, event.b)} {carries}."


def ring_left(view: st.State, event: Event) -> str:
    return f"An Infection Ring is left on {space_name(view, event.a)}."


def paid(view: st.State, event: Event) -> str:
    price, purpose = some(event.b, "point"), PURPOSES[event.a]
    return f"{does(view, event.who, 'pay')} {price} {purpose}: {laid_down(view, event)}."


def played(view: st.State, event: Event) -> str:
    who, effect = event.who, event.a
    target = ""
    if effect == tb.KEEL:
        target = f" on {them(view, event.b)}"
    elif event.b != tb.NONE and view.defender != tb.NONE:
        target = helped(view, who, event.b)
    name = f"**{effect_name(view, effect, who)}**"
    means = with_what(view, who, event.c)
    return f"{does(view, who, 'play')} {name}{target}{means}: {EFFECT_SHORT[effect]}."


def helped(view: st.State, who: int, side: int) -> str:
    """Whom a card in a fight helps, if not its player."""
    fighter = owner(view.defender if side == st.DEFENDER else view.aggressor)
    return "" if fighter == who else f" for {them(view, fighter)}"


def with_what(view: st.State, who: int, which: int) -> str:
    return MEANS[which].format(training(view, who))


def bound(view: st.State, event: Event) -> str:
    against = effect_name(view, event.a, event.who) if event.b == 1 else "that"
    extra = with_what(view, event.who, event.c)
    return f"{does(view, event.who, 'answer')} {against} with **Mystic Binding**{extra}."


def negated(view: st.State, event: Event) -> str:
    name = effect_name(view, event.a, event.who)
    return f"{capital(whose(view, event.who))} {name} has **no effect**."


def fight(view: st.State, event: Event) -> str:
    one, other = piece_name(view, event.a), piece_name(view, event.b)
    return f"{capital(one)} **attacks** {other}."


def added(view: st.State, event: Event) -> str:
    target = helped(view, event.who, event.a) if view.defender != tb.NONE else ""
    cards = laid_down(view, event)
    return f"{does(view, event.who, 'add')} **{event.b}**{target}: {cards}."


def offered(view: st.State, event: Event) -> str:
    name = effect_name(view, event.a, event.who)
    return f"{does(view, event.who, 'offer')} **{name}**{helped(view, event.who, event.b)}."


def refused(view: st.State, event: Event) -> str:
    name = effect_name(view, event.b, event.a)
    return f"{does(view, event.who, 'refuse')} {whose(view, event.a)} {name}."


def accepted(view: st.State, event: Event) -> str:
    name = effect_name(view, event.b, event.a)
    return f"{does(view, event.who, 'accept')} {whose(view, event.a)} {name}."


def not_here(view: st.State, event: Event) -> str:
    return f"{does(view, event.who, 'were', 'was')} **not here to fight**."


def sacrificed(view: st.State, event: Event) -> str:
    piece = piece_name(view, event.a)
    return f"**Self Sacrifice**: {piece} and every piece beside it are defeated."


def stole(view: st.State, event: Event) -> str:
    seen = event.kind == st.STOLE
    card = f"**{card_title(view, max(view.viewer, 0), event.b)}**" if seen else "a card"
    return f"{does(view, event.who, 'take')} {card} from {them(view, event.a)}."


def defeated(view: st.State, event: Event) -> str:
    return f"{capital(piece_name(view, event.a))} is **defeated** by {them(view, event.b)}."


def abducted(view: st.State, event: Event) -> str:
    return f"{does(view, event.who, 'abduct')} {piece_name(view, event.a)}."


def freed(view: st.State, event: Event) -> str:
    why = FREED[event.b].format(them(view, event.who))
    return f"{capital(piece_name(view, event.a))} is **free** and goes home{why}."


def uploaded(view: st.State, event: Event) -> str:
    return f"{does(view, event.who, 'upload')} a piece: **{event.b} of 6**."


def drew(view: st.State, event: Event) -> str:
    why = DRAWS.get(event.b, "").format(them(view, event.c)) if event.c >= 0 else ""
    seen = laid_down(view, event)
    which = f": {seen}" if seen else ""
    return f"{does(view, event.who, 'draw')} {some(event.a, 'card')}{why}{which}."


def reshuffled(view: st.State, event: Event) -> str:
    return f"The discard pile is reshuffled: {some(event.a, 'card')} to draw."


def discarded(view: st.State, event: Event) -> str:
    return f"{does(view, event.who, 'discard')} {laid_down(view, event)}."


def hauled(view: st.State, event: Event) -> str:
    victim = event.a
    miss = does(view, victim, "will miss your next turn", "will miss their next turn")
    return f"{miss}."


def ending(view: st.State) -> str:
    """How the game ended: the last event."""
    return ended(view, unpack(view.event[view.event_count - 1]))


def ended(view: st.State, event: Event) -> str:
    if event.who < 0:
        return "The last turn is over and nobody has won."
    return f"{does(view, event.who, '**win**', '**wins**')}: {VICTORIES[event.a]}."


VICTORIES = (
    "Ninjas dominate the dojo",
    "X marks the spot",
    "the Zombocalypse is here",
    "all six Robots are in the Cloud Mind",
    "the Gunslinger rides into the sunset",
    "all your base are belong to the Aliens",
    "the Elves have outlasted everybody",
)

LINES: dict[int, Callable[[st.State, Event], str]] = {
    st.CHOSE: chose,
    st.SETTLED: settled,
    st.FIRST: simple("go first", "goes first"),
    st.TURN: simple("begin your turn", "begins a turn"),
    st.SKIPPED: simple("**miss** this turn", "**misses** this turn"),
    st.ENTERED: entered,
    **dict.fromkeys(MOVES, moved),
    st.TRICKED: tricked,
    st.RING_TAKEN: ring_taken,
    st.RING_LEFT: ring_left,
    st.PAID: paid,
    st.PLAYED: played,
    st.BOUND: bound,
    st.NEGATED: negated,
    st.FIGHT: fight,
    st.ADDED: added,
    st.OFFERED: offered,
    st.REFUSED: refused,
    st.ACCEPTED: accepted,
    st.PASSED: simple("pass", "passes"),
    st.CONCEDED: simple("concede", "concedes"),
    st.NOT_HERE: not_here,
    st.SACRIFICED: sacrificed,
    st.STOLE: stole,
    st.STOLE_UNSEEN: stole,
    st.DEFEATED: defeated,
    st.WAS_ABDUCTED: abducted,
    st.FREED: freed,
    st.WAS_UPLOADED: uploaded,
    st.DREW: drew,
    st.RESHUFFLED: reshuffled,
    st.DISCARDED: discarded,
    st.HAULED: hauled,
    st.ENDED: ended,
}
