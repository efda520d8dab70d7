"""Webhooks: endpoints of programs, deliveries to them, and their outcomes."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.config.key_ring import LONGEST_SALT
from service.db.model import Model, index_where
from service.models.work import Claimable, first_due_index


class SwitchedOff(StrEnum):
    """Why an endpoint is disabled."""

    BY_OWNER = "owner"
    GONE = "gone"
    """It answered 410."""
    FAILING = "failing"
    """No delivery has succeeded for days."""
    UNVERIFIED = "unverified"
    """It has not answered a challenge for days."""


class Webhook(Model):
    """An account's webhook endpoint. Its secret derives from a secret key and a salt, so it is not stored."""

    __tablename__ = "webhook"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    url: Mapped[str] = mapped_column(String(500))
    types: Mapped[list[str]]
    """The types of events it wants; empty for all."""
    secret_salt: Mapped[str] = mapped_column(String(LONGEST_SALT))
    previous_secret_salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT))
    previous_until: Mapped[datetime | None]
    """Until when requests are signed with the previous secret as well."""
    cursor: Mapped[int]
    """The number of the last event with a delivery."""
    failing_since: Mapped[datetime | None]
    """When the present run of failures began."""
    held_until: Mapped[datetime | None]
    """When it may be tried again after a failure."""
    due_at: Mapped[datetime | None]
    """When a worker must handle it: its next delivery is due, or a lease expires.

    It has no index, so that PostgreSQL can update it in place: it changes twice for each delivery, and endpoints are
    few.
    """
    verified_at: Mapped[datetime | None]
    """When it answered a challenge; before that it is sent nothing else."""
    switched_off: Mapped[SwitchedOff | None] = mapped_column(String(20))
    created_at: Mapped[datetime]


class WebhookDelivery(Claimable, Model):
    """One event for one endpoint, or a challenge or test without an event."""

    __tablename__ = "webhook_delivery"
    __table_args__ = (
        UniqueConstraint("webhook_id", "event_id"),
        Index(None, "state", "due_at"),
        first_due_index("webhook_delivery"),
        Index(None, "webhook_id", "state", "due_at", "id"),
        index_where("challenge IS NOT NULL", "ix_webhook_delivery_challenge", "webhook_id", "state", "due_at", "id"),
        index_where("leased_until IS NOT NULL", "ix_webhook_delivery_leased", "webhook_id", "leased_until"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhook.id"))
    event_id: Mapped[int | None] = mapped_column(ForeignKey("event.id"), index=True)
    message_id: Mapped[str] = mapped_column(String(40), unique=True)
    """The id by which the receiver detects duplicates."""
    challenge: Mapped[str | None] = mapped_column(String(32))
    """The value that the endpoint must return; None for anything but a challenge."""
    created_at: Mapped[datetime] = mapped_column(index=True)


class WebhookAttempt(Model):
    """One request for a delivery, and its outcome."""

    __tablename__ = "webhook_attempt"

    id: Mapped[int] = mapped_column(primary_key=True)
    delivery_id: Mapped[int] = mapped_column(ForeignKey("webhook_delivery.id"), index=True)
    at: Mapped[datetime]
    """When it finished."""
    status: Mapped[int | None]
    """The HTTP status, if there was a response."""
    trouble: Mapped[str | None] = mapped_column(String(20))
    """The error in a word; None on success."""
    milliseconds: Mapped[int]


class WebhookChallenge(Model):
    """A challenge sent to an endpoint, kept for rate limits after the endpoint is deleted."""

    __tablename__ = "webhook_challenge"
    __table_args__ = (Index(None, "account_id", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    webhook_id: Mapped[int]
    at: Mapped[datetime]
