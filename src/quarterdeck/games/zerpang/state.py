"""Zerpang!'s state: its fields, the questions, the actions, the events.

Board, classes and cards are in tables.py. A card is always in a hand, in the draw pile, in the
discard pile, `aside` (played in the present combat) or `tendered` (picked for what is being paid).
A piece is on a space, AT_HOME, ABDUCTED by the Alien or UPLOADED. Seats are clockwise.
"""

from quarterdeck.engine.game import Actions
from quarterdeck.engine.state import (
    Grid,
    Header,
    Row,
    everyone,
    i1,
    i2,
    nobody,
    option,
    own,
    state,
)
from quarterdeck.games.zerpang import tables as tb

TURN_LIMIT, ELF_LIMIT = 360, 180
"""After this many turns the game ends without a winner, or the Elves have won."""
START_HAND = 4

# Phases of a turn: `State.phase` ---------------------------------------------------------------

SETUP, ENTRANCE_PHASE, MOVEMENT_PHASE, COMBAT_PHASE, UPLOAD_PHASE, DRAW_PHASE, END_PHASE = range(7)

# Questions: `Header.question` -------------------------------------------------------------------

STEPS = (
    "choose-class",
    "entrance",  # bring out a piece, play New Crew, or go on
    "gate",  # which Gate a piece goes to: New Crew, or a saved piece
    "movement",  # choose a piece, a card or an ability, or go on
    "extend",  # Geta: spend a point for four spaces instead of two?
    "path",  # add a piece to a Robot's group, take a step, or stop
    "flank",  # the piece that Flanking Maneuver moves, then its step
    "second-piece",  # the piece that They're Everywhere moves
    "second-space",  # and where to
    "leap-piece",  # Leap Across the Heavens: from which Gate
    "leap-space",
    "balloon-piece",  # Weather Balloons
    "balloon-space",
    "trick-piece",  # Dirty Rotten Scoundrel
    "pay",  # a card, a cloud point, or a Gunslinger's set
    "set-card",  # the next card of a Gunslinger's set
    "pick-aggressor",
    "pick-defender",
    "sacrifice",  # a leading Aggressor may play Self Sacrifice, once, at the start
    "clock",  # the losing side: play, pass, concede
    "assist",  # a bystander: help a side, or pass
    "assist-play",  # what to play
    "accept",  # the player helped: accept the effect offered, or refuse
    "bind",  # negate an effect with Mystic Binding?
    "flee",  # the step out of combat
    "save",  # the loser: Jury Rig or Roll with the Punch?
    "seventh",  # the Alien: which captive makes room
    "upload",
    "draw",  # cards, Tag & Release, Salvage Operation, or go on and draw
    "blockade",  # take the active player's draw?
    "discard",  # a Gunslinger above the limit
    "keel-haul",  # after the draw
    "keel-haul-whom",
    "choose-home",
)
(CHOOSE_CLASS, ENTRANCE, AT_GATE, MOVEMENT, EXTEND, PATH, FLANKING_STEP) = range(7)
(SECOND_PIECE, SECOND_SPACE, LEAP_PIECE, LEAP_SPACE, BALLOON_PIECE, BALLOON_SPACE) = range(7, 13)
(TRICK_PIECE, PAY, SET_CARD, PICK_AGGRESSOR, PICK_DEFENDER, OFFER_SACRIFICE, CLOCK) = range(13, 20)
(ASSIST, ASSIST_PLAY, ACCEPT, BIND, FLEEING, SAVING, SEVENTH, UPLOAD) = range(20, 28)
(DRAW, BLOCKADING, DISCARD, KEEL_HAUL, KEEL_WHOM, CHOOSE_HOME) = range(28, 34)
ASKED = len(STEPS)

# Steps that follow by themselves and are never asked (`advance` runs them).
(START_TURN, GO_ENTRANCE, GO_MOVEMENT, GO_COMBAT, GO_UPLOAD, GO_DRAW, NEXT_BLOCKADE) = range(40, 47)
(DEAL_DRAW, GO_DISCARD, GO_KEEL_HAUL, END_TURN) = range(47, 51)
(LAY_DOWN, PAID_FOR, NEXT_ANSWER, TAKE_EFFECT) = range(51, 55)
(FIND_FIGHT, FIND_DEFENDER, OPEN_FIGHT, GO_SACRIFICE, NEXT_WINDOW, NEXT_BYSTANDER, WEIGH) = range(
    55, 62
)
(DEFEAT, NEXT_DOOMED, GO_SAVE, MOVE_DOOMED, GO_FREE, MAKE_ROOM, END_FIGHT) = range(62, 69)

# Actions -------------------------------------------------------------------------------------

