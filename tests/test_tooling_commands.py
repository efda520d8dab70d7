"""Commands report wrong configuration or tables in a sentence."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from service.config.environment import BadConfiguration, from_environment
from tests.playing import KNOBS, SUNDIAL
from tests.secret_keys import KEY
from tests.service.conftest import migrated_sqlite
from workers.cli import sundial
from workers.procfile import PROCFILE, Program, read_procfile

__all__ = ["migrated_sqlite"]

ELSEWHERE = "postgresql://sundial:hunter2@127.0.0.1:1/sundial"
PROGRAMS = read_procfile(PROCFILE)
THAT_OPEN_THE_DATABASE = [each for each in PROGRAMS if each.name != "beat"]
COMMANDS = [
    ["upgrade"],
    ["doctor"],
    ["doctor", "mail"],
    ["token", "create", "ann@example.net"],
    ["mails"],
    ["release"],
    ["hold", "--as-of", "2026-05-04"],
    ["forget", __file__],
    ["inbound"],
    ["play"],
]
THAT_READ_TABLES = [
    ["token", "create", "ann@example.net"],
    ["mails"],
    ["release"],
    ["hold", "--as-of", "2026-05-04"],
    ["forget", __file__],
]


def run(arguments: list[str], **knobs: str) -> tuple[int, str]:
    """Exit code and output of a command with these knobs and no others."""
    environment: dict[str, str | None] = {**dict.fromkeys((*KNOBS, "SUNDIAL_HOME")), **knobs}
    done = CliRunner().invoke(sundial(), arguments, env=environment)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_knob_that_is_missing_or_wrong(tmp_path: Path, arguments: list[str]) -> None:
    wrong = [
        ("SECRET_KEY must be set where DATABASE_URL is", {"DATABASE_URL": ELSEWHERE}),
        ("DATABASE_URL must look like", {"DATABASE_URL": "mysql://me:hunter2@db/sundial", "SECRET_KEY": KEY}),
        ("REDIS_URL must look like", {"REDIS_URL": "127.0.0.1:6379", "SECRET_KEY": KEY}),
        ("SUNDIAL_HOME, /dev/null/home, cannot be used", {"SUNDIAL_HOME": "/dev/null/home"}),
    ]
    for sentence, knobs in wrong:
        code, said = run(arguments, **{"SUNDIAL_HOME": str(tmp_path), **knobs})
        assert (code, sentence in said, "hunter2" in said) == (1, True, False), said


@pytest.mark.parametrize("arguments", [["upgrade"], ["play"]], ids=" ".join)
def test_a_home_that_cannot_be_made_beside_a_key_that_is_set(arguments: list[str]) -> None:
    code, said = run(arguments, SUNDIAL_HOME="/dev/null/home", SECRET_KEY=KEY)
    assert (code, "SUNDIAL_HOME, /dev/null/home, cannot be used" in said) == (1, True)


@pytest.mark.parametrize("arguments", [["upgrade"], *THAT_READ_TABLES], ids=" ".join)
def test_a_database_that_does_not_answer(tmp_path: Path, arguments: list[str]) -> None:
    code, said = run(arguments, SUNDIAL_HOME=str(tmp_path), DATABASE_URL=ELSEWHERE, SECRET_KEY=KEY)
    assert (code, "The database does not answer" in said, "hunter2" in said) == (1, True, False), said


@pytest.mark.parametrize("arguments", THAT_READ_TABLES, ids=" ".join)
def test_tables_that_are_missing(tmp_path: Path, postgres_url: str, arguments: list[str]) -> None:
    for knobs in ({}, {"DATABASE_URL": postgres_url}):
        code, said = run(arguments, SUNDIAL_HOME=str(tmp_path), SECRET_KEY=KEY, **knobs)
        assert (code, "sundial upgrade" in said) == (1, True), said


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_the_programs_of_the_procfile(tmp_path: Path, program: Program) -> None:
    code, said = started(program, SUNDIAL_HOME=str(tmp_path), DATABASE_URL=ELSEWHERE)
    assert (code not in (0, -9), "SECRET_KEY must be set" in said, "Traceback" in said) == (True, True, False), said


@pytest.mark.parametrize("program", THAT_OPEN_THE_DATABASE, ids=lambda program: program.name)
def test_programs_do_not_start_on_tables_of_another_version(
    migrated_sqlite: Path, tmp_path: Path, program: Program
) -> None:
    shutil.copy(migrated_sqlite, tmp_path / "sundial.sqlite")
    with closing(sqlite3.connect(tmp_path / "sundial.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0048'")
        connection.commit()
    code, said = started(program, SUNDIAL_HOME=str(tmp_path), SECRET_KEY=KEY)
    assert code not in (0, -9), said
    assert ("This database was made by another version" in said, "Traceback" in said) == (True, False), said


def started(program: Program, **knobs: str) -> tuple[int, str]:
    """Exit code and output of a program of the Procfile that does not start."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    knobs |= {"REDIS_URL": "redis://127.0.0.1:1", "PATH": os.pathsep.join([str(SUNDIAL.parent), os.environ["PATH"]])}
    shell = ["sh", "-c", f"exec {program.command}"]
    done = subprocess.run(shell, env=inherited | knobs, capture_output=True, text=True, timeout=900, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("url", ["postgresql://db:port/sundial", "mysql://db/sundial", "sundial", "http://db"])
def test_an_address_of_no_database_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadConfiguration, match="DATABASE_URL must look like"):
        from_environment({"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": KEY, "DATABASE_URL": url})


@pytest.mark.parametrize("url", ["127.0.0.1:6379", "http://127.0.0.1", "redis://127.0.0.1:port", "amqp://127.0.0.1"])
def test_an_address_of_no_redis_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadConfiguration, match="REDIS_URL must look like"):
        from_environment({"SUNDIAL_HOME": str(tmp_path), "REDIS_URL": url}, may_be_new=True)
