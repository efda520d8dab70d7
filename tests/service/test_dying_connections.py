"""A connection to the database that dies costs at most one answer, and that says when to come back."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import httpx
import psycopg
import pytest
from flask import Flask, request_finished, request_started
from sqlalchemy import Connection, event, text

from service.config.environment import Config
from service.db.engines import db, session, transaction
from service.models import Account
from tests.servers import plain
from tests.service.api.program import program_of
from tests.service.stages.conftest import Alone
from tests.service.stages.trouble import failing_at
from tests.service.tables import table
from tests.web_server import web_server

SETTINGS = pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
"""SQLite has no connections that others can end."""
KILL_ALL = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE application_name = 'sundial web' AND datname = current_database()
"""

ENDED = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = current_database()
"""


@contextmanager
def cut(app: Flask, signal: Any, url: str) -> Iterator[None]:
    """Kill each request's connection at this stage."""

    def kill(_app: Flask, **_: object) -> None:
        backend = session().scalar(text("SELECT pg_backend_pid()"))
        with psycopg.connect(plain(url), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s, 10000)", (backend,))

    with signal.connected_to(kill, app):
        yield


@contextmanager
def cut_at_work(url: str) -> Iterator[None]:
    """Kill each statement's connection right before it is sent."""

    def kill(connection: Connection, *_: object) -> None:
        backend = connection.connection.dbapi_connection.info.backend_pid  # type: ignore[union-attr]  # psycopg's
        with psycopg.connect(plain(url), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s, 10000)", (backend,))

    event.listen(db.engine, "before_cursor_execute", kill)
    try:
        yield
    finally:
        event.remove(db.engine, "before_cursor_execute", kill)


def alone(app: Flask) -> Alone:
    """Return a client whose requests each have a session of their own."""
    return Alone(app, app.response_class)


@SETTINGS
def test_what_a_view_has_answered_stands_whatever_becomes_of_its_connection(
    app: Flask, settings: Config, caplog: pytest.LogCaptureFixture
) -> None:
    begun = table("ann", "bob")
    program = program_of(alone(app), begun.mover.name)
    version = begun.game.version
    db.session.remove()

    with cut(app, request_finished, settings.database_url):
        played = program.play(begun.id, "place max-15", version=version)
        read = program.get(f"/games/{begun.id}")
        page = alone(app).get("/games")

    assert [answer.status_code for answer in (played, read, page)] == [201, 200, 200]
    assert read.json["version"] == version + 1  # type: ignore[index]
    assert not caplog.records  # nothing was under way that would have to be undone


@SETTINGS
def test_what_was_begun_over_a_connection_that_is_cut_is_undone_and_that_is_said(
    app: Flask, settings: Config, caplog: pytest.LogCaptureFixture
) -> None:
    ann = table("ann", "bob").players[0]

    def rename_and_fail() -> None:
        with transaction() as current:
            current.get_one(Account, ann.id).name = "anna"
            current.flush()
            backend = current.scalar(text("SELECT pg_backend_pid()"))
            with psycopg.connect(plain(settings.database_url), autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s, 10000)", (backend,))
            raise LookupError

    with pytest.raises(LookupError):
        rename_and_fail()

    assert [(record.levelno, record.exc_info) for record in caplog.records] == [(logging.WARNING, None)]
    assert session().scalar(text("SELECT name FROM account WHERE name IN ('ann', 'anna')")) == "ann"


@SETTINGS
def test_a_connection_that_has_died_before_it_is_asked_costs_a_program_nothing(app: Flask, settings: Config) -> None:
    program = program_of(alone(app), "ann")
    db.session.remove()

    with cut(app, request_started, settings.database_url):
        answer = program.get("/me")

    assert answer.status_code == 200


@SETTINGS
def test_a_request_whose_connection_dies_says_when_to_come_back(
    app: Flask, settings: Config, caplog: pytest.LogCaptureFixture
) -> None:
    program, browser = program_of(alone(app), "ann"), alone(app)
    db.session.remove()

    with cut_at_work(settings.database_url):
        answer, page = program.get("/me"), browser.get("/games")

    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert (page.status_code, page.mimetype) == (503, "text/html")
    assert answer.headers["Retry-After"] == page.headers["Retry-After"] == "5"
    assert not any(record.exc_info for record in caplog.records)
    assert program.get("/me").status_code == 200


@SETTINGS
def test_connections_that_were_ended_a_moment_ago_cost_nobody_an_answer(app: Flask, settings: Config) -> None:
    program = program_of(alone(app), "ann")
    db.session.remove()
    for _ in range(3):
        assert program.get("/me").status_code == 200
        with psycopg.connect(plain(settings.database_url), autocommit=True) as other:
            other.execute(ENDED)


@SETTINGS
@pytest.mark.parametrize("path", ["/me", "/games", "/events", "/events?wait=1", "/events/stream"])
def test_wherever_a_connection_dies_there_is_an_answer(app: Flask, path: str) -> None:
    program = program_of(alone(app), "ann")
    db.session.remove()
    for number in range(100):
        with failing_at(db.engine, number) as failure:
            answer = program.get(path)
        if not failure.was_met:
            break
        assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
        assert answer.headers["Retry-After"]
    assert number > 0
    assert program.get(path).status_code == 200


@SETTINGS
def test_a_transaction_begins_although_what_was_read_before_was_cut_off(app: Flask, settings: Config) -> None:
    ann = table("ann", "bob").players[0]
    backend = session().scalar(text("SELECT pg_backend_pid()"))
    with psycopg.connect(plain(settings.database_url), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 10000)", (backend,))

    with transaction() as current:
        ann.name = "anna"
        current.add(ann)

    assert session().scalar(text("SELECT name FROM account WHERE name = 'anna'")) == "anna"


@SETTINGS
def test_a_server_whose_connections_die_again_and_again_answers_everybody_and_logs_lines(
    app: Flask, settings: Config
) -> None:
    headers = {"Authorization": f"Bearer {program_of(alone(app), 'ann').token}"}
    paths = ["/api/v1/me", "/api/v1/games", "/api/v1/events", "/api/v1/events?wait=1", "/games"] * 8
    with (
        web_server(settings, DATABASE_URL=settings.database_url) as server,
        httpx.Client(base_url=server.address, headers=headers, timeout=120) as http,
        psycopg.connect(plain(settings.database_url), autocommit=True) as other,
        ThreadPoolExecutor(4) as pool,
    ):
        asked = [pool.submit(http.get, path) for path in paths]
        while not all(answer.done() for answer in asked):
            other.execute(KILL_ALL)
            Event().wait(0.01)
        answers = [answer.result() for answer in asked]
        with http.stream("GET", "/api/v1/events/stream", headers={"Last-Event-ID": "0"}) as stream:
            other.execute(KILL_ALL)
            assert stream.status_code in (200, 503)
        output = server.output()

    assert {answer.status_code for answer in answers} <= {200, 503}
    assert all(answer.headers["Retry-After"] for answer in answers if answer.status_code == 503)
    assert "Traceback" not in output
    assert "Error in ASGI" not in output
