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
from quarterdeck.games.zerpang.combat import fighter_owner, weigh_pieces
from quarterdeck.games.zerpang.defeat import sacrifice
from quarterdeck.games.zerpang.hands import draw
from quarterdeck.games.zerpang.state import (
    AT_GATE,
    COMBAT_PHASE,
    DEAL_DRAW,
    EXTEND,
    FLANKING_STEP,
    FLEEING,
    FOR_FORTUNE,
    GO_DRAW,
    GO_ENTRANCE,
    GO_KEEL_HAUL,
    GO_MOVEMENT,
    GO_SACRIFICE,
    GO_SAVE,
    HAULED,
    HONORED,
    NEGATED,
    NEXT_BLOCKADE,
    NEXT_BYSTANDER,
    SECOND_PIECE,
    WEIGH,
    State,
)
from quarterdeck.games.zerpang.tables import (
    AT_DRAW,
    AT_END,
    AT_ENTRANCE,
    AT_MOVEMENT,
    AT_OTHERS_DRAW,
    AT_RESOLUTION,
    BLOCKADE,
    CANNON_HONOR,
    CANNONEER,
    CREW,
    EFFECT_KIND,
    EFFECT_SIDE,
    EFFECT_TIME,
    EVERYWHERE,
    FLANK,
    FLEE,
    FORTUNE_DRAW,
    GETA,
    HONOR,
    KEEL,
    NONE,
    PLUNDER,
    RESOURCEFUL,
    SACRIFICE,
    SAILS,
    SAVE,
    WEAPON_BONUS,
)

SPEED, MORE_SPEED = 2, 4
FORTUNE_CARDS = 2


@rule
def take_effect(s: State) -> None:
    """An odd number of bindings negates an effect; otherwise it happens. Then play goes on."""
    effect, negated = s.effect, s.bindings % 2
    s.actor = s.effect_by
    go_on(s, effect, negated)
    if negated:
        emit(s, ALL, NEGATED, s.effect_by, effect, 0, 0)
    elif s.phase == COMBAT_PHASE:
        happen_in_combat(s, effect)
    else:
        happen(s, effect)
    s.effect = NONE
    s.effect_by = NONE
    s.bindings = 0
    s.binder = NONE
    s.answers = 0
    s.helping = NONE
    s.target = NONE
    s.paid_two = 0


@rule
def go_on(s: State, effect: int, negated: int) -> None:
    """Where play goes on: a player whose card was negated may act again in the same window."""
    time = EFFECT_TIME[effect]
    if time == AT_ENTRANCE:
        s.question = GO_ENTRANCE
    elif time == AT_MOVEMENT:
        s.question = GO_MOVEMENT
    elif time == AT_DRAW:
        s.question = GO_DRAW
    elif time == AT_OTHERS_DRAW:
        s.window -= negated
        s.question = NEXT_BLOCKADE
    elif time == AT_END:
        s.question = GO_KEEL_HAUL
    elif time == AT_RESOLUTION:
        s.question = GO_SAVE
    elif s.helping != NONE:
        s.bystander -= negated
        s.question = NEXT_BYSTANDER
    else:
        s.question = GO_SACRIFICE if s.lead == NONE else WEIGH


@rule
def happen(s: State, effect: int) -> None:
    """Cards played outside combat."""
    me = s.effect_by
    if effect == CREW:
        s.question = AT_GATE
    elif effect == SAILS:
        s.extra += SPEED
    elif effect == GETA and s.paid_two:
        s.extra += MORE_SPEED
    elif effect == GETA:
        s.question = EXTEND
    elif effect == FLANK:
        s.question = FLANKING_STEP
    elif effect == EVERYWHERE:
        s.question = SECOND_PIECE
    elif effect == PLUNDER:
        s.plunder = 1
    elif effect == FORTUNE_DRAW:
        draw(s, me, FORTUNE_CARDS, FOR_FORTUNE)
    elif effect == BLOCKADE:
        s.blockader = me
        s.question = DEAL_DRAW
    elif effect == KEEL:
        s.skip[s.target] = 1
        emit(s, ALL, HAULED, me, s.target, 0, 0)


@rule
def happen_in_combat(s: State, effect: int) -> None:
    """Cards played in combat, for one's own side or another's."""
    side = s.effect_side
    if effect == SAVE:
        s.question = AT_GATE
    elif effect == FLEE:
        s.actor = fighter_owner(s, side)
        s.question = FLEEING
    elif effect == SACRIFICE:
        sacrifice(s)
    elif effect == RESOURCEFUL:
        s.resourceful |= 1 << side
    elif effect == CANNONEER:
        s.cannoneer |= 1 << side
    elif effect == HONOR:
        s.honor = 1
        emit(s, ALL, HONORED, s.effect_by, 0, 0, 0)
    else:
        s.points[side] += WEAPON_BONUS[EFFECT_SIDE[effect]]
    if EFFECT_KIND[effect] == CANNON_HONOR:
        weigh_pieces(s)
