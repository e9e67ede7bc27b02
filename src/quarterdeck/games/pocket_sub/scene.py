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
from quarterdeck.engine.words import Words
from quarterdeck.games.pocket_sub import ahead, chart
from quarterdeck.games.pocket_sub import state as st

say = Words(__package__)
say.know(*st.TOKEN_NAMES, "shallow", "deep", "rocky")

SHAPES = ("square", "disc", "diamond", "triangle")
"""Each seat's own shape, on all its pieces: colour is never the only difference."""
TOKEN_SYMBOLS = ("report", "map", "current")
TOKEN_EFFECTS = say.know(
    "Your sub passes enemy mines and subs safely this turn. Where it ends, the usual rules apply.",
    "Your sub passes enemy command centres safely this turn. It must not end in one.",
    "Your sub has 4 movement points this turn, and must use all of them.",
)
WHIRLPOOLS = say.know("a clockwise whirlpool", "a counter-clockwise whirlpool")
WHIRLPOOL_SYMBOLS = ("whirl-cw", "whirl-ccw")
TURN_CUES = ("cw", "ccw")
CENTRE, MINE, SUB, HERO = (
    say.know(
        "your command centre", "{who}'s command centre", "your partner {who}'s command centre"
    ),
    say.know("your mine", "{who}'s mine", "your partner {who}'s mine"),
    say.know("your sub", "{who}'s sub", "your partner {who}'s sub"),
    say.know("your Hero Sub", "{who}'s Hero Sub", "your partner {who}'s Hero Sub"),
)
"""Whose piece it is; a partner's must not look like an enemy's."""


def name(seat: int) -> str:
    """Stands for the player's name."""
    return f"{{{seat}}}"


def partner(view: st.State, seat: int) -> int | None:
    """The other seat of a team."""
    others = (other for other in range(view.seats) if other != seat)
    return next((other for other in others if view.team[other] == view.team[seat]), None)


def owned(texts: tuple[str, ...], view: st.State, seat: int) -> str:
    """A piece's label: the viewer's own, anybody's, a partner's."""
    is_partner = view.viewer >= 0 and partner(view, view.viewer) == seat
    return say(texts[0 if view.viewer == seat else 2 if is_partner else 1], who=name(seat))


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
        boards=[Board("sea", say("The sea"), "free", cells(view))],
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
        name=chart.name(rotation, region),
        label=spoken(rotation, region, terrain),
        terrain=terrain,
        marks=[wake] if wake else [],
        outline=chart.outline(players, rotation, region),
    )


