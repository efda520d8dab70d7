"""A delivery as a request: the event as its reader would see it, signed at the moment it is sent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime

from standardwebhooks import Webhook as Signer

from rules.json_types import Json
from service.core.clock import lead, time_json
from service.core.db import session
from service.models import Account, Event, Webhook, WebhookDelivery
from service.webhooks.endpoints import secrets_of
from service.work.events import event_json

TEST, CHALLENGE = "webhook.test", "webhook.challenge"
"""The types of what tells of no event."""


@dataclass(frozen=True)
class WebhookRequest:
    """A request ready to be sent."""

    url: str
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    challenge: str | None = field(default=None, repr=False)
    """What the answer has to give back."""


def signed(delivery: WebhookDelivery, now: datetime) -> WebhookRequest | None:
    """The request for a claimed delivery, signed now; KeyGone if it cannot be signed.

    None if its endpoint is gone, or was moved meanwhile and has not shown yet that it wants events.
    """
    webhook = session().get(Webhook, delivery.webhook_id, populate_existing=True)
    if webhook is None or (webhook.verified_at is None and delivery.challenge is None):
        return None
    body = json.dumps(_payload(webhook, delivery))
    sent_at = now - lead()  # receivers hold it against their own clocks
    signatures = [Signer(secret).sign(delivery.message_id, sent_at, body) for secret in secrets_of(webhook, now)]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Sundial-Webhooks",
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(int(sent_at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
    return WebhookRequest(webhook.url, headers, body.encode(), delivery.challenge)


def type_of(delivery: WebhookDelivery) -> tuple[int | None, str]:
    """The number and the type of the event that a delivery tells; tests and challenges have no number."""
    event = _event_of(delivery)
    return (event.number, event.type) if event else (None, TEST if delivery.challenge is None else CHALLENGE)


def _event_of(delivery: WebhookDelivery) -> Event | None:
    return session().get_one(Event, delivery.event_id) if delivery.event_id else None


def _payload(webhook: Webhook, delivery: WebhookDelivery) -> dict[str, Json]:
    """What is sent: the event as the account would read it, or an event of no game for a test or a challenge."""
    event = _event_of(delivery)
    if event is not None:
        return event_json(event, session().get_one(Account, webhook.account_id))
    nothing: dict[str, Json] = {"game": None, "ruleset": None, "version": None, "your_seat": None}
    data = {} if delivery.challenge is None else {"challenge": delivery.challenge}
    return {"id": 0, "type": type_of(delivery)[1], "at": time_json(delivery.created_at), **nothing, "data": data}
