"""What each card does once it has been played and not negated.

| effect | when | what |
|---|---|---|
| Jury Rig, Roll with the Punch | resolution | the loser goes to a Gate instead of home |
| Treasure Everywhere, Fortune's Favor | own draw | two cards |
| New Crew, Deployment | entrance | a piece enters for free |
| Tactically Advance Backwards, Smoke Bomb | combat | the fighter steps away, the combat ends |
| Full Sails; Geta of Speed | movement | two free spaces; two, or four for a point |
| Gunpowder, Sabre; Katana, Wakazashi, Shuriken | combat | +2; +3 |
| Blockade | another player's draw | take what the active player draws |
| Mystic Binding | after an effect | negates it (cards.py) |
| Plunder | own draw | two cards for each zone |
| Resourcefulness | combat | own Specialty cards count twice their Ninjutsu value |
| Cannoneer | combat | all own pieces on the board count as connected |
| Honor Bound | combat | the two fighters alone, no more assistance |
| Flanking Maneuver | movement | a second piece moves one space |
| They're Everywhere | movement | a second piece appears beside a friend |
| Keel Haul | after own draw | another player misses the next turn |
| Self Sacrifice | combat, Aggressor | it and all pieces next to it are defeated |
"""

from quarterdeck.engine.rule import ALL, emit, rule
from quarterdeck.games.zerpang import state as st
from quarterdeck.games.zerpang import tables as tb
from quarterdeck.games.zerpang.combat import fighter_owner, weigh_pieces
from quarterdeck.games.zerpang.defeat import sacrifice
from quarterdeck.games.zerpang.hands import draw
from quarterdeck.games.zerpang.state import State

SPEED, MORE_SPEED = 2, 4
FORTUNE_CARDS = 2


@rule
def take_effect(s: State) -> None:
    """An odd number of bindings negates an effect; otherwise it happens. Then play goes on."""
    effect, negated = s.effect, s.bindings % 2
    s.actor = s.effect_by
    go_on(s, effect, negated)
    if negated:
        emit(s, ALL, st.NEGATED, s.effect_by, effect, 0, 0)
    elif s.phase == st.COMBAT_PHASE:
        happen_in_combat(s, effect)
    else:
        happen(s, effect)
    s.effect = tb.NONE
    s.effect_by = tb.NONE
    s.bindings = 0
    s.binder = tb.NONE
    s.answers = 0
    s.helping = tb.NONE
    s.target = tb.NONE
    s.paid_two = 0


@rule
def go_on(s: State, effect: int, negated: int) -> None:
    """Where play goes on: a player whose card was negated may act again in the same window."""
    time = tb.EFFECT_TIME[effect]
    if time == tb.AT_ENTRANCE:
        s.question = st.GO_ENTRANCE
    elif time == tb.AT_MOVEMENT:
        s.question = st.GO_MOVEMENT
    elif time == tb.AT_DRAW:
        s.question = st.GO_DRAW
    elif time == tb.AT_OTHERS_DRAW:
        s.window -= negated
        s.question = st.NEXT_BLOCKADE
    elif time == tb.AT_END:
        s.question = st.GO_KEEL_HAUL
    elif time == tb.AT_RESOLUTION:
        s.question = st.GO_SAVE
    elif s.helping != tb.NONE:
        s.bystander -= negated
        s.question = st.NEXT_BYSTANDER
    else:
        s.question = st.GO_SACRIFICE if s.lead == tb.NONE else st.WEIGH


@rule
def happen(s: State, effect: int) -> None:
    """Cards played outside combat."""
    me = s.effect_by
    if effect == tb.CREW:
        s.question = st.AT_GATE
    elif effect == tb.SAILS:
        s.extra += SPEED
    elif effect == tb.GETA and s.paid_two:
        s.extra += MORE_SPEED
    elif effect == tb.GETA:
        s.question = st.EXTEND
    elif effect == tb.FLANK:
        s.question = st.FLANKING_STEP
    elif effect == tb.EVERYWHERE:
        s.question = st.SECOND_PIECE
    elif effect == tb.PLUNDER:
        s.plunder = 1
    elif effect == tb.FORTUNE_DRAW:
        draw(s, me, FORTUNE_CARDS, st.FOR_FORTUNE)
    elif effect == tb.BLOCKADE:
        s.blockader = me
        s.question = st.DEAL_DRAW
    elif effect == tb.KEEL:
        s.skip[s.target] = 1
        emit(s, ALL, st.HAULED, me, s.target, 0, 0)


@rule
def happen_in_combat(s: State, effect: int) -> None:
    """Cards played in combat, for one's own side or another's."""
    side = s.effect_side
    if effect == tb.SAVE:
        s.question = st.AT_GATE
    elif effect == tb.FLEE:
        s.actor = fighter_owner(s, side)
        s.question = st.FLEEING
    elif effect == tb.SACRIFICE:
        sacrifice(s)
    elif effect == tb.RESOURCEFUL:
        s.resourceful |= 1 << side
    elif effect == tb.CANNONEER:
        s.cannoneer |= 1 << side
    elif effect == tb.HONOR:
        s.honor = 1
        emit(s, ALL, st.HONORED, s.effect_by, 0, 0, 0)
    else:
        s.points[side] += tb.WEAPON_BONUS[tb.EFFECT_SIDE[effect]]
    if tb.EFFECT_KIND[effect] == tb.CANNON_HONOR:
        weigh_pieces(s)
