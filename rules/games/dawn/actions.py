"""Actions of DAWN 11/15 and their notation: rolls, arrivals of the asteroids, bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import NamedTuple, TypeAlias

from rules.board import board, picked
from rules.errors import BadNotation
from rules.notation import number, words

BOARD = board(15, 11)
VESTA, CERES = "vesta", "ceres"
LENGTHS = (2, 3, 4, 5, 6, 7)
"""Lengths of the bars in one set; the die shows the same numbers, with DAWN as 7."""
DAWN_BAR = 7
"""Length of the only bar that may jut out over an edge of the board."""


class Roll(NamedTuple):
    """A roll of the die."""

    number: int
    text: str

    def __str__(self) -> str:
        return self.text


class Arrival(NamedTuple):
    """The square where an asteroid comes to rest, entered or moved."""

    asteroid: str
    square: int
    text: str

    def __str__(self) -> str:
        return self.text


class Bar(NamedTuple):
    """A bar: `first` is its lower or left end; `mask` its squares, none if its ends are not in line."""

    length: int
    first: int
    last: int
    upright: bool
    mask: int
    text: str

    @property
    def juts_out(self) -> bool:
        """Return whether part of a flat bar is outside the board."""
        return not self.upright and self.mask.bit_count() < self.length

    @property
    def in_column(self) -> bool:
        """Return whether both ends are in one column; true for an upright bar."""
        return self.first % BOARD.columns == self.last % BOARD.columns

    def __str__(self) -> str:
        return self.text


Action: TypeAlias = Roll | Arrival | Bar


def upright(length: int, square: int) -> Bar:
    """Return an upright bar on a square."""
    text = f"bar {length} upright {BOARD.names[square]}"
    return Bar(length, square, square, upright=True, mask=BOARD.bits[square], text=text)


def flat(length: int, end: int, other: int) -> Bar:
    """Return a flat bar between two squares, whether it fits there or not."""
    first, last = min(end, other), max(end, other)
    text = f"bar {length} {BOARD.names[first]}-{BOARD.names[last]}"
    return Bar(length, first, last, upright=False, mask=_between(first, last), text=text)


def fault(bar: Bar) -> str | None:
    """Return the code of the rule that a bar's shape breaks, regardless of other pieces, or None."""
    covered = bar.mask.bit_count()
    if bar.upright or covered == bar.length:
        return None
    if not covered:
        return "not-in-line"
    if covered == 1:
        return "stands-upright"
    if covered > bar.length:
        return "wrong-length"
    if bar.length == DAWN_BAR:
        return None if _meets_an_edge(bar) else "juts-out-nowhere"
    return "only-seven-juts-out" if _meets_an_edge(bar) else "wrong-length"


def fitting(length: int, taken: int) -> list[Bar]:
    """List the bars of a length that cover no square in `taken`, in the order of `BARS`."""
    return picked(BARS[length], reduce(or_, picked(_COVERING[length], taken), 0) ^ _ALL_BARS[length])


def parse_action(text: str) -> Action:
    """Parse an action, the ends of a bar in any order; raise BadNotation."""
    match words(text):
        case ["roll", shown]:
            return ROLLS[LENGTHS.index(number(shown, LENGTHS[0], LENGTHS[-1]))]
        case [("vesta" | "ceres") as asteroid, square]:
            return ARRIVALS[asteroid][BOARD.parse(square)]
        case ["bar", length, "upright", square] | ["bar", length, square, "upright"]:
            return upright(number(length, LENGTHS[0], LENGTHS[-1]), BOARD.parse(square))
        case ["bar", length, first, last] if "-" not in first + last:
            return flat(number(length, LENGTHS[0], LENGTHS[-1]), BOARD.parse(first), BOARD.parse(last))
        case ["bar", length, *ends] if len(squares := "".join(ends).split("-")) == len(("first", "last")):
            return flat(number(length, LENGTHS[0], LENGTHS[-1]), BOARD.parse(squares[0]), BOARD.parse(squares[1]))
        case _:
            raise BadNotation(text)


def _between(first: int, last: int) -> int:
    """Return the squares between two ends in one row or column, inclusive; none if not in line."""
    (column, row), (last_column, last_row) = BOARD.place(first), BOARD.place(last)
    if row != last_row and column != last_column:
        return 0
    step = 1 if row == last_row else BOARD.columns
    return sum(BOARD.bits[square] for square in range(first, last + 1, step))


def _meets_an_edge(bar: Bar) -> bool:
    """Return whether a bar touches an edge of the board that it could jut out over along its own axis."""
    (column, row), (last_column, last_row) = BOARD.place(bar.first), BOARD.place(bar.last)
    if bar.in_column:
        return row == 0 or last_row == BOARD.rows - 1
    return column == 0 or last_column == BOARD.columns - 1


def _bars(length: int) -> Iterator[Bar]:
    """Yield every bar of a length that fits on an empty board: upright, then flat in rows, then flat in columns."""
    yield from (upright(length, square) for square in range(BOARD.size))
    fewest = 1 if length == DAWN_BAR else length - 1  # steps to the other end: only a bar that juts out is shorter
    for step in (1, BOARD.columns):
        for first in range(BOARD.size):
            ends = range(first + step * fewest, min(first + step * length, BOARD.size), step)
            yield from (bar for last in ends if not fault(bar := flat(length, first, last)))


def _covering(bars: Sequence[Bar]) -> tuple[int, ...]:
    covering = [0] * BOARD.size
    for place, bar in enumerate(bars):
        for square in BOARD.squares(bar.mask):
            covering[square] |= 1 << place
    return tuple(covering)


ROLLS = tuple(Roll(shown, f"roll {shown}") for shown in LENGTHS)
ARRIVALS = {
    asteroid: tuple(Arrival(asteroid, square, f"{asteroid} {name}") for square, name in enumerate(BOARD.names))
    for asteroid in (VESTA, CERES)
}
"""Arrivals by asteroid and square."""
BARS = {length: tuple(_bars(length)) for length in LENGTHS}
ACTIONS: tuple[Action, ...] = tuple(chain.from_iterable([*ARRIVALS.values(), *BARS.values()]))
"""All actions of the seats."""
_ALL_BARS = {length: (1 << len(bars)) - 1 for length, bars in BARS.items()}
_COVERING = {length: _covering(bars) for length, bars in BARS.items()}
"""Bars that cover a square, by length and square, as bits by their index in `BARS`."""
