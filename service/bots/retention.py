"""Retention period of bot seeks."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.prose import N_
from service.jobs.forgetting import drop, forgets, old
from service.models import BotSeek


@forgets(timedelta(days=90), N_("searches for bots that have ended"))
def bot_seeks(before: datetime, limit: int) -> int:
    """Delete bot seeks, with the bots that were asked, so long after they ended."""
    return drop(BotSeek, old(BotSeek, limit, BotSeek.closed_at <= before))
