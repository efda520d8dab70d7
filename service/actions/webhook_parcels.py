"""A delivery as a request: the event as its reader would see it, signed at the moment it is sent."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from standardwebhooks import Webhook as Signer

from service.actions.events import event_json
from service.actions.views import time_json
from service.actions.webhooks import secrets_of
from service.db import session
from service.models import Account, Event, Webhook, WebhookDelivery
from service.sandbox import lead

TEST = "webhook.test"
"""The type of what tells of no event."""


@dataclass(frozen=True)
class Parcel:
    """A request ready to be sent."""

    url: str
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)


def parcel(delivery: WebhookDelivery, now: datetime) -> Parcel | None:
    """The request for a claimed delivery, signed now; None if its endpoint is gone."""
    webhook = session().get(Webhook, delivery.webhook_id, populate_existing=True)
    if webhook is None:
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
    return Parcel(webhook.url, headers, body.encode())


def type_of(delivery: WebhookDelivery) -> tuple[int | None, str]:
    """The number and the type of the event that a delivery tells; a test has no number."""
    event = _event_of(delivery)
    return (event.number, event.type) if event else (None, TEST)


def _event_of(delivery: WebhookDelivery) -> Event | None:
    return session().get_one(Event, delivery.event_id) if delivery.event_id else None


def _payload(webhook: Webhook, delivery: WebhookDelivery) -> dict[str, Any]:
    """What is sent: the event as the account would read it, or an event of no game for a test."""
    event = _event_of(delivery)
    if event is not None:
        return event_json(event, session().get_one(Account, webhook.account_id))
    nothing: dict[str, Any] = {"game": None, "ruleset": None, "version": None, "your_seat": None, "data": {}}
    return {"id": 0, "type": TEST, "at": time_json(delivery.created_at), **nothing}
