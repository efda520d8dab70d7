"""Matching challenges: each as often as its limit allows, whatever else is played."""

from __future__ import annotations

from datetime import datetime

import pytest
from sqlalchemy import update

from service.challenges.lobby import challenge_anybody, meet_all, own_challenges, take_up
from service.challenges.terms import NewChallenge
from service.config.environment import Config
from service.db.engines import transaction
from service.models import Account
from tests.service.conftest import FakeClock
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def stands(owner: Account, now: datetime, ruleset: str = "siesta") -> str:
    """Create a challenge that matches none; return its id."""
    made, game = challenge_anybody(owner, NewChallenge(ruleset), now)
    assert game is None
    return made.id


def test_who_was_met_a_moment_ago_is_not_met_once_more(clock: FakeClock) -> None:
    owners = [person(f"owner-{number}") for number in range(5)]
    for away in (clock(), None):
        with transaction() as current:
            current.execute(update(Account).values(unreachable_since=away))
        if away:
            for each in owners:
                stands(each, clock())

    assert meet_all(clock()) == len(owners) // 2
    assert sorted(each.games for owner in owners for each in own_challenges(owner)) == [0, 1, 1, 1, 1]


def test_a_game_of_two_that_came_of_no_challenge_keeps_them_from_none(clock: FakeClock) -> None:
    ada, bob = person("ada"), person("bob")
    take_up(stands(person("cyd"), clock()), person("dan"), clock())
    for _ in range(3):
        table("ada", "bob")
    challenge = stands(ada, clock())
    take_up(stands(person("eve"), clock(), "dawn"), person("fay"), clock())
    for _ in range(3):
        table("ada", "bob")
    take_up(stands(person("gil"), clock(), "tribes"), person("hal"), clock())

    assert {seat.account_id for seat in take_up(challenge, bob, clock()).seats} == {ada.id, bob.id}
