"""The output of `sundial upgrade`, and its files beside the database."""

from __future__ import annotations

import os
import resource
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Engine, create_engine, text

from service.config.environment import Config
from service.db import engines
from service.db.clock import system_clock
from service.schema.revisions import known
from service.schema.upgrading import INFIX, KEPT, CannotUpgrade, alone, want_new_file, write_anew_if_wanted
from service.schema.upgrading import upgrade as change
from tests.service.conftest import settings_for
from tests.service.installations import environment
from tests.service.schema.contents import exactly, revision, rows
from tests.service.schema.later import BASELINE, LATER
from workers.cli.upgrade import upgrade


def upgraded(settings: Config, *options: str) -> tuple[int, str]:
    """Run the command; return exit code and output."""
    done = CliRunner().invoke(upgrade, list(options), env=environment(settings))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


def copy_of(settings: Config) -> Path:
    return settings.home / f"sundial.sqlite{INFIX}{BASELINE}"


def test_it_says_what_it_did_and_nothing_where_nothing_is_to_be_done(settings: Config) -> None:
    code, said = upgraded(settings)
    assert code == 0
    assert f"The tables are of version {known()[-1]} now; they were of {BASELINE}." in said
    assert upgraded(settings) == (0, "")


def test_a_new_installation_needs_no_copy_and_no_words(tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "home")
    assert upgraded(settings) == (0, "")
    assert list(settings.home.glob(f"*{INFIX}*")) == []


def test_a_copy_from_before_is_kept_for_the_owner_alone(sqlite_settings: Config) -> None:
    before = _rows(sqlite_settings.home / "sundial.sqlite")
    _, said = upgraded(sqlite_settings)
    copy = copy_of(sqlite_settings)
    assert str(copy) in said
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert _rows(copy) == before


def test_a_copy_has_what_only_the_log_beside_the_file_has(sqlite_settings: Config) -> None:
    engine = engines.new_engine(sqlite_settings.database_url)
    with engine.connect() as reader, engine.connect() as writer:
        reader.exec_driver_sql("SELECT 1")
        writer.exec_driver_sql("INSERT INTO counter VALUES ('late', 7)")
        writer.commit()
        reader.rollback()
        change(engine)
    engine.dispose()
    assert ("late", 7) in _rows(copy_of(sqlite_settings))["counter"]


def test_a_copy_can_take_the_place_of_the_file(sqlite_settings: Config) -> None:
    held = []
    for _ in range(2):
        assert upgraded(sqlite_settings)[0] == 0
        engine = engines.new_engine(sqlite_settings.database_url)
        held.append(rows(engine))
        engine.dispose()
        for ending in ("", "-wal", "-shm"):
            (sqlite_settings.home / f"sundial.sqlite{ending}").unlink(missing_ok=True)
        copy_of(sqlite_settings).rename(sqlite_settings.home / "sundial.sqlite")
    assert held[0] == held[1]


def test_copies_go_after_two_weeks(sqlite_settings: Config) -> None:
    upgraded(sqlite_settings)
    copy = copy_of(sqlite_settings)
    for age, is_there in ((KEPT - timedelta(hours=1), True), (KEPT + timedelta(hours=1), False)):
        then = (system_clock() - age).timestamp()
        os.utime(copy, (then, then))
        upgraded(sqlite_settings)
        assert copy.exists() is is_there


