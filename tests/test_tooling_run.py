"""`sundial run` becomes one program of the Procfile, as containers and service managers want it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from socket import gethostname

import psycopg
import pytest

from service.config.environment import Config
from service.embedded.ports import free_port
from service.embedded.readiness import web_answers
from tests.playing import KNOBS, SUNDIAL
from tests.secret_keys import KEY
from tests.servers import plain
from tests.service.conftest import FakeClock, migrated_postgres, migrated_sqlite, postgres_settings
from tests.sink import Sink
from tests.site import Site, serving
from tests.waiting import eventually

__all__ = ["migrated_postgres", "migrated_sqlite", "postgres_settings"]

READY = Path(__file__).parents[1] / "deploy" / "ready.py"


@pytest.fixture
def site(migrated_sqlite: Path) -> Iterator[Site]:
    """Create a Sundial with tables."""
    with serving(migrated_sqlite.parent, FakeClock()) as site:
        yield site


def start(home: Path, program: str, **knobs: str) -> subprocess.Popen[str]:
    """Start a program with only the system's PATH."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env = inherited | {"PATH": os.defpath, "SUNDIAL_HOME": str(home), "WEB_CONCURRENCY": "1"} | knobs
    return subprocess.Popen([SUNDIAL, "run", program], cwd=home.parent, env=env, stderr=subprocess.PIPE, text=True)


def test_the_program_takes_the_place_of_the_command_and_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    port, home = str(free_port()), tmp_path / "new" / "home"
    home.parent.mkdir()
    with start(home, "web", PORT=port, DATABASE_URL="postgresql://127.0.0.1:1/sundial", SECRET_KEY=KEY) as process:
        try:
            assert eventually(lambda: web_answers(f"http://127.0.0.1:{port}/healthz"), 180)
            assert "gunicorn" in Path(f"/proc/{process.pid}/cmdline").read_text()
            assert home.stat().st_mode & 0o777 == 0o700
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_what_is_not_set_up_is_said_before_anything_starts(tmp_path: Path) -> None:
    with start(tmp_path / "home", "worker", DATABASE_URL="postgresql://127.0.0.1:1/sundial") as process:
        _, said = process.communicate(timeout=60)

    assert process.returncode == 1
    assert said.startswith("Error: SECRET_KEY must be set")


def test_a_program_that_the_procfile_does_not_have_is_refused_with_those_that_it_has(tmp_path: Path) -> None:
    with start(tmp_path / "home", "cron") as process:
        _, said = process.communicate(timeout=60)

    assert process.returncode == 2
    assert "'web', 'worker', 'thinkers', 'mails', 'webhooks', 'beat', 'inbound'" in said


def ready(program: str, **knobs: str) -> int:
    """Return the exit code of a container's health check."""
    command = [sys.executable, str(READY), program]
    return subprocess.run(command, env=os.environ | knobs, check=False, stderr=subprocess.DEVNULL).returncode


def test_a_container_is_healthy_as_long_as_its_program_answers(site: Site, sink: Sink) -> None:
    mail = sink.url.rpartition(":")[2]
    assert ready("web", PORT=site.address.rpartition(":")[2]) == 0
    assert ready("inbound", INBOUND_SMTP_PORT=mail) == 0

    sink.stop()

    assert ready("web", PORT=str(free_port())) == 1
    assert ready("inbound", INBOUND_SMTP_PORT=mail) == 1


LIVED = """
INSERT INTO program_sign (program, machine, seen_at, version, key_name)
VALUES (%s, %s, clock_timestamp() - make_interval(secs => %s), '0.1.0', '0123')
"""


def test_a_program_without_a_port_is_healthy_until_its_signs_of_life_cease(postgres_settings: Config) -> None:
    url = plain(postgres_settings.database_url)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(LIVED, ["worker", gethostname(), 10])
        connection.execute(LIVED, ["mails", gethostname(), 200])
        connection.execute(LIVED, ["beat", "another", 200])

    assert [ready(program, DATABASE_URL=url) for program in ("worker", "mails", "beat")] == [0, 1, 0]
    assert ready("mails", DATABASE_URL="postgresql://127.0.0.1:1/sundial") == 0
