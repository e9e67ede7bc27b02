"""Pocket Sub for people: the chart, the pieces, prompts, consequences and told lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from quarterdeck.engine.scene import (
    Board,
    Cell,
    Consequence,
    Cue,
    Half,
    Mark,
    Picture,
    Piece,
    Tally,
    Told,
    Zone,
    shared,
)
from quarterdeck.engine.state import Event, unpack
from quarterdeck.games.pocket_sub import ahead, chart
from quarterdeck.games.pocket_sub import state as st

SHAPES = ("square", "disc", "diamond", "triangle")
"""Each seat's own shape, on all its pieces: colour is never the only difference."""
TOKEN_SYMBOLS = ("report", "map", "current")
TOKEN_EFFECTS = (
    "Your sub passes enemy mines and subs safely this turn. Where it ends, the usual rules apply.",
    "Your sub passes enemy command centres safely this turn. It must not end in one.",
    "Your sub has 4 movement points this turn, and must use all of them.",
)
WHIRLPOOL_SYMBOLS = ("whirl-cw", "whirl-ccw")
WAYS = ("clockwise", "counter-clockwise")
TURN_CUES = ("cw", "ccw")


def you(view: st.State, seat: int) -> str:
    return "You" if view.viewer == seat else f"{{{seat}}}"


def whose(view: st.State, seat: int) -> str:
    return "your" if view.viewer == seat else f"{{{seat}}}'s"


def partner(view: st.State, seat: int) -> int | None:
    """The other seat of a team."""
    others = (other for other in range(view.seats) if other != seat)
    return next((other for other in others if view.team[other] == view.team[seat]), None)


def owner(view: st.State, seat: int) -> str:
    """Whose piece it is; a partner's must not look like an enemy's."""
    is_partner = view.viewer >= 0 and partner(view, view.viewer) == seat
    return f"your partner {{{seat}}}'s" if is_partner else whose(view, seat)


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def terrain(view: st.State, region: int) -> str:
    if view.rocky >> region & 1:
        return "rocky"
    return "deep" if view.deep >> region & 1 else "shallow"


# The picture ---------------------------------------------------------------------------------


def draw(view: st.State) -> Picture:
    """What a seat (-1: a spectator) sees: everybody sees the same sea."""
    prompt, detail = ask(view, view.viewer)
    return Picture(
        prompt=prompt,
        detail=detail,
        boards=[Board("sea", "The sea", "free", cells(view))],
        zones=[token_zone(view, who) for who in range(view.seats) if view.captain],
        pieces=[*stationary(view), *subs(view), *tokens(view)],
        tallies=[tallies(view, who) for who in range(view.seats)],
    )


def cells(view: st.State) -> list[Cell]:
    players, rotation, wake = view.seats, tuple(view.rotation), wake_of(view)
    return [
        cell(players, rotation, region, terrain(view, region), wake if been(view, region) else None)
        for region in range(len(st.LAYOUTS[players]) * st.REGIONS_A_TILE)
    ]


@shared
def cell(
    players: int, rotation: tuple[int, ...], region: int, terrain: str, wake: Mark | None
) -> Cell:
    return Cell(
        chart.cell(region),
        *chart.spot(players, rotation, region),
        name=chart.name(rotation, region) if chart.is_centre(region) else "",
        label=spoken(rotation, region, terrain),
        terrain=terrain,
        marks=[wake] if wake else [],
        outline=chart.outline(players, rotation, region),
    )


