"""What Sundial answers about the moves of a game: how good they were."""

from __future__ import annotations

from typing import TypedDict


class AnalysedMove(TypedDict):
    """A whole move; by seat the chances of winning and the expected scores after it."""

    move: str
    chances: list[float]
    scores: list[float]


class AnalysedPosition(TypedDict):
    """The best moves where a seat was to act, best first, and what was played; null where nothing was."""

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
    """What was worked out of a game."""

    version: int
    waiting: int
    agreed: list[int]
    positions: list[AnalysedPosition]
    turning_points: list[TurningPoint]
