"""What came of a request to an endpoint, and what follows: try again, give up, or switch the endpoint off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import update

from service.core.db import session, transaction
from service.core.model import ColumnValue
from service.models import Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.people.last_seen import note_sighting
from service.webhooks.endpoints import lock_webhook, switch_off, tell_owner
from service.webhooks.retry import BREATH, next_attempt, reason_to_stop, wished_pause
from service.work import leases
from service.work.leases import settle

MAX_ATTEMPTS = 20
"""Of which some found a fault of ours."""


@dataclass(frozen=True)
class AttemptOutcome:
    """What came of a request: the status of the answer or None, what was wrong or None, and how long it took."""

    status: int | None
    trouble: str | None
    milliseconds: int
    retry_after: str | None = None


def note_outcome(delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime, chance: float) -> None:
    """Note what came of a claimed delivery; nothing happens if it is no longer ours to note."""
    with transaction():
        webhook = lock_webhook(delivery.webhook_id)
        if webhook is None or not settle(delivery, **_settled(delivery, outcome, now, chance)):
            return
        _add_attempt(delivery, outcome, now)
        if outcome.trouble is None:
            webhook.failing_since = webhook.held_until = None
            if delivery.challenge is not None:
                webhook.verified_at = now
            note_sighting(webhook.account_id, now)
        else:
            _note_failure(webhook, delivery, outcome, now)


def put_off(delivery: WebhookDelivery, now: datetime) -> None:
    """Try a claimed delivery again later, or never again, after a fault of ours, which its owner is not told of."""
    leases.put_off(delivery, now, for_good=delivery.attempts >= MAX_ATTEMPTS)


def _settled(
    delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime, chance: float
) -> dict[str, ColumnValue]:
    if outcome.trouble is None:
        return {"state": WorkState.DONE}
    wish = wished_pause(outcome.status, outcome.retry_after, now)
    is_test = delivery.event_id is None and delivery.challenge is None
    due_at = None if is_test else next_attempt(now, delivery.attempts, wish, chance)
    return {"state": WorkState.FAILED} if due_at is None else {"due_at": due_at}


def _add_attempt(delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime) -> None:
    told = {"status": outcome.status, "trouble": outcome.trouble, "milliseconds": outcome.milliseconds}
    session().add(WebhookAttempt(delivery_id=delivery.id, at=now, **told))


def _note_failure(webhook: Webhook, delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime) -> None:
    """Only what was to be told counts against an endpoint, and neither a test nor a challenge that fails."""
    _hold(webhook, now + max(BREATH, wished_pause(outcome.status, outcome.retry_after, now)))
    if delivery.event_id is not None:
        webhook.failing_since = webhook.failing_since or now
    why = reason_to_stop(outcome.status, webhook.failing_since, now)
    if why is not None and webhook.switched_off is None:
        switch_off(webhook, why)
        tell_owner(webhook, now)


def _hold(webhook: Webhook, until: datetime) -> None:
    """Put off all that waits for an endpoint: what is not to be sent yet is not late."""
    webhook.held_until = until
    early = WebhookDelivery.webhook_id == webhook.id, WebhookDelivery.due_at < until
    waiting = update(WebhookDelivery).where(*early, WebhookDelivery.state == WorkState.QUEUED)
    session().execute(waiting.values(due_at=until))
