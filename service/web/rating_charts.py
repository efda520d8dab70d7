"""Rating curves of a player as charts: a line, a band of the uncertainty around it, and the same in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from service.models import Account
from service.ratings.curves import RatingCurve, rating_curves
from service.ratings.scale import ShownRating
from service.web.frame.blueprints import pages
from service.web.ratings import pool_title

WIDTH, HEIGHT, MARGIN, FOR_NUMBERS = 480, 160, 10, 50
"""Size of the drawing, its margin, and the space for numbers at the right."""
LISTED = 20
"""Points in the table, the latest first."""


@dataclass(frozen=True)
class RatingChart:
    """The curve of a pool: places in the drawing for SVG, and the ratings in the table."""

    title: str
    line: str
    band: str
    end: tuple[float, float]
    now: ShownRating
    most: int
    least: int
    listed: Sequence[tuple[datetime, ShownRating]]


@pages.app_template_global()
def rating_charts(account: Account) -> list[RatingChart]:
    """Return the charts of an account's ratings; none if its results are hidden."""
    return [_chart(curve) for curve in rating_curves(account) or ()]


def _chart(curve: RatingCurve) -> RatingChart:
    ratings = [rating for _, rating in curve.points]
    low = min(each.value - each.uncertainty for each in ratings)
    high = max(each.value + each.uncertainty for each in ratings)
    step = (WIDTH - 2 * MARGIN - FOR_NUMBERS) / max(len(ratings) - 1, 1)

    def place(at: int, value: int) -> tuple[float, float]:
        above = (value - low) * (HEIGHT - 2 * MARGIN) / (high - low)
        return round(MARGIN + at * step, 1), round(HEIGHT - MARGIN - above, 1)

    above = [place(at, each.value + each.uncertainty) for at, each in enumerate(ratings)]
    below = [place(at, each.value - each.uncertainty) for at, each in enumerate(ratings)]
    values = [each.value for each in ratings]
    return RatingChart(
        title=pool_title(curve.pool),
        line=_path([place(at, value) for at, value in enumerate(values)]),
        band=_path([*above, *reversed(below)]),
        end=place(len(values) - 1, values[-1]),
        now=ratings[-1],
        most=max(values),
        least=min(values),
        listed=curve.points[: -LISTED - 1 : -1],
    )


def _path(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)
