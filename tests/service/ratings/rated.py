"""Rated games, for tests of what follows from their ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.db.engines import session, transaction
from service.models import Account, Game, Rating, RatingChange
from service.play.seats import resign
from service.ratings.eligibility import NEWCOMER_FOR
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from workers.jobs import ratings

MOVES = 2
"""Moves of each player after which a game counts, however it ends."""


def no_newcomers(names: Iterable[str], clock: FakeClock) -> None:
    """Create people who are no newcomers any more."""
    accounts = [person(name) for name in names]
    with transaction():
        for each in accounts:
            each.created_at = clock() - NEWCOMER_FOR


def begun(*names: str, **terms: Any) -> Table:
    """Create a rated game, in which everybody has moved so often that it counts."""
    of = table(*names, rated=True, **terms)
    for _ in range(MOVES * len(names)):
        of.play_anything()
    return of


def lost(of: Table, loser: Account, clock: FakeClock) -> Table:
    """Let somebody resign."""
    resign(of.id, loser, clock())
    return of


def won(winner: str, loser: str, clock: FakeClock) -> Table:
    """Play a rated game of two that one of them resigns."""
    of = begun(winner, loser)
    clock.advance(minutes=1)
    return lost(of, of.players[1], clock)


def settle(clock: FakeClock) -> None:
    """Let the job rate all games."""
    clock.advance(seconds=10)
    while ratings.run():
        pass
    session().expire_all()


def means() -> dict[str, float]:
    """Return the mean of each account in all pools."""
    return {row.account.name: row.mean for row in session().query(Rating) if row.account is not None}


def all_changes() -> list[tuple[Any, ...]]:
    """Return all changes and ratings, to compare."""
    session().expire_all()
    changes = session().query(RatingChange).order_by(RatingChange.at, RatingChange.game_id, RatingChange.seat)
    rows = session().query(Rating).order_by(Rating.pool, Rating.account_id, Rating.level)
    return [
        *((each.game_id, each.seat, each.rank, each.mean_before, each.mean, each.deviation) for each in changes),
        *((each.account_id, each.level, each.mean, each.deviation, each.games, each.rated_at) for each in rows),
    ]


def why(of: Table) -> str | None:
    """Return the code why a game does not count."""
    return session().get_one(Game, of.id, populate_existing=True).not_rated
