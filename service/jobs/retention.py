"""Retention of idempotent responses and events."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.prose import N_
from service.jobs.events import forget_events
from service.jobs.forgetting import drop, forgets, old
from service.models import Answer


@forgets(timedelta(days=7), N_("copies of our responses to programs"))
def answers(before: datetime, limit: int) -> int:
    """Delete stored responses to requests."""
    return drop(Answer, old(Answer, limit, Answer.created_at < before))


@forgets(timedelta(days=90), N_("events in your games for programs"))
def events(before: datetime, limit: int) -> int:
    """Delete events that programs read."""
    return forget_events(before, limit)
