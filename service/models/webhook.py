"""Webhooks: the endpoints of programs that want to be told, what each is told, and how that went."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from service.core.key_ring import LONGEST_SALT
from service.core.model import Model, index_where
from service.models.work import Claimable


class SwitchedOff(StrEnum):
    """Why an endpoint gets nothing any more."""

    BY_OWNER = "owner"
    GONE = "gone"
    """It has answered 410."""
    FAILING = "failing"
    """Nothing has reached it for days."""
    UNVERIFIED = "unverified"
    """For days it has not shown that it wants events."""


class Webhook(Model):
    """An endpoint of an account. Its secret is computed from a secret key and a salt, so it is not stored."""

    __tablename__ = "webhook"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    url: Mapped[str] = mapped_column(String(500))
    types: Mapped[list[str]]
    """The types of events it wants; all of them if none is named."""
    secret_salt: Mapped[str] = mapped_column(String(LONGEST_SALT))
    previous_secret_salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT))
    previous_until: Mapped[datetime | None]
    """Until when requests are signed with the secret before this one, too."""
    cursor: Mapped[int]
    """The number of the event up to which deliveries have been written."""
    failing_since: Mapped[datetime | None]
    """When the first of the failures came after which nothing has reached it."""
    held_until: Mapped[datetime | None]
    """When it may be asked again after it has failed."""
    due_at: Mapped[datetime | None]
    """When a worker has to see to it: its next delivery is due, or the lease of the one under way is over.

    Without an index, PostgreSQL writes it in place: it changes twice for each delivery, and endpoints are few.
    """
    verified_at: Mapped[datetime | None]
    """When it has shown that it wants events, by answering a challenge; until then it is sent nothing else."""
    switched_off: Mapped[SwitchedOff | None] = mapped_column(String(20))
    created_at: Mapped[datetime]


class WebhookDelivery(Claimable, Model):
    """One event for one endpoint; a challenge or a test, if it is about none."""

    __tablename__ = "webhook_delivery"
    __table_args__ = (
        UniqueConstraint("webhook_id", "event_id"),
        Index(None, "state", "due_at"),
        Index(None, "webhook_id", "state", "due_at", "id"),
        index_where("challenge IS NOT NULL", "ix_webhook_delivery_challenge", "webhook_id", "state", "due_at", "id"),
        index_where("leased_until IS NOT NULL", "ix_webhook_delivery_leased", "webhook_id", "leased_until"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhook.id"))
    event_id: Mapped[int | None] = mapped_column(ForeignKey("event.id"), index=True)
    message_id: Mapped[str] = mapped_column(String(40), unique=True)
    """By which the receiver knows it again when it comes twice."""
    challenge: Mapped[str | None] = mapped_column(String(32))
    """What the endpoint has to give back; None for all that is no challenge."""
    created_at: Mapped[datetime] = mapped_column(index=True)


class WebhookAttempt(Model):
    """One request for a delivery, and what came of it."""

    __tablename__ = "webhook_attempt"

    id: Mapped[int] = mapped_column(primary_key=True)
    delivery_id: Mapped[int] = mapped_column(ForeignKey("webhook_delivery.id"), index=True)
    at: Mapped[datetime]
    """When it was over."""
    status: Mapped[int | None]
    """The status of the answer, if there was one."""
    trouble: Mapped[str | None] = mapped_column(String(20))
    """What was wrong, in a word; None if it was taken."""
    milliseconds: Mapped[int]


class WebhookChallenge(Model):
    """That an endpoint was asked whether it wants events: kept to count by, also when the endpoint is gone by then."""

    __tablename__ = "webhook_challenge"
    __table_args__ = (Index(None, "account_id", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    webhook_id: Mapped[int]
    at: Mapped[datetime]
