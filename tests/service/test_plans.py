"""Among a hundred thousand games, no request and no sweep reads a whole table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import cache
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text

from service.config.environment import Config
from service.db import clock
from service.db.engines import db, session, transaction
from service.models import WebhookAttempt
from service.notifications.links import turn_box, turn_link
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from service.ratings.settling import rate_next
from tests.service.access.bodies import BODIES
from tests.service.access.conftest import CSRF, Private, made_private, token_of
from tests.service.access.pages import PAGES
from tests.service.access.routes import REST
from tests.service.access.test_access_of_routes import FORM
from tests.service.mail.inbound.correspondent import deliver, mail
from tests.service.multitude import MANY, fall_behind, multiply
from tests.service.ratings.rated import begun
from tests.service.statements import executed
from tests.service.web.visitor import path_of, returning
from workers.jobs import jobs, totals
from workers.jobs.notices import seal_due

ONCE: tuple[str, ...] = ("DELETE /api/v1/me", "POST /me/delete", "GET /api/v1/me/export", "GET /me/export.json")
ONCE += ("GET /api/v1/me/export.mbox", "GET /me/export.mbox", "sundial.departures")
"""What happens to a person once: it looks for their address in mails of others, too, which no index is worth."""
Asked = dict[str, tuple[str, Any]]
"""Statements, each with what has executed it first, and the values."""


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Use PostgreSQL alone, because production uses it for large installations."""
    return postgres_settings


@pytest.fixture
def private(app: Flask) -> Private:
    """Create a private game with everything that access tests use, and a row in each table to be multiplied."""
    made, client = made_private(), app.test_client()
    token = {"Authorization": f"Bearer {token_of(made.table.players[0])}"}
    client.post("/api/v1/sign-in", json={"email": "eve@example.net"})
    said = client.post(
        made.fill("/api/v1/games/<game_id>/messages"),
        json={"text": "Hello!"},
        headers={**token, "Idempotency-Key": "hello"},
    )
    assert said.status_code == 201
    seal_due(clock.now)
    deliver(turn_box(made.table.game, 0), mail("quill@example.net", "hello"))
    seats = [SeatWish(ai=1), SeatWish(me=True)]
    create_game(made.table.players[0], NewGame("seasons", seats, shuffle_seats=False), clock.now())
    rate_some()
    with transaction() as current:
        tried = {"at": clock.now(), "status": 200, "trouble": None, "milliseconds": 1}
        current.add(WebhookAttempt(delivery_id=made.delivery_id, **tried))
    session().rollback()
    multiply()
    return made


def rate_some() -> None:
    """Rate a game, and let another one wait."""
    for _ in range(2):
        of = begun("quinn", "rory")
        resign(of.id, of.players[0], clock.now())
    assert rate_next("seasons", clock.now() + timedelta(minutes=1))


def test_no_request_and_no_sweep_reads_a_whole_table(app: Flask, private: Private) -> None:
    asked: Asked = {}
    sweep(asked)
    ask_rest(app, private, asked)
    ask_pages(app, private, asked)
    session().rollback()

    assert len(asked) > 150
    assert whole_readings(asked) == []
    fall_behind()
    assert whole_readings(asked) == []


def ask_rest(app: Flask, private: Private, asked: Asked) -> None:
    """Request each address of the API, those that end something last."""
    client, headers = app.test_client(), {"Authorization": f"Bearer {token_of(private.table.players[0])}"}
    listed = (
        "status=active",
        "ruleset=siesta",
        "mine=true",
        "to_move=true",
        "sort=deadline",
        "sort=deadline&mine=true",
    )
    more = [*(f"GET /api/v1/games?{query}" for query in listed), "GET /api/v1/events?batch=<batch_id>"]
    for name in sorted([*REST, *more], key=lambda name: (not name.startswith("GET"), "/me" in name)):
        if name in ONCE:
            continue
        method, path = name.split(" ")
        body: Any = {"json": BODIES.get(name, {})} if method in ("POST", "PATCH", "PUT") else {}
        with noted(asked, name):
            client.open(private.fill(path), method=method, headers=headers, **body)
            if name.startswith("GET /api/v1/games"):
                client.open(private.fill(path), method=method)


def ask_pages(app: Flask, private: Private, asked: Asked) -> None:
    """Open each page, and send each form."""
    browser = returning(app, "quill@example.net").client
    with browser.session_transaction() as cookie:
        cookie["csrf"] = CSRF
    link = path_of(turn_link(private.table.game, private.table.game.to_move or 0))
    for name in [*sorted(PAGES, key=lambda name: not name.startswith("GET")), f"GET {link}"]:
        if name in ONCE or "sign-out" in name:
            continue
        method, path = name.split(" ")
        with noted(asked, name):
            browser.open(private.fill(path), method=method, data=FORM if method == "POST" else None)


def sweep(asked: Asked) -> None:
    """Run each job. The one that counts whole tables once an hour is run first, and not looked at."""
    totals.run()
    for job in jobs():
        if job.NAME != totals.NAME:
            with noted(asked, job.NAME):
                job.run()


def whole_readings(asked: Asked) -> list[tuple[str, str]]:
    """Return statements that would read a whole table, each with its origin."""
    whole = [(what, statement) for statement, (what, values) in asked.items() if reads_whole_table(statement, values)]
    return [found for found in whole if found[0] not in ONCE]


@contextmanager
def noted(asked: Asked, what: str) -> Iterator[None]:
    """Record statements inside the block."""
    with executed() as statements:
        yield
    for statement, values in statements:
        if re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)", statement):
            asked.setdefault(statement, (what, values[0] if isinstance(values, list) else values))


def reads_whole_table(statement: str, values: Any) -> bool:  # whatever is bound
    """Whether the database would read all rows of a large table, one after the other."""
    with db.engine.connect() as connection:
        [[[explained]]] = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).all()
    return any(
        part["Node Type"] == "Seq Scan" and part["Relation Name"] in large() for part in parts(explained["Plan"])
    )


def parts(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield a plan and all its parts."""
    yield plan
    for part in plan.get("Plans", []):
        yield from parts(part)


@cache
def large() -> set[str]:
    """Return the large tables."""
    with db.engine.connect() as connection:
        found = connection.execute(text("SELECT relname FROM pg_class WHERE reltuples >= :many"), {"many": MANY})
        return {name for [name] in found}
