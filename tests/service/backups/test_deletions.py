"""An account that was deleted stays deleted after a restore, whichever of its traces are left."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import select

from service.cli.restore import restore
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.erasure.departures import deletions_in, leave, write_deletion
from service.models import Account
from tests.servers import Postgres, plain
from tests.service.backups.commands import back_up, put_back, run
from tests.service.backups.play import lengths
from tests.service.conftest import FakeClock
from tests.service.installations import running
from tests.service.tables import person, table
from workers.cli.backup import backup

ELSEWHERE = "a" * 64
"""The mark of an account that only a file of deletions knows."""


@pytest.fixture
def night(settings: Config, clock: FakeClock, tmp_path: Path) -> Path:
    """Make a backup from before Ada deletes her account."""
    with running(settings, clock):
        table("ada", "bob")
    back_up(settings, tmp_path / "night")
    with running(settings, clock):
        leave(person("ada"), now())
    return tmp_path / "night"


def names(settings: Config) -> set[str]:
    with running(settings, FakeClock()):
        return set(session().scalars(select(Account.name)))


def spoil(settings: Config) -> None:
    """Damage the database, so that it does not say who was deleted."""
    if settings.embedded:
        file = settings.home / "sundial.sqlite"
        raw = file.read_bytes()
        file.write_bytes(raw[:4096] + b"\xff" * (len(raw) - 4096))
        return
    with psycopg.connect(plain(settings.database_url)) as connection:
        connection.execute("ALTER TABLE departure RENAME COLUMN mark TO nothing")


def emptied(settings: Config, home: Path, postgres: Postgres) -> Config:
    """Return the installation on a new machine, with an empty home and database."""
    url = f"sqlite:///{home / 'sundial.sqlite'}"
    if not settings.embedded:
        url = postgres.create_database().replace("postgresql", "postgresql+psycopg", 1)
    return replace(settings, home=home, database_url=url, deletions=home / "deletions")


def test_the_previous_database_tells_who_was_deleted_if_the_file_is_lost(settings: Config, night: Path) -> None:
    noted = deletions_in(settings.deletions)
    settings.deletions.unlink()

    told = put_back(settings, night)

    assert "deleted again: 1." in told
    assert f"There was no file of deletions at {settings.deletions}." in told
    assert "ada" not in names(settings)
    assert deletions_in(settings.deletions) == noted


def test_a_backup_carries_the_file_to_another_machine(
    settings: Config, night: Path, tmp_path: Path, postgres: Postgres
) -> None:
    write_deletion(settings.deletions, ELSEWHERE, "2026-05-04")
    back_up(settings, tmp_path / "later")
    new = emptied(settings, tmp_path / "new", postgres)

    assert "There was no file of deletions" in put_back(new, tmp_path / "later")
    assert "There was no file of deletions" not in put_back(new, night)

    assert deletions_in(new.deletions) == deletions_in(settings.deletions)
    assert "ada" not in names(new)


def test_a_database_that_cannot_be_read_is_replaced_if_that_is_wanted(settings: Config, night: Path) -> None:
    spoil(settings)

    assert run(restore, settings, night).exit_code == 1
    told = put_back(settings, night)

    assert "The previous database cannot be read" in told
    assert "is kept as" in told
    assert "ada" not in names(settings)


def test_a_file_that_cannot_be_used_stops_a_restore_and_nothing_is_changed(
    settings: Config, clock: FakeClock, night: Path
) -> None:
    settings.deletions.unlink()
    settings.deletions.mkdir()

    refused = run(restore, settings, night, "--force")

    assert refused.exit_code == 1
    assert f"Nothing was restored: {settings.deletions}: Is a directory." in refused.output
    assert "ada" not in names(settings)
    with running(settings, clock):
        assert len(lengths()) == 1


def test_a_damaged_copy_of_the_file_is_found(settings: Config, night: Path, tmp_path: Path) -> None:
    back_up(settings, tmp_path / "later")
    with zipfile.ZipFile(tmp_path / "later") as old, zipfile.ZipFile(tmp_path / "damaged", "w") as new:
        for part in old.namelist():
            new.writestr(part, b"" if part == "deletions" else old.read(part))

    for command, option in ((backup, "--check"), (restore, "--force")):
        refused = run(command, settings, tmp_path / "damaged", option)
        assert refused.exit_code == 1
        assert "it is damaged" in refused.output
    assert "ada" not in names(settings)
