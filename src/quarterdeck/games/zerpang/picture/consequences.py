"""What an action leads to, worked out from the view alone: prices, fights, totals, wins."""

from __future__ import annotations

import copy

from quarterdeck.engine.rule import interpret
from quarterdeck.engine.scene import Consequence, Tone
from quarterdeck.games.zerpang import combat, goals
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.picture.fight import ahead, fighter, rating
from quarterdeck.games.zerpang.picture.labels import (
    SET_TOTAL,
    destination,
    entrance_price,
    gate,
    path_price,
    walker,
)
from quarterdeck.games.zerpang.picture.names import (
    CLASS_TEXTS,
    NEXT,
    VALUE,
    capital,
    cell,
    name,
    owner,
    piece_name,
    points,
    space_name,
    value,
)
from quarterdeck.games.zerpang.words import say

has_won = interpret(goals.has_won)
weigh_pieces = interpret(combat.weigh_pieces)
CHANGED = ("place", "at", "rings", "lying", "base", "points", "disoriented")
"""The fields that looking ahead changes; the rest of the view is shared."""


def foresee(view: st.State, action: int) -> list[Consequence]:
    """What follows for certain, or if the others do nothing."""
    verb, number = st.ACTIONS.parse(action)
    if verb == "class":
        return [Consequence(say(text)) for text in CLASS_TEXTS[number][1:]]
    if verb == "enter":
        return after_entrance(view, gate(view, view.actor, number))
    if verb == "step":
        return after_step(view, number)
    if verb == "stop":
        return [*priced(path_price(view, view.steps)), *after_stop(view, {}, True)]
    if verb == "space":
        return after_stop(view, {view.chosen: number}, True)
    if verb == "upload":
        return after_upload(view)
    if view.question in (st.CLOCK, st.ASSIST_PLAY, st.OFFER_SACRIFICE):
        return in_fight(view, verb, number)
    if verb == "card" and view.question == st.PAY:
        over = view.paid + value(view, view.actor, number) - view.price
        if over > 0:
            return [Consequence(say("Overpays by {points}.", points=points(over)))]
    return []


def priced(price: int) -> list[Consequence]:
    return [Consequence(say("Costs {points}.", points=points(price)))] if price else []


# Pieces that come to rest --------------------------------------------------------------------


def after_entrance(view: st.State, space: int) -> list[Consequence]:
    own = range(view.actor * tb.PIECES_EACH, (view.actor + 1) * tb.PIECES_EACH)
    if view.question == st.AT_GATE and view.phase == st.COMBAT_PHASE:
        return after_stop(view, {view.doomed[0]: space}, True)
    piece = next(piece for piece in own if view.place[piece] == tb.AT_HOME)
    price = 0 if view.question == st.AT_GATE else entrance_price(view, view.actor)
    return [*priced(price), *after_stop(view, {piece: space}, False)]


def after_step(view: st.State, direction: int) -> list[Consequence]:
    """A step of a path need not be the last; one by Flanking Maneuver or out of a fight is."""
    if view.question != st.PATH:
        return after_stop(view, {walker(view): destination(view, direction)}, True)
    places = {piece: int(NEXT[view.place[piece]][direction]) for piece in group_of(view)}
    rings = [
        Consequence(say("Picks up an Infection Ring."), ring_tone(view, piece), cell(space))
        for piece, space in places.items()
        if view.lying[space]
    ]
    price = path_price(view, view.steps + 1)
    cost = say("Stopping there costs {points}.", points=points(price))
    return [*([Consequence(cost)] if price else []), *rings, *after_stop(view, places, False)]


def ring_tone(view: st.State, piece: int) -> Tone:
    if owner(piece) != view.actor:
        return "plain"
    return "calm" if view.role[owner(piece)] == tb.ZOMBIE else "danger"


def after_stop(view: st.State, places: dict[int, int], sure: bool) -> list[Consequence]:
    """Victory or fights if pieces stop there; not `sure` while they may still move on."""
    twin = imagined(view, places)
    movers = list(places) or group_of(view)
    for seat in range(view.seats):
        if has_won(twin, seat):
            return [victory(view, seat, sure, cell(twin.place[movers[0]]))]
    return [fight for piece in movers for fight in fights(twin, piece, sure)]


def group_of(view: st.State) -> list[int]:
    first = owner(view.chosen) * tb.PIECES_EACH
    return [first + i for i in range(tb.PIECES_EACH) if view.group >> i & 1]


def imagined(view: st.State, places: dict[int, int]) -> st.State:
    """The view with these pieces moved."""
    twin = copy.copy(view)
    for field in CHANGED:
        vars(twin)[field] = copy.copy(getattr(view, field))
    for piece in places:
        if 0 <= view.place[piece] < tb.SPACES:
            twin.at[view.place[piece]] = tb.NONE
    for piece, space in places.items():
        twin.place[piece], twin.at[space] = space, piece
        twin.rings[piece] += twin.lying[space]
        twin.lying[space] = 0
        if view.question == st.LEAP_SPACE:
            twin.disoriented[piece] = 1
    return twin


def victory(view: st.State, seat: int, sure: bool, at: str) -> Consequence:
    tone: Tone = "calm" if seat == view.actor else "danger"
    me, who = seat == view.viewer, name(seat)
    if sure:
        text = say.to(me, "You win the game.", "{who} wins the game.", who=who)
    else:
        text = say.to(
            me,
            "Stopping there: You win the game.",
            "Stopping there: {who} wins the game.",
            who=who,
        )
    return Consequence(text, tone, at)


