"""Pages of webhooks: the account's endpoints, and the deliveries to each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.prose import N_
from service.db.clock import now
from service.jobs.events import TYPES
from service.language.catalogue import gettext
from service.language.errors import Refused
from service.models import Account, SwitchedOff, Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.security.ssrf import MAX_URL
from service.web.errors import FormError, form_error_of, shown_again, status_of
from service.web.formats import number_in
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in
from service.webhooks.deliveries import attempts_at, challenge_again, deliveries_of, redeliver, send_test
from service.webhooks.endpoints import (
    change_webhook,
    create_webhook,
    delete_webhook,
    rotate_secret,
    secret_of,
    webhook_of,
    webhooks_of,
)
from service.webhooks.requests import types_of

WEBHOOK = "/me/webhooks/<row:webhook_id>"
NO_STORE = {"Cache-Control": "no-store"}
PAGE = 20
OFF = {
    SwitchedOff.BY_OWNER: N_("You switched it off."),
    SwitchedOff.GONE: N_("It answered that it is gone (410), so we switched it off."),
    SwitchedOff.FAILING: N_("We couldn't reach it for days, so we switched it off."),
    SwitchedOff.UNVERIFIED: N_("It didn't answer our challenge for days, so we switched it off."),
}
STATES = {
    WorkState.QUEUED: N_("Waiting"),
    WorkState.DONE: N_("Delivered"),
    WorkState.FAILED: N_("All attempts failed"),
    WorkState.SUPERSEDED: N_("Dropped"),
}
TROUBLES = {
    "address": N_("the name resolves to an address that is not public"),
    "connection": N_("no connection"),
    "certificate": N_("the certificate is not valid for that name"),
    "timeout": N_("no answer in time"),
    "protocol": N_("the answer was not HTTP"),
    "redirect": N_("it redirected us, and we don't follow redirects"),
    "status": N_("the answer was an error"),
    "challenge": N_("it did not return the challenge"),
    "secret": N_("we lost its secret: create a new one"),
}


@dataclass(frozen=True)
class AttemptLine:
    """An attempt to deliver: its time, the response, and how long it took."""

    at: datetime
    answer: str
    milliseconds: int


@dataclass(frozen=True)
class DeliveryLine:
    """A delivery of an event to the endpoint: its type, its state, and every attempt."""

    id: int
    type: str
    created_at: datetime
    state: str
    has_failed: bool
    next_at: datetime | None
    attempts: Sequence[AttemptLine]


@pages.get("/me/webhooks")
def webhooks(form_error: FormError | None = None) -> str:
    """List the account's endpoints, with a form to add one."""
    url, types = _sent()
    return render_template(
        "webhooks.html",
        part_of="web.webhooks",
        webhooks=[(webhook, _state_of(webhook)) for webhook in webhooks_of(signed_in())],
        known=TYPES,
        url=url,
        types=types,
        form_error=form_error,
    )


@pages.post("/me/webhooks")
@shown_again(webhooks)
def add_webhook() -> ResponseReturnValue:
    """Create an endpoint and show its secret once."""
    made = create_webhook(signed_in(), *_sent(), now())
    return _page(made, secret=secret_of(made)), NO_STORE


@pages.get(WEBHOOK)
def show_webhook(webhook_id: int) -> str:
    """Show an endpoint and its deliveries."""
    return _page(webhook_of(signed_in(), webhook_id))


@pages.post(WEBHOOK)
def alter_webhook(webhook_id: int) -> ResponseReturnValue:
    """Change the endpoint's address or event types."""
    url, types = _sent()
    return _done(webhook_id, lambda: change_webhook(signed_in(), webhook_id, now(), url=url, types=types))


@pages.post(f"{WEBHOOK}/switch")
def switch_webhook(webhook_id: int) -> ResponseReturnValue:
    """Enable or disable the endpoint."""
    enabled = request.form.get("enabled") == "yes"
    return _done(webhook_id, lambda: change_webhook(signed_in(), webhook_id, now(), enabled=enabled))


@pages.post(f"{WEBHOOK}/challenge")
def send_challenge(webhook_id: int) -> ResponseReturnValue:
    """Send another challenge."""
    return _done(webhook_id, lambda: challenge_again(signed_in(), webhook_id, now()))


@pages.post(f"{WEBHOOK}/test")
def test_webhook(webhook_id: int) -> ResponseReturnValue:
    """Send a test event."""
    return _done(webhook_id, lambda: send_test(signed_in(), webhook_id, now()))


@pages.post(f"{WEBHOOK}/deliveries/<row:delivery_id>/redeliver")
def redeliver_to_webhook(webhook_id: int, delivery_id: int) -> ResponseReturnValue:
    """Send a delivery again at once."""
    return _done(webhook_id, lambda: redeliver(signed_in(), webhook_id, delivery_id, now()))


@pages.post(f"{WEBHOOK}/rotate-secret")
def rotate_webhook_secret(webhook_id: int) -> ResponseReturnValue:
    """Create a new secret and show it once."""
    webhook = rotate_secret(signed_in(), webhook_id, now())
    return _page(webhook, secret=secret_of(webhook)), NO_STORE


@pages.post(f"{WEBHOOK}/delete")
def remove_webhook(webhook_id: int) -> ResponseReturnValue:
    """Delete an endpoint and its deliveries."""
    delete_webhook(signed_in(), webhook_id)
    return redirect(url_for("web.webhooks"), 303)


def _sent() -> tuple[str, list[str]]:
    """Read the address and the event types from the submitted form."""
    url = request.form.get("url", "").strip()[: MAX_URL + 1]
    return url, [name for name in TYPES if name in request.form.getlist("types")]


def _done(webhook_id: int, do: Callable[[], object]) -> ResponseReturnValue:
    """Apply a change and redirect to the endpoint, or show the refusal; raises NotFound for endpoints of others."""
    try:
        do()
    except Refused as refused:
        return _page(webhook_of(signed_in(), webhook_id), form_error_of(refused)), status_of(refused)
    return redirect(url_for("web.show_webhook", webhook_id=webhook_id), 303)


def _page(webhook: Webhook, form_error: FormError | None = None, secret: str | None = None) -> str:
    lines, next_page = _page_of(signed_in(), webhook, request.args.get("before", ""))
    return render_template(
        "webhook.html",
        webhook=webhook,
        state=_state_of(webhook),
        lines=lines,
        next_page=next_page,
        known=TYPES,
        form_error=form_error,
        secret=secret,
    )


def _state_of(webhook: Webhook) -> str:
    """Describe whether the endpoint gets events, and if not, why."""
    if webhook.switched_off is not None:
        return gettext(OFF[webhook.switched_off])
    if webhook.verified_at is None:
        return gettext("It has not answered our challenge yet.")
    if webhook.failing_since is not None:
        return gettext("We can't reach it. We keep trying.")
    return gettext("Switched on")


def _page_of(account: Account, webhook: Webhook, before: str) -> tuple[list[DeliveryLine], int | None]:
    """Return a page of the endpoint's deliveries, newest first, with the cursor of the next page."""
    found, more = deliveries_of(account, webhook.id, before=number_in(before), limit=PAGE)
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
        return gettext("accepted, with %(status)s", status=str(attempt.status))
    trouble = gettext(TROUBLES.get(attempt.trouble, attempt.trouble))
    return trouble if attempt.status is None else f"{trouble} ({attempt.status})"
