"""What apps have asked people for and not got yet: each is good for some minutes and once, and kept as a hash."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.core.model import Model
from service.models.account import LONGEST_APP, Account

LONGEST_REDIRECT = 500
"""Characters of the address that an app is answered at."""


class DeviceGrant(Model):
    """A terminal waits for somebody to say on a page that it may act for them (RFC 8628).

    Kept until it is too old, or has given its token. Of the short code there is a keyed hash: few codes are possible.
    """

    __tablename__ = "device_grant"

    id: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    """The SHA-256 of the code that the terminal has."""
    mark: Mapped[str] = mapped_column(String(16), unique=True)
    """What stands for the short code, which people type."""
    app: Mapped[str] = mapped_column(String(LONGEST_APP))
    scopes: Mapped[list[str]]
    network: Mapped[str] = mapped_column(String(40))
    """Where it was asked for, without the part of the address that tells one customer of a provider from another."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    interval: Mapped[int]
    """Seconds that the terminal has to wait between two questions."""
    asked_at: Mapped[datetime | None]
    """When it has asked last whether somebody has said so."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    """Who has said so."""
    account: Mapped[Account | None] = relationship(lazy="joined")
    denied: Mapped[bool]


class AuthorizationCode(Model):
    """That somebody has said on a page that an app may act for them; the app changes the code for a token (RFC 6749).

    Kept for a day after it was too old, so that a code that comes twice ends the token that it gave.
    """

    __tablename__ = "authorization_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    app: Mapped[str] = mapped_column(String(LONGEST_APP))
    redirect_uri: Mapped[str] = mapped_column(String(LONGEST_REDIRECT))
    challenge: Mapped[str] = mapped_column(String(43))
    """The SHA-256 of what the app alone knows (RFC 7636)."""
    scopes: Mapped[list[str]]
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    token_id: Mapped[int | None] = mapped_column(ForeignKey("api_token.id", ondelete="CASCADE"), index=True)
    """What it was changed for."""
