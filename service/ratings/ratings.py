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
from service.ratings.scale import NEW, PROVISIONAL, ShownRating, Strength, after, shown

AWAY = timedelta(days=90)
"""Players without a rated game for longer are not listed as leaders."""
MOST_LEADERS = 100
MOST_READ = 1000
_owner = aliased(Account)


@dataclass(frozen=True)
class Leader:
    """A row of the leaders' list: a person, a bot, or a level of the computer. Equal values share a place."""

    place: int
    account: Account | None
    level: int | None
    rating: Mapping[str, int | bool]


def ratings_of(account: Account) -> Sequence[Rating]:
    """Return the ratings of an account, those with the most games first."""
    return ratings_of_all([account.id])[account.id]


def ratings_of_all(ids: Collection[int]) -> Mapping[int, Sequence[Rating]]:
    """Return the ratings of each account, those with the most games first."""
    found = defaultdict[int, list[Rating]](list)
    rows = select(Rating).where(Rating.account_id.in_(ids)).order_by(Rating.games.desc(), Rating.pool)
    for row in session().scalars(rows):
        found[row.account_id or 0].append(row)
    return found


def ratings_in(ids: Collection[int], pool: str, now: datetime) -> Mapping[int, ShownRating]:
    """Return the ratings of accounts in a pool, in one statement; accounts without one are left out."""
    rows = session().scalars(select(Rating).where(Rating.pool == pool, Rating.account_id.in_(ids)))
    return {row.account_id: shown_now(row, now) for row in rows if row.account_id is not None}


def values_in(ids: Collection[int], pool: str | None, now: datetime) -> Mapping[int, int]:
    """Return what counts as the rating of each account in a pool: of one without a rating, that of a new player."""
    known = {} if pool is None else ratings_in(ids, pool, now)
    return {each: known.get(each, shown(NEW)).value for each in ids}


def shown_now(rating: Rating, now: datetime) -> ShownRating:
    """Return a rating as it is shown now: its uncertainty has grown since the last rated game."""
    return shown(after(Strength(rating.mean, rating.deviation), now - rating.rated_at))


def rating_json(rating: Rating, now: datetime) -> dict[str, int | bool]:
    """Serialize a rating for a player of an answer, a page and a seat."""
    return shown_now(rating, now)._asdict() | {"games": rating.games}


def note_ratings(seats: Iterable[GameSeat], pool: str, now: datetime) -> None:
    """Keep the present rating of each seat's player in the seat; None for one who hides their results."""
    wanted = list(seats)
    levels = [seat.ai_level for seat in wanted if seat.account_id is None]
    ids = [seat.account_id for seat in wanted if seat.account is not None and seat.account.hidden_since is None]
    theirs = select(Rating).where(Rating.pool == pool, or_(Rating.account_id.in_(ids), Rating.level.in_(levels)))
    with session().no_autoflush:  # what has changed in the game is written once
        rows = session().scalars(theirs).all()
    found = {(row.account_id, row.level): rating_json(row, now) for row in rows}
    for seat in wanted:
        rating = found.get((seat.account_id, seat.ai_level if seat.account_id is None else None))
        if rating is not None or seat.taken_over_at is not None:  # else there is none yet, and no row to write
            seat.rating = rating


def leaders(pool: str, now: datetime) -> Sequence[Leader]:
    """List the best players of a pool, whose ratings are certain and who have played lately.

    Closed, suspended and hidden accounts are left out.
    """
    is_shown = and_(
        Account.verified_at.is_not(None),
        ~Account.name.startswith(GONE),
        Account.hidden_since.is_(None),
        Account.suspended_at.is_(None),
        _owner.suspended_at.is_(None),
    )
    rows = (
        select(Rating)
        .outerjoin(Account, Account.id == Rating.account_id)
        .outerjoin(_owner, _owner.id == Account.owner_id)
        .options(contains_eager(Rating.account))
        .where(Rating.pool == pool, Rating.deviation <= PROVISIONAL, Rating.rated_at >= now - AWAY)
        .where(or_(Rating.level.is_not(None), is_shown))
        .order_by(Rating.mean.desc(), Rating.id)
        .limit(MOST_READ)
    )
    ranked = ((row, rating_json(row, now)) for row in session().scalars(rows))
    certain = islice((pair for pair in ranked if not pair[1]["provisional"]), MOST_LEADERS)
    listed = list[Leader]()
    for number, (row, told) in enumerate(certain, 1):
        place = listed[-1].place if listed and listed[-1].rating["value"] == told["value"] else number
        listed.append(Leader(place, row.account, row.level, told))
    return listed
