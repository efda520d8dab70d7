"""Bots that were made before there were manifests go on as they were."""

from __future__ import annotations

from alembic import command
from flask import Flask
from sqlalchemy import text

from service.bots.accounts import bot_named
from service.core.db import db
from service.core.key_ring import key_ring
from service.schema.upgrading import alembic_settings
from tests.service.conftest import FakeClock

BEFORE = "0007"
INSERT = text(
    "INSERT INTO account (id, name, owner_id, verified_at, time_zone, muted, delivery, idle_minutes, digest_hour, "
    "quiet_from, quiet_to, session_epoch, created_at) "
    "VALUES (:id, :name, :owner, :now, 'UTC', '[]', 'at-once', 30, 18, 0, 0, 0, :now)"
)


def test_they_play_everything_with_everybody(app: Flask, clock: FakeClock) -> None:
    with db.engine.connect() as connection:
        settings = alembic_settings(connection, key_ring())
        command.downgrade(settings, BEFORE)
        for number, owner in ((1, None), (2, 1)):
            values = {"id": number, "name": f"account-{number}", "owner": owner, "now": clock()}
            connection.execute(INSERT, values)
        connection.commit()
        command.upgrade(settings, "head")
        connection.commit()
    bot = bot_named("account-2")
    assert (bot.games, bot.accepts, bot.at_once, bot.is_at_work) == ([], "everyone", 100, True)
