"""A board without a battery: `sundial play` starts with its clock three days behind, and then with the right one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from service.app import serving
from service.db.clock import system_clock
from service.db.engines import session
from service.jobs.heartbeats import BEHIND, last_heartbeat
from service.models import Counter, GameStatus
from tests.playing import started
from tests.secret_keys import KEY
from tests.service.conftest import settings_for
from tests.service.tables import table
from tests.soak import faked_time
from tests.waiting import eventually

LATE = timedelta(days=3)
EACH = timedelta(days=2)
"""The time for a move."""


@contextmanager
def playing(home: Path, behind: timedelta) -> Iterator[None]:
    """Run Sundial with its clock so far behind; yield once a sweep has noted that, or that it is right."""
    offset = home.with_suffix(".offset")
    faked = faked_time.environment(offset)
    faked_time.jump(offset, -int(behind.total_seconds()))
    with started(home, SECRET_KEY=KEY, WEB_CONCURRENCY="1", **faked) as sundial:
        sundial.wait_until_ready()
        with serving(settings_for(home), lambda: system_clock() - behind):
            assert eventually(lambda: is_noted(is_behind=bool(behind)), 60), sundial.output()
            yield


def is_noted(*, is_behind: bool) -> bool:
    """Whether there is a heartbeat, and the clock is noted as behind or as right."""
    session().rollback()
    return last_heartbeat() is not None and (session().get(Counter, BEHIND) is not None) == is_behind


@pytest.mark.skipif(faked_time.library() is None, reason="no libfaketime works here")
def test_a_move_by_a_clock_that_is_behind_costs_nobody_the_game(tmp_path: Path) -> None:
    home, right = tmp_path / "home", timedelta()
    with playing(home, right):
        begun = table("ada", "bob", days_per_move=EACH.days)
    with playing(home, LATE):
        begun.play_anything()
        begun.look()
    with playing(home, right):
        game = begun.game

        assert game.status == GameStatus.ACTIVE
        assert game.deadline is not None
        assert EACH - timedelta(hours=1) < game.deadline - system_clock() <= EACH
