"""Signed requests that were taken: a signature does not always cover what is signed, so none counts twice."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.exc import IntegrityError

from service.core.db import session
from service.models import TakenDelivery


def note_delivery(mark: str, now: datetime) -> bool:
    """Note that the request of that mark is taken, in the transaction under way; False if it was before."""
    try:
        with session().begin_nested():
            session().add(TakenDelivery(mark=mark, at=now))
    except IntegrityError:
        return False
    return True
