"""Swindle tactics of seat 1 where differences count and no win is in sight: assume that seat 0 places at random.

Without a mistake seat 0 wins nearly all such games. So seat 1's tokens differ only in the mistakes that seat 0 could
make after them, now and later.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from rules.game import CHANCE, Seat
from rules.games.springtime.placements import SEARCHED_TO_THE_END, hope, room_after
from rules.games.springtime.position import Springtime
from rules.games.springtime.rollouts import SOLVED, first_places_last, scattered
from rules.games.springtime.squares import IN_LINE, Token, tokens_on


class Swindle:
    """A position with a token on the board, in which chance places for seat 0."""

    __slots__ = ("last", "legal", "room", "taken")
    mid_turn: ClassVar[bool] = False

    def __init__(self, taken: int, room: int, last: int) -> None:
        self.taken, self.room, self.last = taken, room, last
        self.legal = room & IN_LINE[last]

    def current_player(self) -> Seat | None:
        """Return seat 1 or CHANCE, or None once the game is over."""
        if not self.legal:
            return None
        return 1 if self.taken.bit_count() & 1 else CHANCE

    def chance_outcomes(self) -> Sequence[tuple[Token, float]]:
        """List all tokens of seat 0, equally likely."""
        tokens = tokens_on(self.legal)
        return [(token, 1 / len(tokens)) for token in tokens]

    def apply(self, action: Token) -> Swindle:
        """Return the position after a token."""
        square = action[0]
        taken = self.taken | 1 << square
        return Swindle(taken, room_after(taken, self.room, square), square)


def is_wanted(position: Springtime) -> bool:
    """Return whether seat 1 is to act in a fight for the last placement without a known win."""
    if position.majority or not position.seat:
        return False
    return position.room.bit_count() > SOLVED or first_places_last(sum(position.owned), position.room, position.last)


def sketch(position: Springtime) -> Swindle:
    """Convert a position into one for a search."""
    return Swindle(sum(position.owned), position.room, position.last)


def prospects(position: Swindle) -> Sequence[tuple[Token, float]]:
    """List all tokens of seat 1, equally weighted."""
    return [(token, 1.0) for token in tokens_on(position.legal)]


def sample(position: Swindle, rng: Random) -> Sequence[float]:
    """Sample the chance by seat, exact near the end; before that, after random tokens of both."""
    taken, room, last = position.taken, position.room, position.last
    if room.bit_count() > SEARCHED_TO_THE_END:
        taken, room, last = scattered(taken, room, last, rng, SEARCHED_TO_THE_END)
    second = hope(1, taken, room, last, depth=0)
    return 1 - second, second


def settled(position: Swindle) -> bool:
    """Return whether the chance is exact."""
    return not position.legal or position.room.bit_count() <= SEARCHED_TO_THE_END
