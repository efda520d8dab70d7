"""Mails and answers that stood in the clear: what nobody needs is gone, what waits is encrypted and goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from alembic import command
from flask import Flask
from sqlalchemy import Connection, select, text

from service.core.addresses import Named
from service.core.db import db, session
from service.core.encryption import decrypt
from service.core.key_ring import key_ring
from service.core.keys import Purpose, RowKey, RowPurpose, SeatLink
from service.models import Envelope, InboundMail, Notice
from service.post.boxes import Approval, Returned, box_at, box_named
from service.post.inbound import raw_of
from service.post.links import approval_box, bounce_box
from service.schema.upgrading import alembic_settings, upgrade
from service.work import idempotency
from tests.service.conftest import FakeClock

BEFORE = "0014"
SECRET = "the-secret-of-ada"
LINK = SeatLink(Purpose.TURN, "abcdefghjkmn", 1, 17)
ENVELOPE = (
    "INSERT INTO envelope (id, sender, recipient, message_id, raw, created_at, state, due_at, fence, attempts) "
    "VALUES (:id, :sender, 'ada@example.net', :name, :raw, :now, :state, :now, 0, 0)"
)
NOTICE = (
    "INSERT INTO notice (id, kind, email, data, message_id, created_at, state, due_at, fence, attempts, envelope_id) "
    "VALUES (:id, 'desk', 'ada@example.net', :data, :name, :now, :state, :now, 0, 0, :envelope)"
)
MAIL = (
    "INSERT INTO inbound_mail "
    "(id, sender, recipient, fingerprint, raw, received_at, outcome, state, due_at, fence, attempts) "
    "VALUES (:id, 'ada@example.net', :box, 'f', :raw, :now, :outcome, :state, :now, 0, 0)"
)
ANSWER = "INSERT INTO answer (scope, key, fingerprint, body, created_at) VALUES ('s', 'k', 'f', :body, :now)"


def filled(connection: Connection, boxes: list[str], clock: FakeClock) -> None:
    """What stood there."""

    def put(statement: str, **values: Any) -> None:
        connection.execute(text(statement), {"now": clock(), **values})

    raw = SECRET.encode()
    for number, state in enumerate(["queued", "done", "failed", "superseded"], 1):
        name = f"<{number}@sundial.localhost>"
        put(
            ENVELOPE,
            id=number,
            sender=f"{bounce_box(Notice(id=number))}@sundial.localhost",
            name=name,
            raw=raw,
            state=state,
        )
        put(NOTICE, id=number, data="{}", name=name, state="done", envelope=number)
    put(NOTICE, id=9, data=json.dumps({"box": SECRET}), name="<9@sundial.localhost>", state="queued", envelope=None)
    for number, box in enumerate(boxes, 1):
        put(MAIL, id=number, box=box, raw=raw, outcome=None, state="queued")
    for number, outcome in enumerate(["played", "held", "kept"], 11):
        put(MAIL, id=number, box=f"play{number}", raw=raw, outcome=outcome, state="done")
    put(ANSWER, body=json.dumps([SECRET]))


def in_the_clear() -> list[str]:
    """Where the secret stands in the files of SQLite."""
    path = Path(str(db.engine.url.database))
    found = (path.with_name(path.name + end) for end in ("", "-wal"))
    return [each.name for each in found if each.exists() and SECRET.encode() in each.read_bytes()]


def test_what_nobody_needs_is_gone_and_what_waits_goes_on(app: Flask, clock: FakeClock) -> None:
    ring = key_ring()
    boxes = [LINK.token(ring), approval_box(InboundMail(id=7)), bounce_box(Notice(id=300)), "play", "never-given-out"]
    with db.engine.connect() as connection:
        command.downgrade(alembic_settings(connection, ring), BEFORE)
        filled(connection, boxes, clock)
        connection.commit()
    assert db.engine.dialect.name != "sqlite" or in_the_clear() != []
    upgrade(db.engine, ring)
    assert in_the_clear() == []

    mails = session().scalars(select(Envelope).order_by(Envelope.id)).all()
    assert [decrypt(each.encrypted) for each in mails] == [SECRET.encode(), b"", b"", b""]
    assert session().get_one(Notice, 9).data == {"box": SECRET}
    came = session().scalars(select(InboundMail).order_by(InboundMail.id)).all()
    asked, back = RowKey(RowPurpose.APPROVAL, 7), RowKey(RowPurpose.BOUNCE, 300)
    named = [LINK, Approval(asked), Returned(back), Named.DESK, None]
    assert [box_named(each.recipient) for each in came[:5]] == named
    assert [raw_of(each) for each in came[5:]] == [b"", SECRET.encode(), SECRET.encode()]
    assert idempotency.recall("s", "k", "f") == [SECRET]
    db.session.remove()

    with db.engine.connect() as connection:
        command.downgrade(alembic_settings(connection, ring), BEFORE)
        connection.commit()
        sender, raw = connection.execute(text("SELECT sender, raw FROM envelope WHERE id = 1")).one()
        assert (sender, bytes(raw)) == (f"{bounce_box(Notice(id=1))}@sundial.localhost", SECRET.encode())
        again = connection.execute(text("SELECT recipient FROM inbound_mail ORDER BY id")).scalars().all()
        assert [box_at(box) for box in again[:4]] == [box_at(box) for box in boxes[:4]]
        command.upgrade(alembic_settings(connection, ring), "head")
