"""Webhooks: where one's programs want to be told, and how that went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from flask import Response

from rules.json_types import Json
from service.api.access import account
from service.api.cursors import PageWish, cursor_before_delivery, read_delivery_cursor
from service.api.resource import Resource
from service.api.schemas.webhook import (
    WebhookChangeSchema,
    WebhookDeliveriesQuerySchema,
    WebhookDeliveriesSchema,
    WebhookDeliverySchema,
    WebhookRequestSchema,
    WebhookSchema,
    WebhooksSchema,
    WebhookWithSecretSchema,
)
from service.api.times import written
from service.core.clock import now
from service.models import Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.webhooks.deliveries import (
    attempts_at,
    challenge_again,
    deliveries_of,
    last_attempt,
    redeliver,
    send_test,
)
from service.webhooks.endpoints import (
    Change,
    change_webhook,
    create_webhook,
    delete_webhook,
    rotate_secret,
    secret_of,
    webhook_of,
    webhooks_of,
)
from service.webhooks.requests import types_of

NO_STORE = {"Cache-Control": "no-store"}
WEBHOOK = "/webhooks/<row:webhook_id>"
DELIVERY = f"{WEBHOOK}/deliveries/<row:delivery_id>"
STATES = {
    WorkState.QUEUED: "waiting",
    WorkState.DONE: "delivered",
    WorkState.FAILED: "failed",
    WorkState.SUPERSEDED: "dropped",
}

blueprint = Resource("webhooks", "Endpoints of yours that are told of events, signed as Standard Webhooks has it.")


class NewWebhookWish(TypedDict):
    """An endpoint to be told, as WebhookRequestSchema has read it."""

    url: str
    types: list[str]


@blueprint.route("/webhooks", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.gives({"webhook_id": "$response.body#/id"})
@blueprint.refuses(409)
@blueprint.response(201, WebhookWithSecretSchema)
@blueprint.arguments(WebhookRequestSchema)
def add_webhook(wish: NewWebhookWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Have an endpoint told of events from now on; the answer holds its secret.

    Its address is looked up now and at every sending, and must be public. It is sent a `webhook.challenge` first, and
    nothing else before it has given `data.challenge` back.
    """
    return _with_secret(create_webhook(account(), wish["url"], wish["types"], now()))


@blueprint.route("/webhooks")
@blueprint.lists("webhooks")
@blueprint.allows("webhooks")
@blueprint.gives({"webhook_id": "$response.body#/webhooks/0/id"})
@blueprint.response(200, WebhooksSchema)
def list_webhooks() -> dict[str, Json]:
    """List your endpoints with the last attempt at each."""
    return {"webhooks": [webhook_json(webhook) for webhook in webhooks_of(account())]}


@blueprint.route(WEBHOOK)
@blueprint.allows("webhooks")
@blueprint.refuses(404)
@blueprint.response(200, WebhookSchema)
def show_webhook(*, webhook_id: int) -> dict[str, Json]:
    """Show an endpoint with the last attempt at it."""
    return webhook_json(webhook_of(account(), webhook_id))


@blueprint.route(WEBHOOK, methods=["PATCH"])
@blueprint.allows("webhooks")
@blueprint.refuses(404)
@blueprint.response(200, WebhookSchema)
@blueprint.arguments(WebhookChangeSchema, required=False)
def alter_webhook(change: Change, *, webhook_id: int) -> dict[str, Json]:
    """Change an endpoint, or switch it off or on; what waits for one that is switched off is dropped.

    At another address, and switched on again, it has to answer a challenge before it is told of anything.
    """
    return webhook_json(change_webhook(account(), webhook_id, now(), **change))


@blueprint.route(WEBHOOK, methods=["DELETE"])
@blueprint.allows("webhooks")
@blueprint.refuses(404)
@blueprint.response(204)
def remove_webhook(*, webhook_id: int) -> Response:
    """Delete an endpoint and the list of its deliveries."""
    delete_webhook(account(), webhook_id)
    return Response(status=204)


