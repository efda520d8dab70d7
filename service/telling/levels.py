"""How strong the computer is at each level, as it was measured: in points as of chess, and against the level below.

Where all win together, there is nobody to be stronger than: it is told how far each level comes alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from service.core.language import decimal, gettext

MEASURED = Path(__file__).with_name("strengths.txt")
"""By `benchmarks.opponents`: a line for each game and level with its points and, but for level 1, its share of wins.

Where all win together: with `alone` and the points that it makes alone on average. A + behind it says that the level is
stronger than that, for it had a part of its time.
"""
ALONE, MORE = "alone", "+"
SHARES = [Fraction(1, 2), Fraction(3, 5), Fraction(2, 3), Fraction(3, 4), Fraction(4, 5), Fraction(9, 10)]
"""What is told of a share of wins: the nearest of these."""
STEP = 50
"""Points are told in steps of so many, for they are hardly known better."""


@dataclass(frozen=True)
class Strength:
    """A level in a game: its points, and the share of wins against the level below, if there is one."""

    level: int
    points: int
    share: float | None
    at_least: bool = False
    """Whether it is stronger than that."""


@dataclass(frozen=True)
class Reach:
    """A level in a game that all win together: the points that it makes alone, on average."""

    level: int
    points: float
    at_least: bool = False
    """Whether it makes more than that."""


def how_strong(ruleset: str, measured: Path = MEASURED) -> str:
    """A sentence of all levels in a game; nothing where nobody has measured."""
    if reached := _reaches(measured).get(ruleset):
        levels = "; ".join(map(_reach_told, reached))
        return gettext("How far the computer comes alone, in points on average: %(levels)s.", levels=levels)
    parts = "; ".join(_told(strength) for strength in _strengths(measured).get(ruleset, ()))
    return gettext("How strong the computer is, in points: %(levels)s.", levels=parts) if parts else ""


def _reach_told(reach: Reach) -> str:
    points = decimal(reach.points)
    if reach.at_least:
        return gettext("level %(level)d at least %(points)s", level=reach.level, points=points)
    return gettext("level %(level)d about %(points)s", level=reach.level, points=points)


def _told(strength: Strength) -> str:
    points = round(strength.points / STEP) * STEP
    if strength.share is None:
        return gettext("level %(level)d about %(points)d", level=strength.level, points=points)
    share = _nearest(strength.share)
    figures = {"points": points, "won": share.numerator, "games": share.denominator}
    levels = {"level": strength.level, "below": strength.level - 1}
    if strength.at_least:
        return gettext(
            "level %(level)d at least %(points)d, wins at least %(won)d of %(games)d games against level %(below)d",
            **figures,
            **levels,
        )
    return gettext(
        "level %(level)d about %(points)d, wins %(won)d of %(games)d games against level %(below)d", **figures, **levels
    )


def _nearest(share: float) -> Fraction:
    return min(SHARES, key=lambda each: abs(each - share))


@cache
def _strengths(measured: Path) -> dict[str, list[Strength]]:
    found: dict[str, list[Strength]] = {}
    for ruleset, level, points, *share in _lines(measured):
        if points != ALONE:
            strength = Strength(int(level), int(points), float(share[0]) if share else None, at_least=MORE in share)
            found.setdefault(ruleset, []).append(strength)
    return found


@cache
def _reaches(measured: Path) -> dict[str, list[Reach]]:
    found: dict[str, list[Reach]] = {}
    for ruleset, level, alone, *points in _lines(measured):
        if alone == ALONE:
            found.setdefault(ruleset, []).append(Reach(int(level), float(points[0]), at_least=MORE in points))
    return found


def _lines(measured: Path) -> Iterator[list[str]]:
    return map(str.split, measured.read_text(encoding="utf-8").splitlines())
