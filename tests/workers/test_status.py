from __future__ import annotations

import json
import sqlite3

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from service.config.environment import Config
from service.db.engines import session, transaction
from service.metrics.backlog import held_up
from service.models import Envelope, Restoration
from service.notifications.taking import take
from tests.servers import Redis
from tests.service.conftest import FakeClock
from tests.service.tables import table
from workers.cli.status import as_document, as_text, examine, span, status
from workers.jobs import heartbeat
from workers.jobs.notices import seal_due


def test_what_is_late_is_told_with_since_when_and_why(app: Flask, clock: FakeClock) -> None:
    table("ann", "bob")
    seal_due(clock)
    with transaction():
        for envelope in session().query(Envelope):
            envelope.attempts, envelope.last_reply = 4, "451 4.7.1 ann@example.net: come back later"
    heartbeat.run()
    clock.advance(minutes=42)
    found = examine(clock())
    [envelopes] = [line for line in found.work if line.kind == "envelope"]
    assert (envelopes.waits, envelopes.late, envelopes.given_up, envelopes.tried) == (1, 1, 0, 4)
    assert (envelopes.seconds_late, envelopes.why) == (42 * 60, "451 4.7.1 …@…: come back later")
    late = "1 of envelope overdue, the oldest for 42 min. The last error: 451 4.7.1 …@…: come back later."
    assert found.complaints == [
        "No sweep is running: are `beat`, Redis and a `worker` running?",
        f"{late} See `sundial doctor mail`.",
    ]
    text = as_text(found)
    assert "42 min ago" in text
    assert "come back later" in text
    assert as_document(found)["clock_lag"] == pytest.approx(42 * 60, abs=1)


def test_mail_is_late_after_a_minute(app: Flask, clock: FakeClock) -> None:
    table("ann", "bob")
    clock.advance(seconds=59)
    heartbeat.run()
    assert examine(clock()).complaints == []
    clock.advance(seconds=2)
    [complaint] = examine(clock()).complaints
    assert complaint.startswith("1 of notice overdue, the oldest for 1 min.")


def test_a_mail_that_came_in_is_late_after_a_minute(app: Flask, clock: FakeClock) -> None:
    take(["play"], "ann@example.net", b"From: ann@example.net\r\n\r\nhelp\r\n", clock())
    clock.advance(seconds=61)
    heartbeat.run()
    [complaint] = examine(clock()).complaints
    assert complaint.startswith("1 of inbound mail overdue, the oldest for 1 min.")
    assert held_up(clock()) == ["mail"]


def test_where_nothing_waits_nothing_is_late(app: Flask, clock: FakeClock) -> None:
    heartbeat.run()
    found = examine(clock())
    assert {line.waits for line in found.work} == {0}
    assert as_text(found).splitlines()[-2:] == ["last sweep: 0 s ago", "Nothing is overdue."]


def test_what_is_held_since_a_restore_is_told(app: Flask, clock: FakeClock) -> None:
    heartbeat.run()
    with transaction() as current:
        current.add(Restoration(backed_up_at=clock(), restored_at=clock()))
    found = examine(clock())
    assert as_document(found)["held"] is True
    [complaint] = found.complaints
    assert complaint.startswith("Held since a restore: `sundial release` sends emails")


def told(settings: Config, *arguments: str, **more: str) -> Result:
    knobs = {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": settings.secret_key} | more
    return CliRunner(env=knobs).invoke(status, arguments)


def test_the_command_ends_with_1_where_something_is_wrong(sqlite_settings: Config) -> None:
    ended = told(sqlite_settings, "--json")
    assert ended.exit_code == 1
    assert json.loads(ended.output)["complaints"] == ["No sweep is running: are `beat`, Redis and a `worker` running?"]
    assert {line["kind"] for line in json.loads(ended.output)["work"]} >= {"notice", "envelope", "webhook_delivery"}


def test_without_tables_the_command_says_what_to_do(sqlite_settings: Config) -> None:
    (sqlite_settings.home / "sundial.sqlite").write_bytes(b"")
    ended = told(sqlite_settings)
    assert ended.exit_code == 1
    assert ended.output == "Error: no tables yet; run `sundial upgrade`\n"


def test_with_tables_of_another_version_the_command_says_what_to_do(sqlite_settings: Config) -> None:
    with sqlite3.connect(sqlite_settings.home / "sundial.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0048'")
    connection.close()
    ended = told(sqlite_settings)
    assert ended.exit_code == 1
    assert "begin with an empty database" in ended.output


def test_a_redis_that_does_not_answer_is_told(sqlite_settings: Config, redis_server: Redis) -> None:
    redis_server.stop()
    ended = told(sqlite_settings, REDIS_URL=redis_server.url)
    assert ended.exit_code == 1
    assert "Redis: does not answer; moves are still saved" in ended.output


def test_times_are_told_in_the_largest_unit() -> None:
    assert [span(seconds) for seconds in (0.5, 59, 61, 7300, 90_000)] == ["0 s", "59 s", "1 min", "2 h", "1 d"]