@blueprint.route(f"{WEBHOOK}/rotate-secret", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.refuses(404)
@blueprint.response(200, WebhookWithSecretSchema)
def rotate_webhook_secret(*, webhook_id: int) -> tuple[dict[str, Json], dict[str, str]]:
    """Get a new secret; for 24 hours every request is signed with the old one, too."""
    return _with_secret(rotate_secret(account(), webhook_id, now()))


@blueprint.route(f"{WEBHOOK}/challenge", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.refuses(404, 409)
@blueprint.response(202, WebhookDeliverySchema)
def challenge_webhook(*, webhook_id: int) -> dict[str, Json]:
    """Have another challenge sent to an endpoint that has not shown yet that it wants events."""
    [shown] = _deliveries_json([challenge_again(account(), webhook_id, now())])
    return shown


@blueprint.route(f"{WEBHOOK}/test", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.refuses(404, 409)
@blueprint.response(202, WebhookDeliverySchema)
def test_webhook(*, webhook_id: int) -> dict[str, Json]:
    """Have an event of type `webhook.test` with the id 0 sent, once; the list of deliveries shows what came of it."""
    [shown] = _deliveries_json([send_test(account(), webhook_id, now())])
    return shown


@blueprint.route(f"{WEBHOOK}/deliveries")
@blueprint.allows("webhooks")
@blueprint.gives({"webhook_id": "$request.path.webhook_id", "delivery_id": "$response.body#/deliveries/0/id"})
@blueprint.refuses(400, 404)
@blueprint.response(200, WebhookDeliveriesSchema)
@blueprint.arguments(WebhookDeliveriesQuerySchema, location="query")
def list_webhook_deliveries(wish: PageWish, *, webhook_id: int) -> dict[str, Json]:
    """List what went to an endpoint, newest first, with every attempt."""
    before = read_delivery_cursor(wish["cursor"]) if "cursor" in wish else None
    found, has_more = deliveries_of(account(), webhook_id, before=before, limit=wish["limit"])
    return {
        "deliveries": _deliveries_json(found),
        "next_cursor": cursor_before_delivery(found[-1].id) if has_more else None,
    }


@blueprint.route(f"{DELIVERY}/redeliver", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.refuses(404, 409)
@blueprint.response(202, WebhookDeliverySchema)
def redeliver_to_webhook(*, webhook_id: int, delivery_id: int) -> dict[str, Json]:
    """Have a delivery sent again, at once and with the same `webhook-id`; tried as often as the first time."""
    [shown] = _deliveries_json([redeliver(account(), webhook_id, delivery_id, now())])
    return shown


def webhook_json(webhook: Webhook) -> dict[str, Json]:
    """An endpoint without its secret."""
    last = last_attempt(webhook)
    is_rotating = webhook.previous_until is not None and now() < webhook.previous_until
    return {
        "id": webhook.id,
        "url": webhook.url,
        "types": webhook.types,
        "state": _state(webhook),
        "enabled": webhook.switched_off is None,
        "verified_at": written(webhook.verified_at),
        "switched_off": webhook.switched_off,
        "failing_since": written(webhook.failing_since),
        "old_secret_until": written(webhook.previous_until) if is_rotating else None,
        "last_attempt": attempt_json(last) if last else None,
        "created_at": written(webhook.created_at),
    }


def _state(webhook: Webhook) -> str:
    if webhook.switched_off is not None:
        return "off"
    return "unverified" if webhook.verified_at is None else "active"


def attempt_json(attempt: WebhookAttempt) -> dict[str, Json]:
    """An attempt."""
    return {
        "at": written(attempt.at),
        "status": attempt.status,
        "trouble": attempt.trouble,
        "milliseconds": attempt.milliseconds,
    }


def _with_secret(webhook: Webhook) -> tuple[dict[str, Json], dict[str, str]]:
    return {**webhook_json(webhook), "secret": secret_of(webhook)}, NO_STORE


def _deliveries_json(deliveries: Sequence[WebhookDelivery]) -> list[dict[str, Json]]:
    attempts, types = attempts_at(deliveries), types_of(deliveries)
    return [_delivery_json(delivery, attempts[delivery.id], *types[delivery.id]) for delivery in deliveries]


def _delivery_json(
    delivery: WebhookDelivery, attempts: Sequence[WebhookAttempt], number: int | None, kind: str
) -> dict[str, Json]:
    return {
        "id": delivery.id,
        "message_id": delivery.message_id,
        "event": number,
        "type": kind,
        "state": STATES[delivery.state],
        "attempts": [attempt_json(attempt) for attempt in attempts],
        "next_at": written(delivery.due_at) if delivery.state == WorkState.QUEUED else None,
        "created_at": written(delivery.created_at),
    }
