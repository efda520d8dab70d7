"""A delivery as a request: the event as its reader would see it, signed at the moment it is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select
from standardwebhooks import Webhook as Signer

from rules.json_types import Json
from service.core.clock import lead, time_json
from service.core.db import session
from service.models import Event, Webhook, WebhookDelivery
from service.webhooks.endpoints import secrets_of
from service.work.events import event_for, event_json

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


def types_of(deliveries: Sequence[WebhookDelivery]) -> Mapping[int, tuple[int | None, str]]:
    """The number and the type of the event that each delivery tells, by its id; what is no event has no number."""
    wanted = {delivery.event_id for delivery in deliveries if delivery.event_id is not None}
    rows = session().execute(select(Event.id, Event.number, Event.type).where(Event.id.in_(wanted))) if wanted else ()
    events = {event_id: (number, kind) for event_id, number, kind in rows}
    return {
        delivery.id: events[delivery.event_id]
        if delivery.event_id is not None
        else (None, _type_without_event(delivery))
        for delivery in deliveries
    }


def _type_without_event(delivery: WebhookDelivery) -> str:
    return TEST if delivery.challenge is None else CHALLENGE


def _payload(webhook: Webhook, delivery: WebhookDelivery) -> dict[str, Json]:
    """What is sent: the event as the account would read it, or an event of no game for a test or a challenge."""
    if delivery.event_id is not None:
        return event_json(event_for(webhook.account_id, delivery.event_id))
    nothing: dict[str, Json] = {"game": None, "ruleset": None, "version": None, "your_seat": None}
    data = {} if delivery.challenge is None else {"challenge": delivery.challenge}
    return {
        "id": 0,
        "type": _type_without_event(delivery),
        "at": time_json(delivery.created_at),
        **nothing,
        "data": data,
    }
