"""Types for a game of a match or a series."""

from __future__ import annotations

from typing import TypedDict


class Round(TypedDict):
    """Match and number of the game in it, from 1."""

    id: str
    round: int


class Series(TypedDict):
    """Score of a game's series; of a finished game, at its end."""

    id: str
    round: int
    first_to: int
    wins: list[int]
    is_over: bool
    winner: int | None


class SeriesWish(TypedDict):
    """A series, won by the first player to win this many games."""

    first_to: int
