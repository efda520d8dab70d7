"""The points of a game that is over as lines over its turns, one for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.canvas import SeatLook
from service.models import Game
from service.telling.names import name_on
from service.telling.points import points_after
from service.web.cache import drawn_once
from service.web.tables import look_of
from service.web.turn_by_turn import PlayedTurn

WIDTH, HEIGHT, MARGIN, FOR_LETTER, LETTER = 480, 140, 10, 22, 15
"""Of the drawing, of what is left free round it and for the letters at its right side, and how high a letter is."""


@dataclass(frozen=True)
class Drawn:
    """A seat's line: its points as SVG writes them, where it ends, its letter's height there, and the points."""

    seat: int
    path: str
    end: tuple[float, float]
    label: float
    points: Sequence[int]

    @property
    def look(self) -> SeatLook | None:
        """Letter and colour of the seat."""
        return look_of(self.seat)


@dataclass(frozen=True)
class ScoreLines:
    """The drawing: what 0 points are as high as, and the lines; the names of the seats are those of now."""

    floor: float
    lines: Sequence[Drawn]
    names: Sequence[str]


def score_lines(game: Game, turns: Sequence[PlayedTurn]) -> ScoreLines | None:
    """The lines of a game that has begun; None where there are not two turns to draw a line between.

    Neither where nobody has had a point before the end, as in DAWN.
    """
    lengths = sorted({0, *(turn.end for turn in turns)})
    if len(lengths) <= 2:  # noqa: PLR2004  # a beginning and an end
        return None
    lines = drawn_once("score lines", game, game.log_length, lambda: _drawn_on_the_way(game, lengths))
    return _named(game, lines) if lines else None


def chance_lines(game: Game, percents: Sequence[Sequence[int]]) -> ScoreLines | None:
    """The chances of winning by seat after each move, in percent; None where there are not two moves."""
    return _named(game, _drawn(percents)) if len(percents) > 1 else None


def _named(game: Game, lines: Sequence[Drawn]) -> ScoreLines:
    floor = _height(0, *_range([line.points for line in lines]))
    return ScoreLines(floor, lines, [name_on(game, line.seat) for line in lines])


def _drawn_on_the_way(game: Game, lengths: Sequence[int]) -> list[Drawn]:
    course = [*points_after(game, lengths)]
    return _drawn(course) if any(map(any, course[:-1])) else []


def _drawn(course: Sequence[Sequence[int]]) -> list[Drawn]:
    seats = [*zip(*course, strict=True)]
    least, most = _range(seats)
    step = (WIDTH - 2 * MARGIN - FOR_LETTER) / (len(course) - 1)
    labels = _apart([_height(points[-1], least, most) for points in seats])
    lines = []
    for seat, points in enumerate(seats):
        places = [(round(MARGIN + at * step, 1), _height(each, least, most)) for at, each in enumerate(points)]
        lines.append(Drawn(seat, " ".join(f"{x},{y}" for x, y in places), places[-1], labels[seat], points))
    return lines


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights for letters as near to these as can be without one lying on another."""
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
