"""Cards played for their effects: who can, what they cost, how Mystic Binding negates them.

An effect is announced, perhaps accepted by the player it helps, laid down with what it costs, put
to the others, who may negate it, and otherwise takes effect (effects.py).

| class | own side | other side | in addition |
|---|---|---|---|
| Ninja, Pirate | the card | the card and Foreign Training / Amazing Disguise | |
| Robot | the card | the card | a fee of one point |
| Gunslinger | two of the card | two of the card | |
| Zombie, Alien, Elf | never | never | |
"""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.hands import lay_away, show, take
from quarterdeck.games.zerpang.paying import ask_price
from quarterdeck.games.zerpang.state import State

# Who can play what ---------------------------------------------------------------------------


@rule
def uses_effects(role: int) -> bool:
    """Zombies, Aliens and Elves use cards for points alone."""
    return role != tb.ZOMBIE and role != tb.ALIEN and role != tb.ELF


@rule
def copies_needed(role: int) -> int:
    """A Gunslinger plays two of a kind for one effect."""
    return 2 if role == tb.GUNSLINGER else 1


@rule
def needs_training(role: int, effect: int) -> bool:
    """For a Ninja or a Pirate: is the effect on the other class's side of the card?"""
    if role != tb.NINJA and role != tb.PIRATE:
        return False
    return tb.EFFECT_SIDE[effect] != tb.EITHER and tb.EFFECT_SIDE[effect] != tb.VALUE_SIDE[role]


@rule
def is_for_draw_phase(effect: int) -> bool:
    """Is the effect unavailable while the card is locked?"""
    return tb.EFFECT_TIME[effect] == tb.AT_DRAW or tb.EFFECT_TIME[effect] == tb.AT_OTHERS_DRAW


@rule
def can_play(s: State, seat: int, effect: int) -> bool:
    """Can the seat afford this effect (cards and fee)?"""
    role, kind = s.role[seat], tb.EFFECT_KIND[effect]
    held = s.hand[seat][kind]
    if not uses_effects(role) or held == 0:
        return False
    if is_for_draw_phase(effect) and tb.LOCK[kind] != tb.NONE:
        held -= s.locked[seat][tb.LOCK[kind]]
    if held < copies_needed(role):
        return False
    if needs_training(role, effect):
        return s.hand[seat][tb.TRAINING] > 0
    return role != tb.ROBOT or s.hand_size[seat] + s.cloud > 1


@rule
def might_play(s: State, seat: int, effect: int) -> bool:
    """As far as everybody can see, might the seat hold the cards for this effect?"""
    role, copies = s.role[seat], copies_needed(s.role[seat])
    if not uses_effects(role) or unseen(s, tb.EFFECT_KIND[effect]) < copies:
        return False
    cards = copies
    if needs_training(role, effect):
        if unseen(s, tb.TRAINING) == 0:
            return False
        cards += 1
    if role == tb.ROBOT:
        return s.hand_size[seat] > 0 and s.hand_size[seat] + s.cloud > 1
    return s.hand_size[seat] >= cards


@rule
def unseen(s: State, kind: int) -> int:
    """How many cards of a kind nobody has seen played."""
    return tb.COPIES[kind] - s.discard[kind] - s.aside[kind]


@rule
def cost_of(s: State, seat: int, effect: int) -> int:
    """What the seat plays with the card, for the told line."""
    role = s.role[seat]
    if role == tb.ROBOT:
        return st.FEE
    if role == tb.GUNSLINGER:
        return st.PAIR
    return st.TRAINED if needs_training(role, effect) else st.ALONE


# Announcing and laying down ------------------------------------------------------------------


@rule
def announce(s: State, effect: int) -> None:
    """The actor is about to play a card for its effect."""
    s.playing = effect
    if s.question == st.ASSIST_PLAY:
        offer(s, effect)
    elif effect == tb.KEEL:
        s.question = st.KEEL_WHOM
    else:
        s.question = st.LAY_DOWN


