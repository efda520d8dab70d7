"""Recent opponents."""

from __future__ import annotations

import pytest

from service.config.environment import Config
from service.play.invitations import recent_opponents
from tests.service.conftest import FakeClock
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def test_the_last_eight_are_told_the_latest_first_and_nobody_from_other_tables(clock: FakeClock) -> None:
    table("zed", "yan")
    for number in range(9):
        table("ada", f"bob-{number}")
        clock.advance(minutes=1)
    table("xia", "wu")

    assert recent_opponents(person("ada")) == [f"bob-{number}" for number in range(8, 0, -1)]
    assert recent_opponents(person("bob-3")) == ["ada"]
    assert recent_opponents(person("eve")) == []


def test_whoever_was_met_again_comes_first_again(clock: FakeClock) -> None:
    for name in ("cyd", "bob", "dan", "bob", "eve", "cyd"):
        table("ada", name)
        clock.advance(minutes=1)
        table("zed", "yan")

    assert recent_opponents(person("ada")) == ["cyd", "eve", "bob", "dan"]
