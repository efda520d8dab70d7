"""Notifications on devices (Web Push, RFC 8030): our key, the browsers that want them, and what each is sent."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rules import Seat
from service.config.key_ring import NAME_DIGITS
from service.db.model import Model
from service.models.account import BrowserSession
from service.models.work import Claimable, first_due_index

LONGEST_PUBLIC = 87
"""Characters of a point on P-256, uncompressed, in base64url."""


class PushKey(Model):
    """The key that signs our requests to push services (VAPID, RFC 8292): the row with number 1."""

    __tablename__ = "push_key"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    public: Mapped[str] = mapped_column(String(LONGEST_PUBLIC))
    encrypted: Mapped[bytes]
    """The private key in PEM, encrypted."""
    key_name: Mapped[str] = mapped_column(String(NAME_DIGITS))
    """The name of the secret key that encrypts it (see `key_ring`)."""


class PushDevice(Model):
    """A signed-in browser that shows notifications; it ends with its session."""

    __tablename__ = "push_device"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("browser_session.id", ondelete="CASCADE"), unique=True)
    session: Mapped[BrowserSession] = relationship(lazy="joined", innerjoin=True)
    mark: Mapped[str] = mapped_column(String(64), unique=True)
    """The SHA-256 of its endpoint, so that an endpoint belongs to one account."""
    encrypted: Mapped[bytes]
    """Its endpoint and keys, encrypted, as they let anybody send to it."""
    key_name: Mapped[str] = mapped_column(String(NAME_DIGITS))
    public: Mapped[str] = mapped_column(String(LONGEST_PUBLIC))
    """Our public key at that time: push services take nothing that another key signs."""
    failures: Mapped[int]
    """Failed attempts in a row."""
    created_at: Mapped[datetime]


class PushDelivery(Claimable, Model):
    """One turn for one device, or a test without a game."""

    __tablename__ = "push_delivery"
    __table_args__ = (
        UniqueConstraint("device_id", "game_id", "turn"),
        Index(None, "state", "due_at"),
        first_due_index("push_delivery"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("push_device.id", ondelete="CASCADE"))
    game_id: Mapped[str | None] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    turn: Mapped[int | None]
    seat: Mapped[Seat | None]
    status: Mapped[int | None]
    """The HTTP status of the last attempt, if there was an answer."""
    created_at: Mapped[datetime] = mapped_column(index=True)
