"""Actions in one group of games change and lock nothing of others, and nothing that these are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import inspect, text

from service.config.environment import Config
from service.db.engines import db, session
from tests.service.conftest import FakeClock
from tests.service.locked_rows import Row, locked
from tests.service.play.households import Household, household, live, told

pytestmark = pytest.mark.usefixtures("app")
COMMON = ("counter",)
"""Tables of what everybody has together."""


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def rows() -> Mapping[Row, Any]:
    """Every row there is, by its table and key."""
    session().rollback()
    found = {}
    with db.engine.connect() as connection:
        known = inspect(connection)
        for table in sorted(set(known.get_table_names()) - set(COMMON)):
            key = known.get_pk_constraint(table)["constrained_columns"]
            for row in connection.execute(text(f'SELECT * FROM "{table}"')).mappings():  # noqa: S608  # our own tables
                found[table, tuple(row[column] for column in key)] = dict(row)
    return found


def changed(before: Mapping[Row, Any]) -> set[Row]:
    """Return the rows that changed or disappeared."""
    after = rows()
    return {key for key, row in before.items() if after.get(key) != row}


def lived(home: Household) -> Counter[str]:
    """Let them live; comes back with how many rows that makes in each table."""
    before = rows()
    live(home)
    return Counter(table for table, _ in rows().keys() - before.keys())


def test_what_one_household_does_is_nothing_to_those_who_came_before_and_after(clock: FakeClock) -> None:
    older, own, younger = (
        household(*(f"{name}-{side}" for name in ("ann", "ben", "cal")), days=days)
        for days, side in enumerate(("older", "own", "younger"), 1)
    )
    others = older, younger
    alone, beside = map(lived, others)
    told_before, before = [told(home) for home in others], rows()
    clock.advance(seconds=1)

    with locked() as held:
        assert lived(own) == beside == alone

    ours = {("account", (person.id,)) for person in own.people}
    assert not held & before.keys() - ours
    assert changed(before) <= ours
    assert [told(home) for home in others] == told_before

    told_own, made = told(own), {key: row for key, row in rows().items() if key not in before}
    for home in others:
        live(home)
    assert not changed(made)
    assert told(own) == told_own
