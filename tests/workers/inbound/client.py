"""A client of the inbound mail server, and what it stored."""

from __future__ import annotations

from collections.abc import Sequence
from smtplib import SMTP

from sqlalchemy import select

from service.db.engines import session
from service.models import InboundMail
from service.notifications.links import turn_box
from tests.service.tables import Table

HERE = "sundial.localhost"
MAIL = b"""From: ada@example.net
To: x@sundial.localhost
Message-ID: <1@example.net>

place max-15
.. dots
""".replace(b"\n", b"\r\n")


def kept() -> Sequence[InboundMail]:
    session().rollback()
    return session().scalars(select(InboundMail).order_by(InboundMail.id)).all()


def rcpt(smtp: SMTP, *boxes: str) -> list[int]:
    """Return the server's codes for the recipients of one email."""
    smtp.mail("ada@example.net")
    return [smtp.rcpt(box if "@" in box else f"{box}@{HERE}")[0] for box in boxes]


def box(seasons: Table, seat: int = 0) -> str:
    return turn_box(seasons.game, seat)
