"""What an analysis says of a game: how the chances went, and where they turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from rules import Seat
from rules.json_types import Json
from service.models import Analysis, WorkState

MOST_TURNING_POINTS = 3
LEAST_LOSS = 0.05
"""Of the chance of winning; what costs less may as well be the inaccuracy of a short search."""


@dataclass(frozen=True)
class JudgedMove:
    """A whole move; by seat the chances of winning and the expected scores after it."""

    move: str
    chances: Sequence[float]
    scores: Sequence[float]


@dataclass(frozen=True)
class AnalysedPosition:
    """Where a seat was to act, after `at` entries of the log: the best moves, best first, and what was played."""

    at: int
    seat: Seat
    played: str | None
    moves: Sequence[JudgedMove]

    @property
    def best(self) -> JudgedMove:
        """The move with the best chance."""
        return self.moves[0]

    @property
    def done(self) -> JudgedMove | None:
        """What was played, as it was judged."""
        return next((move for move in self.moves if move.move == self.played), None)

    @property
    def loss(self) -> float:
        """How much of the chance of winning the move that was played has cost."""
        return self.best.chances[self.seat] - self.done.chances[self.seat] if self.done else 0.0


@dataclass(frozen=True)
class TurningPoint:
    """A move that cost its seat much of its chance of winning, and a better one."""

    at: int
    seat: Seat
    played: str
    chance: float
    better: str
    better_chance: float


def positions_in(rows: Sequence[Analysis]) -> list[AnalysedPosition]:
    """What is worked out by now."""
    return [_position(row.at, row.result) for row in rows if row.result]


def waiting_in(rows: Sequence[Analysis]) -> int:
    """How many positions are still to be looked at."""
    return sum(row.state == WorkState.QUEUED for row in rows)


def turning_points(positions: Sequence[AnalysedPosition]) -> list[TurningPoint]:
    """The moves that cost most, in the order in which they were played."""
    dear = (each for each in positions if each.loss >= LEAST_LOSS)
    worst = nlargest(MOST_TURNING_POINTS, dear, key=lambda each: each.loss)
    return [_turning_point(each) for each in sorted(worst, key=lambda each: each.at)]


def course(positions: Sequence[AnalysedPosition]) -> list[Sequence[float]]:
    """The chances by seat after each move that was played."""
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
