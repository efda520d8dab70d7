"""How many mails have left so far: what is forgotten counts."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from sqlalchemy import ColumnElement, Select, func, select

from service.core.db import session
from service.models import Envelope, WorkState
from service.work import counters


class Left(StrEnum):
    """How a mail has left: taken by a mail server, or given to one that was not heard of again."""

    SENT = "sent"
    PROBABLY_DELIVERED = "probably delivered"


def mails_that_left(how: Left) -> int:
    """How many mails have ever left so."""
    return (session().scalar(_counted(how)) or 0) + forgotten_mails(how)


def forgotten_mails(how: Left) -> int:
    """How many of these are not kept any more."""
    return counters.value_of(_name(how))


def keep_count(envelopes: Collection[int]) -> None:
    """Go on counting envelopes that are about to be forgotten, by id, in the transaction under way."""
    for how in Left:
        counters.add(_name(how), session().scalar(_counted(how).where(Envelope.id.in_(envelopes))) or 0)


def _counted(how: Left) -> Select[int]:
    return select(func.count()).select_from(Envelope).where(*_has_left(how))


def _has_left(how: Left) -> tuple[ColumnElement[bool], ...]:
    if how == Left.SENT:
        return (Envelope.sent_at.is_not(None),)
    return Envelope.state.in_([WorkState.SUPERSEDED, WorkState.FAILED]), Envelope.offered_at.is_not(None)


def _name(how: Left) -> str:
    return f"forgotten mails {how}"
