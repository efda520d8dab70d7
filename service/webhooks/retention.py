"""Retention periods of webhook data."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete

from rules.prose import N_
from service.db.engines import session
from service.jobs.forgetting import drop, forgets, old
from service.models import SETTLED, WebhookAttempt, WebhookChallenge, WebhookDelivery
from service.webhooks.endpoints import CHALLENGE_WINDOW


@forgets(timedelta(days=30), N_("webhooks that were sent"))
def deliveries(before: datetime, limit: int) -> int:
    """Delete webhook deliveries that were made or given up, with all attempts."""
    keys = old(WebhookDelivery, limit, WebhookDelivery.created_at < before, WebhookDelivery.state.in_(SETTLED))
    session().execute(delete(WebhookAttempt).where(WebhookAttempt.delivery_id.in_([number for (number,) in keys])))
    return drop(WebhookDelivery, keys)


@forgets(CHALLENGE_WINDOW, N_("checks of webhook addresses"))
def challenges(before: datetime, limit: int) -> int:
    """Delete the count of challenges to webhook endpoints."""
    return drop(WebhookChallenge, old(WebhookChallenge, limit, WebhookChallenge.at <= before))
