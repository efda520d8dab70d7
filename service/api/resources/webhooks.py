"""Webhooks: endpoints for events, and their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from flask import Response
from marshmallow import fields
from marshmallow.validate import Length, OneOf

from rules.json_types import Json
from service.api import cursors
from service.api.access import account
from service.api.cursors import PageWish
from service.api.resource import Resource
from service.api.schemas.base import LONG, Flag, Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_CURSOR
from service.db.clock import now, time_json
from service.jobs.events import TYPES
from service.models import SwitchedOff, Webhook, WebhookAttempt, WebhookDelivery, WorkState
from service.play.game_search import MAX_PAGE
from service.security.ssrf import MAX_URL, URL
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

blueprint = Resource("webhooks", "Your webhook endpoints, which receive events signed according to Standard Webhooks.")

_URL = says(
    "The address to send to: https, with public IP addresses and permitted ports (80, 443 and 8000 to 9999, "
    "unless the operator configures others); redirects are not followed.",
    example="https://bot.example.net/sundial",
    pattern=URL,
)
_TROUBLES = (
    "`address` (it did not resolve to public addresses only), `connection`, `certificate`, `timeout`, "
    "`protocol` (no HTTP), `redirect` (redirects are not followed), `status` (not 2xx), `challenge` (it was "
    "not returned), `secret` (we lost it: rotate it)"
)


def _types(**settings: Any) -> fields.List[Any]:  # noqa: ANN401  # marshmallow's
    return fields.List(
        fields.String(validate=OneOf(list(TYPES))),
        validate=Length(0, len(TYPES)),
        metadata=says("The types of events to send, as in `GET /events`; empty for all of them."),
        **settings,
    )


class WebhookRequestSchema(Sent):
    """A new endpoint."""

    url = text(MAX_URL, required=True, metadata=_URL)
    types = _types(load_default=list)


class NewWebhookWish(TypedDict):
    """A new endpoint, as loaded by WebhookRequestSchema."""

    url: str
    types: list[str]


class WebhookChangeSchema(Sent):
    """A change of an endpoint; members left out stay as they are."""

    url = text(MAX_URL, metadata=_URL)
    types = _types()
    enabled = Flag(metadata=says("Whether events are sent; after enabling it again, only later events are."))


class AttemptSchema(Shown):
    """An attempt at a delivery, and its outcome."""

    at = moment()
    status = Number(allow_none=True, metadata=says("The status of the response; null if there was none.", example=200))
    trouble = fields.String(
        allow_none=True, metadata=says(f"Null if it was accepted. Otherwise {_TROUBLES}; clients should expect others.")
    )
    milliseconds = Number(metadata=says("How long the attempt took.", example=35))


class WebhookSchema(Shown):
    """An endpoint."""

    id = Number(metadata={"example": 4} | LONG)
    url = fields.String(metadata={"example": "https://bot.example.net/sundial"})
    types = fields.List(fields.String(), metadata=says("Empty for all.", example=["turn.started"]))
    state = fields.String(
        validate=OneOf(["unverified", "active", "off"]),
        metadata=says(
            "`unverified` until it has answered a challenge: nothing else is sent to it; then `active`, or `off`.",
            example="active",
        ),
    )
    enabled = fields.Boolean(metadata=says("Whether it is enabled.", example=True))
    verified_at = moment(allow_none=True, metadata=says("When it answered a challenge; null until then."))
    switched_off = fields.String(
        allow_none=True,
        validate=OneOf([*SwitchedOff]),
        metadata=says(
            "Why it is disabled: by its `owner`, it was `gone` (410), or it was `failing` or `unverified` for days; "
            "else null.",
            example=None,
        ),
    )
    failing_since = moment(
        allow_none=True, metadata=says("Since when deliveries fail; null if the last one succeeded.")
    )
    old_secret_until = moment(allow_none=True, metadata=says("Until when the previous secret also signs."))
    last_attempt = fields.Nested(AttemptSchema, allow_none=True, metadata=says("Null before the first attempt."))
    created_at = moment()


class WebhookWithSecretSchema(WebhookSchema):
    """An endpoint with its new secret."""

    secret = fields.String(
        metadata=says(
            "The key for signatures. It is shown only once.",
            example="whsec_MPceOCUizWNJQudSGDqKKz1gALZ5qagFJwFK28k8Tuw=",
        )
    )


class WebhooksSchema(Shown):
    """All your endpoints."""

    webhooks = fields.List(fields.Nested(WebhookSchema), metadata=says("Oldest first."))


class WebhookDeliverySchema(Shown):
    """One event for one endpoint."""

    id = Number(metadata={"example": 31} | LONG)
    message_id = fields.String(
        metadata=says("The header `webhook-id`, the same in every attempt.", example="msg_2qk7hv5wz3m4")
    )
    event = Number(
        allow_none=True, metadata=says("The id of the event; null for a test or a challenge.", example=17) | LONG
    )
    type = fields.String(
        metadata=says(
            "The type of the event; `webhook.test` for a test, `webhook.challenge` for a challenge.",
            example="turn.started",
        )
    )
    state = fields.String(
        validate=OneOf(["waiting", "delivered", "failed", "dropped"]),
        metadata=says(
            "`waiting` for an attempt; `delivered`; `failed` at every attempt; `dropped`: the endpoint was disabled, "
            "or a new challenge replaced it.",
            example="delivered",
        ),
    )
    attempts = fields.List(fields.Nested(AttemptSchema), metadata=says("Oldest first."))
    next_at = moment(allow_none=True, metadata=says("When it is tried next; null if it is not tried any more."))
    created_at = moment()


class WebhookDeliveriesSchema(Shown):
    """One page of deliveries."""

    deliveries = fields.List(fields.Nested(WebhookDeliverySchema), metadata=says("Newest first; kept for a month."))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last page."))


class WebhookDeliveriesQuerySchema(Sent):
    """The page of a list of deliveries."""

    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the previous page."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Maximum number of deliveries on a page."))


@blueprint.route("/webhooks", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.gives({"webhook_id": "$response.body#/id"})
@blueprint.refuses(409)
@blueprint.response(201, WebhookWithSecretSchema)
@blueprint.arguments(WebhookRequestSchema)
def add_webhook(wish: NewWebhookWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Create an endpoint for events from now on; the response has its secret.

    Its address is resolved now and for every request, and must be public. The endpoint first gets a
    `webhook.challenge`, and nothing else until it has returned `data.challenge`.
    """
    return _with_secret(create_webhook(account(), wish["url"], wish["types"], now()))


