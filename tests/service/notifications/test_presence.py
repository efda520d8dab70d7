"""Viewers of a game's page get no email about it until they are away."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from flask import Flask

from service.db import clock
from service.db.engines import session, transaction
from service.language.errors import NotFound
from service.models import Account, Delivery
from service.notifications.preferences import PRESENCE_NOTED_EVERY, choose, note_presence
from service.notifications.timing import AWAY_AFTER
from service.play.seating import lock_game
from tests.service.conftest import FakeClock
from tests.service.notifications.test_preferences import waiting
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def bob(app: Flask) -> Account:
    return person("bob")


@pytest.fixture
def seasons(bob: Account) -> Table:
    """Ann and Bob, Ann to move."""
    return table("ann", "bob")


def look(of: Table, who: Account, version: int | None = None) -> datetime:
    """View the game's current or an old version; return the time."""
    version = of.game.version if version is None else version
    with transaction():
        note_presence(lock_game(of.game.id), who, version, clock.now())
    session().rollback()
    return clock.now()


def test_a_turn_that_begins_before_ones_eyes_is_mailed_a_minute_later(seasons: Table, bob: Account) -> None:
    looked = look(seasons, bob)
    seasons.play("place max-15")
    assert waiting(bob) == [looked + AWAY_AFTER]


def test_as_long_as_somebody_looks_the_mail_waits(seasons: Table, bob: Account, clock: FakeClock) -> None:
    look(seasons, bob)
    seasons.play("place max-15")
    clock.advance(seconds=50)
    again = look(seasons, bob)
    assert waiting(bob) == [again + AWAY_AFTER]


def test_who_looks_at_what_was_before_the_turn_has_not_seen_it(seasons: Table, bob: Account, clock: FakeClock) -> None:
    before = seasons.game.version
    looked = look(seasons, bob)
    seasons.play("place max-15")
    clock.advance(seconds=40)
    look(seasons, bob, before)
    assert waiting(bob) == [looked + AWAY_AFTER]


def test_who_has_been_away_for_a_minute_is_told_at_once(seasons: Table, bob: Account, clock: FakeClock) -> None:
    look(seasons, bob)
    clock.advance(minutes=2)
    seasons.play("place max-15")
    assert waiting(bob) == [clock()]


def test_other_games_are_told_of_as_ever(seasons: Table, bob: Account) -> None:
    other = table("cyd", "bob")
    look(seasons, bob)
    other.play("place max-15")
    assert waiting(bob) == [clock.now()]


def test_a_mail_that_is_wanted_later_comes_no_sooner(seasons: Table, bob: Account) -> None:
    choose(bob.id, clock.now(), Delivery.IDLE, idle_minutes=30)
    look(seasons, bob)
    seasons.play("place max-15")
    look(seasons, bob)
    assert waiting(bob) == [clock.now() + timedelta(minutes=30)]


def test_of_looks_in_quick_succession_one_is_written(seasons: Table, bob: Account, clock: FakeClock) -> None:
    first = look(seasons, bob)
    clock.advance(seconds=PRESENCE_NOTED_EVERY.seconds - 1)
    look(seasons, bob)
    assert [seat.here_at for seat in seasons.game.seats if seat.account_id == bob.id] == [first]


def test_who_does_not_sit_there_is_not_there(bob: Account) -> None:
    with pytest.raises(NotFound):
        look(table("ann", "cyd"), bob)
