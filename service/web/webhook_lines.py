"""What came of what was sent to an endpoint, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.prose import N_
from service.core.language import gettext
from service.models import Account, SwitchedOff, Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.webhooks.deliveries import attempts_at, deliveries_of
from service.webhooks.requests import types_of

PAGE = 20
MOST_DIGITS = 9
"""Of the number of a delivery; what is longer is none."""
OFF = {
    SwitchedOff.BY_OWNER: N_("You have switched it off."),
    SwitchedOff.GONE: N_("It has answered that it is gone (410), and was switched off."),
    SwitchedOff.FAILING: N_("Nothing had reached it for days, and it was switched off."),
    SwitchedOff.UNVERIFIED: N_("It had not answered our challenge for days, and was switched off."),
}
STATES = {
    WorkState.QUEUED: N_("Waiting"),
    WorkState.DONE: N_("Delivered"),
    WorkState.FAILED: N_("Failed at every attempt"),
    WorkState.SUPERSEDED: N_("Dropped"),
}
TROUBLES = {
    "address": N_("the name does not lead to public addresses only"),
    "connection": N_("no connection"),
    "certificate": N_("the certificate is not good for that name"),
    "timeout": N_("no answer in time"),
    "protocol": N_("the answer was no HTTP"),
    "redirect": N_("it sent us elsewhere, and we do not follow"),
    "status": N_("the answer was a refusal"),
    "challenge": N_("it did not give the challenge back"),
    "secret": N_("we have lost its secret: make a new one"),
}


@dataclass(frozen=True)
class AttemptLine:
    """When, what was answered, and how long that took."""

    at: datetime
    answer: str
    milliseconds: int


@dataclass(frozen=True)
class DeliveryLine:
    """One event for the endpoint: of which type, how it stands, and every attempt."""

    id: int
    type: str
    created_at: datetime
    state: str
    has_failed: bool
    next_at: datetime | None
    attempts: Sequence[AttemptLine]


def state_of(webhook: Webhook) -> str:
    """Whether it is told of what happens, and if not, why."""
    if webhook.switched_off is not None:
        return gettext(OFF[webhook.switched_off])
    if webhook.verified_at is None:
        return gettext("It has not shown yet that it wants events.")
    if webhook.failing_since is not None:
        return gettext("Nothing reaches it; we go on trying.")
    return gettext("Switched on")


def page_of(account: Account, webhook: Webhook, before: str) -> tuple[list[DeliveryLine], int | None]:
    """A page of what went to the endpoint, newest first, and what to ask for next if there is more."""
    is_number = before.isascii() and before.isdecimal() and len(before) <= MOST_DIGITS
    found, more = deliveries_of(account, webhook.id, before=int(before) if is_number else None, limit=PAGE)
    attempts, types = attempts_at(found), types_of(found)
    lines = [_line(delivery, types[delivery.id][1], attempts[delivery.id]) for delivery in found]
    return lines, found[-1].id if more else None


def _line(delivery: WebhookDelivery, kind: str, attempts: Sequence[WebhookAttempt]) -> DeliveryLine:
    waits = delivery.state == WorkState.QUEUED
    return DeliveryLine(
        id=delivery.id,
        type=kind,
        created_at=delivery.created_at,
        state=gettext(STATES[delivery.state]),
        has_failed=delivery.state == WorkState.FAILED or (waits and bool(attempts)),
        next_at=delivery.due_at if waits and attempts else None,
        attempts=[AttemptLine(each.at, _answer(each), each.milliseconds) for each in attempts],
    )


def _answer(attempt: WebhookAttempt) -> str:
    if attempt.trouble is None:
        return gettext("taken, with %(status)s", status=str(attempt.status))
    trouble = gettext(TROUBLES.get(attempt.trouble, attempt.trouble))
    return trouble if attempt.status is None else f"{trouble} ({attempt.status})"
