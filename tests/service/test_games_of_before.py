"""Games that began before their logs had marks and were audited go on as they were, and are audited soon."""

from __future__ import annotations

from alembic import command
from flask import Flask

from service.audit import fault_of
from service.core.db import db, session
from service.core.key_ring import key_ring
from service.play.audits import audit, games_to_audit
from service.schema.upgrading import alembic_settings
from tests.service.conftest import FakeClock
from tests.service.tables import table

BEFORE = "0009"


def test_they_are_played_on_and_audited(app: Flask, clock: FakeClock) -> None:
    begun, over = table("ann", "bob"), table("cy", "dee")
    begun.play("place max-15")
    over.play_to_the_end()
    session().rollback()
    with db.engine.connect() as connection:
        settings = alembic_settings(connection, key_ring())
        command.downgrade(settings, BEFORE)
        command.upgrade(settings, "head")
        connection.commit()
    assert begun.game.log_mark is None
    assert games_to_audit(clock(), 10) == [begun.id]
    assert audit(begun.id, fault_of, clock()) is None
    begun.play("place max-8")
    assert begun.game.log_mark is not None
    assert audit(begun.id, fault_of, clock()) is None
