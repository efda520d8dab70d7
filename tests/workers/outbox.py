"""The outbox, filled, looked into and emptied."""

from __future__ import annotations

from sqlalchemy import select

from service.accounts.sign_in import request_sign_in
from service.accounts.sign_in_askers import Asker
from service.db import clock
from service.db.engines import session
from service.models import Envelope, Notice
from workers.jobs.notices import seal_due, send_due
from workers.transports import Transport


def announce(name: str = "ada") -> None:
    """Write a notice that stays true."""
    request_sign_in(f"{name}@example.net", Asker("192.0.2.1"), clock.now())


def bytes_kept() -> list[bytes]:
    """Return the stored bytes of each email."""
    session().rollback()
    return list(session().scalars(select(Envelope.encrypted).order_by(Envelope.id)))


def drain_by(transport: Transport) -> None:
    """Seal all that is due, and send it in that way."""
    seal_due(clock.now)
    send_due(clock.now, transport)


def states(kind: type[Envelope | Notice]) -> list[str]:
    """Return the states of all rows in order."""
    session().rollback()
    return list(session().scalars(select(kind.state).order_by(kind.id)))
