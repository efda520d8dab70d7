"""Locking a game: a waiting session then sees its current state and seats."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import text

from service.config.environment import Config
from service.db.engines import session, transaction
from service.models import EndedBy
from service.play.seating import lock_game, seat_of
from tests.service.tables import table
from tests.waiting import eventually


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Where a lock is waited for in the middle of a statement."""
    return postgres_settings


def somebody_waits() -> bool:
    return bool(session().scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")))


def test_who_has_waited_for_a_game_sees_its_seats_as_they_are_by_then(app: Flask) -> None:
    game_id = table("ann", "bob", "cy").id

    def wait() -> tuple[EndedBy | None, int]:
        with app.app_context(), transaction():
            game = lock_game(game_id)
            return seat_of(game, 2).left_by, game.version

    with ThreadPoolExecutor(1) as threads:
        with transaction():
            game = lock_game(game_id)
            waiting = threads.submit(wait)
            assert eventually(somebody_waits, 10)
            seat_of(game, 2).left_by = EndedBy.RESIGNATION
            game.version += 1
            version = game.version
        assert waiting.result(10) == (EndedBy.RESIGNATION, version)