ACTIONS = Actions()
DO_CLASS = ACTIONS.verb("class", tb.CLASSES)
DO_ENTER = ACTIONS.verb("enter", 2)  # by the first or second Gate
DO_PIECE = ACTIONS.verb("piece", tb.PIECES)
DO_STEP = ACTIONS.verb("step", tb.DIRECTIONS)
DO_STOP = ACTIONS.verb("stop")
DO_SPACE = ACTIONS.verb("space", tb.SPACES)
DO_PLAY = ACTIONS.verb("play", tb.EFFECTS)  # a card for its effect
DO_CARD = ACTIONS.verb("card", tb.KINDS + 1)  # pay, play for points, discard; last: a cloud point
DO_SET = ACTIONS.verb("set", tb.SETS)
DO_CLOUD = ACTIONS.verb("cloud", tb.PIECES_EACH)  # 1 to 6 cloud points into a combat
DO_HELP = ACTIONS.verb("help", 2)  # AGGRESSOR or DEFENDER
DO_SEAT = ACTIONS.verb("seat", tb.SEATS)
DO_LEAP = ACTIONS.verb("leap")
DO_TRICK = ACTIONS.verb("trick")
DO_BALLOON = ACTIONS.verb("balloon")
DO_EXTEND = ACTIONS.verb("extend")
DO_NOT_HERE = ACTIONS.verb("not-here")
DO_CONCEDE = ACTIONS.verb("concede")
DO_ACCEPT = ACTIONS.verb("accept")
DO_REFUSE = ACTIONS.verb("refuse")
DO_UPLOAD = ACTIONS.verb("upload")
DO_SALVAGE = ACTIONS.verb("salvage")
DO_PASS = ACTIONS.verb("pass")  # go on, or decline
DO_HOME = ACTIONS.verb("home", tb.HOME_BASES)

# Events --------------------------------------------------------------------------------------

EVENTS = (
    "chose",  # who, class
    "first",  # who plays first
    "turn",  # who begins a turn
    "skipped",  # who loses a turn
    "entered",  # whose, piece, space, whether by a card
    "moved",  # who moved it, piece, from, to
    "leapt",  # the same: Leap Across the Heavens,
    "ballooned",  # Weather Balloons,
    "placed",  # They're Everywhere,
    "fled",  # out of combat,
    "saved",  # to a Gate
    "tricked",  # who (Pirate), piece: Scoundrel activated
    "ring-taken",  # whose, piece, space, rings it carries now
    "ring-left",  # NONE, space, rings left in the supply
    "paid",  # who, for what (an act, below), price; "cards" and "points" follow
    "cards",  # who, Specialty cards: three bits a kind, four kinds a number
    "points",  # who, 1-point cards, 2-point cards, cloud points
    "played",  # who, effect, side helped or seat named or NONE, with: ALONE, TRAINED, FEE, PAIR
    "bound",  # who (played Mystic Binding), the effect, how many so far, with
    "negated",  # who (lost it), effect
    "fight",  # whose attack, Aggressor, Defender, its space
    "added",  # who, side, points; "cards" and "points" follow
    "offered",  # who, effect, side, with
    "refused",  # who, whose offer, effect
    "passed",  # who, on the clock
    "conceded",  # who
    "not-here",  # who
    "honored",  # who: the fight is one against one
    "sacrificed",  # whose, piece
    "stole",  # who, from whom, kind: to both
    "stole-unseen",  # who, from whom: to the others
    "defeated",  # whose, piece, by whom, from where
    "home",  # whose, piece
    "abducted",  # who (Alien), piece
    "freed",  # whose, piece, why: BY_VICTORY, BY_CROWDING, BY_RELEASE
    "uploaded",  # who, piece, how many now
    "salvage",  # who
    "drew",  # who, how many, why: FOR_DRAW .. , in whose Draw Phase
    "reshuffled",  # NONE, how many
    "discarded",  # who, how many; "cards" and "points" follow
    "hauled",  # who, whom: loses the next turn
    "ended",  # who won or NONE, the class that won or NONE
    "declined",  # who, which question: whenever somebody passes
    "accepted",  # who, whose offer, effect
    "attacker",  # who picked, Aggressor
    "settled",  # who, in which Home Base, if these are chosen
)
(CHOSE, FIRST, TURN, SKIPPED, ENTERED, MOVED, LEAPT, BALLOONED, PLACED, FLED, SAVED) = range(11)
(TRICKED, RING_TAKEN, RING_LEFT, PAID, CARDS_SEEN, POINTS_SEEN, PLAYED, BOUND) = range(11, 19)
(NEGATED, FIGHT, ADDED, OFFERED, REFUSED, PASSED, CONCEDED, NOT_HERE, HONORED) = range(19, 28)
(SACRIFICED, STOLE, STOLE_UNSEEN, DEFEATED, WENT_HOME, WAS_ABDUCTED, FREED) = range(28, 35)
(WAS_UPLOADED, SALVAGED, DREW, RESHUFFLED, DISCARDED, HAULED, ENDED) = range(35, 42)
(DECLINED, ACCEPTED, ATTACKER, SETTLED) = range(42, 46)

