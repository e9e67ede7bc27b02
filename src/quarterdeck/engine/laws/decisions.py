"""Laws that look at every decision of a game."""

from __future__ import annotations

import itertools

import numpy as np

from quarterdeck.engine.laws.walk import States, Walk, differing, same
from quarterdeck.engine.observation import Observation
from quarterdeck.engine.position import Position
from quarterdeck.engine.rule import ALL
from quarterdeck.engine.rules import Rules
from quarterdeck.engine.state import Score, clone, unpack

SELDOM = 8
"""Laws that cost more than they find look at one decision in so many."""


def _its_turn(walk: Walk) -> bool:
    """Is this one of those decisions? Others in the next game."""
    return (len(walk.actions) + walk.seed) % SELDOM == 0


def somebody_may_act(walk: Walk) -> None:
    """While a game is not over somebody may act, within the stated bound and without a fault."""
    law = "somebody may act"
    if walk.state["fault"][0]:
        walk.fail(law, f"the state reports fault {walk.state['fault'][0]}")
    if len(walk.actions) > walk.game.bound:
        walk.fail(law, f"the game is longer than its bound of {walk.game.bound} decisions")
    if walk.over:
        return
    if not 0 <= walk.actor < walk.setting.seats:
        walk.fail(law, f"the actor is {walk.actor}")
    legal = walk.legal()
    if not legal:
        walk.fail(law, "nothing is legal and the game is not over")
    if len(set(legal)) < len(legal):
        walk.fail(law, f"an action is listed twice: {legal}")
    if min(legal) < 0 or max(legal) >= walk.rules.action_count:
        walk.fail(law, f"there is no such action: {legal}")


def games_end_with_a_result(walk: Walk) -> None:
    """Nobody has won before the end. At the end the winners are players, whole teams win, and
    scores keep to their bounds. Seats and options never change."""
    law = "games end with a result"
    fixed = walk.setting.options | {"seats": walk.setting.seats}
    for name, value in fixed.items():
        if walk.state[name][0] != value:
            walk.fail(law, f"{name} became {walk.state[name][0]}")
    winners = int(walk.state["winners"][0])
    if not walk.over:
        if winners:
            walk.fail(law, "somebody has won, but the game is not over")
        return
    if winners >> walk.setting.seats:
        walk.fail(law, f"somebody won who does not play: winners {winners:#b}")
    won = {team: winners >> seat & 1 for seat, team in enumerate(walk.now.teams)}
    if any(won[team] != winners >> seat & 1 for seat, team in enumerate(walk.now.teams)):
        walk.fail(law, f"part of a team won: winners {winners:#b}, teams {walk.now.teams}")
    if walk.rules.score:
        _scores_add_up(walk, walk.rules.score, law)


def _scores_add_up(walk: Walk, bounds: Score, law: str) -> None:
    scores = walk.state["score"][0][: walk.setting.seats].tolist()
    low, high, zero_sum = bounds
    if any(not low <= score <= high for score in scores):
        walk.fail(law, f"scores {scores} are not within {low} to {high}")
    if zero_sum and sum(scores):
        walk.fail(law, f"scores {scores} do not add up to nought")


def legal_follows_from_the_view(walk: Walk) -> None:
    """The legal actions follow from the actor's view."""
    if not walk.over and walk.legal() != Position(walk.rules, walk.view(walk.actor)).legal():
        walk.fail("legal follows from the view", "legal actions differ between truth and view")


def observations_follow_from_views(walk: Walk) -> None:
    """`observe` writes the same whether it is given the truth or the seat's view, and what it
    writes are whole numbers within the bounds declared."""
    law = "observations follow from views"
    for seat in walk.viewers():
        seen = _observed(walk.rules, walk.view(seat), seat)
        true = _observed(walk.rules, walk.state, seat)
        if not same(seen, true):
            where = _part(walk.rules.observation, int(np.argmax(seen != true)))
            walk.fail(law, f"seat {seat} is given more than it sees: {where}")
        if seat == walk.actor:
            low, high = walk.rules.observation.bounds
            wrong = (seen < low) | (seen > high) | (seen != np.rint(seen))
            if wrong.any():
                at = int(np.argmax(wrong))
                where = _part(walk.rules.observation, at)
                walk.fail(law, f"{where} is {seen[at]:g}, not a whole number within its bounds")


