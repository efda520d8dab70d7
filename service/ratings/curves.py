"""Rating curves: a player's ratings over time, as their profile shows them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from service.db.engines import session
from service.models import Account, RatingChange
from service.ratings.scale import ShownRating, Strength, shown

MOST_POINTS = 500
"""Most rated games that are shown, the latest ones."""


@dataclass(frozen=True)
class RatingCurve:
    """The ratings of a player in one pool after each rated game, in their order."""

    pool: str
    points: Sequence[tuple[datetime, ShownRating]]


def rating_curves(account: Account) -> Sequence[RatingCurve] | None:
    """Return an account's rating curves, the pool of the latest game first; None if its results are hidden.

    Private games are among them, but no curve names a game.
    """
    if account.hidden_since is not None:
        return None
    columns = RatingChange.pool, RatingChange.at, RatingChange.mean, RatingChange.deviation
    latest = select(*columns).where(RatingChange.account_id == account.id)
    latest = latest.order_by(RatingChange.at.desc(), RatingChange.game_id.desc()).limit(MOST_POINTS)
    points = defaultdict[str, list[tuple[datetime, ShownRating]]](list)
    for pool, at, mean, deviation in session().execute(latest):
        points[pool].append((at, shown(Strength(mean, deviation))))
    return [RatingCurve(pool, found[::-1]) for pool, found in points.items()]
