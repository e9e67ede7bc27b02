"""What each side can infer about the other, kept exactly: squares, secret reports, cards.

Rules call these as things are revealed; they read memory and never the secrets behind it.
"""

from quarterdeck.engine.rule import count_bits, rule
from quarterdeck.games.ping import state as st
from quarterdeck.games.ping.state import State


@rule
def size(s: State) -> int:
    """Which row of a lookup that has one for each size of the game."""
    return st.TINY if s.tiny else st.FULL


@rule
def spread(s: State, squares: int) -> int:
    """The squares one step away from any of these."""
    sideways = ((squares & ~st.LAST_COLUMN) << 1) | ((squares & ~st.FIRST_COLUMN) >> 1)
    return ((squares << st.SIDE) | (squares >> st.SIDE) | sideways) & st.CHART[size(s)]


@rule
def secrets_at(s: State, me: int, square: int) -> int:
    """The sets of objectives the adversary may have encrypted if he is on this square."""
    if not s.possible[me] >> square & 1:
        return 0
    return s.secrets_anywhere[me] if s.secrets_anywhere[me] else s.secrets[me][square]


@rule
def secrets_after(s: State, me: int, square: int, action: int) -> int:
    """The same after `action`, if that took him to this square."""
    if action == st.ENCRYPT:
        return after_encrypting(s, me, square)
    sources = s.possible[me] & st.REACH[st.STEPS[action]][square]
    if s.secrets_anywhere[me]:
        return s.secrets_anywhere[me] if sources else 0
    secrets = 0
    while sources:
        bit = sources & -sources
        sources ^= bit
        secrets |= s.secrets[me][count_bits(bit - 1)]
    return secrets


@rule
def after_encrypting(s: State, me: int, square: int) -> int:
    """On an open objective he has completed it, and has not won by it."""
    secrets, objective = secrets_at(s, me, square), st.OBJECTIVE_AT[square]
    if objective < 0 or s.reported[1 - me] >> objective & 1:
        return secrets
    lacking = secrets & st.LACKING[objective]
    completed = (secrets ^ lacking) | lacking << (1 << objective)
    return completed & st.NOT_WON[size(s)][s.reported[1 - me]]


@rule
def squares_after(s: State, me: int, action: int) -> int:
    """Where the adversary may be if the card he played face down was used for `action`."""
    squares = s.possible[me]
    if action == st.ENCRYPT:
        for objective in range(len(st.SQUARE_OF)):
            if after_encrypting(s, me, st.SQUARE_OF[objective]) == 0:
                squares &= ~(1 << st.SQUARE_OF[objective])
    for _ in range(st.STEPS[action]):
        squares = spread(s, squares)
    return squares if s.shown == st.OFF_GRID else squares & 1 << s.shown


@rule
def learn_action(s: State, me: int, action: int) -> None:
    """The action of the adversary's last card is known now: update memory."""
    if s.shown != st.OFF_GRID:
        learn_square(s, me, s.shown, secrets_after(s, me, s.shown, action))
    elif action == st.ENCRYPT:
        learn_encrypting(s, me)
    else:
        for _ in range(st.STEPS[action]):
            if not s.secrets_anywhere[me]:
                spread_secrets(s, me)
            s.possible[me] = spread(s, s.possible[me])


@rule
def learn_square(s: State, me: int, square: int, secrets: int) -> None:
    """The adversary is on this square and has encrypted one of these sets."""
    s.possible[me] = 1 << square
    s.secrets_anywhere[me] = secrets


@rule
def learn_within(s: State, me: int, squares: int) -> None:
    """The adversary is on one of these squares."""
    left = s.possible[me] & squares
    if left and left & (left - 1) == 0 and not s.secrets_anywhere[me]:
        s.secrets_anywhere[me] = s.secrets[me][count_bits(left - 1)]
    s.possible[me] = left


@rule
def learn_encrypting(s: State, me: int) -> None:
    """He has encrypted: on an open objective, that objective."""
    if not s.possible[me] & st.OBJECTIVE_SQUARES:
        return
    if s.secrets_anywhere[me]:
        for square in range(st.SQUARES):
            s.secrets[me][square] = s.secrets_anywhere[me]
        s.secrets_anywhere[me] = 0
    left = squares_after(s, me, st.ENCRYPT)
    for objective in range(len(st.SQUARE_OF)):
        square = st.SQUARE_OF[objective]
        s.secrets[me][square] = after_encrypting(s, me, square)
    s.possible[me] = left
    learn_within(s, me, left)


