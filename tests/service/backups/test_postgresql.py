"""Restores on PostgreSQL: a backup is loaded into its own schema, which is then swapped in."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from service.app import serving
from service.backups import restore
from service.backups.archive import checked
from service.backups.postgresql import replacing
from service.config.environment import Config
from service.config.timeouts import DEFAULT, Role
from service.db.clock import system_clock
from service.db.engines import session
from service.jobs.holds import held
from tests.servers import plain, set_clock
from tests.service.backups.commands import back_up, put_back

LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout")


@pytest.fixture
def night(postgres_settings: Config, tmp_path: Path) -> Path:
    """Make a backup of empty tables."""
    back_up(postgres_settings, tmp_path / "night")
    return tmp_path / "night"


def shown(*names: str) -> list[str | None]:
    """Read settings of the current transaction."""
    return [session().scalar(text(f"SHOW {name}")) for name in names]


def test_every_transaction_sees_the_stage_alone_and_takes_its_time(postgres_settings: Config, night: Path) -> None:
    with replacing(postgres_settings, night, checked(night), "before", force=False):
        for end in (session().commit, session().rollback, session().commit):
            assert shown("search_path", "application_name") == ["sundial_restoring", "sundial restore"]
            assert shown(*LIMITS) == ["0", "0", "0"]
            end()


def test_when_it_was_made_and_restored_is_told_by_the_clock_of_the_database(
    postgres_settings: Config, tmp_path: Path
) -> None:
    set_clock(postgres_settings.database_url, "-9 days")
    then = system_clock() - timedelta(days=9)

    back_up(postgres_settings, tmp_path / "night")
    put_back(postgres_settings, tmp_path / "night")

    with serving(postgres_settings):
        restoration = held()
        assert restoration is not None
        assert abs(restoration.backed_up_at - then) < timedelta(hours=1)
        assert abs(restoration.restored_at - then) < timedelta(hours=1)


def test_it_does_not_wait_for_ever_for_a_table_that_others_hold(postgres_settings: Config, night: Path) -> None:
    hasty = replace(postgres_settings, patience={**DEFAULT, Role.COMMAND: replace(DEFAULT[Role.COMMAND], lock=1)})
    url = plain(postgres_settings.database_url)
    with psycopg.connect(url, application_name="sundial restore") as other:
        other.execute("LOCK TABLE game IN ACCESS SHARE MODE")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            restore(hasty, night, system_clock())
