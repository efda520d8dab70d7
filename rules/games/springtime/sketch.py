"""Springtime as a search goes through it: what matters of a position in a handful of ints, and who leads in bytes.

A byte of `leads` stands for each region, rows, columns, then fields, and is LEVEL where nobody leads there. A token of
seat 0 adds one to three of them at once, a token of seat 1 takes one away.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import ClassVar, NamedTuple

from rules.game import Seat
from rules.games.springtime.fields import SIDE, Fields
from rules.games.springtime.position import MOST_IN_A_LINE, Springtime
from rules.games.springtime.squares import AWAY, BOARD, COLUMNS, IN_LINE, ROWS, Token, tokens_on

LEVEL = 64
"""What stands for a region in which nobody leads; no lead is as large."""
_BYTE = 8
_SIGNS = bytes((byte > LEVEL) - (byte < LEVEL) + 1 for byte in range(256))
"""Who leads: 0 for seat 1, 2 for seat 0."""
APART = 3
"""Points between the seats where differences count and seat 0 has placed last; they are level where seat 1 has."""
GAINS = (
    bytes(byte in {LEVEL, LEVEL - 1} for byte in range(256)),
    bytes(byte in {LEVEL, LEVEL + 1} for byte in range(256)),
)
"""By seat: 1 where one more token of it changes the difference of majorities by a point."""
SPREAD = 5.0
"""Points of a lead after the first game that make the odds to win the match e times as good."""

FROM = tuple(BOARD.full >> square << square for square in range(BOARD.size))
"""By square: itself and all after it."""


class Aim(NamedTuple):
    """What a game of a match is played for: points beside those of the other game, and not who wins it.

    So a free placement is worth nothing there: it decides who wins a game of equal scores, and changes no score.
    """

    lead: int | None
    """The points of the other game that seat 0 of this one has more than seat 1; None while that has not ended."""

    def worth(self, ahead: int) -> float:
        """How likely seat 0 is to win the match with so many points more in this game, a draw counting half."""
        if self.lead is None:
            return 1 / (1 + exp(-ahead / SPREAD))
        total = ahead + self.lead
        return (total > 0) / 2 + (total >= 0) / 2


class Step(NamedTuple):
    """What a token on a square changes."""

    away: int
    row: int
    column: int
    in_line: int
    packed: int
    """One in the bytes of its row, its column and its field."""


class Ground:
    """The tables of one landscape, one way to count and one aim. Get it with `ground`, which makes them once."""

    def __init__(self, fields: Fields, majority: bool, aim: Aim | None) -> None:  # noqa: FBT001  # as the option says
        self.majority = majority
        self.aim = aim
        self.by_last = (aim.worth(0), aim.worth(APART)) if aim else (0.0, 1.0)
        """Where the last placement decides, what it is worth to seat 0 if seat 1 makes it, and if itself does."""
        self.regions = fields.regions
        self.level = int.from_bytes(bytes([LEVEL]) * len(fields.regions), "little")
        numbers = {field.mask: 2 * SIDE + number for number, field in enumerate(fields.fields)}
        self.places = tuple(
            (square // SIDE, SIDE + square % SIDE, numbers[fields.at[square]]) for square in range(BOARD.size)
        )
        """By square, the numbers of its row, its column and its field."""
        self.steps = tuple(
            Step(
                AWAY[square],
                ROWS[square],
                COLUMNS[square],
                IN_LINE[square],
                sum(1 << _BYTE * number for number in self.places[square]),
            )
            for square in range(BOARD.size)
        )

    def bytes_of(self, leads: int) -> bytes:
        """The leads by region."""
        return leads.to_bytes(len(self.regions), "little")

    def ahead(self, leads: int) -> int:
        """The points of seat 0 minus those of seat 1."""
        regions = leads.to_bytes(len(self.regions), "little")
        counted = regions.translate(_SIGNS) if self.majority else regions
        return sum(counted) - len(regions) * (1 if self.majority else LEVEL)

    def worth(self, leads: int, room: int, seat: Seat) -> float:
        """What the end is worth to seat 0 when `seat` cannot place: 1 or 0 as it has won or not, unless in a match."""
        ahead = self.ahead(leads)
        if self.aim:
            return self.aim.worth(ahead)
        if ahead:
            return float(ahead > 0)
        return float((seat == 0) == self._free(leads, room, seat))

    def _free(self, leads: int, room: int, seat: Seat) -> bool:
        """Whether one more token of the seat, in line or not, would raise its score."""
        for lead, region in zip(self.bytes_of(leads), self.regions, strict=True):
            own = LEVEL - lead if seat else lead - LEVEL
            if room & region and (own == 0 or (own > 0 and not self.majority)):
                return True
        return False

    def played_out(self, sketch: Sketch, rng: Random) -> tuple[float, tuple[Sequence[int], Sequence[int]]]:
        """What it is worth to seat 0 when both place at random from there on, and the squares that each takes."""
        room, legal, taken, leads, seat = sketch.room, sketch.legal, sketch.taken, sketch.leads, sketch.seat
        steps, random, size = self.steps, rng.random, BOARD.size
        squares: list[int] = []
        place = squares.append
        while legal:
            # The first open square after a random one: nearly as even as a fair choice, and several times as quick.
            beyond = legal & FROM[int(random() * size)] or legal
            bit = beyond & -beyond
            square = bit.bit_length() - 1
            place(square)
            away, row, column, in_line, packed = steps[square]
            taken |= bit
            room &= away
            if (taken & row).bit_count() == MOST_IN_A_LINE:
                room &= ~row
            if (taken & column).bit_count() == MOST_IN_A_LINE:
                room &= ~column
            if seat:
                leads -= packed
                seat = 0
            else:
                leads += packed
                seat = 1
            legal = room & in_line
        worth = self.worth(leads, room, seat)
        return (worth, (squares[1::2], squares[::2])) if sketch.seat else (worth, (squares[::2], squares[1::2]))


@lru_cache(maxsize=256)
def ground(fields: Fields, majority: bool, aim: Aim | None) -> Ground:  # noqa: FBT001  # as the option says
    """The tables, made once."""
    return Ground(fields, majority, aim)


class Sketch:
    """A position for a search: what `Springtime` says of the seat to act and of its actions, this says, too."""

    __slots__ = ("ground", "last", "leads", "legal", "room", "seat", "taken")
    mid_turn: ClassVar[bool] = False

    def __init__(self, ground: Ground, taken: int, leads: int, last: int, seat: Seat, room: int, legal: int) -> None:
        self.ground, self.taken, self.leads, self.last = ground, taken, leads, last
        self.seat, self.room, self.legal = seat, room, legal

    def current_player(self) -> Seat | None:
        """The seat to act, or None once the game is over."""
        return self.seat if self.legal else None

    def legal_actions(self) -> list[Token]:
        """All tokens that may be placed."""
        return tokens_on(self.legal)

    def apply(self, action: Token) -> Sketch:
        """The sketch after a token."""
        square = action[0]
        away, row, column, in_line, packed = self.ground.steps[square]
        taken = self.taken | 1 << square
        room = self.room & away
        if (taken & row).bit_count() == MOST_IN_A_LINE:
            room &= ~row
        if (taken & column).bit_count() == MOST_IN_A_LINE:
            room &= ~column
        leads = self.leads - packed if self.seat else self.leads + packed
        return Sketch(self.ground, taken, leads, square, 1 - self.seat, room, room & in_line)

    def ahead(self) -> int:
        """The points of seat 0 minus those of seat 1."""
        return self.ground.ahead(self.leads)

    def worth(self) -> float:
        """What it is worth to seat 0 that the seat to act cannot place."""
        return self.ground.worth(self.leads, self.room, self.seat)

    def gains(self) -> list[int]:
        """By gain, of 0 to 3 points for the seat to act, the squares where a token brings it in majorities."""
        regions = self.ground.bytes_of(self.leads).translate(GAINS[self.seat])
        found, places, legal = [0, 0, 0, 0], self.ground.places, self.legal
        while legal:
            bit = legal & -legal
            legal ^= bit
            row, column, field = places[bit.bit_length() - 1]
            found[regions[row] + regions[column] + regions[field]] |= bit
        return found


def sketched(position: Springtime, aim: Aim | None = None) -> Sketch:
    """The sketch of a position of a game by itself, or of one of a match."""
    tables = ground(position.fields, position.majority, aim)
    first, second = position.owned
    leads = tables.level
    for square in BOARD.squares(first):
        leads += tables.steps[square].packed
    for square in BOARD.squares(second):
        leads -= tables.steps[square].packed
    return Sketch(tables, first | second, leads, position.last, position.seat, position.room, position.legal)