@rule
def spread_secrets(s: State, me: int) -> None:
    """After a step, the sets for a square are those of the squares around it.

    Done row by row, in place: `above` holds the row above as it was.
    """
    secrets = s.secrets[me]
    for square in range(st.SQUARES):
        if not s.possible[me] >> square & 1:
            secrets[square] = 0
    above0, above1, above2, above3, above4 = 0, 0, 0, 0, 0
    for row in range(0, st.SQUARES, st.SIDE):
        a, b, c = secrets[row], secrets[row + 1], secrets[row + 2]
        d, e = secrets[row + 3], secrets[row + 4]
        secrets[row] = above0 | b
        secrets[row + 1] = above1 | a | c
        secrets[row + 2] = above2 | b | d
        secrets[row + 3] = above3 | c | e
        secrets[row + 4] = above4 | d
        if row + st.SIDE < st.SQUARES:
            for square in range(row, row + st.SIDE):
                secrets[square] |= secrets[square + st.SIDE]
        above0, above1, above2, above3, above4 = a, b, c, d, e


@rule
def learn_report(s: State, me: int, square: int) -> None:
    """The adversary reported from this square: he had not encrypted there and has not won."""
    sound = st.LACKING[st.OBJECTIVE_AT[square]] & st.NOT_WON[size(s)][s.reported[1 - me]]
    learn_square(s, me, square, secrets_at(s, me, square) & sound)


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
    return st.ALL_CARDS[size(s)] & ~seen


@rule
def facing_secret(s: State, me: int) -> bool:
    """Has the adversary just played a card face down that this seat has yet to take?"""
    return s.turn > 1 and s.actor == me and not s.face_up


@rule
def could_be_lying(s: State, me: int, card: int, repaired: bool) -> bool:
    """May this be the card the adversary played face down?

    He cannot have played the card he took afterwards. Of his hand and this card, `fresh` ones are
    not disabled, and enough others must remain to be the disabled ones.
    """
    if card == s.given[me]:
        return False
    is_fresh = s.fresh[me] >> card & 1
    if repaired:
        return not is_fresh
    others = st.HAND[size(s)] + 1 - count_bits(s.fresh[me])
    if not is_fresh:
        others -= 1
    return others >= s.damaged[1 - me]


@rule
def secret_fits(s: State, me: int, action: int) -> bool:
    """Do the squares left, and what a listener heard, allow this secret action?"""
    if s.overheard and (st.TAG[action] == st.QUIET) != (s.shown == st.OFF_GRID):
        return False
    return squares_after(s, me, action) != 0


@rule
def holders(s: State, me: int, action: int) -> int:
    """The cards that may be lying face down, played for this action."""
    half = st.MOVEMENT if action <= st.MOVE_2 else st.UTILITY
    known = s.theirs[me]
    pool = known
    if count_bits(known) < st.HAND[size(s)] + 1:
        pool |= unseen(s, me)
    cards = 0
    for card in range(len(st.CARDS)):
        if pool >> card & 1 and (action == st.REPAIR or st.CARDS[card][half] == action):
            if could_be_lying(s, me, card, action == st.REPAIR):
                cards |= 1 << card
    return cards


@rule
def may_be_lying(s: State, me: int) -> int:
    """The cards that may be the one the adversary played face down; none if no such card lies."""
    if not facing_secret(s, me):
        return 0
    if s.lying_as == st.REPAIR:
        return holders(s, me, st.REPAIR)
    cards = 0
    for i in range(len(st.SECRET_ACTIONS)):
        if secret_fits(s, me, st.SECRET_ACTIONS[i]):
            cards |= holders(s, me, st.SECRET_ACTIONS[i])
    return cards


@rule
def whereabouts(s: State, me: int) -> int:
    """All squares where the adversary may be, as far as a seat can tell."""
    if not facing_secret(s, me) or s.lying_as == st.REPAIR:
        return s.possible[me]
    squares = 0
    for i in range(len(st.SECRET_ACTIONS)):
        action = st.SECRET_ACTIONS[i]
        if secret_fits(s, me, action) and holders(s, me, action):
            squares |= squares_after(s, me, action)
    return squares


@rule
def lies_known(s: State) -> bool:
    """Did everyone know at once what the lying card was played for?"""
    return s.face_up == 1 or s.lying_as == st.REPAIR or s.lying_as == st.SET_UP
