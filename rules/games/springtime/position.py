"""Rules of Springtime for two: the tokens of both seats, the last one placed, and the legal squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rules.game import Position, Seat, Setup
from rules.games.springtime.fields import Fields, fields
from rules.games.springtime.squares import AWAY, BOARD, COLUMNS, IN_LINE, ROWS, Token, names, parse, tokens_on
from rules.json_types import Json

MOST_IN_A_LINE = 3
NONE = -1
"""Value of the last token before there is one."""
Owned = tuple[int, int]
"""Tokens of seats 0 and 1."""


class Springtime(Position[Token]):
    """A position; `room` holds the squares that satisfy adjacency and maximum, `legal` those of them in line."""

    __slots__ = ("fields", "last", "legal", "owned", "room", "scoring", "seat")
    nothing_left: ClassVar[Mapping[str, object]] = {"legal": 0}

    def __init__(self, fields: Fields, scoring: str, owned: Owned, last: int, seat: Seat, room: int) -> None:
        self.fields = fields
        self.scoring = scoring
        """Value of the option."""
        self.owned = owned
        self.last = last
        """Square of the last token, or NONE."""
        self.seat = seat
        self.room = room
        self.legal = room if last < 0 else room & IN_LINE[last]

    parse_action = staticmethod(parse)

    @property
    def majority(self) -> bool:
        """Return whether a region gives one point instead of the difference."""
        return self.scoring == "majority"

    def current_player(self) -> Seat | None:
        return self.seat if self.legal else None

    def legal_actions(self) -> Sequence[Token]:
        return tokens_on(self.legal)

    def apply(self, action: Token) -> Springtime:
        square = action[0]
        first, second = self.owned
        if self.seat:
            second |= 1 << square
        else:
            first |= 1 << square
        taken = first | second
        room = self.room & AWAY[square]
        if (taken & ROWS[square]).bit_count() == MOST_IN_A_LINE:
            room &= ~ROWS[square]
        if (taken & COLUMNS[square]).bit_count() == MOST_IN_A_LINE:
            room &= ~COLUMNS[square]
        return Springtime(self.fields, self.scoring, (first, second), square, 1 - self.seat, room)

    def refusal(self, action: Token) -> str | None:
        square = action.square
        if BOARD.bits[square] & self.legal:
            return None
        taken = self.owned[0] | self.owned[1]
        if BOARD.bits[square] & taken:
            return "square-filled"
        if BOARD.neighbours[square] & taken:
            return "beside-a-token"
        if (taken & ROWS[square]).bit_count() == MOST_IN_A_LINE:
            return "row-full"
        if (taken & COLUMNS[square]).bit_count() == MOST_IN_A_LINE:
            return "column-full"
        return "out-of-line"

    def scores(self) -> Sequence[int]:
        points = [0, 0]
        for lead in self.leads():
            points[lead < 0] += bool(lead) if self.majority else abs(lead)
        return points

    def leads(self) -> list[int]:
        """Return seat 0's lead in tokens by region: rows, columns, then fields."""
        first, second = self.owned
        return [(first & region).bit_count() - (second & region).bit_count() for region in self.fields.regions]

    def winners(self) -> Sequence[Seat]:
        if self.legal:
            return ()
        points = self.scores()
        if points[0] != points[1]:
            return (int(points[1] > points[0]),)
        return (self.seat if self.free_placements() else 1 - self.seat,)

    def free_placements(self) -> int:
        """Return the squares where one more token, in line or not, would raise the score of the seat to act."""
        first, second = self.owned[self.seat], self.owned[1 - self.seat]
        found = 0
        for region in self.fields.regions:
            lead = (first & region).bit_count() - (second & region).bit_count()
            if lead == 0 or (lead > 0 and not self.majority):
                found |= region
        return found & self.room

    def to_json(self) -> dict[str, Json]:
        return {
            "to_move": self.current_player(),
            "scoring": self.scoring,
            "fields": list(self.fields.rows),
            "tokens": [names(own) for own in self.owned],
            "last": None if self.last < 0 else BOARD.names[self.last],
            "scores": list(self.scores()),
        }

    def _key(self) -> tuple[Fields, str, Owned, int, Seat]:
        return self.fields, self.scoring, self.owned, self.last, self.seat

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Springtime) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def start(setup: Setup) -> Springtime:
    """Return the empty landscape."""
    return Springtime(
        fields(tuple(setup["layout"]["fields"])), setup["options"]["scoring"], (0, 0), NONE, 0, BOARD.full
    )