def test_no_copy_is_made_for_who_wants_none(sqlite_settings: Config) -> None:
    code, said = upgraded(sqlite_settings, "--no-copy")
    assert (code, "as it was before" in said, copy_of(sqlite_settings).exists()) == (0, False, False)


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """No file may grow longer inside, as on a disk that is full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_without_room_for_a_copy_nothing_is_changed(sqlite_settings: Config) -> None:
    with files_of_at_most(40_000):
        code, said = upgraded(sqlite_settings)
    assert (code, "--no-copy" in said, "nothing was changed" in said) == (1, True, True)
    assert list(sqlite_settings.home.glob(f"*{INFIX}*")) == []
    assert _rows(sqlite_settings.home / "sundial.sqlite")["alembic_version"] == [(BASELINE,)]


def test_a_file_that_cannot_be_written_anew_is_at_the_next_upgrade(sqlite_settings: Config) -> None:
    patient, told = engines.new_engine(sqlite_settings.database_url), list[str]()
    hasty = create_engine(sqlite_settings.database_url, connect_args={"timeout": 0})
    change(patient)
    with patient.connect().execution_options(writes=True) as connection:
        want_new_file(connection)
        connection.commit()
        connection.exec_driver_sql("SELECT 1")
        write_anew_if_wanted(hasty, told.append)
    assert ["could not be written anew (database is locked)" in each for each in told] == [True]
    write_anew_if_wanted(hasty, told.append)
    with hasty.connect() as connection:
        assert (len(told), connection.exec_driver_sql("PRAGMA user_version").scalar()) == (1, 0)
    hasty.dispose()
    patient.dispose()


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (f"{BASELINE}_9999", f"made by a newer version of Sundial: its tables are of version {BASELINE}_9999"),
        ("0001", "made by another version of Sundial (its tables are of revision 0001)"),
        ("0048", "begin with an empty database, or use the version that made the database."),
        ("9999", "nothing converts it"),
        ("baseline_00000000", "nothing converts it"),
    ],
)
def test_a_database_of_another_version_is_left_alone(
    settings: Config, engine: Engine, number: str, sentence: str
) -> None:
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :number"), {"number": number})
    before = exactly(engine)
    code, said = upgraded(settings)
    assert code == 1
    assert sentence in said
    assert exactly(engine) == before


def test_tables_that_somebody_else_has_changed_are_left_as_they_are(settings: Config, engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE account ADD COLUMN patience INTEGER"))
    code, said = upgraded(settings)
    assert code == 1
    assert f"Migration {LATER[1]} does not fit the tables" in said
    assert "patience" in said
    assert "Restore the database from a backup" in said
    assert revision(engine) == LATER[0]


def test_tables_without_a_version_may_be_removed_where_nobody_has_played(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with closing(sqlite3.connect(tmp_path / "sundial.sqlite")) as connection:
        connection.execute("CREATE TABLE account (id INTEGER)")
    code, said = upgraded(settings)
    assert (code, f"remove {tmp_path / 'sundial.sqlite'} instead" in said) == (1, True)


def test_it_does_not_wait_for_ever_for_a_table_that_others_hold(postgres_settings: Config) -> None:
    engine = engines.new_engine(postgres_settings.database_url)
    told: list[str] = []
    with engine.connect() as idle:
        idle.execute(text("SELECT * FROM account"))
        with pytest.raises(CannotUpgrade, match="Others use the database"):
            change(engine, told.append, patience=0.2)
        idle.rollback()
    assert told[0] == "Others hold tables that are to be changed; trying again for 0 seconds."
    change(engine)
    assert len(rows(engine)["account"]) == 3
    engine.dispose()


def test_it_does_not_wait_for_ever_for_another_upgrade(settings: Config, engine: Engine) -> None:
    told: list[str] = []
    with (
        alone(engine, told.append),
        pytest.raises(CannotUpgrade, match="has not ended within 0 seconds"),
        alone(engine, told.append, 0.1),
    ):
        pass
    assert len(told) == 1


def test_rows_that_pointed_nowhere_before_are_no_obstacle(sqlite_settings: Config) -> None:
    with closing(sqlite3.connect(sqlite_settings.home / "sundial.sqlite")) as connection:
        connection.execute("UPDATE api_token SET account_id = 99 WHERE id = 2")
        connection.commit()
    assert upgraded(sqlite_settings)[0] == 0


def test_foreign_keys_hold_again_afterwards(sqlite_settings: Config) -> None:
    engine = engines.new_engine(sqlite_settings.database_url)
    change(engine)
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    engine.dispose()


def test_what_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "sundial.sqlite").write_text("a letter to nobody, " * 200)
    code, said = upgraded(settings_for(tmp_path))
    assert (code, "file is not a database" in said) == (1, True)


def _rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall() for name in names}  # noqa: S608
