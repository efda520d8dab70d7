"""A pile of stones, from which the seats take one or two in turn; a coin decides who starts."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rules.errors import BadNotation
from rules.game import CHANCE, Position, Seat, Setup
from rules.notation import number, words

STONES = 10
MOST = 2
"""Stones that may be taken at once."""


class Action(NamedTuple):
    """`take 2`, or the coin's outcome `begin 1`."""

    verb: str
    number: int

    def __str__(self) -> str:
        return f"{self.verb} {self.number}"


class Countdown(Position[Action]):
    """A position: the stones left and the seat to move; None before the coin is tossed."""

    __slots__ = ("players", "seat", "stones")

    def __init__(self, players: int, stones: int, seat: Seat) -> None:
        self.players = players
        self.stones = stones
        self.seat = seat

    @staticmethod
    def parse_action(text: str) -> Action:
        verb, *rest = words(text)
        if len(rest) != 1 or verb not in ("take", "begin"):
            raise BadNotation(text)
        return Action(verb, number(rest[0], 0, 9))

    def current_player(self) -> Seat | None:
        return self.seat if self.stones else None

    def legal_actions(self) -> Sequence[Action]:
        if self.seat == CHANCE:
            return []
        return [Action("take", stones) for stones in range(1, min(MOST, self.stones) + 1)]

    def chance_outcomes(self) -> Sequence[tuple[Action, Fraction]]:
        if self.seat != CHANCE:
            return []
        return [(Action("begin", seat), Fraction(1, self.players)) for seat in range(self.players)]

    def apply(self, action: Action) -> Countdown:
        if action.verb == "begin":
            return Countdown(self.players, self.stones, action.number)
        return Countdown(self.players, self.stones - action.number, (self.seat + 1) % self.players)

    def refusal(self, action: Action) -> str | None:
        if action.verb == "begin":
            return "chance-only"
        return None if action in self.legal_actions() else "not-so-many"

    def scores(self) -> Sequence[int]:
        return [int(seat in self.winners()) for seat in range(self.players)]

    def winners(self) -> Sequence[Seat]:
        return [] if self.stones else [(self.seat - 1) % self.players]

    def to_json(self) -> dict[str, Any]:
        return {"stones": self.stones}

    def _key(self) -> tuple[int, int, int]:
        return (self.players, self.stones, self.seat)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Countdown) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def start(setup: Setup) -> Countdown:
    return Countdown(setup["players"], STONES, CHANCE)
