"""What Sundial answers about webhooks."""

from __future__ import annotations

from typing import Literal, TypedDict


class Attempt(TypedDict):
    """A request to an endpoint, and what came of it; `trouble` is null if it was taken."""

    at: str
    status: int | None
    trouble: str | None
    milliseconds: int


class Webhook(TypedDict):
    """An endpoint of yours; `switched_off` says why it gets nothing, and is null while it is enabled.

    It is `unverified`, and told of nothing, until it has given a challenge back (see `answer_to`).
    """

    id: int
    url: str
    types: list[str]
    state: Literal["unverified", "active", "off"]
    enabled: bool
    verified_at: str | None
    switched_off: str | None
    failing_since: str | None
    old_secret_until: str | None
    last_attempt: Attempt | None
    created_at: str


class WebhookWithSecret(Webhook):
    """An endpoint with its new secret, which is shown this once."""

    secret: str


class WebhookDelivery(TypedDict):
    """One event for one endpoint; a test and a challenge tell of no event."""

    id: int
    message_id: str
    event: int | None
    type: str
    state: Literal["waiting", "delivered", "failed", "dropped"]
    attempts: list[Attempt]
    next_at: str | None
    created_at: str


class WebhookChange(TypedDict, total=False):
    """What to change of an endpoint; what is left out stays."""

    url: str
    types: list[str]
    enabled: bool
