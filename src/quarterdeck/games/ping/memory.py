"""What each side can infer of the other, kept exactly: squares, secret reports, cards.

Rules call these as things come to light; they read memory and never the secrets behind it.
"""

from quarterdeck.engine.rule import count_bits, rule
from quarterdeck.games.ping.state import (
    ALL_CARDS,
    ALL_OBJECTIVES,
    CARDS,
    ENCRYPT,
    FIRST_COLUMN,
    GRID,
    HAND,
    LAST_COLUMN,
    MOVE_2,
    MOVEMENT,
    OBJECTIVE_AT,
    OBJECTIVE_SQUARES,
    OFF_GRID,
    QUIET,
    REPAIR,
    SECRET_ACTIONS,
    SECRETS,
    SET_UP,
    SIDE,
    SQUARE_OF,
    STEPS,
    TAG,
    UTILITY,
    State,
)


@rule
def spread(squares: int) -> int:
    """The squares one step away from any of these."""
    sideways = ((squares & ~LAST_COLUMN) << 1) | ((squares & ~FIRST_COLUMN) >> 1)
    return ((squares << SIDE) | (squares >> SIDE) | sideways) & GRID


@rule
def open_squares(done: int) -> int:
    """The squares of the objectives not yet completed."""
    squares = 0
    for objective in range(len(SQUARE_OF)):
        if not done >> objective & 1:
            squares |= 1 << SQUARE_OF[objective]
    return squares


@rule
def after_encrypting(s: State, me: int, secret: int) -> int:
    """Where the adversary may be if he has just encrypted and has now encrypted `secret` in all."""
    reported = s.reported[1 - me]
    if reported | secret == ALL_OBJECTIVES:
        return 0  # he would have won
    squares = s.possible[me][secret] & ~open_squares(reported | secret)
    for objective in range(len(SQUARE_OF)):
        bit = 1 << objective
        if secret & bit:
            squares |= s.possible[me][secret ^ bit] & 1 << SQUARE_OF[objective]
    return squares


@rule
def squares_after(s: State, me: int, secret: int, action: int) -> int:
    """Where the adversary may be if the card he played face down was used for `action`."""
    squares = after_encrypting(s, me, secret) if action == ENCRYPT else s.possible[me][secret]
    for _ in range(STEPS[action]):
        squares = spread(squares)
    if s.shown != OFF_GRID:
        squares &= 1 << s.shown
    return squares


@rule
def learn_action(s: State, me: int, action: int) -> None:
    """The action of the adversary's last card is known now: bring his possible squares up to date.

    The same as `squares_after` for every set at once, in loops that the compiler can vectorise.
    """
    if action == ENCRYPT:
        learn_encrypting(s, me)
    for _ in range(STEPS[action]):
        for secret in range(SECRETS):
            s.possible[me][secret] = spread(s.possible[me][secret])
    if s.shown != OFF_GRID:
        learn_within(s, me, 1 << s.shown)


@rule
def learn_encrypting(s: State, me: int) -> None:
    """Where the adversary may stand on an open objective, he has completed it, and has not won."""
    for secret in range(SECRETS - 1, -1, -1):  # downwards: sets only grow
        here = s.possible[me][secret] & OBJECTIVE_SQUARES
        if here == 0:
            continue
        done = s.reported[1 - me] | secret
        for objective in range(len(SQUARE_OF)):
            square, bit = 1 << SQUARE_OF[objective], 1 << objective
            if here & square and not done & bit:
                s.possible[me][secret] &= ~square
                if done | bit != ALL_OBJECTIVES:
                    s.possible[me][secret | bit] |= square


@rule
def learn_within(s: State, me: int, squares: int) -> None:
    """The adversary is on one of these squares."""
    for secret in range(SECRETS):
        s.possible[me][secret] &= squares


@rule
def learn_report(s: State, me: int, square: int) -> None:
    """The adversary reported from this square: he had not encrypted there, nor has he won."""
    bit = 1 << OBJECTIVE_AT[square]
    for secret in range(SECRETS):
        if secret & bit or s.reported[1 - me] | secret == ALL_OBJECTIVES:
            s.possible[me][secret] = 0
        else:
            s.possible[me][secret] &= 1 << square


@rule
def learn_sighting(s: State, seat: int, square: int) -> None:
    """A square was announced: both remember where and when."""
    s.sighted[seat] = square
    s.sighted_turn[seat] = s.turn


@rule
def learn_gone(s: State, me: int, card: int) -> None:
    """A card is no longer with the adversary."""
    s.theirs[me] &= ~(1 << card)
    s.fresh[me] &= ~(1 << card)


@rule
def learn_taken(s: State, me: int, card: int) -> None:
    """The adversary took a card that I had played."""
    s.theirs[me] |= 1 << card
    s.fresh[me] |= 1 << card
    s.given[me] = card


# What follows from memory --------------------------------------------------------------------


@rule
def unseen(s: State, me: int) -> int:
    """Cards that, as far as a seat knows, may be with the adversary or set aside."""
    seen = s.hand[me] | s.theirs[me]
    if s.lying >= 0 and (s.face_up or s.actor != me):
        seen |= 1 << s.lying
    if s.played >= 0 and s.actor == me:
        seen |= 1 << s.played
    return ALL_CARDS & ~seen


@rule
def facing_secret(s: State, me: int) -> bool:
    """Does a card lie there that the adversary played face down and this seat has yet to take?"""
    return s.turn > 1 and s.actor == me and not s.face_up


@rule
def could_be_lying(s: State, me: int, card: int, repaired: bool) -> bool:
    """May this be the card the adversary played face down?

    He cannot have played what he took since. Of his four cards, `fresh` ones are not disabled, and
    enough others must remain to be the disabled ones.
    """
    if card == s.given[me]:
        return False
    is_fresh = s.fresh[me] >> card & 1
    if repaired:
        return not is_fresh
    others = HAND + 1 - count_bits(s.fresh[me])
    if not is_fresh:
        others -= 1
    return others >= s.damaged[1 - me]


@rule
def secret_fits(s: State, me: int, action: int) -> bool:
    """Does what was heard and what squares are left allow this secret action?"""
    if s.overheard and (TAG[action] == QUIET) != (s.shown == OFF_GRID):
        return False
    for secret in range(SECRETS):
        if squares_after(s, me, secret, action):
            return True
    return False


@rule
def holders(s: State, me: int, action: int) -> int:
    """The cards that may be lying face down, played for this action."""
    half = MOVEMENT if action <= MOVE_2 else UTILITY
    known = s.theirs[me]
    pool = known
    if count_bits(known) < HAND + 1:
        pool |= unseen(s, me)
    cards = 0
    for card in range(len(CARDS)):
        if pool >> card & 1 and (action == REPAIR or CARDS[card][half] == action):
            if could_be_lying(s, me, card, action == REPAIR):
                cards |= 1 << card
    return cards


@rule
def whereabouts(s: State, me: int) -> int:
    """All squares where the adversary may be, as far as a seat can tell."""
    squares = 0
    if facing_secret(s, me) and s.lying_as < REPAIR:
        for i in range(len(SECRET_ACTIONS)):
            action = SECRET_ACTIONS[i]
            if secret_fits(s, me, action) and holders(s, me, action):
                for secret in range(SECRETS):
                    squares |= squares_after(s, me, secret, action)
        return squares
    for secret in range(SECRETS):
        squares |= s.possible[me][secret]
    return squares


@rule
def lies_known(s: State) -> bool:
    """Did everyone know at once for what the lying card was played?"""
    return s.face_up == 1 or s.lying_as == REPAIR or s.lying_as == SET_UP
