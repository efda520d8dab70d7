"""Games played on at random: to the end, or to where play without a mistake can be followed exactly."""

from __future__ import annotations

from random import Random

from rules.game import Seat
from rules.games.springtime.placements import replies, room_after, winner
from rules.games.springtime.position import Springtime
from rules.games.springtime.squares import BOARD, IN_LINE, Token

SOLVED = 24
"""Squares of room from which the fight for the last placement is known from where it stands; 500 positions, mostly."""
FOLLOWED = 8
"""Squares of room to which it is played on at random from where it is not known."""
MISTAKES = 2.0
"""How much more a lost token weighs whose replies are mostly mistakes: their share to the power of this."""
LEAST = 1e-3
MEMORY = 1 << 16
_first_wins: dict[tuple[int, int, int], bool] = {}


def first_places_last(taken: int, room: int, last: int) -> bool:
    """Whether seat 0 wins the fight for the last placement if nobody makes a mistake."""
    if not room & IN_LINE[last]:
        return not winner(taken, room)
    key = taken, room, last
    found = _first_wins.get(key)
    if found is None:
        if len(_first_wins) >= MEMORY:
            _first_wins.clear()
        wanted = not taken.bit_count() & 1
        after = (first_places_last(*reply) == wanted for _, *reply in sorted(replies(taken, room, last)))
        found = _first_wins[key] = wanted if any(after) else not wanted
    return found


def placement_prospects(position: Springtime) -> list[tuple[Token, float]]:
    """All tokens; where the fight is known, those that win it, or if none does, those that ask most of the other."""
    tokens = position.legal_actions()
    if position.room.bit_count() > SOLVED:
        return [(token, 1.0) for token in tokens]
    after = replies(sum(position.owned), position.room, position.last)
    winning = [(token, 1.0) for token, (_, *left) in zip(tokens, after, strict=True) if _wins(position.seat, *left)]
    return winning or sorted(
        [(token, LEAST + mistakes(*left) ** MISTAKES) for token, (_, *left) in zip(tokens, after, strict=True)],
        key=lambda pair: -pair[1],
    )


def _wins(seat: Seat, taken: int, room: int, last: int) -> bool:
    return first_places_last(taken, room, last) == (seat == 0)


def mistakes(taken: int, room: int, last: int) -> float:
    """The share of the replies by which the seat to act loses what it could win."""
    after = replies(taken, room, last)
    seat = taken.bit_count() & 1
    return sum([not _wins(seat, *left) for _, *left in after]) / len(after) if after else 0.0


def placement_rollout(position: Springtime, rng: Random) -> float:
    """1 if seat 0 wins the fight for the last placement, else 0; where that is far off, after tokens at random."""
    end = position if position.room.bit_count() <= SOLVED else scattered(position, rng, FOLLOWED)
    return float(first_places_last(sum(end.owned), end.room, end.last))


def majority_rollout(position: Springtime, rng: Random) -> float:
    """1 if seat 0 wins the game when both seats place at random, else 0."""
    return float(scattered(position, rng, 0).winners() == (0,))


def scattered(position: Springtime, rng: Random, until: int) -> Springtime:
    """The position after tokens at random, as soon as so many squares of room are left, or none is in line."""
    owned, room, last, seat = list(position.owned), position.room, position.last, position.seat
    taken = sum(owned)
    while room.bit_count() > until and (legal := room & IN_LINE[last] if last >= 0 else room):
        # The first open square after a random one: nearly as even as a fair choice, and several times as quick.
        shift = int(rng.random() * BOARD.size)
        beyond = legal >> shift << shift or legal
        bit = beyond & -beyond
        last = bit.bit_length() - 1
        taken |= bit
        owned[seat] |= bit
        seat = 1 - seat
        room = room_after(taken, room, last)
    return Springtime(position.fields, position.scoring, (owned[0], owned[1]), last, seat, room)
