"""Database timeouts: nobody waits forever, and idle connections release their locks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic

import psycopg
import pytest
from flask import Flask
from sqlalchemy import create_engine, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from service.config.environment import BadConfiguration, Config, from_environment
from service.config.timeouts import DEFAULT, Role
from service.db.engines import db, transaction
from service.jobs.events import newest_number
from service.models import Game
from service.server.app import create_app
from tests.secret_keys import KEY
from tests.servers import plain
from tests.service.api.program import Program, program_of
from tests.service.conftest import FakeClock, settings_for
from tests.service.tables import Table, table

TIMEOUTS = {"lock": "lock_timeout", "statement": "statement_timeout", "idle": "idle_in_transaction_session_timeout"}
WEB = DEFAULT[Role.WEB]
SHORT = {Role.WEB: replace(WEB, connect=2, pool=1, lock=1, statement=2, idle=60)}
"""As for the web, but so that a test need not wait for long; nor is it idle for too long on a busy machine."""
IN_TIME = 5.0
"""Seconds within which everybody is answered."""

Serve = Callable[..., Flask]


@pytest.fixture
def serve(clock: FakeClock) -> Iterator[Serve]:
    """Serve an installation in a role; the test runs in the app's context."""
    with ExitStack() as stack:

        def serving(settings: Config, role: Role = Role.WEB) -> Flask:
            app = create_app(settings, clock, role)
            stack.enter_context(app.app_context())
            stack.callback(db.engine.dispose)
            stack.callback(db.session.remove)
            return app

        yield serving


def shown(name: str) -> str:
    """Read a PostgreSQL parameter of our connections."""
    with db.engine.connect() as connection:
        return str(connection.scalar(text(f"SHOW {name}")))


def seconds(name: str) -> int:
    """Read a PostgreSQL duration parameter in seconds."""
    with db.engine.connect() as connection:
        setting = connection.execute(text("SELECT setting FROM pg_settings WHERE name = :name"), {"name": name})
        return int(setting.scalar_one()) // 1000


@contextmanager
def held(settings: Config, statement: str) -> Iterator[None]:
    """Somebody else, whom nothing hurries, has done that and has not come to an end yet."""
    engine = create_engine(settings.database_url)
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        connection.execute(text(statement))
        yield
    engine.dispose()


def moving(app: Flask) -> tuple[Table, Program]:
    """Return a game, and the program of the player to move."""
    begun = table("ann", "bob")
    program = program_of(app.test_client(), begun.mover.name)
    db.session.remove()
    return begun, program


@pytest.mark.parametrize("role", list(Role))
def test_every_role_has_a_time_for_locks_statements_and_idle_transactions(
    postgres_settings: Config, serve: Serve, role: Role
) -> None:
    serve(replace(postgres_settings, patience=DEFAULT), role)

    known = {name: seconds(setting) for name, setting in TIMEOUTS.items()}
    assert known == {name: getattr(DEFAULT[role], name) for name in TIMEOUTS}
    assert shown("application_name") == f"sundial {role}"


def test_an_idle_transaction_of_anybody_who_plays_ends_before_a_player_has_waited_too_long() -> None:
    assert max(DEFAULT[role].idle for role in (Role.WEB, Role.WORKER)) < WEB.lock < IN_TIME
    assert WEB.statement <= IN_TIME


def test_what_the_operator_has_set_in_the_address_or_for_the_database_stays(
    postgres_settings: Config, serve: Serve
) -> None:
    url = postgres_settings.database_url
    with psycopg.connect(plain(url), autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {connection.info.dbname} SET statement_timeout = '77s'")
    more = "options=-c%20lock_timeout%3D66s&application_name=mine&connect_timeout=9"
    serve(replace(postgres_settings, database_url=f"{url}{'&' if '?' in url else '?'}{more}", patience=DEFAULT))

    assert [shown(name) for name in TIMEOUTS.values()] == ["66s", "77s", f"{WEB.idle}s"]
    assert shown("application_name") == "mine"


def test_an_operator_can_choose_other_times(tmp_path: Path) -> None:
    chosen = settings_for(tmp_path, DATABASE_TIMEOUTS="web-lock=2, worker-statement=120").patience

    assert chosen == dict(DEFAULT) | {
        Role.WEB: replace(WEB, lock=2),
        Role.WORKER: replace(DEFAULT[Role.WORKER], statement=120),
    }


@pytest.mark.parametrize("text", ["lock=2", "web-lock=0", "web-lock=soon", "web-lock", "nobody-lock=2", "web-all=2"])
def test_what_is_no_time_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadConfiguration, match=r"DATABASE_TIMEOUTS must be seconds like web-lock=4"):
        from_environment({"SUNDIAL_HOME": str(tmp_path), "SECRET_KEY": KEY, "DATABASE_TIMEOUTS": text})