@blueprint.route("/webhooks")
@blueprint.lists("webhooks")
@blueprint.allows("webhooks")
@blueprint.gives({"webhook_id": "$response.body#/webhooks/0/id"})
@blueprint.response(200, WebhooksSchema)
def list_webhooks() -> dict[str, Json]:
    """List your endpoints with the last attempt for each."""
    return {"webhooks": [webhook_json(webhook) for webhook in webhooks_of(account())]}


@blueprint.route(WEBHOOK)
@blueprint.allows("webhooks")
@blueprint.refuses(404)
@blueprint.response(200, WebhookSchema)
def show_webhook(*, webhook_id: int) -> dict[str, Json]:
    """Show an endpoint with its last attempt."""
    return webhook_json(webhook_of(account(), webhook_id))


@blueprint.route(WEBHOOK, methods=["PATCH"])
@blueprint.allows("webhooks")
@blueprint.refuses(404)
@blueprint.response(200, WebhookSchema)
@blueprint.arguments(WebhookChangeSchema, required=False)
def alter_webhook(change: Change, *, webhook_id: int) -> dict[str, Json]:
    """Change an endpoint, or switch it off or on; deliveries that wait for one that is switched off are dropped.

    With a new address, or switched on again, it has to answer a challenge before it gets events.
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
    """Rotate the secret of an endpoint; for 24 hours every request is signed with the old one, too."""
    return _with_secret(rotate_secret(account(), webhook_id, now()))


@blueprint.route(f"{WEBHOOK}/challenge", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.refuses(404, 409)
@blueprint.response(202, WebhookDeliverySchema)
def challenge_webhook(*, webhook_id: int) -> dict[str, Json]:
    """Send another challenge to an endpoint that has not been verified.

    An endpoint gets at most six an hour. All endpoints of a person and their bots get at most thirty an hour.
    """
    [shown] = _deliveries_json([challenge_again(account(), webhook_id, now())])
    return shown


@blueprint.route(f"{WEBHOOK}/test", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.refuses(404, 409)
@blueprint.response(202, WebhookDeliverySchema)
def test_webhook(*, webhook_id: int) -> dict[str, Json]:
    """Send an event of type `webhook.test` with the id 0, once; the list of deliveries shows the outcome."""
    [shown] = _deliveries_json([send_test(account(), webhook_id, now())])
    return shown


@blueprint.route(f"{WEBHOOK}/deliveries")
@blueprint.allows("webhooks")
@blueprint.gives({"webhook_id": "$request.path.webhook_id", "delivery_id": "$response.body#/deliveries/0/id"})
@blueprint.refuses(400, 404)
@blueprint.response(200, WebhookDeliveriesSchema)
@blueprint.arguments(WebhookDeliveriesQuerySchema, location="query")
def list_webhook_deliveries(wish: PageWish, *, webhook_id: int) -> dict[str, Json]:
    """List the deliveries to an endpoint, newest first, with every attempt."""
    before = cursors.read(cursors.WEBHOOKS, wish["cursor"]) if "cursor" in wish else None
    found, has_more = deliveries_of(account(), webhook_id, before=before, limit=wish["limit"])
    return {
        "deliveries": _deliveries_json(found),
        "next_cursor": cursors.signed(cursors.WEBHOOKS, found[-1].id) if has_more else None,
    }


@blueprint.route(f"{DELIVERY}/redeliver", methods=["POST"])
@blueprint.allows("webhooks")
@blueprint.refuses(404, 409)
@blueprint.response(202, WebhookDeliverySchema)
def redeliver_to_webhook(*, webhook_id: int, delivery_id: int) -> dict[str, Json]:
    """Send a delivery again, at once and with the same `webhook-id`; it has as many attempts as the first time."""
    [shown] = _deliveries_json([redeliver(account(), webhook_id, delivery_id, now())])
    return shown


def webhook_json(webhook: Webhook) -> dict[str, Json]:
    """Serialize an endpoint without its secret."""
    last = last_attempt(webhook)
    is_rotating = webhook.previous_until is not None and now() < webhook.previous_until
    return {
        "id": webhook.id,
        "url": webhook.url,
        "types": webhook.types,
        "state": _state(webhook),
        "enabled": webhook.switched_off is None,
        "verified_at": time_json(webhook.verified_at),
        "switched_off": webhook.switched_off,
        "failing_since": time_json(webhook.failing_since),
        "old_secret_until": time_json(webhook.previous_until) if is_rotating else None,
        "last_attempt": attempt_json(last) if last else None,
        "created_at": time_json(webhook.created_at),
    }


def _state(webhook: Webhook) -> str:
    if webhook.switched_off is not None:
        return "off"
    return "unverified" if webhook.verified_at is None else "active"


def attempt_json(attempt: WebhookAttempt) -> dict[str, Json]:
    """Serialize an attempt."""
    return {
        "at": time_json(attempt.at),
        "status": attempt.status,
        "trouble": attempt.trouble,
        "milliseconds": attempt.milliseconds,
    }


def _with_secret(webhook: Webhook) -> tuple[dict[str, Json], dict[str, str]]:
    return {**webhook_json(webhook), "secret": secret_of(webhook)}, NO_STORE


def _deliveries_json(deliveries: Sequence[WebhookDelivery]) -> list[dict[str, Json]]:
    attempts, types = attempts_at(deliveries), types_of(deliveries)
    return [
        {
            "id": delivery.id,
            "message_id": delivery.message_id,
            "event": types[delivery.id][0],
            "type": types[delivery.id][1],
            "state": STATES[delivery.state],
            "attempts": [attempt_json(attempt) for attempt in attempts[delivery.id]],
            "next_at": time_json(delivery.due_at) if delivery.state == WorkState.QUEUED else None,
            "created_at": time_json(delivery.created_at),
        }
        for delivery in deliveries
    ]
