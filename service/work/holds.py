"""The hold after a restore: until an operator has looked, nothing goes out, the computer does not move, no clock runs.

Nobody can call back a mail. Whoever restores a backup by mistake, or beside an installation that still runs, is to see
it before players do.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists, select

from service.core.db import session
from service.models import Envelope, Notice, OpponentTurn, Restoration, SeatPlan, WebhookDelivery

HELD = (Envelope, Notice, OpponentTurn, SeatPlan, WebhookDelivery)
"""Rows of work that nobody claims meanwhile. Mails that come in are read: what is played by them is like any move."""


def held() -> Restoration | None:
    """The restore that was not released yet, if there is one."""
    waiting = select(Restoration).where(Restoration.released_at.is_(None)).order_by(Restoration.id.desc())
    return session().scalars(waiting.limit(1).execution_options(populate_existing=True)).first()


def is_held() -> bool:
    """Whether what goes out is held."""
    return held() is not None


def is_released() -> ColumnElement[bool]:
    """Whether nothing is held, as a condition of a statement about what goes out."""
    return ~exists().where(Restoration.released_at.is_(None))
