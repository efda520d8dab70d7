"""Retention period of challenges to bots."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.prose import N_
from service.jobs.forgetting import drop, forgets, old
from service.models import Challenge


@forgets(timedelta(days=90), N_("challenges to bots that have ended"))
def bot_challenges(before: datetime, limit: int) -> int:
    """Delete challenges to bots, with the bots that were asked, so long after they ended."""
    return drop(Challenge, old(Challenge, limit, Challenge.closed_at <= before))
