"""Whether the server says that it is up, and ready."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text

from service.db.clock import now
from service.db.engines import transaction
from service.jobs.heartbeats import note_heartbeat
from service.schema.revisions import known
from service.security.keys import installation
from service.server.app import create_app
from tests.service.api.program import code
from tests.service.conftest import FakeClock, settings, settings_for
from tests.service.tables import table

__all__ = ["settings"]

LATER = f"{known()[0]}_0001"


def test_the_server_says_that_it_is_up_and_ready_and_which_one_it_is(client: FlaskClient) -> None:
    note_heartbeat(now())
    mark = installation(client.application.config["SECRET_KEY"])
    well = {"status": "ok", "installation": mark}
    for path, told in (("/healthz", well), ("/readyz", well | {"held_up": []})):
        answer = client.get(path)
        assert (answer.status_code, json.loads(answer.get_data())) == (200, told)


def test_a_server_is_ready_while_mail_and_sweeps_wait_and_says_so(client: FlaskClient, clock: FakeClock) -> None:
    table("ann", "bob")
    note_heartbeat(now())
    clock.advance(seconds=61)
    assert held_up(client) == ["mail"]
    clock.advance(seconds=60)
    assert held_up(client) == ["mail", "sweeps"]


def held_up(client: FlaskClient) -> list[str]:
    """Return the reported delays of a ready server."""
    answer = client.get("/readyz")
    assert answer.status_code == 200
    told: list[str] = json.loads(answer.get_data())["held_up"]
    return told


BOTH = pytest.mark.parametrize("path", ["/healthz", "/readyz"])


@BOTH
def test_a_server_without_tables_is_not_ready(tmp_path: Path, path: str) -> None:
    client = create_app(settings_for(tmp_path)).test_client()
    assert code(client.get(path)) == (503, "not-upgraded")


@BOTH
def test_a_server_is_not_ready_with_tables_from_before(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr("service.schema.revisions.known", lambda: (*known(), LATER))
    answer = client.get(path)
    assert code(answer) == (503, "not-upgraded")
    assert answer.headers["Retry-After"] == "5"
    assert "sundial upgrade" in json.loads(answer.get_data())["advice"]


def test_a_server_whose_tables_cannot_be_seen_answers_by_what_it_saw_last(client: FlaskClient) -> None:
    have_applied("baseline_00000000")
    assert code(client.get("/healthz")) == (503, "foreign-tables")
    rename("version_num", "other")
    assert code(client.get("/healthz")) == (503, "foreign-tables")
    rename("other", "version_num")
    have_applied(known()[-1])
    assert client.get("/healthz").status_code == 200
    rename("version_num", "other")
    assert client.get("/healthz").status_code == 200


def rename(column: str, to: str) -> None:
    """Rename the column that says of which version the tables are."""
    with transaction() as rows:
        rows.execute(text(f"ALTER TABLE alembic_version RENAME {column} TO {to}"))


def test_a_server_is_ready_with_newer_tables(client: FlaskClient) -> None:
    have_applied(LATER)
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("revision", ["0001", "0048", "9999", "baseline_00000000"])
def test_a_server_is_not_ready_with_tables_of_another_baseline(client: FlaskClient, revision: str) -> None:
    have_applied(revision)
    answer = client.get("/readyz")
    assert code(answer) == (503, "foreign-tables")
    assert "start with an empty database" in json.loads(answer.get_data())["advice"]


def have_applied(revision: str) -> None:
    """Let the database say that this migration was its last."""
    with transaction() as rows:
        rows.execute(text("UPDATE alembic_version SET version_num = :revision"), {"revision": revision})


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("ALTER TABLE alembic_version RENAME version_num TO other", "the tables cannot be looked at: "),
        ("ALTER TABLE counter RENAME TO other", "nothing can be written: "),
    ],
)
def test_a_server_says_in_its_log_why_it_is_not_ready(
    app: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture, broken: str, said: str
) -> None:
    with transaction() as rows:
        rows.execute(text(broken))
    assert code(client.get("/readyz")) == (503, "not-ready")
    [line] = [message for message in caplog.messages if message.startswith(said)]
    assert "does not answer" not in line
