"""Pausing the clocks by agreement of all players; any of them can resume."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.config.environment import Config
from service.db.engines import session
from service.language.errors import Conflict
from service.models import Notice
from service.play.pauses import end_pause, wish_pause
from tests.service.conftest import FakeClock
from tests.service.tables import table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_once_the_clocks_have_gone_on_all_have_to_want_it_again(clock: FakeClock) -> None:
    of = table("ada", "bob")
    ada, bob = of.players
    for player in (ada, bob):
        wish_pause(of.id, player, clock())
    end_pause(of.id, ada, clock())

    assert wish_pause(of.id, bob, clock()).paused_at is None
    assert wish_pause(of.id, ada, clock()).paused_at == clock()


def test_whoever_takes_the_wish_back_stops_nothing_and_twice_is_refused(clock: FakeClock) -> None:
    of = table("ada", "bob")
    ada, bob = of.players
    wish_pause(of.id, ada, clock())
    end_pause(of.id, ada, clock())

    assert wish_pause(of.id, bob, clock()).paused_at is None
    with pytest.raises(Conflict, match="clock-not-stopped"):
        end_pause(of.id, ada, clock())


def test_the_others_are_told_that_somebody_wants_it_that_it_is_so_and_that_it_is_over(clock: FakeClock) -> None:
    of = table("ada", "bob")
    ada, bob = of.players
    for deed, player in ((wish_pause, ada), (wish_pause, bob), (end_pause, ada)):
        deed(of.id, player, clock())

    told = session().scalars(select(Notice).where(Notice.kind == "clocks").order_by(Notice.id))

    assert [(each.email, each.data["clocks"], each.data["by"]) for each in told] == [
        (bob.email, "wished", 0),
        (ada.email, "stopped", 1),
        (bob.email, "started", 0),
    ]
