"""Operators learn when the last backup was made, and that one failed; old ones are deleted all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import update

from service.backups import make
from service.config.environment import BadConfiguration, Config
from service.db.engines import transaction
from service.metrics.exposition import exposition
from service.models import LogEntry
from tests.service.backups.commands import back_up, put_back, run
from tests.service.conftest import FakeClock, settings_for
from tests.service.installations import environment, running
from tests.service.tables import table
from tests.sink import REFUSE, Sink
from workers.cli.backup import backup
from workers.cli.status import examine
from workers.doctor.finding import Finding, State
from workers.doctor.installation import database

NOWHERE = "/dev/null/night.backup"

FULL = """
import resource
from workers.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
main()
"""
"""A process that finds no room for more than two pages of a file."""


def finding(settings: Config, clock: FakeClock) -> Finding:
    """Return what the doctor says about backups."""
    return next(each for each in database(settings, clock()) if each.about == "backup")


def metrics(settings: Config, clock: FakeClock) -> dict[str, float]:
    """Return the gauges of backups."""
    with running(settings, clock):
        lines = [line.split() for line in exposition(clock()).decode().splitlines()]
    return {line[0]: float(line[1]) for line in lines if line[0].startswith("sundial_backup")}


def run_with(settings: Config, *arguments: str | Path, **knobs: str) -> Result:
    """Run `sundial backup` with these settings in addition."""
    return CliRunner().invoke(backup, [str(each) for each in arguments], env=environment(settings) | knobs)


def aged(file: Path, days: float) -> Path:
    """Make a file look older, by its time of change."""
    then = file.stat().st_mtime - days * 86400
    os.utime(file, (then, then))
    return file


def damage_a_game(settings: Config, clock: FakeClock) -> None:
    with running(settings, clock):
        game = table("ada", "bob")
        game.play(game.whole_moves(1)[0])
        with transaction() as current:
            current.execute(update(LogEntry).values(action="nonsense"))


def test_where_no_backup_was_ever_made_only_the_doctor_of_a_server_says_so(settings: Config, clock: FakeClock) -> None:
    assert metrics(settings, clock) == {"sundial_backup_failed": 0}
    found = [each.state for each in database(settings, clock()) if each.about == "backup"]
    assert found == ([] if settings.embedded else [State.NOT_CHECKED])


def test_the_age_of_the_last_backup_is_known_and_too_much_is_named(
    settings: Config, clock: FakeClock, tmp_path: Path
) -> None:
    make(settings, tmp_path / "night", clock)
    clock.advance(hours=27)
    found = finding(settings, clock)
    assert (found.state, found.text) == (State.WELL, "the last complete one is of 2026-05-04 12:00 UTC")
    assert metrics(settings, clock) == {"sundial_backup_failed": 0, "sundial_backup_age_seconds": 27 * 3600}

    clock.advance(hours=2)
    found = finding(settings, clock)
    assert found.state == (State.WELL if settings.embedded else State.TO_MEND)


def test_a_restored_database_knows_the_backup_that_it_came_from(
    settings: Config, clock: FakeClock, tmp_path: Path
) -> None:
    make(settings, tmp_path / "night", clock)
    clock.advance(hours=1)

    put_back(settings, tmp_path / "night")

    assert metrics(settings, clock)["sundial_backup_age_seconds"] == 3600


def test_a_failure_is_told_with_its_reason_until_a_backup_succeeds(
    settings: Config, clock: FakeClock, tmp_path: Path
) -> None:
    make(settings, tmp_path / "night", clock)

    assert run(backup, settings, NOWHERE).exit_code == 1

    assert "of 2026-05-04 12:00 UTC" in finding(settings, clock).text
    assert metrics(settings, clock) == {"sundial_backup_failed": 1, "sundial_backup_age_seconds": 0}
    with running(settings, clock):
        assert any(
            "failed: /dev/null/night.backup.part: Not a directory." in each for each in examine(clock()).complaints
        )

    back_up(settings, tmp_path / "next")
    assert metrics(settings, clock)["sundial_backup_failed"] == 0
    with running(settings, clock):
        assert not any("backup" in each for each in examine(clock()).complaints)


def test_a_name_that_is_taken_is_no_failure(settings: Config, clock: FakeClock, tmp_path: Path) -> None:
    back_up(settings, tmp_path / "night")
    assert run(backup, settings, tmp_path / "night").exit_code == 1
    assert metrics(settings, clock)["sundial_backup_failed"] == 0


def test_a_damaged_game_is_told_though_the_backup_is_complete(
    settings: Config, clock: FakeClock, tmp_path: Path
) -> None:
    damage_a_game(settings, clock)

    assert run(backup, settings, tmp_path / "night").exit_code == 1

    with running(settings, clock):
        assert any("do not match their logs: 1; the file is complete." in each for each in examine(clock()).complaints)
    assert metrics(settings, clock).keys() == {"sundial_backup_failed", "sundial_backup_age_seconds"}


def test_the_operator_gets_a_mail_about_a_failure(settings: Config, sink: Sink) -> None:
    knobs = {"OPERATOR_MAIL": "ops@example.org, night@example.org", "SMTP_URL": sink.url}

    failed = run_with(settings, NOWHERE, **knobs)

    assert failed.exit_code == 1
    assert [mail.recipients for mail in sink.mails] == [("ops@example.org",), ("night@example.org",)]
    assert sink.mails[0].message["Subject"] == "The backup of Sundial failed"
    assert "/dev/null/night.backup.part: Not a directory." in sink.mails[0].message.get_content()


def test_the_mail_goes_even_if_the_database_is_away(postgres_settings: Config, sink: Sink, tmp_path: Path) -> None:
    away = replace(postgres_settings, database_url="postgresql+psycopg://sundial@127.0.0.1:1/sundial")

    failed = run_with(away, tmp_path / "night", OPERATOR_MAIL="ops@example.org", SMTP_URL=sink.url)

    assert failed.exit_code == 1
    assert "The database does not answer" in sink.mails[0].message.get_content()


def test_the_mail_goes_even_if_no_disk_has_room(settings: Config, sink: Sink, tmp_path: Path) -> None:
    with running(settings, FakeClock()):
        table("ada", "bob")
    program = [sys.executable, "-c", FULL, "backup", str(tmp_path / "night")]
    knobs = environment(settings) | {"OPERATOR_MAIL": "ops@example.org", "SMTP_URL": sink.url}

    failed = subprocess.run(program, env=os.environ | knobs, capture_output=True, text=True, check=False)

    assert failed.returncode == 1
    assert len(sink.mails) == 1
    assert failed.stderr.splitlines()[-1].removeprefix("Error: ") in sink.mails[0].message.get_content()
    assert not list(tmp_path.glob("night*"))


def test_a_mail_that_is_refused_is_told_without_the_address(settings: Config, sink: Sink) -> None:
    sink.answer = f"{REFUSE}: ops@example.org"

    failed = run_with(settings, NOWHERE, OPERATOR_MAIL="ops@example.org", SMTP_URL=sink.url)

    assert failed.exit_code == 1
    assert "The email to OPERATOR_MAIL was not sent: " in failed.output
    assert "ops@" not in failed.output


def test_what_is_no_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match="OPERATOR_MAIL"):
        settings_for(tmp_path, OPERATOR_MAIL="ops")


@pytest.mark.parametrize("fails", [False, True])
def test_old_backups_are_deleted_whether_a_backup_fails_or_not(
    sqlite_settings: Config, tmp_path: Path, *, fails: bool
) -> None:
    for day, age in (("older", 9), ("old", 8), ("young", 6)):
        back_up(sqlite_settings, tmp_path / f"{day}.backup")
        aged(tmp_path / f"{day}.backup", age)
    (tmp_path / "other").touch()
    (tmp_path / "killed.backup.part").mkdir()
    aged(tmp_path / "other", 9)
    aged(tmp_path / "killed.backup.part", 9)
    if fails:
        (tmp_path / "new.backup.part").touch()

    made = run(backup, sqlite_settings, tmp_path / "new.backup", "--keep", "7")

    assert made.exit_code == int(fails)
    left = {path.name for path in tmp_path.iterdir() if "backup" in path.name or path.name == "other"}
    assert left == {"young.backup", "other", "new.backup.part" if fails else "new.backup"}


def test_the_last_good_backup_is_never_deleted(sqlite_settings: Config, clock: FakeClock, tmp_path: Path) -> None:
    for day, age in (("older", 9), ("good", 8)):
        back_up(sqlite_settings, tmp_path / f"{day}.backup")
        aged(tmp_path / f"{day}.backup", age)
    (tmp_path / "damaged.backup").write_bytes((tmp_path / "good.backup").read_bytes()[:-100])
    aged(tmp_path / "damaged.backup", 7.5)
    damage_a_game(sqlite_settings, clock)

    made = run(backup, sqlite_settings, tmp_path / "new.backup", "--keep", "7")

    assert made.exit_code == 1
    assert {path.name for path in tmp_path.glob("*.backup")} == {"good.backup", "new.backup"}