# "played", "offered", "bound": with what besides the card itself
ALONE, TRAINED, FEE, PAIR = range(4)
# "drew": why
FOR_START, FOR_DRAW, FOR_FORTUNE, FOR_BLOCKADE, FOR_PROBE, FOR_SALVAGE = range(6)
# "freed": why
BY_VICTORY, BY_CROWDING, BY_RELEASE = range(3)

# What is being paid: `State.act`
(PAY_ENTRANCE, PAY_MOVE, PAY_LEAP, PAY_BALLOON, PAY_TRICK, PAY_TRICK_MOVE, PAY_EXTEND) = range(7)
PAY_FEE = 7
IN_FIGHT = 8
"""Nothing is being paid: a Gunslinger's set is played into a combat."""

AGGRESSOR, DEFENDER = 0, 1
"""The sides of a combat."""


# Most events between two fences: a Self Sacrifice defeats seven pieces (three events each), frees
# six captives and two crowded out, and ends the fight; cards are drawn, discarded, a turn begins.
@state(events=48)
class State(Header):
    """Pieces are 6 * seat + 0..5, spaces 0..90, cards counts by kind, sets of seats or of one
    seat's pieces bit masks; NONE (-1) means none."""

    duplicates: int = option(i1, 1, 0, 1, "at most two Ninjas and two Pirates")
    limit: int = option(i1, 4, 4, 5, "Gunslinger's hand limit, besides one card per piece")
    elves: int = option(i1, 0, 0, 1, "the Elves may be chosen")
    patience: int = option(
        i1, 0, 0, 6, "Elves win when the deck has run out this often (0: after 180 turns)"
    )
    live: int = option(i1, 0, 0, 1, "Elves win after three hours on the server's clock")
    homes: int = option(i1, 0, 0, 1, "Home Bases are chosen")

    role: Row = everyone(i1, tb.SEATS, blank=tb.NONE)
    """Each seat's class,"""
    home: Row = everyone(i1, tb.SEATS, blank=tb.NONE)
    """and its Home Base;"""
    keeper: Row = everyone(i1, tb.HOME_BASES, blank=tb.NONE)
    """who lives in each: the inverse of `home`."""
    active: int = everyone(i1)
    """Whose turn it is."""
    phase: int = everyone(i1)
    unsettled: int = everyone(i1)
    """Has a piece come to rest, been abducted or uploaded, so that somebody may have won?"""

    # The board
    place: Row = everyone(i1, tb.PIECES, blank=tb.AT_HOME)
    """Where each piece is: a space, AT_HOME, ABDUCTED, UPLOADED."""
    at: Row = everyone(i1, tb.SPACES, blank=tb.NONE)
    """The piece on each space: the inverse of `place`."""
    lying: Row = everyone(i1, tb.SPACES)
    """Is an Infection Ring lying on the space?"""
    rings: Row = everyone(i1, tb.PIECES)
    """Infection Rings on each piece."""
    supply: int = everyone(i1, blank=tb.RING_SUPPLY)
    disoriented: Row = everyone(i1, tb.PIECES)
    """Has the piece leapt since its owner's last turn?"""
    stamp: Row = everyone(i1, tb.PIECES)
    """The order in which pieces moved this turn (0: not): of two that touch, the later attacks."""
    stamps: int = everyone(i1)

    # Cards
    hand: Grid = own(i1, tb.SEATS, tb.KINDS)
    locked: Grid = own(i1, tb.SEATS, tb.LOCKABLE)
    """How many of those are locked, drawn too late for a Draw Phase: see LOCKED_KIND."""
    hand_size: Row = everyone(i1, tb.SEATS)
    deck: Row = nobody(i1, tb.KINDS)
    """The cards left to draw: nobody knows their order, so they have none."""
    deck_size: int = everyone(i1)
    exhausted: int = everyone(i2)
    """How often its last card has been drawn."""
    discard: Row = everyone(i1, tb.KINDS)
    aside: Row = everyone(i1, tb.KINDS)
    """Cards played in the present combat."""

    # The turn
    skip: Row = everyone(i1, tb.SEATS)
    """Does the seat miss its next turn?"""
    cloud: int = everyone(i1)
    """Cloud Points the Robot has left this round."""
    acted: int = everyone(i1)
    """Has the active player done anything this turn? (Salvage Operation)"""
    moved: int = everyone(i1)
    """The active player's pieces that have made the ordinary move, a bit each."""
    second: int = everyone(i1)
    """Those that Flanking Maneuver or They're Everywhere moved."""
    flanker: int = everyone(i1, blank=tb.NONE)
    """The piece Flanking Maneuver moves this turn."""
    extra: int = everyone(i1)
    """Free spaces from Full Sails and Geta: with any, a Robot moves one piece only."""
    stirred: int = everyone(i1)
    """Has a normal Movement Phase begun? Then nothing can replace it."""
    tricked: Row = everyone(i1, tb.SEATS, blank=tb.NONE)
    """The piece each Pirate moved by Scoundrel in its latest turn,"""
    wary: int = everyone(i1, blank=tb.NONE)
    """and the one the active Pirate moved in the turn before, which it may not move again."""
    plunder: int = everyone(i1)
    salvage: int = everyone(i1)
    blockader: int = everyone(i1, blank=tb.NONE)
    """Who takes the active player's draw."""
    drew: int = everyone(i1)
    """Has the active player drawn a card this turn? (Resource Probe)"""
    window: int = everyone(i1)
    """How many seats clockwise of the active player have been asked for a Blockade."""

    # What is being chosen or paid
    chosen: int = everyone(i1, blank=tb.NONE)
    """The piece that moves, leaps, is tricked..."""
    group: int = everyone(i1)
    """The pieces that move with it, itself included, a bit each."""
    origin: Row = everyone(i1, tb.PIECES_EACH, blank=tb.NONE)
    """Where each of those started,"""
    steps: int = everyone(i2)
    """how far they have come,"""
    free: int = everyone(i1)
    """and how many steps cost nothing."""
    target: int = everyone(i1, blank=tb.NONE)
    """The space, Gate or seat chosen."""
    act: int = everyone(i1)
    """What is being paid for,"""
    price: int = everyone(i2)
    paid: int = everyone(i2)
    order: int = everyone(i1)
    """How far the payment has come in PAY_ORDER or in the list of sets."""
    tendered: Row = everyone(i1, tb.KINDS + 1)
    set_chosen: int = everyone(i1, blank=tb.NONE)
    set_filled: int = everyone(i1)
    """A Gunslinger's set, and how many of its cards have been chosen."""

    # An effect and the answers to it
    playing: int = everyone(i1, blank=tb.NONE)
    """The effect somebody is about to play (Mystic Binding while `effect` waits),"""
    paid_two: int = everyone(i1)
    """and whether its fee was paid with a card that also covers Geta's point."""
    effect: int = everyone(i1, blank=tb.NONE)
    """The effect that was played,"""
    effect_by: int = everyone(i1, blank=tb.NONE)
    effect_side: int = everyone(i1, blank=tb.NONE)
    """and for which side of the combat."""
    bindings: int = everyone(i1)
    """How many Mystic Bindings were played on it: an odd number negates it."""
    binder: int = everyone(i1, blank=tb.NONE)
    """Whose card may be negated next,"""
    answers: int = everyone(i1)
    """and how many seats clockwise of that have been asked."""

    # The combat
    aggressor: int = everyone(i1, blank=tb.NONE)
    defender: int = everyone(i1, blank=tb.NONE)
    base: Row = everyone(i1, 2)
    """[side]: the worth of pieces, rings and Gate,"""
    points: Row = everyone(i2, 2)
    """of cards played,"""
    gain: Row = everyone(i2, 2)
    """and what Resourcefulness would add to the fighter's own cards."""
    resourceful: int = everyone(i1)
    cannoneer: int = everyone(i1)
    """The sides that these cards help, a bit each."""
    honor: int = everyone(i1)
    """Honor Bound: no connected pieces, no more assistance."""
    lead: int = everyone(i1, blank=tb.NONE)
    """The side ahead when bystanders were last asked."""
    helping: int = everyone(i1, blank=tb.NONE)
    """The side a bystander is helping,"""
    bystander: int = everyone(i1)
    """and how many seats clockwise of the Aggressor's owner have been asked."""
    passed: int = everyone(i1)
    """Has the side on the clock passed?"""
    played: int = everyone(i1)
    """Who has played a card in this Combat Phase,"""
    absent: int = everyone(i1)
    """and who was "not here to fight" in it, a bit a seat."""
    doomed: Row = everyone(i1, tb.PIECES_EACH + 1, blank=tb.NONE)
    """Defeated pieces still to be dealt with, in order,"""
    doomed_count: int = everyone(i1)
    victor: int = everyone(i1, blank=tb.NONE)
    """by whom they were defeated,"""
    infectious: int = everyone(i1)
    """whether a Zombie or Carrier fought,"""
    sacrifice: int = everyone(i1)
    """and whether by Self Sacrifice."""

    # Memory: never steers the rules above
    known: list[Grid] = own(i1, tb.SEATS, tb.SEATS, tb.KINDS, memory=True)
    """[who knows][of whom][kind]: that hand has at least this many cards of the kind."""
    fresh: Row = everyone(i1, tb.SEATS, memory=True)
    """How many cards each has drawn since its turn began: at most those are locked."""
