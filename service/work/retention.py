"""What is kept that all packages do their work with, and for how long."""

from __future__ import annotations

from datetime import datetime, timedelta

from service.models import Answer
from service.work.events import forget_events
from service.work.forgetting import drop, forgets, old


@forgets(after=timedelta(days=7))
def answers(before: datetime, limit: int) -> int:
    """Answers to requests that may be sent again."""
    return drop(Answer, old(Answer, limit, Answer.created_at < before))


@forgets(after=timedelta(days=90))
def events(before: datetime, limit: int) -> int:
    """Events, as programs are told of them."""
    return forget_events(before, limit)
