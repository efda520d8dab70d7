"""Webhook endpoints, and a fake sender for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, select

from service.db import clock
from service.db.engines import session
from service.models import (
    Webhook,
    WebhookDelivery,
)
from service.webhooks.endpoints import create_webhook, locked
from service.webhooks.outcomes import AttemptOutcome
from service.webhooks.requests import WebhookRequest
from tests.service.tables import person
from workers.jobs import webhooks as job

URL = "https://bot.example.net/hook"
TAKEN = AttemptOutcome(200, None, 12)
FAULT = AttemptOutcome(500, "status", 12)


@dataclass
class Receiving:
    """Fake that records every request, and responds as configured."""

    answer: Callable[[WebhookRequest], AttemptOutcome] = lambda request: TAKEN
    requests: list[WebhookRequest] = field(default_factory=list)
    transactions_open: int = 0

    async def __call__(self, request: WebhookRequest) -> AttemptOutcome:
        self.transactions_open += session().in_transaction()
        self.requests.append(request)
        await asyncio.sleep(0)
        return self.answer(request)

    @property
    def told(self) -> list[dict[str, Any]]:
        """Return the bodies of the requests."""
        return [json.loads(request.body) for request in self.requests]


def new_endpoint(name: str = "ada", url: str = URL, types: tuple[str, ...] = ()) -> Webhook:
    """Create an unverified endpoint."""
    return create_webhook(person(name), url, types, clock.now())


def endpoint(name: str = "ada", url: str = URL, types: tuple[str, ...] = ()) -> Webhook:
    """Create a verified endpoint."""
    return proven(new_endpoint(name, url, types))


def proven(webhook: Webhook) -> Webhook:
    """Mark the endpoint as verified a while ago."""
    with locked(webhook.id):
        session().execute(delete(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook.id))
        webhook.verified_at = clock.now()
    return webhook


def send(post: Any = None) -> Any:
    """Run the job once."""
    receiving = post or Receiving()
    asyncio.run(job.send_due(clock.now, receiving))
    return receiving


def deliveries() -> list[WebhookDelivery]:
    """All rows, oldest first."""
    session().rollback()
    rows = select(WebhookDelivery).order_by(WebhookDelivery.id).execution_options(populate_existing=True)
    return list(session().scalars(rows))


def now_of(webhook: Webhook) -> Webhook:
    """Load the endpoint again."""
    session().rollback()
    return session().get_one(Webhook, webhook.id, populate_existing=True)
