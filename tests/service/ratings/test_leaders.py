"""The list of the best players of a pool: whom it names, and in which order."""

from __future__ import annotations

import pytest

from service.accounts.measures import suspend
from service.bots.accounts import create_bot
from service.bots.manifests import default_manifest
from service.config.environment import Config
from service.db.engines import transaction
from service.models import Account, Rating
from service.play.track_records import show_results
from service.ratings.ratings import leaders
from tests.service.conftest import FakeClock
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def rated(of: Account | int, mean: float, clock: FakeClock, deviation: float = 70) -> None:
    level, account_id = (of, None) if isinstance(of, int) else (None, of.id)
    standing = {"mean": mean, "deviation": deviation, "games": 20, "rated_at": clock()}
    with transaction() as current:
        current.add(Rating(pool="seasons", account_id=account_id, level=level, **standing))


def listed(clock: FakeClock) -> list[tuple[int, str | int | None]]:
    return [(each.place, each.account.name if each.account else each.level) for each in leaders("seasons", clock())]


def test_people_bots_and_levels_are_in_one_list_and_equal_values_share_a_place(clock: FakeClock) -> None:
    ann = person("ann")
    rated(ann, 1700.4, clock)
    rated(create_bot(ann, "rusty", default_manifest(), clock()).account, 1699.9, clock)
    rated(person("bob"), 1800, clock)
    rated(3, 1600, clock)

    assert listed(clock) == [(1, "bob"), (2, "ann"), (2, "rusty"), (4, 3)]


def test_who_is_uncertain_away_suspended_or_hidden_is_not_listed(clock: FakeClock) -> None:
    rated(person("away"), 2000, clock)
    clock.advance(days=91)
    rated(person("unsure"), 2000, clock, deviation=111)
    for name in ("hidden", "barred", "barredbot"):
        rated(person(name), 1900, clock)
    show_results(person("hidden").id, clock(), shown=False)
    suspend(person("barred"), "unfair", clock())
    bot = create_bot(person("barredbot"), "rusty", default_manifest(), clock()).account
    rated(bot, 1900, clock)
    suspend(person("barredbot"), "unfair", clock())
    rated(person("ann"), 1500, clock)

    assert listed(clock) == [(1, "ann")]


def test_a_rating_that_has_become_uncertain_without_games_is_not_listed(clock: FakeClock) -> None:
    rated(person("ann"), 1500, clock, deviation=109)
    clock.advance(days=60)

    assert listed(clock) == []