def spoken(rotation: Sequence[int], region: int, terrain: str) -> str:
    tile, ground = chart.LETTERS[region // st.REGIONS_A_TILE], say(terrain)
    if chart.is_centre(region):
        return say("{tile}, the centre, {terrain}", tile=tile, terrain=ground)
    bearing = say(chart.BEARINGS[chart.side(rotation, region)])
    return say("{tile} {bearing}, {terrain}", tile=tile, bearing=bearing, terrain=ground)


def been(view: st.State, region: int) -> bool:
    """Has the moving sub been here this turn?"""
    return bool(view.visited >> region & 1) and region != view.at


def wake_of(view: st.State) -> Mark:
    mine, who = view.viewer == view.actor, name(view.actor)
    label = say.to(mine, "your wake this turn", "{who}'s wake this turn", who=who)
    return Mark("hatch", label, seat=view.actor)


def stationary(view: st.State) -> list[Piece]:
    """Whirlpools, command centres and mines."""
    found = []
    for way, place in enumerate(view.whirlpool):
        if place != st.NOWHERE:
            at = chart.cell(place * st.REGIONS_A_TILE + st.CENTRE)
            label, symbol = say(WHIRLPOOLS[way]), WHIRLPOOL_SYMBOLS[way]
            found.append(Piece(f"whirlpool:{way}", at, "token", label, symbol))
    for seat in range(view.seats):
        shape = SHAPES[seat]
        if view.centre[seat] != st.NOWHERE:
            at, label = chart.cell(view.centre[seat]), owned(CENTRE, view, seat)
            found.append(Piece(f"centre:{seat}", at, "token", label, f"centre-{shape}", seat))
        label = owned(MINE, view, seat)
        for region in ahead.bits(view.mines[seat]):
            at = chart.cell(region)
            found.append(Piece(f"mine:{at}", at, "token", label, f"mine-{shape}", seat))
    return found


def subs(view: st.State) -> list[Piece]:
    found = []
    for seat in range(view.seats):
        hero = view.afloat[seat] == 1 and view.turn > 0
        for number, region in enumerate(view.sub[seat]):
            if region == st.NOWHERE:
                continue
            label = owned(HERO if hero else SUB, view, seat)
            if seat == view.actor and number == view.moving:
                label = say("{sub}, moving", sub=label)
            symbol = f"{'hero' if hero else 'sub'}-{SHAPES[seat]}"
            at, badges = chart.cell(region), [say("H")] if hero else []
            found.append(
                Piece(f"sub:{seat}:{number}", at, "token", label, symbol, seat, badges=badges)
            )
    return found


def token_zone(view: st.State, who: int) -> Zone:
    kind: Literal["hand", "supply"] = "hand" if who == view.viewer else "supply"
    label = say.to(who == view.viewer, "Your tokens", "{who}'s tokens", who=name(who))
    return Zone(f"tokens:{who}", label, kind, who)


def tokens(view: st.State) -> list[Piece]:
    """The viewer's own as cards that say what they do; other players' as small symbols."""
    found = []
    for seat in range(view.seats):
        for token in ahead.bits(view.tokens[seat]):
            called, symbol = say(st.TOKEN_NAMES[token]), TOKEN_SYMBOLS[token]
            own = seat == view.viewer
            half = [Half(called, symbol, text=say(TOKEN_EFFECTS[token]))] if own else []
            found.append(Piece(token_id(seat, token), f"tokens:{seat}", "card" if own else "token",
                               called, symbol, seat, half))  # fmt: skip
    return found


def token_id(seat: int, token: int) -> str:
    return f"token:{seat}:{TOKEN_SYMBOLS[token]}"


def tallies(view: st.State, who: int) -> list[Tally]:
    fleet = int(st.FLEET_SIZE[view.seats - st.FEWEST])
    found = [Tally(say("subs"), f"sub-{SHAPES[who]}", view.afloat[who], fleet)]
    if not view.unlimited:
        left = ahead.supply(view, who)
        found.append(Tally(say("mines left"), f"mine-{SHAPES[who]}", left, st.MINES))
    if view.captain:
        found.append(Tally(say("tokens"), "token", view.tokens[who].bit_count(), st.TOKENS))
    return found


# Prompts, labels and targets -----------------------------------------------------------------


def ask(view: st.State, seat: int) -> tuple[str, str]:
    """The prompt and its detail."""
    if view.over:
        return "", ""
    if seat != view.actor:
        return say("{who} is to play", who=name(view.actor)), waiting(view, seat)
    if view.question == st.PLACE_CENTRE:
        return (
            say("Place your command centre on a deep centre"),
            say("Enemies cannot harm your subs inside it."),
        )
    if view.question == st.PLACE_SUB:
        where = say("Any empty region that is not deep, or a command centre of your side.")
        return say(PLACE_NEXT[view.afloat[seat]]), where
    if view.question == st.PLACE_WHIRLPOOL:
        return (
            say("Place a whirlpool on a tile without a command centre"),
            say("At the end of every round it turns its tile by one edge, with everything on it."),
        )
    if view.question == st.BEGIN:
        return beginning(view)
    if view.question == st.LAY:
        return say("Lay a mine in a region that your sub left"), laying(view, seat)
    prompt = say.count(
        "Sail: {n} movement point to use", "Sail: {n} movement points to use", view.points
    )
    return prompt, say(
        "Shallow or deep costs 1, rocky 2, deep to deep 2. Use all points; enter no region twice."
    )


PLACE_NEXT = say.know("Place your first sub", "Place your second sub", "Place your third sub")


def beginning(view: st.State) -> tuple[str, str]:
    points = st.POINTS + (view.using >> st.CURRENT & 1)
    hint = say("It must use all {n} movement points, then lay a mine in its wake.", n=points)
    if (other := partner(view, view.actor)) is not None:
        hint += " " + say("Your partner is {who}.", who=name(other))
    if not view.tokens[view.actor]:
        return say("Choose a sub to move"), hint
    if view.using:
        return say("Choose a sub to move, or use another token first"), hint
    return say("Choose a sub to move, or use a token first"), hint


def laying(view: st.State, seat: int) -> str:
    if view.sub[seat][view.moving] == st.NOWHERE:
        return say("Your sub is lost, but its mine is still laid.")
    return say("Then your turn is over.")


def waiting(view: st.State, seat: int) -> str:
    if seat >= 0 and view.turn and not view.afloat[seat]:
        return say("Your subs are lost; your mines and your command centre stay.")
    if view.turn:
        return say("They move a sub and lay a mine in its wake.")
    return say("The pieces are being placed.")


def label(view: st.State, action: int) -> str:
    verb, number = st.ACTIONS.parse(action)
    if verb == "token":
        return say("Use the {token}", token=say(st.TOKEN_NAMES[number]))
    if verb == "whirlpool":
        way, place = divmod(number, st.PLACES)
        return say(PLACE_WHIRLPOOL[way], tile=chart.LETTERS[place])
    if verb == "sub":
        region = chart.name(view.rotation, view.sub[view.actor][number])
        return say("Move the sub at {region}", region=region)
    region = chart.name(view.rotation, number)
    if verb == "sail":
        return step_label(view, number, region)
    if verb == "lay":
        return say("Lay the mine at {region}", region=region)
    if view.question == st.PLACE_CENTRE:
        return say("Place the command centre at {region}", region=region)
    return say("Place a sub at {region}", region=region)


PLACE_WHIRLPOOL = say.know(
    "Place the clockwise whirlpool on {tile}", "Place the counter-clockwise whirlpool on {tile}"
)


def step_label(view: st.State, to: int, region: str) -> str:
    price = ahead.cost(view, view.at, to)
    if view.deep >> view.at & view.deep >> to & 1:
        return say.count(
            "Run deep to {region} ({n} point)", "Run deep to {region} ({n} points)", price,
            region=region,
        )  # fmt: skip
    return say.count(
        "Sail to {region} ({n} point)", "Sail to {region} ({n} points)", price, region=region
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
        return [Consequence(say(TOKEN_EFFECTS[number]))]
    if verb == "sub":
        losses = ahead.losses(ahead.chosen(view, number))
        text = say("Whichever way it goes, this sub would be lost.")
        return lost(view, text, chart.cell(view.sub[view.actor][number]), losses)
    if verb == "sail":
        return foresee_step(view, number)
    if verb == "lay" and not view.unlimited:
        left = ahead.supply(view, view.actor) - 1
        text = say.count("You will have {n} mine left.", "You will have {n} mines left.", left)
        return [Consequence(text)]
    return []


def foresee_step(view: st.State, region: int) -> list[Consequence]:
    """What a step costs, what it destroys, and whether the sub can still be saved."""
    after = ahead.stepped(view, region)
    found = [Consequence(cost(view.points - after.points, after.points))]
    fate, at = ahead.fate_in(view, region, after.points), chart.cell(region)
    if fate == st.AFLOAT:
        return [*found, *foresee_end(after, 0, at)]
    if fate == st.VICTORIOUS:
        found.append(Consequence(say("Your Hero Sub sinks the enemy sub."), "calm", at))
        return [*found, *foresee_end(after, 1 << region, at)]
    found.append(Consequence(say(LOST_BY[fate]), "danger", at))
    found += fleet_lost(view, ahead.losses_by_step(view, region))
    return [*found, *(Consequence(say(text), "calm", at) for text in TAKEN_ALONG.get(fate, []))]


def cost(spent: int, left: int) -> str:
    if left == 0:
        return say.count(
            "Costs {n} movement point, none left.", "Costs {n} movement points, none left.", spent
        )
    return say.count(
        "Costs {n} movement point, {left} left.",
        "Costs {n} movement points, {left} left.",
        spent,
        left=left,
    )


def lost(view: st.State, text: str, at: str, losses: int) -> list[Consequence]:
    """Warnings that the turn costs the actor this many subs, whatever follows."""
    if losses == 0:
        return []
    found = [Consequence(text, "danger", at)]
    if losses == ahead.BOTH:
        found.append(Consequence(say("It would take another of your subs with it."), "danger"))
    return [*found, *fleet_lost(view, losses)]


def fleet_lost(view: st.State, losses: int) -> list[Consequence]:
    """A warning if the actor would have no sub left; a partner may still have some."""
    if view.afloat[view.actor] > losses:
        return []
    return [Consequence(say("You would have no sub left."), "danger")]


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
say.know(*LOST_BY.values(), *(text for texts in TAKEN_ALONG.values() for text in texts))


def foresee_end(after: st.State, sunk: int, at: str) -> list[Consequence]:
    """Can the turn be completed, now that the sub has entered a region unharmed?"""
    if ahead.wins(after, sunk):
        return [Consequence(say("You win the game."), "calm", at)]
    losses = ahead.losses(after, sunk)
    if after.points == 0 and not ahead.wake(after, sunk):
        if losses == 0:
            return [
                Consequence(say("No mine can be laid, but the command centre protects your sub."))
            ]
        return lost(after, say("No mine could be laid: the sub would be lost."), at, losses)
    if after.points and not ahead.reachable(after):
        return lost(after, say("No step would remain: the sub would be lost."), at, losses)
    return lost(after, say("Every way on from there loses the sub."), at, losses)


# Told lines ----------------------------------------------------------------------------------

SUNK = (
    say.know(
        "Your sub at {region} **is lost in an enemy command centre**.",
        "{who}'s sub at {region} **is lost in an enemy command centre**.",
    ),
    say.know(
        "Your sub at {region} **is sunk by a Hero Sub**.",
        "{who}'s sub at {region} **is sunk by a Hero Sub**.",
    ),
    say.know(
        "Your sub at {region} **runs into a mine and is lost**.",
        "{who}'s sub at {region} **runs into a mine and is lost**.",
    ),
    say.know(
        "Your sub at {region} **ends on a mine of its own side and is lost**.",
        "{who}'s sub at {region} **ends on a mine of its own side and is lost**.",
    ),
    say.know(
        "Your sub at {region} **is lost in a collision**.",
        "{who}'s sub at {region} **is lost in a collision**.",
    ),
    say.know(
        "Your sub at {region} **is lost in a collision with its own side**.",
        "{who}'s sub at {region} **is lost in a collision with its own side**.",
    ),
    say.know(
        "Your sub at {region} **cannot sail on and is lost**.",
        "{who}'s sub at {region} **cannot sail on and is lost**.",
    ),
    say.know(
        "Your sub at {region} **cannot lay a mine and is lost**.",
        "{who}'s sub at {region} **cannot lay a mine and is lost**.",
    ),
)
"""For its owner and for others, by how it was lost."""
TOLD = {
    "goes-first": say.know("You go first.", "{who} goes first."),
    "out": say.know("You have no subs left and are out.", "{who} has no subs left and is out."),
    "token": say.know("You use the **{token}**.", "{who} uses the **{token}**."),
    "centre": say.know(
        "You place a command centre at {region}.", "{who} places a command centre at {region}."
    ),
    "sub": say.know("You place a sub at {region}.", "{who} places a sub at {region}."),
    "sailed": say.know("You sail from {region} to {end}.", "{who} sails from {region} to {end}."),
    "ran-deep": say.know(
        "You run deep from {region} to {end}.", "{who} runs deep from {region} to {end}."
    ),
    "mined": say.know("You lay a mine at {region}.", "{who} lays a mine at {region}."),
    "mine-gone": say.know(
        "Your mine at {region} is destroyed.", "{who}'s mine at {region} is destroyed."
    ),
    "sheltered": say.know(
        "Your sub is at {region}: no mine can be laid, but the command centre protects it.",
        "{who}'s sub is at {region}: no mine can be laid, but the command centre protects it.",
    ),
}
WHIRLPOOL_PLACED = (
    say.know(
        "You place the clockwise whirlpool on {tile}.",
        "{who} places the clockwise whirlpool on {tile}.",
    ),
    say.know(
        "You place the counter-clockwise whirlpool on {tile}.",
        "{who} places the counter-clockwise whirlpool on {tile}.",
    ),
)
TURNED = say.know(
    "The whirlpool turns tile {tile} clockwise.",
    "The whirlpool turns tile {tile} counter-clockwise.",
)


def tell(view: st.State, event: Event) -> Told | None:
    """One event as a line for the viewer."""
    kind = st.EVENTS[event.kind]
    if kind == "tile" or (kind == "out" and view.over):
        return None  # the chart shows it; the last line says it
    if kind == "turned":
        text = say(TURNED[event.a], tile=chart.LETTERS[event.b])
        turn = Cue("turn", centre_of(event.b), TURN_CUES[event.a], moment="whirl-pool")
        return Told(text, None, [turn])
    if kind == "ended":
        return Told(ending(view), event.who)
    if kind == "whirlpool":
        text = said(WHIRLPOOL_PLACED[event.a], view, event, tile=chart.LETTERS[event.b])
        place = Cue("pulse", centre_of(event.b), seat=event.who, moment="whirl-pool")
        return Told(text, event.who, [place])
    if kind in ("goes-first", "out", "token"):
        token = say(st.TOKEN_NAMES[event.a]) if kind == "token" else ""
        return Told(said(TOLD[kind], view, event, token=token), event.who)
    return happened(view, event, kind)


def said(texts: tuple[str, ...], view: st.State, event: Event, **fields: object) -> str:
    """A line for whom it is about, or for the others."""
    return say(texts[view.viewer != event.who], who=name(event.who), **fields)


def centre_of(place: int) -> str:
    return chart.cell(place * st.REGIONS_A_TILE + st.CENTRE)


def happened(view: st.State, event: Event, kind: str) -> Told:
    """Something that happened in a region."""
    at, region = chart.cell(event.a), chart.name(before_turning(view), event.a)
    if kind == "sailed":
        end = chart.name(before_turning(view), event.b)
        deep = view.deep >> event.a & view.deep >> event.b & 1
        text = said(TOLD["ran-deep" if deep else "sailed"], view, event, region=region, end=end)
        return Told(text, event.who, [Cue("run", at, chart.cell(event.b), event.who)])
    texts = SUNK[event.b] if kind == "sunk" else TOLD[kind]
    text = said(texts, view, event, region=region)
    return Told(text, event.who, cues(event, kind, at))


def cues(event: Event, kind: str, at: str) -> list[Cue]:
    """What befalls the piece in a region."""
    if kind == "sunk":
        return [Cue("strike", at, seat=event.who, moment=sinking(event.b, event.who))]
    if kind == "mine-gone":
        return [Cue("strike", at, seat=event.who, moment="burst-mine")]
    if kind == "mined":
        return [Cue("drop", at, seat=event.who, moment=f"drop-mine-{SHAPES[event.who]}")]
    return [Cue("pulse", at, seat=event.who)] if kind in ("centre", "sub") else []


def sinking(how: int, seat: int) -> str:
    """The moment at which a sub is lost."""
    if how in (st.STUCK, st.NO_MINE):
        return f"sink-sub-{SHAPES[seat]}"
    if how in (st.BY_MINE, st.OWN_MINE):
        return "burst-mine"
    return "burst-torpedo" if how == st.IN_ENEMY_CENTRE else "burst-crash"


def before_turning(view: st.State) -> list[int]:
    """The tiles' rotation while the turn was played: whirlpools turn them at its end."""
    rotation = list(view.rotation)
    for event in map(unpack, view.event[: view.event_count]):
        if event.kind == st.TURNED:
            rotation[event.b] -= int(st.SIXTHS[event.a])
    return rotation


def ending(view: st.State) -> str:
    winners = list(ahead.bits(view.winners))
    others = [name(seat) for seat in winners if seat != view.viewer]
    if len(winners) == 1 and not others:
        return say("You **win**: no other subs are afloat.")
    if len(winners) == 1:
        return say("{who} **wins**: no other subs are afloat.", who=others[0])
    if len(others) == 1:
        return say("You and {other} **win**: no enemy sub is afloat.", other=others[0])
    return say("{who} and {other} **win**: no enemy sub is afloat.", who=others[0], other=others[1])
