"""What the processes say while Redis and the database are away: a line when that begins, and one when it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from service.core.config import Config
from tests.playing import KNOBS, SUNDIAL
from tests.secret_keys import KEY
from tests.servers import Postgres, Redis
from tests.waiting import eventually
from workers.procfile import PROCFILE, read_procfile

PATIENCE = 180.0
PROCESSES = 3
"""A worker has a parent and two children; each of them speaks for itself."""


@dataclass
class Program:
    """A process of the Procfile that runs, and what it has said."""

    name: str
    process: subprocess.Popen[bytes]
    transcript: Path

    def said(self) -> str:
        return self.transcript.read_text()


@pytest.fixture
def programs(postgres_settings: Config, redis_server: Redis) -> Iterator[list[Program]]:
    """A clock and a worker of an installation of their own."""
    env = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env |= {"PATH": f"{SUNDIAL.parent}{os.pathsep}{os.environ['PATH']}", "SUNDIAL_HOME": str(postgres_settings.home)}
    env |= {"DATABASE_URL": postgres_settings.database_url, "REDIS_URL": redis_server.url, "SECRET_KEY": KEY}
    with ExitStack() as stack:
        started = [start(name, env | {"LOG_LEVEL": "debug"}) for name in ("beat", "worker")]
        for each in started:
            stack.callback(stop, each)
        yield started


def start(name: str, env: dict[str, str]) -> Program:
    command = next(program.command for program in read_procfile(PROCFILE) if program.name == name)
    transcript = Path(env["SUNDIAL_HOME"]) / f"{name}.txt"
    with transcript.open("wb") as output:
        arguments = ["/bin/sh", "-c", f"exec {command}"]
        process = subprocess.Popen(arguments, cwd=PROCFILE.parent, env=env, stdout=output, stderr=subprocess.STDOUT)
    return Program(name, process, transcript)


def stop(program: Program) -> None:
    program.process.send_signal(signal.SIGTERM)
    program.process.wait(PATIENCE)


def refuse(postgres: Postgres, url: str) -> None:
    """Cut all connections to the database, and let nobody in."""
    name = database(url)
    administer(postgres, sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(sql.Identifier(name)))
    ended = sql.SQL("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = {}")
    administer(postgres, ended.format(sql.Literal(name)))


def admit(postgres: Postgres, url: str) -> None:
    statement = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true")
    administer(postgres, statement.format(sql.Identifier(database(url))))


def administer(postgres: Postgres, statement: sql.Composed) -> None:
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(statement)


def database(url: str) -> str:
    return url.split("?", maxsplit=1)[0].rsplit("/", 1)[1]


def test_redis_and_database_away_are_a_line_each_in_each_process(
    programs: list[Program], postgres: Postgres, postgres_settings: Config, redis_server: Redis
) -> None:
    beat, worker = programs
    assert eventually(lambda: '"logger": "workers.tasks"' in worker.said(), PATIENCE), worker.said()
    redis_server.stop()
    assert eventually(lambda: all("Redis does not answer" in each.said() for each in programs), PATIENCE)
    refuse(postgres, postgres_settings.database_url)
    redis_server.start()
    assert eventually(lambda: all("Redis answers again" in each.said() for each in programs), PATIENCE)
    assert eventually(lambda: "the database does not answer" in worker.said(), PATIENCE)
    admit(postgres, postgres_settings.database_url)
    assert eventually(lambda: "the database answers again" in worker.said(), PATIENCE)
    for each in programs:
        assert "Traceback" not in each.said()
        assert max(Counter(outages(each)).values()) <= PROCESSES
    assert len(outages(beat)) == 2


def outages(program: Program) -> list[tuple[str, bool]]:
    """What began and ended, in all of its processes."""
    lines = [json.loads(line) for line in program.said().splitlines() if line.startswith("{")]
    return [(line["outage"], "seconds" in line) for line in lines if "outage" in line]
