"""Describe the measured strength of the computer at each level, in Elo-like points and against the level below.

In co-operative games nobody can be stronger, so the average score of each level alone is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from service.language.catalogue import decimal, gettext

MEASURED = Path(__file__).with_name("strengths.txt")
"""Measured by `benchmarks.opponents`: a line per game and level with its points and, above level 1, its share of wins.

Lines of co-operative games have `alone` and the average score alone. A trailing + means that the level is stronger,
because it was measured with a part of its thinking time.
"""
ALONE, MORE = "alone", "+"
SHARES = [Fraction(1, 2), Fraction(3, 5), Fraction(2, 3), Fraction(3, 4), Fraction(4, 5), Fraction(9, 10)]
"""Shares of wins are rounded to the nearest of these."""
STEP = 50
"""Points are rounded to this step, because measurements are not more precise."""


def how_strong(ruleset: str, measured: Path = MEASURED) -> str:
    """Describe the strength of all levels in a game in a sentence; empty if nothing was measured."""
    rows = [row for name, *row in _rows(measured) if name == ruleset]
    if reached := [_alone(row) for row in rows if ALONE in row]:
        levels = "; ".join(reached)
        return gettext("Average points of the computer alone: %(levels)s.", levels=levels)
    parts = "; ".join(map(_strength, rows))
    return gettext("Strength of the computer, in points: %(levels)s.", levels=parts) if parts else ""


@cache
def _rows(measured: Path) -> list[list[str]]:
    return [line.split() for line in measured.read_text(encoding="utf-8").splitlines()]


def _alone(row: Sequence[str]) -> str:
    level, points = int(row[0]), decimal(float(row[2]))
    if MORE in row:
        return gettext("level %(level)d at least %(points)s", level=level, points=points)
    return gettext("level %(level)d about %(points)s", level=level, points=points)


def _strength(row: Sequence[str]) -> str:
    level, points = int(row[0]), round(int(row[1]) / STEP) * STEP
    if not row[2:]:  # level 1, below which there is none
        return gettext("level %(level)d about %(points)d", level=level, points=points)
    share = min(SHARES, key=lambda each: abs(each - float(row[2])))
    told = {"level": level, "points": points, "won": share.numerator, "games": share.denominator, "below": level - 1}
    if MORE in row:
        return gettext(
            "level %(level)d at least %(points)d, wins at least %(won)d of %(games)d games against level %(below)d",
            **told,
        )
    return gettext("level %(level)d about %(points)d, wins %(won)d of %(games)d games against level %(below)d", **told)
