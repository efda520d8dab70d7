"""A process that upgrades is killed; the next upgrade ends well, with every row."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from sqlalchemy import Engine

from service.config.environment import Config
from service.db import engines
from service.schema.revisions import known
from service.schema.upgrading import INFIX, NEW_FILE_WANTED, PARTIAL, upgrade
from tests.service.conftest import settings_for
from tests.service.schema.contents import Rows, revision, rows
from tests.service.schema.filled import SECRET
from tests.service.schema.later import BASELINE, LATER
from tests.service.schema.processes import KILLED, ended, started


def kill(settings: Config, place: str) -> None:
    """Let an upgrade die before the first statement that the expression matches."""
    code, said = ended(started(settings, place, command=KILLED))
    assert code == -signal.SIGKILL, said


def is_to_be_written_anew(engine: Engine) -> bool:
    with engine.connect() as connection:
        return bool(connection.exec_driver_sql("PRAGMA user_version").scalar() == NEW_FILE_WANTED)


@pytest.mark.parametrize(
    ("place", "reached"),
    [("COMMIT", BASELINE), ("ALTER TABLE account ADD", LATER[0]), ("ALTER TABLE api_token DROP COLUMN", LATER[2])],
)
def test_in_the_middle_of_a_migration(
    settings: Config, engine: Engine, undisturbed: Rows, place: str, reached: str
) -> None:
    kill(settings, place)
    assert revision(engine) == reached
    upgrade(engine)
    assert rows(engine) == undisturbed


def test_at_the_first_start_of_all(tmp_path: Path) -> None:
    settings = settings_for(tmp_path / "new")
    engine = engines.new_engine(settings.database_url)
    kill(settings, "CREATE TABLE game_seat")
    assert revision(engine) is None
    upgrade(engine)
    assert revision(engine) == known()[-1]
    engine.dispose()


def test_while_the_copy_is_made(sqlite_settings: Config) -> None:
    engine = engines.new_engine(sqlite_settings.database_url)
    kill(sqlite_settings, "VACUUM INTO")
    assert revision(engine) == BASELINE
    upgrade(engine)
    assert [path.name for path in sqlite_settings.home.glob(f"*{PARTIAL}")] == []
    assert [path.name for path in sqlite_settings.home.glob(f"*{INFIX}*")] == [f"sundial.sqlite{INFIX}{BASELINE}"]
    engine.dispose()


def test_before_the_file_is_written_anew(sqlite_settings: Config) -> None:
    engine = engines.new_engine(sqlite_settings.database_url)
    kill(sqlite_settings, "VACUUM$")
    assert (revision(engine), is_to_be_written_anew(engine)) == (known()[-1], True)
    upgrade(engine)
    assert not is_to_be_written_anew(engine)
    engine.dispose()
    files = [sqlite_settings.home / name for name in ("sundial.sqlite", "sundial.sqlite-wal")]
    assert [path for path in files if path.exists() and SECRET.encode() in path.read_bytes()] == []