@rule
def offer(s: State, effect: int) -> None:
    """A bystander offers the cards to the player they would help."""
    me = s.actor
    s.fence = 1
    emit(s, ALL, st.OFFERED, me, effect, s.helping, cost_of(s, me, effect))
    show(s, me, tb.EFFECT_KIND[effect], copies_needed(s.role[me]))
    if needs_training(s.role[me], effect):
        show(s, me, tb.TRAINING, 1)
    s.actor = (s.aggressor if s.helping == 0 else s.defender) // tb.PIECES_EACH
    s.question = st.ACCEPT


@rule
def lay_down(s: State) -> None:
    """The cards leave the hand; a Robot pays its fee."""
    me, effect = s.actor, s.playing
    kind = tb.EFFECT_KIND[effect]
    for _ in range(copies_needed(s.role[me])):
        take(s, me, kind, is_for_draw_phase(effect))
        lay_away(s, kind)
    if needs_training(s.role[me], effect):
        take(s, me, tb.TRAINING, 0)
        lay_away(s, tb.TRAINING)
    ask_price(s, st.PAY_FEE, 1 if s.role[me] == tb.ROBOT else 0)


@rule
def answer_offer(s: State, accepted: int) -> None:
    """The player helped accepts the effect, or the cards go back to the hand."""
    fighter, effect = s.actor, s.playing
    owner = s.aggressor // tb.PIECES_EACH
    s.actor = (owner + s.bystander) % s.seats
    if accepted:
        emit(s, ALL, st.ACCEPTED, fighter, s.actor, effect, 0)
        s.question = st.LAY_DOWN
        return
    emit(s, ALL, st.REFUSED, fighter, s.actor, effect, 0)
    s.playing = tb.NONE
    s.helping = tb.NONE
    s.question = st.NEXT_BYSTANDER


@rule
def put_to_all(s: State) -> None:
    """What was laid down is played: everybody sees it, and the others may negate it."""
    me, effect = s.actor, s.playing
    s.fence = 1
    s.playing = tb.NONE
    s.binder = me
    s.answers = 0
    if effect == tb.BINDING:
        s.bindings += 1
        emit(s, ALL, st.BOUND, me, s.effect, s.bindings, cost_of(s, me, effect))
    else:
        s.effect = effect
        s.effect_by = me
        s.effect_side = side_meant(s)
        s.bindings = 0
        meant = s.target if effect == tb.KEEL else s.effect_side
        emit(s, ALL, st.PLAYED, me, effect, meant, cost_of(s, me, effect))
    note_card(s, me, effect)
    s.question = st.NEXT_ANSWER


@rule
def side_meant(s: State) -> int:
    """The side of the combat that the actor's card helps; NONE outside combat."""
    if s.helping != tb.NONE or s.defender == tb.NONE:
        return s.helping
    return 0 if s.aggressor // tb.PIECES_EACH == s.actor else 1


@rule
def note_card(s: State, seat: int, effect: int) -> None:
    """A card played counts as an act in its turn and phase (a save belongs to no phase)."""
    if seat == s.active:
        s.acted = 1
        if s.phase == st.MOVEMENT_PHASE:
            s.stirred = 1
    if s.phase == st.COMBAT_PHASE and effect != tb.SAVE:
        s.played |= 1 << seat


# Negating ------------------------------------------------------------------------------------


@rule
def ask_next_answer(s: State) -> None:
    """Ask the next seat clockwise that might hold a Mystic Binding; then take effect."""
    s.question = st.TAKE_EFFECT
    if unseen(s, tb.BLOCKADE_BINDING) == 0:
        return
    while s.answers < s.seats - 1:
        s.answers += 1
        seat = (s.binder + s.answers) % s.seats
        barred = s.phase == st.COMBAT_PHASE and s.absent >> seat & 1
        if not barred and might_play(s, seat, tb.BINDING):
            s.actor = seat
            s.question = st.BIND
            return
