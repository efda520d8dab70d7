"""Waiting for a round: retries of an unavailable beacon, and reports to operators."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pytest

from service.beacon.promises import Promise, await_round, late_rounds, promise_of
from service.beacon.reading import fetch_due, read_round, tried
from service.config.environment import Config
from service.db.engines import session, transaction
from service.models import Game, GameStatus
from service.play.beacons import bring
from tests.beacon import CHAIN, Beacon, signed
from tests.service.conftest import FakeClock
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")
READ = partial(read_round, None, resolve=lambda host: [host], allowed=())


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def waiting(clock: FakeClock) -> tuple[Game, Promise]:
    """Create a game that waits for a round; return both."""
    game = table("ada", "bob").game
    with transaction():
        game.status = GameStatus.INVITING
        await_round(game, CHAIN, 5, clock())
    promise = promise_of(game)
    assert promise is not None
    return game, promise


def due(game: Game) -> datetime | None:
    session().rollback()
    return session().get_one(Game, game.id, populate_existing=True).beacon_due_at


def test_a_beacon_that_is_away_is_asked_again_after_longer_each_time_up_to_a_minute(clock: FakeClock) -> None:
    game, promise = waiting(clock)
    pauses = []
    clock.time = promise.at + timedelta(seconds=2)
    for _ in range(7):
        assert not fetch_due(READ, bring, clock, 5)
        later = due(game)
        assert later is not None
        pauses.append((later - clock()) / timedelta(seconds=1))
        clock.time = later

    assert pauses == [10, 12, 24, 48, 60, 60, 60]


def test_a_game_whose_round_nobody_asks_for_is_late_after_a_minute(clock: FakeClock) -> None:
    _, promise = waiting(clock)
    assert late_rounds(session(), promise.at + timedelta(minutes=1)) == (0, None)
    games, complaint = late_rounds(session(), promise.at + timedelta(minutes=1, seconds=1))
    assert games == 1
    assert "(not-asked)" in (complaint or "")


def test_a_trial_says_whether_a_round_of_a_minute_ago_is_there_and_signed(clock: FakeClock) -> None:
    about = f"round {CHAIN.first_round_after(clock() - timedelta(minutes=1))} of chain {CHAIN.hash[:8]}"
    with Beacon() as beacon:
        assert tried(beacon.source, (), clock()) == (True, f"{about} is there, and signed")
        beacon.changes = {"signature": signed(1)}
        gone = f"{about} is not to be had from {beacon.source.url}"
        assert tried(beacon.source, (), clock()) == (False, f"{gone}: forged")
    assert tried(beacon.source, (), clock()) == (False, f"{gone}: connection")
