"""The log: every event as a told line for one viewer, with its cues."""

from __future__ import annotations

from collections.abc import Callable

from quarterdeck.engine.scene import Cue, Told
from quarterdeck.engine.state import Event, unpack
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.art import effect_art
from quarterdeck.games.zerpang.picture.fight import fight as contest
from quarterdeck.games.zerpang.picture.names import (
    COORDINATES,
    EFFECT_SHORT,
    capital,
    card_title,
    cards_named,
    cell,
    effect_name,
    keeper,
    name,
    number_of_cards,
    owner,
    piece_name,
    points,
    space_name,
    training,
)
from quarterdeck.games.zerpang.words import say

PURPOSES = say.know(
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
MEANS = ("", " with {card}", ", paying a fee", ", a pair of them")
"""With what besides the card itself: ALONE, TRAINED, FEE, PAIR."""
say.know(*MEANS[1:])
A_PIECE = say.know(
    "a Ninja", "a Pirate", "a Zombie", "a Robot", "a Gunslinger", "an Alien", "an Elf"
)
"""[class]: a piece whose owner the sentence names already."""
MOVES = {
    st.MOVED: (
        "You move {piece} from {start} to **{end}**.",
        "{who} moves {piece} from {start} to **{end}**.",
    ),
    st.LEAPT: (
        "You leap with {piece} from {start} to **{end}**.",
        "{who} leaps with {piece} from {start} to **{end}**.",
    ),
    st.BALLOONED: (
        "You balloon {piece} from {start} to **{end}**.",
        "{who} balloons {piece} from {start} to **{end}**.",
    ),
    st.PLACED: (
        "You put {piece} from {start} to **{end}**.",
        "{who} puts {piece} from {start} to **{end}**.",
    ),
    st.FLED: (
        "You flee with {piece} from {start} to **{end}**.",
        "{who} flees with {piece} from {start} to **{end}**.",
    ),
    st.SAVED: (
        "You save {piece} from {start} to **{end}**.",
        "{who} saves {piece} from {start} to **{end}**.",
    ),
}
DRAWS = {
    st.FOR_FORTUNE: (
        "You draw {cards} for that card{which}.",
        "{who} draws {cards} for that card{which}.",
    ),
    st.FOR_PROBE: (
        "You draw {cards} by Resource Probe{which}.",
        "{who} draws {cards} by Resource Probe{which}.",
    ),
    st.FOR_SALVAGE: (
        "You draw {cards} by Salvage Operation{which}.",
        "{who} draws {cards} by Salvage Operation{which}.",
    ),
}
"""`which`: as far as the viewer saw the cards."""
say.know(*(text for texts in (*MOVES.values(), *DRAWS.values()) for text in texts))


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
    return Told(line, event.who if event.who >= 0 else None, cues(view, event))


def cues(view: st.State, event: Event) -> list[Cue]:
    """The movement and sound of an event."""
    kind, who, a, b, c = event.kind, event.who, event.a, event.b, event.c
    if kind in MOVES:
        return [Cue("run", cell(b), cell(c), owner(a)), *goal_reached(view, owner(a), c)]
    if kind == st.ENTERED:
        return [Cue("run", f"home:{who}", cell(b), who)]
    if kind in (st.RING_TAKEN, st.RING_LEFT):
        at = cell(b if kind == st.RING_TAKEN else a)
        return [Cue("pulse", at, moment="capture-ring")]
    if kind == st.DEFEATED:
        return [Cue("strike", cell(c), seat=who, moment="burst-pow")]
    if kind == st.FIGHT:
        fighting = contest(view)
        sides = fighting.sides if fighting else []
        return [Cue("pulse", cell(c), seat=who, moment="clash-versus", sides=sides)]
    if kind in (st.DREW, st.DISCARDED):
        ends = ("deck", f"hand:{who}") if kind == st.DREW else (f"hand:{who}", "discard")
        return [Cue("carry", *ends, who)] if a else []
    if kind in (st.STOLE, st.STOLE_UNSEEN):
        return [Cue("carry", f"home:{a}", f"home:{who}", who, "capture-loot")]
    if kind in (st.PLAYED, st.BOUND):
        effect = tb.BINDING if kind == st.BOUND else a
        moment = f"reveal-{effect_art(view, effect, who)}"
        return [Cue("carry", f"home:{who}", "discard", who, moment)]
    if kind in (st.PAID, st.ADDED):
        return [Cue("carry", f"hand:{who}", "discard", who)]
    if kind == st.WAS_UPLOADED:
        return [Cue("done", f"home:{who}", "", who, "capture-cloud", str(b))]
    if kind == st.WAS_ABDUCTED:
        return [Cue("done", f"home:{who}", "", who, "capture-abduction")]
    return []


def goal_reached(view: st.State, seat: int, space: int) -> list[Cue]:
    """A Ninja has entered a Great House, or a Pirate stands on an X."""
    goals = {tb.NINJA: (tb.GREAT_HOUSE, "capture-house"), tb.PIRATE: (tb.X_MARK, "capture-x")}
    ground, moment = goals.get(view.role[seat], (tb.NONE, ""))
    if not 0 <= space < tb.SPACES or tb.TERRAIN[space] != ground:
        return []
    return [Cue("done", cell(space), "", seat, moment)]


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


def doer(view: st.State, event: Event) -> tuple[bool, str]:
    """Is it the viewer who did it, and their name."""
    return event.who == view.viewer, name(event.who)


def simple(mine: str, others: str) -> Callable[[st.State, Event], str]:
    """A line that says only who did what."""
    say.know(mine, others)

    def line(view: st.State, event: Event) -> str:
        me, who = doer(view, event)
        return say.to(me, mine, others, who=who)

    return line


def chose(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    kind = say(tb.CLASS_NAMES[event.a])
    return say.to(me, "You play the **{kind}**.", "{who} plays the **{kind}**.", who=who, kind=kind)


def settled(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    return say.to(
        me, "You settle in Home Base {n}.", "{who} settles in Home Base {n}.", who=who, n=event.a
    )


def entered(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    said = {"who": who, "piece": one_of(view, event.who), "gate": COORDINATES[event.b]}
    if event.c:
        return say.to(
            me,
            "You bring {piece} onto Gate {gate} for free.",
            "{who} brings {piece} onto Gate {gate} for free.",
            **said,
        )
    return say.to(
        me,
        "You bring {piece} onto Gate {gate}.",
        "{who} brings {piece} onto Gate {gate}.",
        **said,
    )


def one_of(view: st.State, seat: int) -> str:
    """A piece whose owner the sentence names already: "a Ninja", "an Alien"."""
    return say(A_PIECE[view.role[seat]])


def moved(view: st.State, event: Event) -> str:
    """A piece has moved, by its owner or by somebody else."""
    me, who = doer(view, event)
    own = event.who == owner(event.a)
    piece = one_of(view, event.who) if own else f"**{piece_name(view, event.a)}**"
    start, end = (spot(view, event, space) for space in (event.b, event.c))
    return say.to(me, *MOVES[event.kind], who=who, piece=piece, start=start, end=end)


def spot(view: st.State, event: Event, space: int) -> str:
    """Where a piece has moved from or to; a player's own Gates need no owner."""
    if event.who == owner(event.a) == keeper(view, space):
        return say("Gate {gate}", gate=COORDINATES[space])
    return space_name(view, space)


def tricked(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    return say.to(
        me,
        "You trick {piece} into moving.",
        "{who} tricks {piece} into moving.",
        who=who,
        piece=piece_name(view, event.a),
    )


def ring_taken(view: st.State, event: Event) -> str:
    line = say.count(
        "{piece} on {space} now carries {n} Infection Ring.",
        "{piece} on {space} now carries {n} Infection Rings.",
        event.c,
        piece=piece_name(view, event.a),
        space=space_name(view, event.b),
    )
    return capital(line)


def ring_left(view: st.State, event: Event) -> str:
    return say("An Infection Ring is left on {space}.", space=space_name(view, event.a))


def paid(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    return say.to(
        me,
        "You pay {points} {purpose}: {cards}.",
        "{who} pays {points} {purpose}: {cards}.",
        who=who,
        points=points(event.b),
        purpose=say(PURPOSES[event.a]),
        cards=laid_down(view, event),
    )


def played(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    whom = named(view, event)
    said = {
        "who": who,
        "whom": name(whom),
        "card": effect_name(view, event.a, event.who),
        "means": with_what(view, event.who, event.c),
        "effect": say(EFFECT_SHORT[event.a]),
    }
    if whom == tb.NONE:
        return say.to(
            me,
            "You play **{card}**{means}: {effect}.",
            "{who} plays **{card}**{means}: {effect}.",
            **said,
        )
    if event.a == tb.KEEL and whom == view.viewer:
        return say("{who} plays **{card}** on you{means}: {effect}.", **said)
    if event.a == tb.KEEL:
        return say.to(
            me,
            "You play **{card}** on {whom}{means}: {effect}.",
            "{who} plays **{card}** on {whom}{means}: {effect}.",
            **said,
        )
    if whom == view.viewer:
        return say("{who} plays **{card}** for you{means}: {effect}.", **said)
    return say.to(
        me,
        "You play **{card}** for {whom}{means}: {effect}.",
        "{who} plays **{card}** for {whom}{means}: {effect}.",
        **said,
    )


def named(view: st.State, event: Event) -> int:
    """Whom a card hits or helps, if not its player; NONE if nobody."""
    if event.a == tb.KEEL:
        return event.b
    if event.b == tb.NONE or view.defender == tb.NONE:
        return tb.NONE
    return helped(view, event.who, event.b)


def helped(view: st.State, who: int, side: int) -> int:
    """Whom a card in a fight helps, if not its player."""
    fighter = owner(view.defender if side == st.DEFENDER else view.aggressor)
    return tb.NONE if fighter == who else fighter


def with_what(view: st.State, who: int, which: int) -> str:
    return say(MEANS[which], card=training(view, who)) if MEANS[which] else ""


def bound(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    means = with_what(view, event.who, event.c)
    if event.b != 1:
        return say.to(
            me,
            "You answer that with **Mystic Binding**{means}.",
            "{who} answers that with **Mystic Binding**{means}.",
            who=who,
            means=means,
        )
    return say.to(
        me,
        "You answer {card} with **Mystic Binding**{means}.",
        "{who} answers {card} with **Mystic Binding**{means}.",
        who=who,
        card=effect_name(view, event.a, event.who),
        means=means,
    )


def negated(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    card = effect_name(view, event.a, event.who)
    return say.to(
        me,
        "Your {card} has **no effect**.",
        "{who}'s {card} has **no effect**.",
        who=who,
        card=card,
    )


def fight(view: st.State, event: Event) -> str:
    one, other = piece_name(view, event.a), piece_name(view, event.b)
    return capital(say("{piece} **attacks** {other}.", piece=one, other=other))


def added(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    whom = helped(view, event.who, event.a) if view.defender != tb.NONE else tb.NONE
    said = {"who": who, "whom": name(whom), "n": event.b, "cards": laid_down(view, event)}
    if whom == tb.NONE:
        return say.to(me, "You add **{n}**: {cards}.", "{who} adds **{n}**: {cards}.", **said)
    if whom == view.viewer:
        return say("{who} adds **{n}** for you: {cards}.", **said)
    return say.to(
        me,
        "You add **{n}** for {whom}: {cards}.",
        "{who} adds **{n}** for {whom}: {cards}.",
        **said,
    )


def offered(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    whom = helped(view, event.who, event.b)
    said = {"who": who, "whom": name(whom), "card": effect_name(view, event.a, event.who)}
    if whom == view.viewer:
        return say("{who} offers **{card}** for you.", **said)
    return say.to(
        me, "You offer **{card}** for {whom}.", "{who} offers **{card}** for {whom}.", **said
    )


def refused(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    said = {"who": who, "whom": name(event.a), "card": effect_name(view, event.b, event.a)}
    if event.a == view.viewer:
        return say("{who} refuses your {card}.", **said)
    return say.to(me, "You refuse {whom}'s {card}.", "{who} refuses {whom}'s {card}.", **said)


def accepted(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    said = {"who": who, "whom": name(event.a), "card": effect_name(view, event.b, event.a)}
    if event.a == view.viewer:
        return say("{who} accepts your {card}.", **said)
    return say.to(me, "You accept {whom}'s {card}.", "{who} accepts {whom}'s {card}.", **said)


def sacrificed(view: st.State, event: Event) -> str:
    piece = piece_name(view, event.a)
    return say("**Self Sacrifice**: {piece} and every piece beside it are defeated.", piece=piece)


def stole(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    card = say("a card")
    if event.kind == st.STOLE:
        card = f"**{card_title(view, max(view.viewer, 0), event.b)}**"
    said = {"who": who, "whom": name(event.a), "card": card}
    if event.a == view.viewer:
        return say("{who} takes {card} from you.", **said)
    return say.to(me, "You take {card} from {whom}.", "{who} takes {card} from {whom}.", **said)


def defeated(view: st.State, event: Event) -> str:
    line = say.to(
        event.b == view.viewer,
        "{piece} is **defeated** by you.",
        "{piece} is **defeated** by {who}.",
        piece=piece_name(view, event.a),
        who=name(event.b),
    )
    return capital(line)


def abducted(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    piece = piece_name(view, event.a)
    return say.to(me, "You abduct {piece}.", "{who} abducts {piece}.", who=who, piece=piece)


def freed(view: st.State, event: Event) -> str:
    said = {"piece": piece_name(view, event.a), "who": name(event.who)}
    if event.b == st.BY_CROWDING:
        line = say("{piece} is **free** and goes home: the Aliens' Home Base is full.", **said)
    elif event.b == st.BY_RELEASE:
        line = say("{piece} is **free** and goes home: tagged and released.", **said)
    else:
        line = say.to(
            event.who == view.viewer,
            "{piece} is **free** and goes home: the Aliens lost to you.",
            "{piece} is **free** and goes home: the Aliens lost to {who}.",
            **said,
        )
    return capital(line)


def uploaded(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    return say.to(
        me,
        "You upload a piece: **{n} of 6**.",
        "{who} uploads a piece: **{n} of 6**.",
        who=who,
        n=event.b,
    )


def drew(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    seen = laid_down(view, event)
    said = {
        "who": who,
        "whom": name(event.c),
        "cards": number_of_cards(event.a),
        "which": f": {seen}" if seen else "",
    }
    if event.b in DRAWS and event.c >= 0:
        return say.to(me, *DRAWS[event.b], **said)
    if event.b != st.FOR_BLOCKADE:
        return say.to(me, "You draw {cards}{which}.", "{who} draws {cards}{which}.", **said)
    if event.c == view.viewer:
        return say("{who} draws {cards} that you would have drawn{which}.", **said)
    return say.to(
        me,
        "You draw {cards} that {whom} would have drawn{which}.",
        "{who} draws {cards} that {whom} would have drawn{which}.",
        **said,
    )


def reshuffled(view: st.State, event: Event) -> str:
    return say.count(
        "The discard pile is reshuffled: {n} card to draw.",
        "The discard pile is reshuffled: {n} cards to draw.",
        event.a,
    )


def discarded(view: st.State, event: Event) -> str:
    me, who = doer(view, event)
    cards = laid_down(view, event)
    return say.to(me, "You discard {cards}.", "{who} discards {cards}.", who=who, cards=cards)


def hauled(view: st.State, event: Event) -> str:
    return say.to(
        event.a == view.viewer,
        "You will miss your next turn.",
        "{who} will miss their next turn.",
        who=name(event.a),
    )


def ending(view: st.State) -> str:
    """How the game ended: the last event."""
    return ended(view, unpack(view.event[view.event_count - 1]))


def ended(view: st.State, event: Event) -> str:
    if event.who < 0:
        return say("The last turn is over and nobody has won.")
    me, who = doer(view, event)
    how = say(VICTORIES[event.a])
    return say.to(me, "You **win**: {how}.", "{who} **wins**: {how}.", who=who, how=how)


VICTORIES = say.know(
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
    st.FIRST: simple("You go first.", "{who} goes first."),
    st.TURN: simple("You begin your turn.", "{who} begins a turn."),
    st.SKIPPED: simple("You **miss** this turn.", "{who} **misses** this turn."),
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
    st.PASSED: simple("You pass.", "{who} passes."),
    st.CONCEDED: simple("You concede.", "{who} concedes."),
    st.NOT_HERE: simple("You were **not here to fight**.", "{who} was **not here to fight**."),
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
