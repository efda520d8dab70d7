"""A restored backup has accounts deleted since; the next start deletes them again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from service.accounts.revocations import SECONDS_KNOWN
from service.cli.forget import forget, forget_again
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.erasure.departures import leave
from service.models import Account, Departure, Game, GameStatus
from tests.lived import migrated_postgres, migrated_sqlite
from tests.lives import BOT, NAME, drain, finish, found, hits, running
from tests.servers import Postgres, name_of
from tests.service.conftest import FakeClock
from tests.service.installations import environment
from workers.cli.upgrade import upgrade

__all__ = ["migrated_postgres", "migrated_sqlite"]


def copied(settings: Config, postgres: Postgres, to: Path) -> Config:
    """Return the installation with a copy of its current database."""
    if settings.embedded:
        with closing(sqlite3.connect(settings.home / "sundial.sqlite")) as old, closing(sqlite3.connect(to)) as new:
            old.backup(new)
        return replace(settings, database_url=f"sqlite:///{to}")
    copy = postgres.create_database(name_of(settings.database_url))
    return replace(settings, database_url=copy.replace("://", "+psycopg://", 1))


def run(command: object, settings: Config, *arguments: str) -> str:
    """Run a command of `sundial`; return its output."""
    result = CliRunner().invoke(command, list(arguments), env=environment(settings))  # type: ignore[arg-type]
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def restored(settings: Config, postgres: Postgres, clock: FakeClock, tmp_path: Path) -> Config:
    """Return an installation restored to before an account was deleted."""
    with running(settings, clock):
        number = found().account.id
    backup = copied(settings, postgres, tmp_path / "backup.sqlite")
    with running(settings, clock):
        leave(session().get_one(Account, number), now())
        drain()
        finish()
        assert hits() == []
    if settings.embedded:
        for file in settings.home.glob("sundial.sqlite*"):
            file.unlink()
        (tmp_path / "backup.sqlite").rename(settings.home / "sundial.sqlite")
        return settings
    return backup


def test_who_was_deleted_is_deleted_again_by_the_next_start(restored: Config, clock: FakeClock) -> None:
    with running(restored, clock):
        assert len(hits()) > 10
    assert "deleted again: 1." in run(upgrade, restored)
    assert run(upgrade, restored) == ""
    clock.time = datetime.now(UTC)
    with running(restored, clock):
        assert hits() == []
        finish()
        assert hits() == []
        assert GameStatus.ACTIVE not in session().scalars(select(Game.status)).all()
        assert session().scalars(select(Account).where(Account.name.in_((NAME, BOT)))).all() == []


def test_a_file_from_elsewhere_is_applied_by_a_command(restored: Config, clock: FakeClock, tmp_path: Path) -> None:
    slept: list[float] = []
    elsewhere = tmp_path / "elsewhere"
    restored.deletions.rename(elsewhere)
    assert run(upgrade, restored) == ""
    assert forget_again(restored, elsewhere, slept.append) == 1
    assert slept == [SECONDS_KNOWN]
    assert run(forget, restored, str(elsewhere)) == "0\n"
    with running(restored, clock):
        assert hits() == []
        assert session().scalars(select(Departure.mark)).one() in elsewhere.read_text()
    run(upgrade, restored)
    assert restored.deletions.read_text().split()[1] == elsewhere.read_text().split()[1]
