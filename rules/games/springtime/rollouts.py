"""Random rollouts: to the end, or to a position that can be solved exactly."""

from __future__ import annotations

from random import Random

from rules.game import Seat
from rules.games.springtime.placements import replies, winner
from rules.games.springtime.position import MOST_IN_A_LINE
from rules.games.springtime.sketch import FROM, Sketch
from rules.games.springtime.squares import BOARD, IN_LINE, STEPS, Token

SOLVED = 24
"""Largest number of open squares at which the fight is solved directly; mostly about 500 positions."""
FOLLOWED = 8
"""Number of open squares down to which a rollout plays before it is solved."""
MISTAKES = 2.0
"""Exponent of the share of mistakes among replies, which weighs a lost token."""
LEAST = 1e-3
MEMORY = 1 << 16
_first_wins: tuple[dict[tuple[int, int], bool], dict[tuple[int, int], bool]] = {}, {}
"""Solved positions without and with free placements, by tokens, which determine the open squares, and the last token.
"""


def first_places_last(taken: int, room: int, last: int, free: bool = True) -> bool:  # noqa: FBT001, FBT002  # many calls
    """Solve whether seat 0 wins the fight for the last placement under perfect play.

    A stuck seat with open squares also wins if its placement is `free`; in a match it is not.
    """
    legal = room & IN_LINE[last]
    if not legal:
        return not winner(taken, room, free)
    known, key = _first_wins[free], (taken, last)
    found = known.get(key)
    if found is None:
        if len(known) >= MEMORY:
            known.clear()
        first = not taken.bit_count() & 1
        found = known[key] = _follow(first, taken, room, legal, free)
    return found


def _follow(first: bool, taken: int, room: int, legal: int, free: bool) -> bool:  # noqa: FBT001  # many such calls
    """Solve a position in which a token can be placed; `first` if seat 0 is to place it."""
    after = []
    while legal:
        bit = legal & -legal
        legal ^= bit
        square = bit.bit_length() - 1
        away, row, column, in_line = STEPS[square]
        placed, left = taken | bit, room & away
        if (placed & row).bit_count() == MOST_IN_A_LINE:
            left &= ~row
        if (placed & column).bit_count() == MOST_IN_A_LINE:
            left &= ~column
        if open_to_other := left & in_line:
            after.append((open_to_other.bit_count(), square, placed, left))
        elif first or not left or not free:
            return first
    after.sort()
    for _, square, placed, left in after:
        if first_places_last(placed, left, square, free) is first:
            return first
    return not first


def placement_prospects(sketch: Sketch) -> list[tuple[Token, float]]:
    """List all tokens; where the fight is solved, only winning ones, or else those with most mistakes to make."""
    tokens, free = sketch.legal_actions(), sketch.ground.aim is None
    if sketch.room.bit_count() > SOLVED:
        return [(token, 1.0) for token in tokens]
    after = replies(sketch.taken, sketch.room, sketch.last)
    told = list(zip(tokens, after, strict=True))
    winning = [(token, 1.0) for token, (_, *left) in told if _wins(sketch.seat, *left, free=free)]
    return winning or sorted(
        [(token, LEAST + mistakes(*left, free=free) ** MISTAKES) for token, (_, *left) in told],
        key=lambda pair: -pair[1],
    )


def _wins(seat: Seat, taken: int, room: int, last: int, *, free: bool) -> bool:
    return first_places_last(taken, room, last, free) == (seat == 0)


def mistakes(taken: int, room: int, last: int, *, free: bool) -> float:
    """Return the share of replies that lose a won position."""
    after = replies(taken, room, last)
    seat = taken.bit_count() & 1
    return sum([not _wins(seat, *left, free=free) for _, *left in after]) / len(after) if after else 0.0


def placement_rollout(sketch: Sketch, rng: Random) -> float:
    """Estimate the value of the last placement for seat 0; far from the end, after random tokens."""
    taken, room, last, tables = sketch.taken, sketch.room, sketch.last, sketch.ground
    if room.bit_count() > SOLVED:
        taken, room, last = scattered(taken, room, last, rng, FOLLOWED)
    return tables.by_last[first_places_last(taken, room, last, tables.aim is None)]


def scattered(taken: int, room: int, last: int, rng: Random, until: int) -> tuple[int, int, int]:
    """Place random tokens until `until` squares are open or none is in line; return tokens, room and last token.

    Needs a token on the board.
    """
    random, size = rng.random, BOARD.size
    legal = room & IN_LINE[last]
    while legal and room.bit_count() > until:
        # The first open square after a random one: nearly as even as a fair choice, and several times as fast.
        beyond = legal & FROM[int(random() * size)] or legal
        bit = beyond & -beyond
        last = bit.bit_length() - 1
        away, row, column, in_line = STEPS[last]
        taken |= bit
        room &= away
        if (taken & row).bit_count() == MOST_IN_A_LINE:
            room &= ~row
        if (taken & column).bit_count() == MOST_IN_A_LINE:
            room &= ~column
        legal = room & in_line
    return taken, room, last