def _observed(rules: Rules, state: States, seat: int) -> States:
    """A seat's observation as numbers."""
    out = np.zeros(rules.observation_size, np.float32)
    rules.observe(state, 0, seat, out)
    return out


def _part(observation: Observation, number: int) -> str:
    """The name of a number of an observation."""
    part = next(p for p in reversed(observation.parts) if p.start <= number)
    return f"{part.name}[{number - part.start}]"


def looking_changes_nothing(walk: Walk) -> None:
    """Asking what is legal, observed or allowed leaves the state alone."""
    if walk.over or not _its_turn(walk):
        return
    seat, looked_at = walk.actor, Position(walk.rules, clone(walk.state))
    looked_at.legal()
    _observed(walk.rules, looked_at.state, seat)
    walk.allows(clone(walk.view(seat)), seat, looked_at)
    if not same(looked_at.state, walk.state):
        changed = differing(looked_at.state, walk.state)
        walk.fail("looking changes nothing", f"legal, observe or allows wrote to {changed}")


def imagination_is_faithful(walk: Walk) -> None:
    """The view allows the truth and all that is imagined; both look the same to the seat and leave
    it the same choices. What is imagined follows from the view and the dice."""
    law = "imagination is faithful"
    if walk.over:
        return
    for seat in walk.viewers():
        view = walk.view(seat)
        if not walk.allows(view, seat, walk.now):
            walk.fail(law, f"what seat {seat} knows excludes the truth")
        imagined = walk.imagined(seat)
        if not walk.allows(view, seat, imagined):
            walk.fail(law, f"seat {seat} imagined what it knows to be false")
        again = imagined.view(seat)
        if not same(again, view):
            walk.fail(law, f"seat {seat}'s view changed by imagining: {differing(view, again)}")
        if seat == walk.actor and imagined.legal() != walk.legal():
            walk.fail("legal follows from the view", "other actions are legal in an imagined world")
        if _its_turn(walk) and not _imagines_again(walk, seat):
            walk.fail(law, f"with the same dice seat {seat} imagined something else")


def _imagines_again(walk: Walk, seat: int) -> bool:
    """Does the same dice give the same imagined world?"""
    known = Position(walk.rules, walk.view(seat))
    return same(*(known.imagined(seat, walk.dice.copy()).state for _ in range(2)))


def told_is_remembered(walk: Walk) -> None:
    """A view remembers what its seat was told about hidden things.

    Compared with another truth that the seat cannot tell from this one, in which others may also
    have chosen otherwise: if the seat is told the same, it sees the same; if it is told something
    else, its view must not leave open what was told. And if everybody is told the same, the same
    seat is asked the same question: being asked must not betray a secret.
    """
    law = "told is remembered"
    if not walk.actions or not walk.now.fenced or walk.over:
        return
    for seat in range(walk.setting.seats):
        twin = _twin(walk, seat)
        if twin is None:
            continue
        if _announced(walk.now) == _announced(twin) and not _asks_alike(walk.now, twin):
            walk.fail("asking tells nothing", f"a secret from seat {seat} decides who is asked")
        mine, other = walk.view(seat), twin.view(seat)
        if same(mine["event"], other["event"]):
            if not same(mine, other):
                walk.fail(law, f"seat {seat} sees what it was not told: {differing(mine, other)}")
        elif walk.game.exact_memory:
            other["event"], other["event_count"] = mine["event"], mine["event_count"]
            if same(mine, other) and walk.allows(mine, seat, twin):
                decided = _decided_by_told(walk, seat, twin)
                if decided:
                    walk.fail(law, f"seat {seat} was told {decided}, but its view leaves it open")


