"""Waiting for a round: how soon a beacon that was away is asked again."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pytest

from service.beacon.promises import await_round, promise_of
from service.beacon.reading import fetch_due, read_round
from service.core.config import Config
from service.core.db import session, transaction
from service.models import Game, GameStatus
from service.play.beacons import bring
from tests.beacon import CHAIN
from tests.service.conftest import FakeClock
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")
READ = partial(read_round, None, resolve=lambda host: [host], allowed=())


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """It is the same on every database."""
    return sqlite_settings


def due(game: Game) -> datetime | None:
    session().rollback()
    return session().get_one(Game, game.id, populate_existing=True).beacon_due_at


def test_a_beacon_that_is_away_is_asked_again_after_longer_each_time_up_to_a_minute(clock: FakeClock) -> None:
    game = table("ada", "bob").game
    with transaction():
        game.status = GameStatus.INVITING
        await_round(game, CHAIN, 5, clock())
    promise = promise_of(game)
    assert promise is not None
    pauses = []
    clock.time = promise.at + timedelta(seconds=2)
    for _ in range(7):
        assert not fetch_due(READ, bring, clock, 5)
        later = due(game)
        assert later is not None
        pauses.append((later - clock()) / timedelta(seconds=1))
        clock.time = later

    assert pauses == [10, 12, 24, 48, 60, 60, 60]
