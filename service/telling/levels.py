"""How strong the computer is at each level, as it was measured: in points as of chess, and against the level below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from service.core.language import gettext

MEASURED = Path(__file__).with_name("strengths.txt")
"""By `make opponents`: a line for each game and level with its points and, but for level 1, its share of wins.

A + behind it says that the level is stronger than that, for it had a part of its time.
"""
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


def how_strong(ruleset: str, measured: Path = MEASURED) -> str:
    """A sentence of all levels in a game; nothing where nobody has measured."""
    parts = "; ".join(_told(strength) for strength in _strengths(measured).get(ruleset, ()))
    return gettext("How strong the computer is, in points: %(levels)s.", levels=parts) if parts else ""


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
    for ruleset, strength in _lines(measured):
        found.setdefault(ruleset, []).append(strength)
    return found


def _lines(measured: Path) -> Iterator[tuple[str, Strength]]:
    for line in measured.read_text(encoding="utf-8").splitlines():
        ruleset, level, points, *share = line.split()
        yield ruleset, Strength(int(level), int(points), float(share[0]) if share else None, at_least="+" in share)
