"""What is said of a game that is one of several: of a match, or of a series."""

from __future__ import annotations

from typing import TypedDict


class Round(TypedDict):
    """Which game of which match, from 1."""

    id: str
    round: int


class Series(TypedDict):
    """How the series of a game stands; of a game that is over, how it stood at its end."""

    id: str
    round: int
    first_to: int
    wins: list[int]
    is_over: bool
    winner: int | None


class SeriesWish(TypedDict):
    """A series: who is first to win so many games has won it."""

    first_to: int
