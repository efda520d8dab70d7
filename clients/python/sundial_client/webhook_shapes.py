"""Types of Sundial's responses about webhooks."""

from __future__ import annotations

from typing import Literal, TypedDict


class Attempt(TypedDict):
    """A request to an endpoint, and its result; `trouble` is None if it was accepted."""

    at: str
    status: int | None
    trouble: str | None
    milliseconds: int


class Webhook(TypedDict):
    """An endpoint of yours; `switched_off` is the reason why it is disabled, None while it is enabled.

    It is `unverified`, and gets no events, until it has returned a challenge (see `answer_to`).
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
    """An endpoint with its new secret, which is shown only now."""

    secret: str


class WebhookDelivery(TypedDict):
    """One event for one endpoint; a test and a challenge have no event."""

    id: int
    message_id: str
    event: int | None
    type: str
    state: Literal["waiting", "delivered", "failed", "dropped"]
    attempts: list[Attempt]
    next_at: str | None
    created_at: str


class WebhookChange(TypedDict, total=False):
    """Changes of an endpoint; omitted members stay."""

    url: str
    types: list[str]
    enabled: bool
