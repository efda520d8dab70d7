"""Reminders that were written when they stayed queued after their turn."""

from __future__ import annotations

import pytest
from alembic import command
from sqlalchemy import select, update

from service.core.db import db, session, transaction
from service.core.key_ring import key_ring
from service.models import Notice, WorkState
from service.schema.upgrading import alembic_settings
from tests.service.tables import table

BEFORE = "0017"

pytestmark = pytest.mark.usefixtures("app")


def reminders() -> dict[int | None, str]:
    """What has become of the reminder of each turn, by the version of the game."""
    session().rollback()
    told = select(Notice.version, Notice.state).where(Notice.kind == "reminder")
    return {row.version: row.state for row in session().execute(told)}


def test_those_of_turns_that_are_over_end_and_those_of_turns_under_way_wait() -> None:
    table("ada", "bob").play("place max-15")
    with transaction() as current:
        current.execute(update(Notice).where(Notice.kind == "reminder").values(state=WorkState.QUEUED))
    with db.engine.connect() as connection:
        settings = alembic_settings(connection, key_ring())
        command.downgrade(settings, BEFORE)
        command.upgrade(settings, "head")
        connection.commit()
    assert reminders() == {1: WorkState.SUPERSEDED, 2: WorkState.QUEUED}
