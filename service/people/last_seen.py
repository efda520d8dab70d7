"""When a bot was last seen: a request of it, or an event that its webhook took."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import or_, select, update

from service.core.db import session, transaction
from service.models import Account, Bot

NOTED_EVERY = timedelta(minutes=1)
"""How exact it is: not every request writes."""


def note_bot(account: Account, now: datetime) -> None:
    """Note that a request of the account came, if it is a bot's."""
    if account.owner_id is None:
        return
    last = session().scalar(select(Bot.last_seen_at).where(Bot.account_id == account.id))
    if last is None or now - last >= NOTED_EVERY:
        note_sighting(account.id, now)


def note_sighting(account_id: int, now: datetime) -> None:
    """Note that a bot is there; nothing happens for the account of a person."""
    unseen = or_(Bot.last_seen_at.is_(None), Bot.last_seen_at <= now - NOTED_EVERY)
    with transaction() as current:
        current.execute(update(Bot).where(Bot.account_id == account_id, unseen).values(last_seen_at=now))
