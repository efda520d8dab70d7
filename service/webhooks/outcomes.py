"""Webhook outcomes: after each request, mark it as done, retry, give up, or switch the endpoint off.

The retry schedule follows the Standard Webhooks specification.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from sqlalchemy import update

from service.accounts.tokens import note_sighting
from service.db.engines import session
from service.db.model import ColumnValue
from service.jobs import leases
from service.models import SwitchedOff, Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.webhooks.endpoints import locked, switch_off, tell_owner

MAX_ATTEMPTS = 20
"""Includes attempts that failed because of a fault of ours."""
PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""Pauses between attempts; none follows the last."""
JITTER = 0.2
"""Largest part by which a pause is extended at random, so that failed requests do not return together."""
MAX_RETRY_AFTER = timedelta(hours=24)
"""Longest pause that a receiver can request with Retry-After."""
BREATH = timedelta(seconds=5)
"""Pause for all deliveries to an endpoint after a failure."""
FAILING_FOR = timedelta(days=5)
"""Time of failures after which an endpoint is switched off."""
GONE = 410
THROTTLED = (429, 503)


@dataclass(frozen=True)
class AttemptOutcome:
    """The outcome of a request: response status or None, error or None, and duration."""

    status: int | None
    trouble: str | None
    milliseconds: int
    retry_after: str | None = None
    said: bytes = field(default=b"", repr=False)
    """The body of the response, as far as it was read."""


def note_outcome(delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime, chance: float) -> None:
    """Record the outcome of a claimed delivery; do nothing if the claim has expired."""
    with locked(delivery.webhook_id) as webhook:
        if webhook is None or not leases.settle(delivery, **_settled(delivery, outcome, now, chance)):
            return
        told = {"status": outcome.status, "trouble": outcome.trouble, "milliseconds": outcome.milliseconds}
        session().add(WebhookAttempt(delivery_id=delivery.id, at=now, **told))
        if outcome.trouble is None:
            webhook.failing_since = webhook.held_until = None
            if delivery.challenge is not None:
                webhook.verified_at = now
            note_sighting(webhook.account_id, now)
        else:
            _note_failure(webhook, delivery, outcome, now)


def put_off(delivery: WebhookDelivery, now: datetime) -> None:
    """Retry a claimed delivery later, or give it up, after a fault of ours; its owner is not notified."""
    with locked(delivery.webhook_id):
        leases.put_off(delivery, now, for_good=delivery.attempts >= MAX_ATTEMPTS)


def release(delivery: WebhookDelivery) -> None:
    """Release the claim of a delivery without counting an attempt."""
    with locked(delivery.webhook_id):
        leases.release(delivery)


def _settled(
    delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime, chance: float
) -> dict[str, ColumnValue]:
    if outcome.trouble is None:
        return {"state": WorkState.DONE}
    least = requested_pause(outcome.status, outcome.retry_after, now)
    is_test = delivery.event_id is None and delivery.challenge is None
    due_at = None if is_test else next_attempt(now, delivery.attempts, least, chance)
    return {"state": WorkState.FAILED} if due_at is None else {"due_at": due_at}


def _note_failure(webhook: Webhook, delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime) -> None:
    """Postpone all deliveries to the endpoint, so that they do not count as late, or switch the endpoint off."""
    webhook.held_until = until = now + max(BREATH, requested_pause(outcome.status, outcome.retry_after, now))
    early = WebhookDelivery.webhook_id == webhook.id, WebhookDelivery.due_at < until
    waiting = update(WebhookDelivery).where(*early, WebhookDelivery.state == WorkState.QUEUED)
    session().execute(waiting.values(due_at=until))
    if delivery.event_id is not None:  # a failed test or challenge does not count against it
        webhook.failing_since = webhook.failing_since or now
    why = reason_to_stop(outcome.status, webhook.failing_since, now)
    if why is not None and webhook.switched_off is None:
        switch_off(webhook, why)
        tell_owner(webhook, now)


def next_attempt(now: datetime, attempts: int, least: timedelta, chance: float) -> datetime | None:
    """Return when to retry after so many attempts, or None; `least` is the least pause, `chance` from 0 to 1."""
    if attempts > len(PAUSES):
        return None
    return now + max(PAUSES[attempts - 1], least) * (1 + JITTER * chance)


def requested_pause(status: int | None, retry_after: str | None, now: datetime) -> timedelta:
    """Return the pause that a receiver asks for (RFC 9110, 10.2.3); zero if none, or for other statuses."""
    if status not in THROTTLED or not retry_after:
        return timedelta()
    return min(max(_pause(retry_after.strip(), now), timedelta()), MAX_RETRY_AFTER)


def reason_to_stop(status: int | None, failing_since: datetime | None, now: datetime) -> SwitchedOff | None:
    """Return why an endpoint that has just failed is switched off, or None."""
    if status == GONE:
        return SwitchedOff.GONE
    if failing_since is not None and now - failing_since > FAILING_FOR:
        return SwitchedOff.FAILING
    return None


def _pause(retry_after: str, now: datetime) -> timedelta:
    if retry_after.isascii() and retry_after.isdecimal():
        return min(timedelta(seconds=int(retry_after[:9])), MAX_RETRY_AFTER)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return timedelta()
    return until.replace(tzinfo=until.tzinfo or UTC) - now
