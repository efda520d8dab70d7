"""Waiting for a beacon: how soon one that was away is asked again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.core.config import Config
from service.core.db import transaction
from service.models import BeaconWait, WorkState
from service.play.beacons import Trouble, claim_waits, put_off
from tests.service.conftest import FakeClock
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """It is the same on every database."""
    return sqlite_settings


def test_a_beacon_that_is_away_is_asked_again_after_twice_as_long_each_time_up_to_a_minute(clock: FakeClock) -> None:
    with transaction() as current:
        current.add(BeaconWait(game_id=table("ada", "bob").id, due_at=clock(), state=WorkState.QUEUED))
    pauses = []
    for _ in range(12):
        [row] = claim_waits(clock(), 5)
        put_off(row, Trouble.NOT_SET, clock())
        begun, asked = clock(), False
        while not asked:
            clock.advance(seconds=5)
            with transaction() as current:
                asked = current.get_one(BeaconWait, row.game_id, populate_existing=True).due_at <= clock()
        pauses.append((clock() - begun) / timedelta(seconds=1))

    assert pauses == [10, 20, 40] + [60] * 9