def fights(twin: st.State, piece: int, sure: bool) -> list[Consequence]:
    """The fights a piece would have to fight where it stops, and their first ratings."""
    found = []
    for space in NEXT[twin.place[piece]]:
        other = twin.at[space] if space != tb.NONE else tb.NONE
        if other == tb.NONE or owner(other) == owner(piece):
            continue
        begin_fight(twin, piece, other)
        text = say.to(
            sure,
            "Starts a fight with {piece}: {mine} against {theirs}.",
            "Stopping there starts a fight with {piece}: {mine} against {theirs}.",
            piece=piece_name(twin, other),
            mine=twin.base[0],
            theirs=twin.base[1],
        )
        found.append(Consequence(text, fight_tone(twin), cell(space)))
    return found


def begin_fight(twin: st.State, aggressor: int, defender: int) -> None:
    """Both sides' ratings before any card is played."""
    twin.aggressor, twin.defender = aggressor, defender
    twin.honor = twin.cannoneer = twin.resourceful = 0
    twin.points[st.AGGRESSOR] = twin.points[st.DEFENDER] = 0
    weigh_pieces(twin)


def fight_tone(twin: st.State) -> Tone:
    """Would the actor start the fight ahead? Fights between others are neutral."""
    rivals = [owner(fighter(twin, side)) for side in (st.AGGRESSOR, st.DEFENDER)]
    if twin.actor not in rivals:
        return "plain"
    return "calm" if rivals[ahead(twin)] == twin.actor else "danger"


def after_upload(view: st.State) -> list[Consequence]:
    uploaded = sum(place == tb.UPLOADED for place in view.place)
    if uploaded == tb.PIECES_EACH - 1:
        return [victory(view, view.actor, True, cell(tb.TREASURE_SPACE))]
    text = say("{n} of 6. It gives a point each round from your next turn on.", n=uploaded + 1)
    return [Consequence(text, "calm", cell(tb.TREASURE_SPACE))]


# A fight -------------------------------------------------------------------------------------


def in_fight(view: st.State, verb: str, number: int) -> list[Consequence]:
    """The ratings after a play, or what giving up costs."""
    if verb in ("pass", "concede", "not-here"):
        return giving_up(view, verb) if view.question == st.CLOCK else []
    side = helped_side(view)
    twin = imagined(view, {})
    if verb == "card":
        twin.points[side] += value(view, view.actor, number) + doubled(view, side, number)
    elif verb == "cloud":
        twin.points[side] += number + 1
    elif verb == "set":
        twin.points[side] += SET_TOTAL[number]
    elif number in (tb.GUNPOWDER, tb.KATANA):
        twin.points[side] += int(tb.WEAPON_BONUS[tb.EFFECT_SIDE[number]])
    elif number == tb.RESOURCEFUL:
        twin.resourceful |= 1 << side
    elif number in (tb.CANNONEER, tb.HONOR):
        twin.honor |= number == tb.HONOR
        twin.cannoneer |= (number == tb.CANNONEER) << side
        weigh_pieces(twin)
    elif number == tb.SACRIFICE:
        return sacrificed(view)
    else:
        return []
    return [score(twin, side)]


def helped_side(view: st.State) -> int:
    if view.question == st.ASSIST_PLAY:
        return view.helping
    return st.AGGRESSOR if view.question == st.OFFER_SACRIFICE else 1 - view.lead


def doubled(view: st.State, side: int, card: int) -> int:
    """What Resourcefulness adds to a card that its player plays for points."""
    own = view.question == st.CLOCK and view.resourceful >> side & 1
    if not own or card >= tb.SPECIALTIES:
        return 0
    return 2 * int(VALUE[tb.NINJUTSU][card]) - value(view, view.actor, card)


def score(twin: st.State, side: int) -> Consequence:
    """ "6 to 4: you would be ahead."."""
    mine, theirs = rating(twin, side), rating(twin, 1 - side)
    leads = ahead(twin) == side
    seat = owner(fighter(twin, side))
    said = {"mine": mine, "theirs": theirs, "who": name(seat)}
    if leads:
        text = say.to(
            seat == twin.viewer,
            "{mine} to {theirs}: you would be ahead.",
            "{mine} to {theirs}: {who} would be ahead.",
            **said,
        )
    else:
        text = say.to(
            seat == twin.viewer,
            "{mine} to {theirs}: you would still be behind.",
            "{mine} to {theirs}: {who} would still be behind.",
            **said,
        )
    return Consequence(text, "calm" if leads else "plain")


def giving_up(view: st.State, verb: str) -> list[Consequence]:
    side = 1 - view.lead
    piece, winner = fighter(view, side), owner(fighter(view, view.lead))
    place = view.place[piece]
    fate = say.to(
        verb != "pass" or view.seats == 2 or bool(view.honor),
        "Your piece on {space} is lost.",
        "Your piece on {space} is lost unless helped.",
        space=space_name(view, place),
    )
    found = [Consequence(fate, "danger", cell(place))]
    if verb == "not-here" and view.hand_size[winner]:
        text = say("You take a card at random from {who}.", who=name(winner))
        found.append(Consequence(text, "calm"))
    return found


def sacrificed(view: st.State) -> list[Consequence]:
    """Self Sacrifice defeats the Aggressor and every piece beside it."""
    place = view.place[view.aggressor]
    near = [view.at[space] for space in NEXT[place] if space != tb.NONE]
    doomed = [view.aggressor, *(piece for piece in near if piece != tb.NONE)]
    return [
        Consequence(
            capital(say("{piece} is defeated.", piece=piece_name(view, piece))),
            "danger" if owner(piece) == view.actor else "calm",
            cell(view.place[piece]),
        )
        for piece in doomed
    ]
