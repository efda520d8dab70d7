"""`sundial restore` replaces the database completely or not at all, and refuses invalid backups."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import select

from service import backups
from service.cli.restore import restore
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.embedded.home import hold
from service.erasure.departures import leave
from service.models import Account, Departure
from service.schema.revisions import known
from tests.secret_keys import NEXT_KEY
from tests.servers import Postgres, plain
from tests.service.backups.commands import back_up, let_go, put_back, run
from tests.service.backups.play import found, lengths
from tests.service.conftest import FakeClock
from tests.service.installations import environment, running, with_keys
from tests.service.tables import person, table
from tests.waiting import eventually
from workers.cli.backup import backup


@pytest.fixture
def game(settings: Config, clock: FakeClock) -> str:
    """Create a running game."""
    with running(settings, clock):
        return table("ada", "bob").id


@pytest.fixture
def night(settings: Config, game: str, tmp_path: Path) -> Path:
    """Make a backup before any move."""
    back_up(settings, tmp_path / "night")
    return tmp_path / "night"


def logs(settings: Config) -> dict[str, int]:
    """How long the log of each game is that is served."""
    with running(settings, FakeClock()):
        return lengths()


def moved(settings: Config, game: str) -> tuple[dict[str, int], dict[str, int]]:
    """How long the logs were before a move in the game, and how long they are after it."""
    before = logs(settings)
    with running(settings, FakeClock()):
        found(game).play("place max-15")
    return before, logs(settings)


@contextmanager
def opened(settings: Config, place: str = "") -> Iterator[Any]:
    """Connect as somebody else, to the database or its kept copy."""
    if settings.embedded:
        with closing(sqlite3.connect(place or settings.home / "sundial.sqlite")) as connection:
            connection.execute("SELECT count(*) FROM game").fetchone()
            yield connection
        return
    schema = place.removeprefix("the schema ") or "public"
    with psycopg.connect(plain(settings.database_url), options=f"-csearch_path={schema}") as connection:
        yield connection


def test_games_are_not_replaced_unless_that_is_wanted_and_then_they_are_kept_aside(
    settings: Config, game: str, night: Path
) -> None:
    before, after = moved(settings, game)

    refused = run(restore, settings, night)
    assert (refused.exit_code, logs(settings)) == (1, after)
    assert "--force" in refused.output

    told = put_back(settings, night)
    assert logs(settings) == before
    with opened(settings, told.split("is kept as ")[1].split(";")[0]) as kept:
        assert kept.execute("SELECT count(*) FROM log_entry").fetchone() == (after[game],)
    assert "restored 1" in let_go(settings)
    assert let_go(settings) == "Nothing is held.\n"


def test_restores_within_a_second_keep_aside_what_each_of_them_found(
    settings: Config, clock: FakeClock, night: Path
) -> None:
    times = [clock() + timedelta(milliseconds=each) for each in (1, 2)]
    kept = [backups.restore(settings, night, time, force=True).previous.kept for time in times]

    for place in kept:
        with opened(settings, place or "") as found_before:
            assert found_before.execute("SELECT count(*) FROM game").fetchone() == (1,)
    assert kept[0] != kept[1]


def test_a_new_installation_takes_a_backup(settings: Config, night: Path, tmp_path: Path, postgres: Postgres) -> None:
    home = tmp_path / "new"
    url = f"sqlite:///{home / 'sundial.sqlite'}"
    if not settings.embedded:
        url = postgres.create_database().replace("postgresql", "postgresql+psycopg", 1)
    new = replace(settings, home=home, database_url=url)

    result = run(restore, new, night)

    assert result.exit_code == 0, result.output
    assert "is kept as" not in result.output
    assert logs(new) == logs(settings)


def test_nothing_is_restored_while_the_database_is_used(settings: Config, night: Path) -> None:
    before = logs(settings)
    with opened(settings):
        refused = run(restore, settings, night, "--force")
    assert (refused.exit_code, logs(settings)) == (1, before)
    assert "stop Sundial" in refused.output
    if settings.embedded:
        with hold(settings.home):
            assert "stop it first" in run(restore, settings, night, "--force").output


def changed(file: Path, **members: str) -> Path:
    """Copy a backup with a changed manifest."""
    copy = file.with_name("changed")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(copy, "w") as new:
        for part in old.namelist():
            raw = old.read(part)
            new.writestr(part, json.dumps(json.loads(raw) | members) if part == "manifest.json" else raw)
    return copy


def altered(file: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    """Copy a backup with one changed part and valid checksums."""
    with zipfile.ZipFile(file) as archive:
        contents = {part: archive.read(part) for part in archive.namelist()}
    manifest = json.loads(contents["manifest.json"])
    contents[name] = change(contents[name])
    manifest["parts"][name]["sha256"] = hashlib.sha256(contents[name]).hexdigest()
    contents["manifest.json"] = json.dumps(manifest).encode()
    copy = file.with_name("altered")
    with zipfile.ZipFile(copy, "w") as new:
        for part, raw in contents.items():
            new.writestr(part, raw)
    return copy


def test_what_does_not_fit_is_refused(settings: Config, night: Path) -> None:
    before = logs(settings)
    other = "postgresql" if settings.embedded else "sqlite"
    for member, value, sentence in (
        ("revision", f"{known()[0]}_9999", "newer version"),
        ("revision", "0001", "This backup was made by another version of Sundial"),
        ("revision", "0048", "begin with an empty database, or use the version that made the backup."),
        ("revision", "baseline_00000000", "nothing converts it"),
        ("database", other, "This is a backup of"),
        ("format", "sundial-backup-0", "is no backup of Sundial"),
    ):
        refused = run(restore, settings, changed(night, **{member: value}), "--force")
        assert (refused.exit_code, logs(settings)) == (1, before)
        assert sentence in refused.output


def with_revision(revision: str | None, file: bytes) -> bytes:
    """Return an SQLite file whose tables have that revision, or none."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(file)
        connection.execute("DELETE FROM alembic_version")
        if revision:
            connection.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
        connection.commit()
        return connection.serialize()


