"""Read the results of an analysis: winning chances after each move, and turning points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from rules import Seat
from rules.json_types import Json
from service.models import Analysis, WorkState

MOST_TURNING_POINTS = 3
LEAST_LOSS = 0.05
"""Smallest loss of winning chance of a turning point. A smaller loss may be noise of a short search."""


@dataclass(frozen=True)
class JudgedMove:
    """A complete move, with each seat's winning chance and expected score after it."""

    move: str
    chances: Sequence[float]
    scores: Sequence[float]


@dataclass(frozen=True)
class AnalysedPosition:
    """A position after `at` log entries: the best moves, best first, and the move that was played."""

    at: int
    seat: Seat
    played: str | None
    moves: Sequence[JudgedMove]

    @property
    def best(self) -> JudgedMove:
        """The move with the best winning chance."""
        return self.moves[0]

    @property
    def done(self) -> JudgedMove | None:
        """The evaluation of the move that was played; None if there is none."""
        return next((move for move in self.moves if move.move == self.played), None)

    @property
    def loss(self) -> float:
        """The winning chance lost by the move that was played, compared with the best move."""
        return self.best.chances[self.seat] - self.done.chances[self.seat] if self.done else 0.0


@dataclass(frozen=True)
class TurningPoint:
    """A move that lost much of its seat's winning chance, with a better move."""

    at: int
    seat: Seat
    played: str
    chance: float
    better: str
    better_chance: float


def positions_in(rows: Sequence[Analysis]) -> list[AnalysedPosition]:
    """Return the positions that are analysed so far."""
    return [_position(row.at, row.result) for row in rows if row.result]


def waiting_in(rows: Sequence[Analysis]) -> int:
    """Count the positions that still wait for analysis."""
    return sum(row.state == WorkState.QUEUED for row in rows)


def turning_points(positions: Sequence[AnalysedPosition]) -> list[TurningPoint]:
    """Return the moves that lost most winning chance, in the order of play."""
    dear = (each for each in positions if each.loss >= LEAST_LOSS)
    worst = nlargest(MOST_TURNING_POINTS, dear, key=lambda each: each.loss)
    return [_turning_point(each) for each in sorted(worst, key=lambda each: each.at)]


def course(positions: Sequence[AnalysedPosition]) -> list[Sequence[float]]:
    """Return each seat's winning chance after each move that was played."""
    return [each.done.chances for each in positions if each.done]


def _position(at: int, result: Mapping[str, Json]) -> AnalysedPosition:
    found: dict[str, object] = {**result}
    moves = found["moves"]
    assert isinstance(moves, list)  # noqa: S101  # as `play.analyses.keep` has it
    seat = found["seat"]
    assert isinstance(seat, int)  # noqa: S101  # likewise
    return AnalysedPosition(at, seat, str(found["played"]) or None, [JudgedMove(**move) for move in moves])


def _turning_point(position: AnalysedPosition) -> TurningPoint:
    done, best, seat = position.done or position.best, position.best, position.seat
    return TurningPoint(position.at, seat, done.move, done.chances[seat], best.move, best.chances[seat])
