"""What came of a request to an endpoint, and what follows: try again, give up, or switch the endpoint off.

When it is tried again, and when no more, is as the Standard Webhooks specification proposes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from sqlalchemy import update

from service.core.db import session
from service.core.model import ColumnValue
from service.models import SwitchedOff, Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.people.tokens import note_sighting
from service.webhooks.endpoints import locked, switch_off, tell_owner
from service.work import leases

MAX_ATTEMPTS = 20
"""Of which some found a fault of ours."""
PAUSES = tuple(
    timedelta(seconds=seconds)
    for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600)
)
"""Between one attempt and the next; after the last there is none."""
JITTER = 0.2
"""A pause is longer by up to so much of it: what failed together does not come back together."""
LONGEST_WISH = timedelta(hours=24)
"""How long a receiver can put us off with Retry-After."""
BREATH = timedelta(seconds=5)
"""For which an endpoint that has failed is sent nothing else either."""
FAILING_FOR = timedelta(days=5)
"""After which an endpoint that nothing has reached is switched off."""
GONE = 410
THROTTLED = (429, 503)


@dataclass(frozen=True)
class AttemptOutcome:
    """What came of a request: the status of the answer or None, what was wrong or None, and how long it took."""

    status: int | None
    trouble: str | None
    milliseconds: int
    retry_after: str | None = None


def note_outcome(delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime, chance: float) -> None:
    """Note what came of a claimed delivery; nothing happens if it is no longer ours to note."""
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
    """Try a claimed delivery again later, or never again, after a fault of ours, which its owner is not told of."""
    with locked(delivery.webhook_id):
        leases.put_off(delivery, now, for_good=delivery.attempts >= MAX_ATTEMPTS)


def release(delivery: WebhookDelivery) -> None:
    """Give a claimed delivery up as if nobody had claimed it."""
    with locked(delivery.webhook_id):
        leases.release(delivery)


def _settled(
    delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime, chance: float
) -> dict[str, ColumnValue]:
    if outcome.trouble is None:
        return {"state": WorkState.DONE}
    wish = wished_pause(outcome.status, outcome.retry_after, now)
    is_test = delivery.event_id is None and delivery.challenge is None
    due_at = None if is_test else next_attempt(now, delivery.attempts, wish, chance)
    return {"state": WorkState.FAILED} if due_at is None else {"due_at": due_at}


def _note_failure(webhook: Webhook, delivery: WebhookDelivery, outcome: AttemptOutcome, now: datetime) -> None:
    """Put off all that waits for the endpoint, so that it does not count as late, or switch the endpoint off."""
    webhook.held_until = until = now + max(BREATH, wished_pause(outcome.status, outcome.retry_after, now))
    early = WebhookDelivery.webhook_id == webhook.id, WebhookDelivery.due_at < until
    waiting = update(WebhookDelivery).where(*early, WebhookDelivery.state == WorkState.QUEUED)
    session().execute(waiting.values(due_at=until))
    if delivery.event_id is not None:  # neither a test nor a challenge that fails counts against it
        webhook.failing_since = webhook.failing_since or now
    why = reason_to_stop(outcome.status, webhook.failing_since, now)
    if why is not None and webhook.switched_off is None:
        switch_off(webhook, why)
        tell_owner(webhook, now)


def next_attempt(now: datetime, attempts: int, wish: timedelta, chance: float) -> datetime | None:
    """When to try again after so many attempts, or None for never; `wish` is the least pause, `chance` from 0 to 1."""
    if attempts > len(PAUSES):
        return None
    return now + max(PAUSES[attempts - 1], wish) * (1 + JITTER * chance)


def wished_pause(status: int | None, retry_after: str | None, now: datetime) -> timedelta:
    """The pause that a receiver asks for (RFC 9110, 10.2.3); none if it does not, or if it is in no state to ask."""
    if status not in THROTTLED or not retry_after:
        return timedelta()
    return min(max(_pause(retry_after.strip(), now), timedelta()), LONGEST_WISH)


def reason_to_stop(status: int | None, failing_since: datetime | None, now: datetime) -> SwitchedOff | None:
    """Why an endpoint that has just failed is sent nothing more, or None."""
    if status == GONE:
        return SwitchedOff.GONE
    if failing_since is not None and now - failing_since > FAILING_FOR:
        return SwitchedOff.FAILING
    return None


def _pause(retry_after: str, now: datetime) -> timedelta:
    if retry_after.isascii() and retry_after.isdecimal():
        return min(timedelta(seconds=int(retry_after[:9])), LONGEST_WISH)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return timedelta()
    return until.replace(tzinfo=until.tzinfo or UTC) - now