def test_who_meets_a_lock_is_told_to_come_back(settings: Config, serve: Serve) -> None:
    app = serve(replace(settings, patience=SHORT))
    begun, program = moving(app)
    version = begun.game.version
    db.session.remove()

    with held(settings, f"UPDATE game SET scores = scores WHERE id = '{begun.id}'"):  # noqa: S608
        started = monotonic()
        refused = program.play(begun.id, "place max-15", version=version)
        assert monotonic() - started < IN_TIME

    assert (refused.status_code, refused.mimetype) == (503, "application/problem+json")
    assert int(refused.headers["Retry-After"]) > 0
    assert program.play(begun.id, "place max-15", version=version).status_code == 201


def test_a_statement_that_takes_too_long_is_called_off(postgres_settings: Config, serve: Serve) -> None:
    serve(replace(postgres_settings, patience=SHORT))
    with pytest.raises(OperationalError, match="statement timeout"):
        db.session.execute(text("SELECT pg_sleep(60)"))


def test_a_silent_transaction_is_ended_and_its_locks_go_to_whoever_waits(
    postgres_settings: Config, serve: Serve
) -> None:
    app = serve(replace(postgres_settings, patience={Role.WEB: replace(WEB, lock=60, statement=60)}))
    begun, program = moving(app)
    version = begun.game.version
    db.session.remove()

    with Session(db.engine) as silent:
        silent.execute(update(Game).where(Game.id == begun.id).values(days_per_move=9))
        played = program.play(begun.id, "place max-15", version=version)
        with pytest.raises(OperationalError, match="idle-in-transaction"):
            silent.execute(text("SELECT 1"))

    assert played.status_code == 201
    assert begun.game.days_per_move != 9


@pytest.mark.parametrize(("role", "threads", "most"), [(Role.WEB, 3, 5), (Role.WEB, 40, 42), (Role.WORKER, 40, 10)])
def test_a_process_has_as_many_connections_as_it_may_need_at_once_and_no_more(
    postgres_settings: Config, serve: Serve, role: Role, threads: int, most: int
) -> None:
    serve(replace(postgres_settings, patience={role: SHORT[Role.WEB]}, web_threads=threads), role)
    with ExitStack() as stack:
        for _ in range(most):
            stack.enter_context(db.engine.connect())
        with pytest.raises(PoolTimeout):
            db.engine.connect()


def test_when_all_connections_are_taken_one_is_told_to_come_back(postgres_settings: Config, serve: Serve) -> None:
    app = serve(replace(postgres_settings, patience=SHORT, web_threads=3))
    program = moving(app)[1]
    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(db.engine.connect())
        answer, page = program.get("/me"), app.test_client().get("/games")

    assert (answer.status_code, page.status_code) == (503, 503)
    assert answer.headers["Retry-After"] == page.headers["Retry-After"] == "5"
    assert program.get("/me").status_code == 200


def test_readers_of_events_do_not_wait_for_whoever_numbers_them(settings: Config, serve: Serve) -> None:
    app = serve(replace(settings, patience=SHORT))
    begun, program = moving(app)
    seen = program.get("/events").json["events"]  # type: ignore[index]
    begun.play_anything()
    db.session.remove()

    with held(settings, "UPDATE counter SET value = value"):
        answer = program.get("/events")
        assert (answer.status_code, answer.json["events"]) == (200, seen)  # type: ignore[index]

    assert len(program.get("/events").json["events"]) > len(seen)  # type: ignore[index]


def test_a_server_that_cannot_write_is_not_ready(settings: Config, serve: Serve) -> None:
    client = serve(replace(settings, patience=SHORT)).test_client()
    assert client.get("/readyz").status_code == 200

    with held(settings, "UPDATE counter SET value = value"):
        started = monotonic()
        assert client.get("/readyz").status_code == 503
        assert client.get("/healthz").status_code == 200
        assert monotonic() - started < IN_TIME

    assert client.get("/readyz").status_code == 200


def test_a_transaction_that_failed_for_want_of_numbers_is_not_taken_for_done(
    postgres_settings: Config, serve: Serve
) -> None:
    moving(serve(replace(postgres_settings, patience=SHORT)))
    held_by_another = held(postgres_settings, "UPDATE counter SET value = value")
    with held_by_another, pytest.raises(OperationalError), transaction():
        newest_number()
    assert newest_number() > 0


def test_who_wants_to_wait_for_less_leaves_the_usual_time_to_the_next(sqlite_settings: Config, serve: Serve) -> None:
    serve(replace(sqlite_settings, patience=SHORT))
    waits = list[int]()
    for wait in (None, 7, None, 7):
        with transaction(wait=wait) as current:
            waits.append(current.scalar(text("PRAGMA busy_timeout")) or 0)

    assert waits == [1000, 7000, 1000, 7000]
