"""Retention of idempotent responses, events and signs of life."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules.prose import N_
from service.jobs.events import forget_events
from service.jobs.forgetting import drop, forgets, old
from service.models import Answer, ProgramSign


@forgets(timedelta(days=7), N_("copies of our responses to programs"))
def answers(before: datetime, limit: int) -> int:
    """Delete stored responses to requests."""
    return drop(Answer, old(Answer, limit, Answer.created_at < before))


@forgets(timedelta(days=90), N_("events in your games for programs"))
def events(before: datetime, limit: int) -> int:
    """Delete events that programs read."""
    return forget_events(before, limit)


@forgets(timedelta(days=1), N_("signs of life of our programs"))
def program_signs(before: datetime, limit: int) -> int:
    """Delete signs of life of programs, so long after the last one."""
    return drop(ProgramSign, old(ProgramSign, limit, ProgramSign.seen_at < before))
