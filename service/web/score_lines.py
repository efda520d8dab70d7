"""Line charts over the turns of a game, one line per seat: points or winning chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.canvas import SeatLook
from service.models import Game
from service.presentation.names import name_on
from service.presentation.points import points_after
from service.web.cache import drawn_once
from service.web.tables import look_of
from service.web.turn_by_turn import PlayedTurn

WIDTH, HEIGHT, MARGIN, FOR_LETTER, LETTER = 480, 140, 10, 22, 15
"""Size of the drawing, its margin, the space for letters at the right, and the height of a letter."""


@dataclass(frozen=True)
class DrawnLine:
    """A seat's line: its places in the drawing, the height of its letter, and the values."""

    seat: int
    places: Sequence[tuple[float, float]]
    label: float
    points: Sequence[int]

    @property
    def path(self) -> str:
        """The places as the points of an SVG polyline."""
        return " ".join(f"{x},{y}" for x, y in self.places)

    @property
    def end(self) -> tuple[float, float]:
        """The last place."""
        return self.places[-1]

    @property
    def look(self) -> SeatLook | None:
        """Letter and colour of the seat."""
        return look_of(self.seat)


@dataclass(frozen=True)
class ScoreLines:
    """The chart: the height of 0 points, the lines, and the current names of the seats."""

    floor: float
    lines: Sequence[DrawnLine]
    names: Sequence[str]


def score_lines(game: Game, turns: Sequence[PlayedTurn]) -> ScoreLines | None:
    """Chart the points of a game; None if it has fewer than two turns.

    Also None if nobody had points before the end, as in DAWN.
    """
    lengths = sorted({0, *(turn.end for turn in turns)})
    if len(lengths) <= 2:  # noqa: PLR2004  # a beginning and an end
        return None
    lines = drawn_once("score lines", game, game.log_length, lambda: _drawn_on_the_way(game, lengths))
    return _named(game, lines) if lines else None


def chance_lines(game: Game, percents: Sequence[Sequence[int]]) -> ScoreLines | None:
    """Chart the winning chances by seat after each move, in percent; None for fewer than two moves."""
    return _named(game, _drawn(percents)) if len(percents) > 1 else None


def _named(game: Game, lines: Sequence[DrawnLine]) -> ScoreLines:
    floor = _height(0, *_range([line.points for line in lines]))
    return ScoreLines(floor, lines, [name_on(game, line.seat) for line in lines])


def _drawn_on_the_way(game: Game, lengths: Sequence[int]) -> list[DrawnLine]:
    course = [*points_after(game, lengths)]
    return _drawn(course) if any(map(any, course[:-1])) else []


def _drawn(course: Sequence[Sequence[int]]) -> list[DrawnLine]:
    seats = [*zip(*course, strict=True)]
    least, most = _range(seats)
    step = (WIDTH - 2 * MARGIN - FOR_LETTER) / (len(course) - 1)
    labels = _apart([_height(points[-1], least, most) for points in seats])
    lines = []
    for seat, points in enumerate(seats):
        places = [(round(MARGIN + at * step, 1), _height(each, least, most)) for at, each in enumerate(points)]
        lines.append(DrawnLine(seat, places, labels[seat], points))
    return lines


def _apart(heights: Sequence[float]) -> list[float]:
    """Move the heights of letters apart as little as possible so that none overlap."""
    labels = [*heights]
    order = sorted(range(len(labels)), key=labels.__getitem__)
    for above, below in pairwise(order):
        labels[below] = max(labels[below], labels[above] + LETTER)
    labels[order[-1]] = min(labels[order[-1]], HEIGHT - MARGIN)
    for below, above in pairwise(reversed(order)):
        labels[above] = min(labels[above], labels[below] - LETTER)
    return labels


def _range(seats: Sequence[Sequence[int]]) -> tuple[int, int]:
    return min(0, *map(min, seats)), max(1, *map(max, seats))


def _height(points: int, least: int, most: int) -> float:
    return round(HEIGHT - MARGIN - (points - least) * (HEIGHT - 2 * MARGIN) / (most - least), 1)
