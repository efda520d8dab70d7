"""The row of what goes to an endpoint: an event, a test or a challenge."""

from __future__ import annotations

from datetime import datetime

from service.core.keys import new_message_id
from service.models import Webhook, WebhookDelivery, WorkState


def new_delivery(
    webhook: Webhook, now: datetime, event_id: int | None = None, challenge: str | None = None
) -> WebhookDelivery:
    """The row of an event or a challenge for an endpoint; of a test, if it is neither."""
    return WebhookDelivery(
        webhook_id=webhook.id,
        event_id=event_id,
        challenge=challenge,
        message_id=new_message_id(),
        created_at=now,
        due_at=max(now, webhook.held_until or now),
        state=WorkState.QUEUED,
        fence=0,
        attempts=0,
    )
