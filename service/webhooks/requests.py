"""Webhook requests: serialize an event as its reader may see it, and sign it when it is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select
from standardwebhooks import Webhook as Signer

from rules.json_types import Json
from service.db.clock import lead, time_json
from service.db.engines import session
from service.jobs.events import event_for, event_json
from service.models import Event, Webhook, WebhookDelivery
from service.webhooks.endpoints import secrets_of

TEST, CHALLENGE = "webhook.test", "webhook.challenge"
"""The types of deliveries without an event."""


@dataclass(frozen=True)
class WebhookRequest:
    """A request ready to be sent."""

    url: str
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    challenge: str | None = field(default=None, repr=False)
    """The challenge that the response has to contain."""


def signed(delivery: WebhookDelivery, now: datetime) -> WebhookRequest | None:
    """Build and sign the request for a claimed delivery; KeyGone if it cannot be signed.

    None if its endpoint was deleted, or moved to an address that is not verified yet.
    """
    webhook = session().get(Webhook, delivery.webhook_id, populate_existing=True)
    if webhook is None or (webhook.verified_at is None and delivery.challenge is None):
        return None
    body = json.dumps(_payload(webhook, delivery))
    sent_at = now - lead()  # receivers compare it with their own clocks
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
    """Return the number and type of each delivery's event, by delivery id; the number is None without an event."""
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
    """Build the payload: the event as the account would read it, or one without a game for a test or a challenge."""
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