@pytest.mark.parametrize(
    ("revision", "sentence"),
    [(None, f"Migration {known()[0]} does not fit the tables"), ("0048", "This database was made by another version")],
)
def test_a_backup_that_cannot_be_upgraded_is_refused_in_a_sentence(
    sqlite_settings: Config, tmp_path: Path, revision: str | None, sentence: str
) -> None:
    with running(sqlite_settings, FakeClock()):
        table("ada", "bob")
    before = logs(sqlite_settings)
    back_up(sqlite_settings, tmp_path / "night")
    misfit = altered(tmp_path / "night", "sundial.sqlite", partial(with_revision, revision))

    refused = run(restore, sqlite_settings, misfit, "--force")

    assert isinstance(refused.exception, SystemExit)
    assert f"Error: Nothing was restored: {sentence}" in refused.output
    assert logs(sqlite_settings) == before


def test_why_rows_are_refused_is_told_without_the_addresses_in_them(postgres_settings: Config, tmp_path: Path) -> None:
    with running(postgres_settings, FakeClock()):
        table("ada", "bob")
    before = logs(postgres_settings)
    back_up(postgres_settings, tmp_path / "night")
    nameless = altered(tmp_path / "night", "tables/account", lambda rows: rows.replace(b"\tada\t", b"\t\\N\t"))

    refused = run(restore, postgres_settings, nameless, "--force")

    assert (refused.exit_code, logs(postgres_settings)) == (1, before)
    assert 'Nothing was restored: The database refuses: null value in column "name"' in refused.output
    assert "example.net" not in refused.output


def test_a_backup_of_another_secret_key_is_named(settings: Config, night: Path) -> None:
    sentence = "made with a SECRET_KEY that is not set here"
    assert sentence not in put_back(with_keys(settings, NEXT_KEY, settings.secret_key), night)
    assert sentence in put_back(with_keys(settings, NEXT_KEY), night)


def test_who_was_deleted_since_is_deleted_again(settings: Config, clock: FakeClock, night: Path) -> None:
    with running(settings, clock):
        leave(person("ada"), now())

    assert "deleted again: 1." in put_back(settings, night)

    with running(settings, clock):
        assert len(session().scalars(select(Departure)).all()) == 1
        assert "ada" not in session().scalars(select(Account.name)).all()


def killed(settings: Config, command: str, *arguments: str | Path, when: Any) -> None:
    """Run a command of `sundial` in a process of its own, and kill that as soon as it has come so far."""
    program = [sys.executable, "-c", "from workers.cli import main; main()", command, *map(str, arguments)]
    process = subprocess.Popen(program, env=os.environ | environment(settings), stdout=subprocess.DEVNULL)
    try:
        assert eventually(when, 300), "it has never come so far"
    finally:
        process.kill()
        process.wait()


def test_whoever_is_killed_at_a_backup_leaves_the_old_one(settings: Config, night: Path) -> None:
    old, work = night.read_bytes(), night.with_name("night.part")

    killed(settings, "backup", night, "--force", when=(work / "archive").exists)

    assert night.read_bytes() == old or not work.exists()
    assert "1 games" in run(backup, settings, night, "--force").output
    assert not work.exists()


def test_whoever_is_killed_at_a_restore_leaves_the_database_as_it_was(settings: Config, game: str, night: Path) -> None:
    before, after = moved(settings, game)

    killed(settings, "restore", night, "--force", when=lambda: is_laid_out(settings))

    assert logs(settings) in (before, after)
    put_back(settings, night)
    assert logs(settings) == before
    assert not is_laid_out(settings)


def is_laid_out(settings: Config) -> bool:
    """Whether a restore is under way, or was."""
    if settings.embedded:
        return (settings.home / "sundial.sqlite.restoring").exists()
    with psycopg.connect(plain(settings.database_url), application_name="sundial restore") as connection:
        return connection.execute("SELECT to_regclass('sundial_restoring.game')").fetchone() != (None,)
