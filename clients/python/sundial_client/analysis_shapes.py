"""Types of Sundial's responses about the analysis of a game."""

from __future__ import annotations

from typing import TypedDict


class AnalysedMove(TypedDict):
    """A whole move; by seat the chances of winning and the expected scores after it."""

    move: str
    chances: list[float]
    scores: list[float]


class AnalysedPosition(TypedDict):
    """The best moves at a seat's turn, best first, and the move played; None if there was none."""

    at: int
    seat: int
    played: str | None
    moves: list[AnalysedMove]


class TurningPoint(TypedDict):
    """A move that cost its seat much of its chance of winning, and a better one."""

    at: int
    seat: int
    played: str
    chance: float
    better: str
    better_chance: float


class Analysis(TypedDict):
    """Analysis of a game."""

    version: int
    waiting: int
    agreed: list[int]
    positions: list[AnalysedPosition]
    turning_points: list[TurningPoint]
