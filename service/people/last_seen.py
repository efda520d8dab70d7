"""When a bot was last seen: a request of it, or an event that its webhook took."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import or_, update

from service.core.db import transaction
from service.models import Bot
from service.people.tokens import SIGHTING_NOTED_EVERY


def note_sighting(account_id: int, now: datetime) -> None:
    """Note that a bot is there; nothing happens for the account of a person."""
    unseen = or_(Bot.last_seen_at.is_(None), Bot.last_seen_at <= now - SIGHTING_NOTED_EVERY)
    with transaction() as current:
        current.execute(update(Bot).where(Bot.account_id == account_id, unseen).values(last_seen_at=now))
