"""Webhooks, as they are asked for and shown."""

from __future__ import annotations

from typing import Any

from marshmallow import fields
from marshmallow.validate import Length, OneOf

from service.api.schemas.base import LONG, Flag, Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_CURSOR
from service.core.destinations import MAX_URL, URL
from service.models import SwitchedOff
from service.play.game_search import MAX_PAGE
from service.work.events import TYPES

_URL = says(
    "Where to send to: https, at public addresses and the ports that are allowed (80, 443 and 8000 to 9999, unless the "
    "operator says otherwise); redirects are not followed.",
    example="https://bot.example.net/sundial",
    pattern=URL,
)
_TROUBLES = (
    "`address` (it did not lead to public addresses only), `connection`, `certificate`, `timeout`, `protocol` (no "
    "HTTP), `redirect` (none is followed), `status` (not of the 2xx class), `challenge` (it was not given back), "
    "`secret` (we have lost it: rotate it)"
)


def _types(**settings: Any) -> fields.List[Any]:  # noqa: ANN401  # marshmallow's
    return fields.List(
        fields.String(validate=OneOf(list(TYPES))),
        validate=Length(0, len(TYPES)),
        metadata=says("The types of events to send, as in `GET /events`; all of them if none is named."),
        **settings,
    )


class WebhookRequestSchema(Sent):
    """An endpoint to be told."""

    url = text(MAX_URL, required=True, metadata=_URL)
    types = _types(load_default=list)


class WebhookChangeSchema(Sent):
    """What to change; what is left out stays."""

    url = text(MAX_URL, metadata=_URL)
    types = _types()
    enabled = Flag(metadata=says("Switched on again, it is told of what happens from then on."))


class AttemptSchema(Shown):
    """A request, and what came of it."""

    at = moment()
    status = Number(allow_none=True, metadata=says("The status of the answer; null if there was none.", example=200))
    trouble = fields.String(
        allow_none=True, metadata=says(f"Null if it was taken. Else {_TROUBLES}; clients should expect others.")
    )
    milliseconds = Number(metadata=says("How long it took.", example=35))


class WebhookSchema(Shown):
    """An endpoint."""

    id = Number(metadata={"example": 4} | LONG)
    url = fields.String(metadata={"example": "https://bot.example.net/sundial"})
    types = fields.List(fields.String(), metadata=says("Empty for all.", example=["turn.started"]))
    state = fields.String(
        validate=OneOf(["unverified", "active", "off"]),
        metadata=says(
            "`unverified` until it has answered a challenge: it is sent nothing else; then `active`, or `off`.",
            example="active",
        ),
    )
    enabled = fields.Boolean(metadata=says("Whether it is not switched off.", example=True))
    verified_at = moment(allow_none=True, metadata=says("When it has shown that it wants events; null until then."))
    switched_off = fields.String(
        allow_none=True,
        validate=OneOf([*SwitchedOff]),
        metadata=says(
            "Why it gets nothing: by its `owner`, it is `gone` (410), it was `failing` or `unverified` for days; else "
            "null.",
            example=None,
        ),
    )
    failing_since = moment(allow_none=True, metadata=says("Since when nothing has reached it; null if something did."))
    old_secret_until = moment(allow_none=True, metadata=says("Until when the secret before this one signs, too."))
    last_attempt = fields.Nested(AttemptSchema, allow_none=True, metadata=says("Null before the first."))
    created_at = moment()


class WebhookWithSecretSchema(WebhookSchema):
    """An endpoint with its new secret."""

    secret = fields.String(
        metadata=says(
            "What signatures are made with. It is shown this once.",
            example="whsec_MPceOCUizWNJQudSGDqKKz1gALZ5qagFJwFK28k8Tuw=",
        )
    )


class WebhooksSchema(Shown):
    """All of them."""

    webhooks = fields.List(fields.Nested(WebhookSchema), metadata=says("Oldest first."))


class WebhookDeliverySchema(Shown):
    """One event for one endpoint."""

    id = Number(metadata={"example": 31} | LONG)
    message_id = fields.String(
        metadata=says("The header `webhook-id`, the same at every attempt.", example="msg_2qk7hv5wz3m4")
    )
    event = Number(
        allow_none=True, metadata=says("The id of the event; null for a test or a challenge.", example=17) | LONG
    )
    type = fields.String(
        metadata=says(
            "Of the event; `webhook.test` for a test, `webhook.challenge` for a challenge.", example="turn.started"
        )
    )
    state = fields.String(
        validate=OneOf(["waiting", "delivered", "failed", "dropped"]),
        metadata=says(
            "`waiting` for its first attempt or another one; `delivered`; `failed` at every attempt; `dropped`: the "
            "endpoint was switched off, or another challenge took its place.",
            example="delivered",
        ),
    )
    attempts = fields.List(fields.Nested(AttemptSchema), metadata=says("Oldest first."))
    next_at = moment(allow_none=True, metadata=says("When it is tried next; null once it is not tried any more."))
    created_at = moment()


class WebhookDeliveriesSchema(Shown):
    """One page of them."""

    deliveries = fields.List(fields.Nested(WebhookDeliverySchema), metadata=says("Newest first, for a month."))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last one."))


class WebhookDeliveriesQuerySchema(Sent):
    """What to list."""

    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the page before."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Deliveries on a page."))
