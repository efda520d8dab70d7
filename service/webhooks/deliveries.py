"""Webhook deliveries: fan out events, claim deliveries, send tests, and redeliver."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Select, bindparam, select

from service.db.engines import session, transaction
from service.jobs import queues, wake
from service.jobs.events import Filter, concerns, newest_number, read_until
from service.jobs.holds import is_released
from service.jobs.leases import claimed, leased
from service.language.errors import Conflict, or_not_found
from service.models import Account, Event, SwitchedOff, Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.webhooks.endpoints import (
    challenge,
    locked,
    locked_of,
    new_delivery,
    next_of,
    schedule,
    switch_off,
    tell_owner,
    webhook_of,
)
from service.webhooks.outcomes import FAILING_FOR

FAN_OUT = 500
"""Batch size per endpoint."""
SENDING_LEASE = timedelta(minutes=1)
"""Well above the timeout of a request."""


def fan_out() -> None:
    """Write deliveries of new events, a batch for every verified endpoint whose account they concern."""
    newest = newest_number()
    since = Event.number > Webhook.cursor, Event.number <= newest
    happened = select(Event.id).where(*since, concerns(Webhook.account_id)).exists()
    told = select(Webhook.id).where(Webhook.switched_off.is_(None), Webhook.verified_at.is_not(None))
    for webhook_id in session().scalars(told.where(Webhook.cursor < newest, happened)).all():
        with locked(webhook_id) as webhook:
            if webhook is None or webhook.switched_off or webhook.verified_at is None or webhook.cursor >= newest:
                continue
            account = session().get_one(Account, webhook.account_id)
            page = read_until(account, webhook.cursor, newest, Filter(tuple(webhook.types)), FAN_OUT)
            session().add_all(new_delivery(webhook, event.at, event.id) for event in page.events)
            webhook.cursor = page.following


def claim_deliveries(now: datetime, limit: int) -> Sequence[WebhookDelivery]:
    """Claim the next due delivery of each endpoint, for up to `limit` endpoints."""
    with transaction() as current:
        webhooks = current.scalars(_DUE, {"now": now, "most": limit}).all()
        if not webhooks:
            return []
        deliveries = claimed(_CLAIMING, {"webhooks": webhooks, "now": now, "until": now + SENDING_LEASE})
        schedule(webhooks)
        return deliveries


_DUE = (
    select(Webhook.id)
    .where(Webhook.due_at <= bindparam("now"), is_released())
    .order_by(Webhook.due_at)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True, of=Webhook)
)
_NEXT = select(next_of(WebhookDelivery.id)).where(
    Webhook.id.in_(bindparam("webhooks", expanding=True)), next_of(WebhookDelivery.due_at) <= bindparam("now")
)
_CLAIMING = leased(WebhookDelivery).where(WebhookDelivery.id.in_(_NEXT)).returning(WebhookDelivery)


def challenge_again(account: Account, webhook_id: int, now: datetime) -> WebhookDelivery:
    """Send another challenge to an endpoint.

    NotFound, Conflict `webhook-off` or `webhook-verified`, TooMany `too-many-challenges`.
    """
    with locked_of(account, webhook_id) as webhook:
        _check_is_on(webhook)
        if webhook.verified_at is not None:
            raise Conflict("webhook-verified")
        return challenge(webhook, now)


def send_test(account: Account, webhook_id: int, now: datetime) -> WebhookDelivery:
    """Queue a test delivery to an endpoint; NotFound, or Conflict `webhook-off` or `webhook-unverified`."""
    with locked_of(account, webhook_id) as webhook:
        _hurry(webhook)
        test = new_delivery(webhook, now)
        session().add(test)
    return test


def redeliver(account: Account, webhook_id: int, delivery_id: int, now: datetime) -> WebhookDelivery:
    """Queue a delivery again at once, with a fresh number of attempts; refused as `send_test` is."""
    with locked_of(account, webhook_id) as webhook:
        _hurry(webhook)
        wanted = _of(webhook).where(WebhookDelivery.id == delivery_id).with_for_update()
        delivery = or_not_found(session().scalar(wanted))
        if delivery.state != WorkState.QUEUED:
            delivery.state, delivery.attempts, delivery.leased_until = WorkState.QUEUED, 0, None
            delivery.fence += 1
        delivery.due_at = now
    return delivery


def deliveries_of(
    account: Account, webhook_id: int, *, before: int | None = None, limit: int = 20
) -> tuple[Sequence[WebhookDelivery], bool]:
    """Return a page of an endpoint's deliveries, newest first, and whether there are more; or NotFound."""
    page = _of(webhook_of(account, webhook_id)).order_by(WebhookDelivery.id.desc()).limit(limit + 1)
    found = session().scalars(page if before is None else page.where(WebhookDelivery.id < before)).all()
    return found[:limit], len(found) > limit


def attempts_at(deliveries: Sequence[WebhookDelivery]) -> dict[int, list[WebhookAttempt]]:
    """Return the attempts of each delivery, by its id, oldest first."""
    wanted = WebhookAttempt.delivery_id.in_([delivery.id for delivery in deliveries])
    attempts: dict[int, list[WebhookAttempt]] = {delivery.id: [] for delivery in deliveries}
    for attempt in session().scalars(select(WebhookAttempt).where(wanted).order_by(WebhookAttempt.id)):
        attempts[attempt.delivery_id].append(attempt)
    return attempts


def last_attempt(webhook: Webhook) -> WebhookAttempt | None:
    """Return the newest attempt of any delivery to an endpoint."""
    of_it = select(WebhookAttempt).join(WebhookDelivery, WebhookDelivery.id == WebhookAttempt.delivery_id)
    newest = of_it.where(WebhookDelivery.webhook_id == webhook.id).order_by(WebhookAttempt.id.desc()).limit(1)
    return session().scalar(newest)


def give_up_unverified(now: datetime) -> None:
    """Switch off endpoints that have not answered a challenge for days, and notify their owners."""
    asked = select(WebhookDelivery.id).where(
        WebhookDelivery.webhook_id == Webhook.id,
        WebhookDelivery.challenge.is_not(None),
        WebhookDelivery.created_at > now - FAILING_FOR,
    )
    silent = select(Webhook.id).where(Webhook.switched_off.is_(None), Webhook.verified_at.is_(None), ~asked.exists())
    for webhook_id in session().scalars(silent).all():
        with locked(webhook_id) as webhook:
            if webhook is not None and webhook.switched_off is None and webhook.verified_at is None:
                switch_off(webhook, SwitchedOff.UNVERIFIED)
                tell_owner(webhook, now)


def _check_is_on(webhook: Webhook) -> None:
    if webhook.switched_off is not None:
        raise Conflict("webhook-off", switched_off=webhook.switched_off)


def _hurry(webhook: Webhook) -> None:
    """Let a delivery be sent at once, although the endpoint has just failed; it has to be on and verified."""
    _check_is_on(webhook)
    if webhook.verified_at is None:
        raise Conflict("webhook-unverified")
    webhook.held_until = None
    wake.wake(queues.WEBHOOKS)


def _of(webhook: Webhook) -> Select[WebhookDelivery]:
    of_it = select(WebhookDelivery).where(WebhookDelivery.webhook_id == webhook.id)
    return of_it.execution_options(populate_existing=True)
