"""Several workers that rate the same games, also one that is killed, on PostgreSQL."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, text, update

from service.config.environment import Config
from service.db.engines import db, session, transaction
from service.models import RatedGame, Rating, RatingChange
from service.ratings.settling import rate_next
from tests.service.conftest import FakeClock
from tests.service.ratings.rated import all_changes, settle, won
from tests.waiting import eventually

KILLED = 9


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Use the database that several workers share."""
    return postgres_settings


@pytest.fixture
def expected(app: Flask, clock: FakeClock) -> list[tuple[Any, ...]]:
    """Return what one worker computes for six games, which then wait again."""
    for winner, loser in (
        ("ann", "bob"),
        ("bob", "cyd"),
        ("ann", "cyd"),
        ("cyd", "ann"),
        ("bob", "ann"),
        ("cyd", "bob"),
    ):
        won(winner, loser, clock)
    settle(clock)
    found = all_changes()
    with transaction() as current:
        current.execute(delete(RatingChange))
        current.execute(delete(Rating))
        current.execute(update(RatedGame).values(settled_at=None))
    assert all_changes() == []
    return found


def test_three_workers_at_once_write_what_one_writes(
    app: Flask, clock: FakeClock, expected: list[tuple[Any, ...]]
) -> None:
    def work() -> int:
        with app.app_context():
            count = 0
            while rate_next("seasons", clock()):
                count += 1
            return count

    with ThreadPoolExecutor(3) as pool:
        counts = [each.result() for each in [pool.submit(work) for _ in range(3)]]

    assert sum(counts) == 6
    assert all_changes() == expected


def test_a_worker_that_is_killed_before_its_commit_has_rated_nothing(
    app: Flask, clock: FakeClock, expected: list[tuple[Any, ...]]
) -> None:
    child = os.fork()
    if not child:
        try:
            with app.app_context():
                db.engine.dispose(close=False)
                with transaction():
                    rate_next("seasons", clock())
                    session().flush()
                    os._exit(KILLED)  # with everything written, and nothing committed
        finally:
            os._exit(1)  # or a second process would go on with the tests
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == KILLED
    waiting = text("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'")
    with db.engine.connect() as connection:
        eventually(lambda: connection.execute(waiting).scalar_one() == 0)
    assert session().query(RatingChange).count() == 0
    assert session().query(RatedGame).filter(RatedGame.settled_at.is_(None)).count() == 6

    settle(clock)

    assert all_changes() == expected