def _announced(position: Position) -> list[int]:
    """The events that everybody is told, in order."""
    return [event for event in position.events if unpack(event).audience == ALL]


def _asks_alike(one: Position, other: Position) -> bool:
    return all(one.state[name][0] == other.state[name][0] for name in ("actor", "question"))


def _twin(walk: Walk, seat: int) -> Position | None:
    """The last batch in another truth that the seat could not tell from this one: the same actions,
    or, half the time if they were not the seat's own, others. None if that leads nowhere."""
    twin = walk.origin.imagined(seat, walk.dice)
    twin.state["rng"] = walk.origin.state["rng"]
    others_choose = twin.actor != seat and walk.random.random() < 0.5
    for number in itertools.count():
        legal = twin.legal()
        if others_choose:
            action = walk.random.choice(legal)
        elif number < len(walk.batch):
            action = walk.batch[number]
        else:
            return None
        if action not in legal:
            return None
        twin = twin.after(action)
        if twin.over:
            return None
        if twin.fenced:
            return twin
    return None


def _decided_by_told(walk: Walk, seat: int, twin: Position) -> str:
    """The field whose value is the same in all twins that are told the same as the truth, but
    another in this one, which was told otherwise. What was told of the past decides nothing now."""
    names = [
        name
        for name, field_ in walk.game.state.fields.items()
        if not field_.memory and name not in ("rng", "event", "event_count")
    ]
    told = walk.view(seat)["event"]
    alike = [walk.now]
    for _ in range(200):
        other = _twin(walk, seat)
        if other is not None and same(other.view(seat)["event"], told):
            alike.append(other)
    if len(alike) < 40:
        return ""
    for name in names:
        values = np.array([position.state[name][0] for position in alike])
        settled = (values == values[0]).all(axis=0)
        if (settled & (values[0] != twin.state[name][0])).any():
            return name
    return ""


def memory_never_steers(walk: Walk) -> None:
    """Changing memory fields (to earlier values, or to none) changes only memory fields, and not
    what is legal."""
    law = "memory never steers"
    if not walk.actions or walk.before.over:
        return
    fields = walk.game.state.fields
    memories = [name for name, field_ in fields.items() if field_.memory]
    altered, forgetful = clone(walk.before.state), walk.random.random() < 0.5
    for name in memories:
        altered[name] = fields[name].blank if forgetful else walk.donor.state[name]
    if walk.random.random() < 0.1:
        walk.donor = walk.before
    dreamt = Position(walk.rules, altered)
    if dreamt.legal() != walk.legal_before:
        walk.fail(law, "with other memories, other actions were legal")
    after = dreamt.after(walk.actions[-1]).state
    for name in memories:
        after[name] = walk.state[name]
    if not same(after, walk.state):
        came_out = differing(after, walk.state)
        walk.fail(law, f"with other memories, {came_out} came out differently")


def drafts_touch_nothing(walk: Walk) -> None:
    """An action without a fence draws no chance, keeps the actor and tells it nothing new."""
    law = "drafts touch nothing"
    if not walk.actions or walk.now.fenced:
        return
    if not same(walk.before.state["rng"], walk.state["rng"]):
        walk.fail(law, "chance was drawn without a fence")
    view, seat = walk.view(walk.actor), walk.actor
    if walk.before.actor != seat:
        walk.fail(law, "the actor changed without a fence")
    twin = walk.before.imagined(seat, walk.dice).after(walk.actions[-1]).view(seat)
    if not same(twin, view):
        walk.fail(law, f"the actor learnt something: {differing(view, twin)}")


DECISION_LAWS = (
    somebody_may_act,
    games_end_with_a_result,
    legal_follows_from_the_view,
    observations_follow_from_views,
    looking_changes_nothing,
    imagination_is_faithful,
    told_is_remembered,
    memory_never_steers,
    drafts_touch_nothing,
)
