"""Webhooks for those who would rather click: the endpoints of an account, and what came of what was sent to each."""

from __future__ import annotations

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from service.core.clock import now
from service.core.destinations import MAX_URL
from service.core.errors import Refused
from service.models import Webhook
from service.web.errors import status_of
from service.web.form_errors import FormError, form_error_of
from service.web.frame.blueprints import pages
from service.web.frame.identity import signed_in
from service.web.webhook_lines import page_of, state_of
from service.webhooks.deliveries import challenge_again, redeliver, send_test
from service.webhooks.endpoints import (
    change_webhook,
    create_webhook,
    delete_webhook,
    rotate_secret,
    secret_of,
    webhook_of,
    webhooks_of,
)
from service.work.events import TYPES

WEBHOOK = "/me/webhooks/<row:webhook_id>"
NO_STORE = {"Cache-Control": "no-store"}


@pages.get("/me/webhooks")
def webhooks() -> str:
    """The endpoints of the account, and a form for another one."""
    return _list_page()


@pages.post("/me/webhooks")
def add_webhook() -> ResponseReturnValue:
    """Make an endpoint and show its secret this once."""
    url, types = _sent()
    try:
        made = create_webhook(signed_in(), url, types, now())
    except Refused as refused:
        return _list_page(form_error_of(refused), url, types), status_of(refused)
    return _page(made, secret=secret_of(made)), NO_STORE


@pages.get(WEBHOOK)
def show_webhook(webhook_id: int) -> str:
    """An endpoint and what went to it."""
    return _page(webhook_of(signed_in(), webhook_id))


@pages.post(WEBHOOK)
def alter_webhook(webhook_id: int) -> ResponseReturnValue:
    """Send to another address, or other types of events."""
    url, types = _sent()
    try:
        change_webhook(signed_in(), webhook_id, now(), url=url, types=types)
    except Refused as refused:
        return _refused(webhook_id, refused)
    return _back(webhook_id)


@pages.post(f"{WEBHOOK}/switch")
def switch_webhook(webhook_id: int) -> ResponseReturnValue:
    """Switch it on again, or off."""
    try:
        change_webhook(signed_in(), webhook_id, now(), enabled=request.form.get("enabled") == "yes")
    except Refused as refused:
        return _refused(webhook_id, refused)
    return _back(webhook_id)


@pages.post(f"{WEBHOOK}/challenge")
def send_challenge(webhook_id: int) -> ResponseReturnValue:
    """Have another challenge sent."""
    try:
        challenge_again(signed_in(), webhook_id, now())
    except Refused as refused:
        return _refused(webhook_id, refused)
    return _back(webhook_id)


@pages.post(f"{WEBHOOK}/test")
def test_webhook(webhook_id: int) -> ResponseReturnValue:
    """Have a test sent."""
    try:
        send_test(signed_in(), webhook_id, now())
    except Refused as refused:
        return _refused(webhook_id, refused)
    return _back(webhook_id)


@pages.post(f"{WEBHOOK}/deliveries/<row:delivery_id>/redeliver")
def redeliver_to_webhook(webhook_id: int, delivery_id: int) -> ResponseReturnValue:
    """Have something sent again at once."""
    try:
        redeliver(signed_in(), webhook_id, delivery_id, now())
    except Refused as refused:
        return _refused(webhook_id, refused)
    return _back(webhook_id)


@pages.post(f"{WEBHOOK}/rotate-secret")
def rotate_webhook_secret(webhook_id: int) -> ResponseReturnValue:
    """Make a new secret and show it this once."""
    webhook = rotate_secret(signed_in(), webhook_id, now())
    return _page(webhook, secret=secret_of(webhook)), NO_STORE


@pages.post(f"{WEBHOOK}/delete")
def remove_webhook(webhook_id: int) -> ResponseReturnValue:
    """Forget an endpoint and all that it was sent."""
    delete_webhook(signed_in(), webhook_id)
    return redirect(url_for("web.webhooks"), 303)


def _sent() -> tuple[str, list[str]]:
    """The address and the types of a form that was sent."""
    url = request.form.get("url", "").strip()[: MAX_URL + 1]
    return url, [name for name in TYPES if name in request.form.getlist("types")]


def _back(webhook_id: int) -> ResponseReturnValue:
    return redirect(url_for("web.show_webhook", webhook_id=webhook_id), 303)


def _refused(webhook_id: int, refused: Refused) -> ResponseReturnValue:
    """The page with what was objected to; NotFound for an endpoint of somebody else."""
    return _page(webhook_of(signed_in(), webhook_id), form_error_of(refused)), status_of(refused)


def _list_page(form_error: FormError | None = None, url: str = "", types: list[str] | None = None) -> str:
    return render_template(
        "webhooks.html",
        part_of="web.webhooks",
        webhooks=[(webhook, state_of(webhook)) for webhook in webhooks_of(signed_in())],
        known=TYPES,
        url=url,
        types=types or [],
        form_error=form_error,
    )


def _page(webhook: Webhook, form_error: FormError | None = None, secret: str | None = None) -> str:
    lines, next_page = page_of(signed_in(), webhook, request.args.get("before", ""))
    return render_template(
        "webhook.html",
        webhook=webhook,
        state=state_of(webhook),
        lines=lines,
        next_page=next_page,
        known=TYPES,
        form_error=form_error,
        secret=secret,
    )
