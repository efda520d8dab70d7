"""Read ratings: of an account, of many accounts in one pool, and of the leaders of a pool."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import aliased, contains_eager

from service.accounts.names import GONE
from service.db.engines import session
from service.models import Account, GameSeat, Rating
from service.ratings.scale import PROVISIONAL, ShownRating, Strength, after, shown

AWAY = timedelta(days=90)
"""Players without a rated game for longer are not listed as leaders."""
MOST_LEADERS = 100
MOST_READ = 1000
_owner = aliased(Account)


def ratings_in(account_ids: Collection[int], pool: str, now: datetime) -> Mapping[int, ShownRating]:
    """Stub."""
    del now
    found = select(Rating).where(Rating.pool == pool, Rating.account_id.in_(account_ids))
    return {
        each.account_id: shown(Strength(each.mean, each.deviation))
        for each in session().scalars(found)
        if each.account_id is not None
    }
