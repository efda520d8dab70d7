"""Back in the release before there were scopes for games and talk, no token may do more than it could."""

from __future__ import annotations

from alembic import command
from flask import Flask
from sqlalchemy import select

from service.core.db import db, session
from service.core.key_ring import key_ring
from service.models import ApiToken
from service.people.tokens import create_token
from service.schema.upgrading import alembic_settings
from tests.service.conftest import FakeClock
from tests.service.tables import person


def test_on_the_way_back_tokens_lose_the_new_scopes_and_keep_the_others(app: Flask, clock: FakeClock) -> None:
    ann = person("ann")
    for scopes in (["games:read", "messages"], ["games:play", "bots"], ["read", "play"]):
        create_token(ann, "laptop", scopes, clock())
    session().rollback()

    with db.engine.connect() as connection:
        settings = alembic_settings(connection, key_ring())
        command.downgrade(settings, "0021")
        command.upgrade(settings, "head")
        connection.commit()

    session().expire_all()
    kept = session().scalars(select(ApiToken).order_by(ApiToken.id)).all()
    assert [token.scopes for token in kept] == [[], ["bots"], ["read", "play"]]
