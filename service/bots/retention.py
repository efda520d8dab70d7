"""Retention period of bot seeks."""

from __future__ import annotations

from datetime import datetime, timedelta

from service.models import BotSeek
from service.work.forgetting import drop, forgets, old


@forgets(after=timedelta(days=90))
def bot_seeks(before: datetime, limit: int) -> int:
    """Delete bot seeks, with the bots that were asked, so long after they ended."""
    return drop(BotSeek, old(BotSeek, limit, BotSeek.closed_at <= before))
