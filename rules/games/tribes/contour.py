"""The outline of a group of quadrants as an SVG path, drawn a little inside its edge and with rounded corners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.games.tribes.layout import BOARD

Step = tuple[int, int]
CLOCKWISE = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Directions as columns to the right and rows upwards."""


class Edge(NamedTuple):
    """One side of a square of the group: where it begins, and its direction, the group on its right."""

    column: int
    row: int
    step: Step

    def following(self, turn: int) -> Edge:
        """The edge where this one ends, after so many quarter turns to the right."""
        step = CLOCKWISE[(CLOCKWISE.index(self.step) + turn) % 4]
        return Edge(self.column + self.step[0], self.row + self.step[1], step)


def outline(mask: int, unit: float, inset: float, radius: float) -> str:
    """The path around all squares of a mask, with the lower left corner of a1 at (0, 0) and y growing downwards."""
    return "".join(_smooth(loop, unit, inset, radius) for loop in loops(mask))


def loops(mask: int) -> Iterator[list[Edge]]:
    """Each closed line of edges around a mask or a hole in it."""
    edges = set(_edges(mask))
    while edges:
        edge = min(edges)
        loop = []
        while edge in edges:
            edges.remove(edge)
            loop.append(edge)
            edge = next((near for turn in (1, 0, -1) if (near := edge.following(turn)) in edges), edge)
        yield loop


def _edges(mask: int) -> Iterator[Edge]:
    for square in BOARD.squares(mask):
        column, row = BOARD.place(square)
        corners = ((column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row))
        for corner, step, outward in zip(corners, CLOCKWISE, CLOCKWISE[-1:] + CLOCKWISE[:-1], strict=True):
            beyond = BOARD.at(column + outward[0], row + outward[1])
            if beyond is None or not mask & BOARD.bits[beyond]:
                yield Edge(*corner, step)


def _smooth(loop: list[Edge], unit: float, inset: float, radius: float) -> str:
    """One closed line, each corner moved into the group and cut by a curve."""
    steps: list[str] = []
    for before, edge in zip([loop[-1], *loop], loop, strict=False):
        if before.step == edge.step:
            continue
        (dx, dy), (ex, ey) = before.step, edge.step
        x = edge.column * unit + inset * (dy + ey)
        y = -edge.row * unit + inset * (dx + ex)
        enter = f"{x - dx * radius:g} {y + dy * radius:g}"
        leave = f"{x + ex * radius:g} {y - ey * radius:g}"
        steps.append(f"{'L' if steps else 'M'}{enter}Q{x:g} {y:g} {leave}")
    return "".join(steps) + "Z"
