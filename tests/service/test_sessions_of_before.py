"""What people had before there were sessions: sign-ins on their way, and tokens that may do what they could."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from alembic import command
from flask import Flask
from sqlalchemy import select, text

from service.core.db import db, session
from service.core.key_ring import key_ring
from service.models import ApiToken, Notice, SignIn, WorkState
from service.people.tokens import end_of_life, tokens_of
from service.schema.upgrading import alembic_settings
from tests.service.conftest import FakeClock
from tests.service.test_bots_of_before import INSERT

BEFORE = "0009"
TOKEN = text(
    "INSERT INTO api_token (id, account_id, name, hash, scopes, created_at) "
    "VALUES (:id, 1, 'old', :hash, :scopes, :now)"
)
SIGN_IN = text(
    "INSERT INTO sign_in (id, email, code_hash, link_hash, created_at, expires_at, wrong_codes) "
    "VALUES (1, 'ada@example.net', 'c', 'l', :now, :end, 0)"
)
MAIL = text(
    "INSERT INTO notice (id, kind, email, data, message_id, created_at, state, due_at, fence, attempts) "
    "VALUES (1, 'sign-in', 'ada@example.net', :data, '<1@sundial>', :now, 'queued', :now, 0, 0)"
)


def scopes() -> dict[int, list[str]]:
    """What each token may do."""
    session().rollback()
    return {token.id: token.scopes for token in session().scalars(select(ApiToken).order_by(ApiToken.id))}


def test_tokens_may_do_what_they_could_and_mails_on_their_way_are_dropped(app: Flask, clock: FakeClock) -> None:
    now, old = clock(), {1: ["read"], 2: ["read", "play", "account"]}
    with db.engine.connect() as connection:
        settings = alembic_settings(connection, key_ring())

        def migrate(to: str) -> None:
            (command.upgrade if to == "head" else command.downgrade)(settings, to)
            connection.commit()

        def put(statement: Any, **values: Any) -> None:
            connection.execute(statement, {"now": now, **values})

        migrate(BEFORE)
        put(INSERT, id=1, name="ada", owner=None)
        put(SIGN_IN, end=now + timedelta(minutes=30))
        put(MAIL, data=json.dumps({"code": "12345678", "secret": "hush", "minutes": 30}))
        for number, may in old.items():
            put(TOKEN, id=number, hash=f"hash {number}", scopes=json.dumps(may))
        connection.commit()

        migrate("head")
        assert scopes() == {1: ["read"], 2: ["read", "play", "account", "webhooks", "bots"]}
        assert session().scalars(select(SignIn)).all() == []
        [mail] = session().scalars(select(Notice)).all()
        assert (mail.state, mail.data) == (WorkState.SUPERSEDED, {})

        ending = session().get_one(ApiToken, 1)
        ending.expires_at = end_of_life(now, days=7)
        session().commit()
        migrate(BEFORE)
        migrate("head")
    session().expire_all()
    assert scopes() == {1: ["read"], 2: ["read", "play", "account", "webhooks", "bots"]}
    assert [token.id for token in tokens_of(1, now)] == [2]
