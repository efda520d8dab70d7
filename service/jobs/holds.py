"""The hold after a restore: until an operator releases it, nothing is sent, the computer does not move, no clock runs.

An email cannot be recalled. If a backup is restored by mistake, or beside a running installation, the operator should
notice before players do.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, exists, select

from service.db.engines import session
from service.models import (
    Envelope,
    HeldMove,
    Notice,
    OpponentTurn,
    PushDelivery,
    Restoration,
    SeatPlan,
    WebhookDelivery,
)

HELD = (Envelope, HeldMove, Notice, OpponentTurn, PushDelivery, SeatPlan, WebhookDelivery)
"""Kinds of work that are not claimed during a hold. Inbound emails are read, and moves in them count as any move."""


def held() -> Restoration | None:
    """Return the unreleased restore, or None."""
    waiting = select(Restoration).where(Restoration.released_at.is_(None)).order_by(Restoration.id.desc())
    return session().scalars(waiting.limit(1).execution_options(populate_existing=True)).first()


def is_held() -> bool:
    """Check whether outgoing work is held."""
    return held() is not None


def is_released() -> ColumnElement[bool]:
    """Build the SQL condition that nothing is held."""
    return ~exists().where(Restoration.released_at.is_(None))