def spoken(rotation: Sequence[int], region: int, terrain: str) -> str:
    letter = chart.LETTERS[region // st.REGIONS_A_TILE]
    if chart.is_centre(region):
        return f"{letter}, the centre, {terrain}"
    return f"{letter} {chart.BEARINGS[chart.side(rotation, region)]}, {terrain}"


def been(view: st.State, region: int) -> bool:
    """Has the moving sub been here this turn?"""
    return bool(view.visited >> region & 1) and region != view.at


def wake_of(view: st.State) -> Mark:
    return Mark("hatch", f"{whose(view, view.actor)} wake this turn", seat=view.actor)


def stationary(view: st.State) -> list[Piece]:
    """Whirlpools, command centres and mines."""
    found = []
    for way, place in enumerate(view.whirlpool):
        if place != st.NOWHERE:
            at = chart.cell(place * st.REGIONS_A_TILE + st.CENTRE)
            label = f"a {WAYS[way]} whirlpool"
            found.append(Piece(f"whirlpool:{way}", at, "token", label, WHIRLPOOL_SYMBOLS[way]))
    for seat in range(view.seats):
        own, shape = owner(view, seat), SHAPES[seat]
        if view.centre[seat] != st.NOWHERE:
            at, label = chart.cell(view.centre[seat]), f"{own} command centre"
            found.append(Piece(f"centre:{seat}", at, "token", label, f"centre-{shape}", seat))
        for region in ahead.bits(view.mines[seat]):
            at = chart.cell(region)
            found.append(Piece(f"mine:{at}", at, "token", f"{own} mine", f"mine-{shape}", seat))
    return found


def subs(view: st.State) -> list[Piece]:
    found = []
    for seat in range(view.seats):
        hero = view.afloat[seat] == 1 and view.turn > 0
        for number, region in enumerate(view.sub[seat]):
            if region == st.NOWHERE:
                continue
            label = f"{owner(view, seat)} {'Hero Sub' if hero else 'sub'}"
            if seat == view.actor and number == view.moving:
                label += ", moving"
            symbol = f"{'hero' if hero else 'sub'}-{SHAPES[seat]}"
            at, badges = chart.cell(region), ["H"] if hero else []
            found.append(
                Piece(f"sub:{seat}:{number}", at, "token", label, symbol, seat, badges=badges)
            )
    return found


def token_zone(view: st.State, who: int) -> Zone:
    kind: Literal["hand", "supply"] = "hand" if who == view.viewer else "supply"
    return Zone(f"tokens:{who}", f"{capital(whose(view, who))} tokens", kind, who)


def tokens(view: st.State) -> list[Piece]:
    """The viewer's own as cards that say what they do; other players' as small symbols."""
    found = []
    for seat in range(view.seats):
        for token in ahead.bits(view.tokens[seat]):
            name, symbol = st.TOKEN_NAMES[token], TOKEN_SYMBOLS[token]
            own = seat == view.viewer
            half = [Half(name, symbol, text=TOKEN_EFFECTS[token])] if own else []
            found.append(Piece(token_id(seat, token), f"tokens:{seat}", "card" if own else "token",
                               name, symbol, seat, half))  # fmt: skip
    return found


def token_id(seat: int, token: int) -> str:
    return f"token:{seat}:{TOKEN_SYMBOLS[token]}"


def tallies(view: st.State, who: int) -> list[Tally]:
    fleet = int(st.FLEET_SIZE[view.seats - st.FEWEST])
    found = [Tally("subs", f"sub-{SHAPES[who]}", view.afloat[who], fleet)]
    if not view.unlimited:
        left = ahead.supply(view, who)
        found.append(Tally("mines left", f"mine-{SHAPES[who]}", left, st.MINES))
    if view.captain:
        found.append(Tally("tokens", "token", view.tokens[who].bit_count(), st.TOKENS))
    return found


# Prompts, labels and targets -----------------------------------------------------------------


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    if seat != view.actor:
        return f"{{{view.actor}}} is to play", waiting(view, seat)
    if view.question == st.PLACE_CENTRE:
        return (
            "Place your command centre on a deep centre",
            "Enemies cannot harm your subs inside it.",
        )
    if view.question == st.PLACE_SUB:
        number = view.afloat[seat] + 1
        hint = "Any empty region that is not deep, or a command centre of your side."
        return f"Place your {('first', 'second', 'third')[number - 1]} sub", hint
    if view.question == st.PLACE_WHIRLPOOL:
        hint = "At the end of every round it turns its tile by one edge, with everything on it."
        return "Place a whirlpool on a tile without a command centre", hint
    if view.question == st.BEGIN:
        return beginning(view)
    if view.question == st.LAY:
        lost = view.sub[seat][view.moving] == st.NOWHERE
        hint = (
            "Your sub is lost, but its mine is still laid." if lost else "Then your turn is over."
        )
        return "Lay a mine in a region that your sub left", hint
    hint = (
        "Shallow or deep costs 1, rocky 2, deep to deep 2. Use all points; enter no region twice."
    )
    return f"Sail: {counted(view.points, 'movement point')} to use", hint


def beginning(view: st.State) -> tuple[str, str]:
    points = st.POINTS + (view.using >> st.CURRENT & 1)
    hint = f"It must use all {points} movement points, then lay a mine in its wake."
    if (other := partner(view, view.actor)) is not None:
        hint += f" Your partner is {{{other}}}."
    more = ", or use another token first" if view.using else ", or use a token first"
    return f"Choose a sub to move{more if view.tokens[view.actor] else ''}", hint


def waiting(view: st.State, seat: int) -> str:
    if seat >= 0 and view.turn and not view.afloat[seat]:
        return "Your subs are lost; your mines and your command centre stay."
    if view.turn:
        return "They move a sub and lay a mine in its wake."
    return "The pieces are being placed."


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb == "token":
        return f"Use the {st.TOKEN_NAMES[number]}"
    if verb == "whirlpool":
        way, place = divmod(number, st.PLACES)
        return f"Place the {WAYS[way]} whirlpool on {chart.LETTERS[place]}"
    if verb == "sub":
        return f"Move the sub at {chart.name(view.rotation, view.sub[view.actor][number])}"
    region = chart.name(view.rotation, number)
    if verb == "sail":
        price = counted(ahead.cost(view, view.at, number), "point")
        deep = view.deep >> view.at & view.deep >> number & 1
        return f"{'Run deep' if deep else 'Sail'} to {region} ({price})"
    if verb == "lay":
        return f"Lay the mine at {region}"
    return (
        f"Place {'the command centre' if view.question == st.PLACE_CENTRE else 'a sub'} at {region}"
    )


def targets(view: st.State, action: int) -> list[str]:
    verb, number = st.ACTIONS.parse(action)
    if verb == "token":
        return [token_id(view.actor, number)]
    if verb == "sub":
        return [f"sub:{view.actor}:{number}", chart.cell(view.sub[view.actor][number])]
    if verb == "whirlpool":
        return [chart.cell(number % st.PLACES * st.REGIONS_A_TILE + st.CENTRE)]
    return [chart.cell(number)]


# Consequences --------------------------------------------------------------------------------


def foresee(view: st.State, action: int) -> list[Consequence]:
    """The consequences of an action: exact, since nothing is hidden."""
    verb, number = st.ACTIONS.parse(action)
    if verb == "token":
        return [Consequence(TOKEN_EFFECTS[number])]
    if verb == "sub":
        losses = ahead.losses(ahead.chosen(view, number))
        text = "Whichever way it goes, this sub would be lost."
        return lost(view, text, chart.cell(view.sub[view.actor][number]), losses)
    if verb == "sail":
        return foresee_step(view, number)
    if verb == "lay" and not view.unlimited:
        left = ahead.supply(view, view.actor) - 1
        return [Consequence(f"You will have {counted(left, 'mine')} left.")]
    return []


def foresee_step(view: st.State, region: int) -> list[Consequence]:
    """What a step costs, what it destroys, and whether the sub can still be saved."""
    after = ahead.stepped(view, region)
    left = f"{after.points} left" if after.points else "none left"
    spent = counted(view.points - after.points, "movement point")
    found = [Consequence(f"Costs {spent}, {left}.")]
    fate, at = ahead.fate_in(view, region, after.points), chart.cell(region)
    if fate == st.AFLOAT:
        return [*found, *foresee_end(after, 0, at)]
    if fate == st.VICTORIOUS:
        found.append(Consequence("Your Hero Sub sinks the enemy sub.", "calm", at))
        return [*found, *foresee_end(after, 1 << region, at)]
    found.append(Consequence(LOST_BY[fate], "danger", at))
    found += fleet_lost(view, ahead.losses_by_step(view, region))
    return [*found, *(Consequence(text, "calm", at) for text in TAKEN_ALONG.get(fate, []))]


def lost(view: st.State, text: str, at: str, losses: int) -> list[Consequence]:
    """Warnings that the turn costs the actor this many subs, whatever follows."""
    if losses == 0:
        return []
    found = [Consequence(text, "danger", at)]
    if losses == ahead.BOTH:
        found.append(Consequence("It would take another of your subs with it.", "danger"))
    return [*found, *fleet_lost(view, losses)]


def fleet_lost(view: st.State, losses: int) -> list[Consequence]:
    """A warning if the actor would have no sub left; a partner may still have some."""
    if view.afloat[view.actor] > losses:
        return []
    return [Consequence("You would have no sub left.", "danger")]


LOST_BY = {
    st.IN_ENEMY_CENTRE: "Your sub would be lost in the enemy command centre.",
    st.BY_MINE: "Your sub would be lost to the mine.",
    st.BY_SUB: "Your sub would be lost in the collision.",
    st.BY_HERO: "Your sub would be lost: a Hero Sub survives the collision.",
    st.OWN_MINE: "Your sub would end on a mine of your own side: both would be lost.",
    st.OWN_SUB: "Your sub would end on a sub of your own side: both would be lost.",
}
TAKEN_ALONG = {
    st.BY_MINE: ["The enemy mine is destroyed, too."],
    st.BY_SUB: ["The enemy sub is destroyed, too."],
}


def foresee_end(after: st.State, sunk: int, at: str) -> list[Consequence]:
    """Can the turn be completed, now that the sub has entered a region unharmed?"""
    if ahead.wins(after, sunk):
        return [Consequence("You win the game.", "calm", at)]
    losses = ahead.losses(after, sunk)
    if after.points == 0 and not ahead.wake(after, sunk):
        if losses == 0:
            return [Consequence("No mine can be laid, but the command centre protects your sub.")]
        return lost(after, "No mine could be laid: the sub would be lost.", at, losses)
    if after.points and not ahead.reachable(after):
        return lost(after, "No step would remain: the sub would be lost.", at, losses)
    return lost(after, "Every way on from there loses the sub.", at, losses)


# Told lines ----------------------------------------------------------------------------------

HOW_LOST = (
    "is lost in an enemy command centre",
    "is sunk by a Hero Sub",
    "runs into a mine and is lost",
    "ends on a mine of its own side and is lost",
    "is lost in a collision",
    "is lost in a collision with its own side",
    "cannot sail on and is lost",
    "cannot lay a mine and is lost",
)


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    kind = st.EVENTS[event.kind]
    if kind == "tile" or (kind == "out" and view.over):
        return None  # the chart shows it; the last line says it
    if kind == "turned":
        at = chart.cell(event.b * st.REGIONS_A_TILE + st.CENTRE)
        text = f"The whirlpool turns tile {chart.LETTERS[event.b]} {WAYS[event.a]}."
        return Told(text, None, [Cue("turn", at, TURN_CUES[event.a])])
    if kind == "ended":
        return Told(ending(view), event.who)
    text, cues = line(view, event, kind)
    return Told(text, event.who, cues)


def line(view: st.State, event: Event, kind: str) -> tuple[str, list[Cue]]:
    """An event's text and cues."""
    me, who, own = view.viewer == event.who, you(view, event.who), whose(view, event.who)
    s = "" if me else "s"
    if kind == "goes-first":
        return f"{who} go{'' if me else 'es'} first.", []
    if kind == "out":
        return f"{who} {'have' if me else 'has'} no subs left and {'are' if me else 'is'} out.", []
    if kind == "token":
        return f"{who} use{s} the **{st.TOKEN_NAMES[event.a]}**.", []
    if kind == "whirlpool":
        at = chart.cell(event.b * st.REGIONS_A_TILE + st.CENTRE)
        text = f"{who} place{s} the {WAYS[event.a]} whirlpool on {chart.LETTERS[event.b]}."
        return text, [Cue("pulse", at, seat=event.who)]
    at, there = chart.cell(event.a), chart.name(before_turning(view), event.a)
    if kind == "sailed":
        to, end = chart.cell(event.b), chart.name(before_turning(view), event.b)
        deep = view.deep >> event.a & view.deep >> event.b & 1
        verb = f"run{s} deep" if deep else f"sail{s}"
        return f"{who} {verb} from {there} to {end}.", [Cue("run", at, to, event.who)]
    if kind == "sunk":
        text = f"{capital(own)} sub at {there} **{HOW_LOST[event.b]}**."
        return text, [Cue("strike", at, seat=event.who)]
    if kind == "mine-gone":
        return f"{capital(own)} mine at {there} is destroyed.", [Cue("strike", at, seat=event.who)]
    if kind == "sheltered":
        end = "no mine can be laid, but the command centre protects it"
        return f"{capital(own)} sub is at {there}: {end}.", []
    piece = {"centre": "a command centre", "sub": "a sub"}.get(kind)
    verb = f"place{s} {piece}" if piece else f"lay{s} a mine"
    return f"{who} {verb} at {there}.", [Cue("pulse", at, seat=event.who)]


def before_turning(view: st.State) -> list[int]:
    """The tiles' rotation while the turn was played: whirlpools turn them at its end."""
    rotation = list(view.rotation)
    for event in map(unpack, view.event[: view.event_count]):
        if event.kind == st.TURNED:
            rotation[event.b] -= int(st.SIXTHS[event.a])
    return rotation


def ending(view: st.State) -> str:
    winners = list(ahead.bits(view.winners))
    if len(winners) == 1:
        verb = "win" if view.viewer in winners else "wins"
        return f"{you(view, winners[0])} **{verb}**: no other subs are afloat."
    names = " and ".join(sorted((you(view, seat) for seat in winners), key=lambda n: n != "You"))
    return f"{names} **win**: no enemy sub is afloat."
