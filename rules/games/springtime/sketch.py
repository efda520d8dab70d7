"""Compact Springtime position for searches: a handful of ints, with leads as bytes.

`leads` has a byte for each region, rows, columns, then fields; LEVEL means no lead. A token of seat 0 adds one to three
of them at once, a token of seat 1 subtracts one.
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
"""Byte of a region in which nobody leads; larger than any lead."""
_BYTE = 8
_SIGNS = bytes((byte > LEVEL) - (byte < LEVEL) + 1 for byte in range(256))
"""Leader by byte: 0 for seat 1, 2 for seat 0."""
APART = 3
"""Score difference if differences count and seat 0 has placed last; 0 if seat 1 has."""
GAINS = (
    bytes(byte in {LEVEL, LEVEL - 1} for byte in range(256)),
    bytes(byte in {LEVEL, LEVEL + 1} for byte in range(256)),
)
"""By seat: 1 where one more of its tokens changes the difference of majorities by a point."""
SPREAD = 5.0
"""Points of a lead after the first game that multiply the odds to win the match by e."""

FROM = tuple(BOARD.full >> square << square for square in range(BOARD.size))
"""Mask of each square and all squares after it."""


class Aim(NamedTuple):
    """Aim of a game in a match: points, added to those of the other game, instead of a win.

    So a free placement is worth nothing: it decides who wins a game of equal scores, and changes no score.
    """

    lead: int | None
    """Seat 0's lead in the other game; None until that has ended."""

    def worth(self, ahead: int) -> float:
        """Estimate seat 0's chance of winning the match with this lead in points, a draw counting half."""
        if self.lead is None:
            return 1 / (1 + exp(-ahead / SPREAD))
        total = ahead + self.lead
        return (total > 0) / 2 + (total >= 0) / 2


class Step(NamedTuple):
    """Masks that a token on a square changes."""

    away: int
    row: int
    column: int
    in_line: int
    packed: int
    """One in the bytes of its row, its column and its field."""


class Ground:
    """Lookup tables of one landscape, scoring and aim. Get it with `ground`, which caches them."""

    def __init__(self, fields: Fields, majority: bool, aim: Aim | None) -> None:  # noqa: FBT001  # as the option says
        self.majority = majority
        self.aim = aim
        self.by_last = (aim.worth(0), aim.worth(APART)) if aim else (0.0, 1.0)
        """If the last placement decides: the value for seat 0 if seat 1 makes it, and if seat 0 does."""
        self.regions = fields.regions
        self.level = int.from_bytes(bytes([LEVEL]) * len(fields.regions), "little")
        numbers = {field.mask: 2 * SIDE + number for number, field in enumerate(fields.fields)}
        self.places = tuple(
            (square // SIDE, SIDE + square % SIDE, numbers[fields.at[square]]) for square in range(BOARD.size)
        )
        """Numbers of each square's row, column and field."""
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
        """Return the leads by region."""
        return leads.to_bytes(len(self.regions), "little")

    def ahead(self, leads: int) -> int:
        """Return seat 0's points minus seat 1's."""
        regions = leads.to_bytes(len(self.regions), "little")
        counted = regions.translate(_SIGNS) if self.majority else regions
        return sum(counted) - len(regions) * (1 if self.majority else LEVEL)

    def worth(self, leads: int, room: int, seat: Seat) -> float:
        """Return the final value for seat 0 when `seat` is stuck: 1 for a win, 0 for a loss; in a match by its aim."""
        ahead = self.ahead(leads)
        if self.aim:
            return self.aim.worth(ahead)
        if ahead:
            return float(ahead > 0)
        return float((seat == 0) == self._free(leads, room, seat))

    def _free(self, leads: int, room: int, seat: Seat) -> bool:
        """Return whether one more token of the seat, in line or not, would raise its score."""
        for lead, region in zip(self.bytes_of(leads), self.regions, strict=True):
            own = LEVEL - lead if seat else lead - LEVEL
            if room & region and (own == 0 or (own > 0 and not self.majority)):
                return True
        return False

    def played_out(self, sketch: Sketch, rng: Random) -> tuple[float, tuple[Sequence[int], Sequence[int]]]:
        """Play at random to the end; return the value for seat 0, and the squares taken by each seat."""
        room, legal, taken, leads, seat = sketch.room, sketch.legal, sketch.taken, sketch.leads, sketch.seat
        steps, random, size = self.steps, rng.random, BOARD.size
        squares: list[int] = []
        place = squares.append
        while legal:
            # The first open square after a random one: nearly as even as a fair choice, and several times as fast.
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
    """Return the cached tables."""
    return Ground(fields, majority, aim)


class Sketch:
    """A position for a search, with the same interface as `Springtime` for the seat to act and its actions."""

    __slots__ = ("ground", "last", "leads", "legal", "room", "seat", "taken")
    mid_turn: ClassVar[bool] = False

    def __init__(self, ground: Ground, taken: int, leads: int, last: int, seat: Seat, room: int, legal: int) -> None:
        self.ground, self.taken, self.leads, self.last = ground, taken, leads, last
        self.seat, self.room, self.legal = seat, room, legal

    def current_player(self) -> Seat | None:
        """Return the seat to act, or None once the game is over."""
        return self.seat if self.legal else None

    def legal_actions(self) -> list[Token]:
        """List all legal tokens."""
        return tokens_on(self.legal)

    def apply(self, action: Token) -> Sketch:
        """Return the sketch after a token."""
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
        """Return seat 0's points minus seat 1's."""
        return self.ground.ahead(self.leads)

    def worth(self) -> float:
        """Return the final value for seat 0, as the seat to act is stuck."""
        return self.ground.worth(self.leads, self.room, self.seat)

    def gains(self) -> list[int]:
        """Return the legal squares by majority gain of the seat to act, 0 to 3 points."""
        regions = self.ground.bytes_of(self.leads).translate(GAINS[self.seat])
        found, places, legal = [0, 0, 0, 0], self.ground.places, self.legal
        while legal:
            bit = legal & -legal
            legal ^= bit
            row, column, field = places[bit.bit_length() - 1]
            found[regions[row] + regions[column] + regions[field]] |= bit
        return found


def sketched(position: Springtime, aim: Aim | None = None) -> Sketch:
    """Convert a position of a single game, or of a match, into a sketch."""
    tables = ground(position.fields, position.majority, aim)
    first, second = position.owned
    leads = tables.level
    for square in BOARD.squares(first):
        leads += tables.steps[square].packed
    for square in BOARD.squares(second):
        leads -= tables.steps[square].packed
    return Sketch(tables, first | second, leads, position.last, position.seat, position.room, position.legal)
