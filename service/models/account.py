"""People and bots, proofs that they are who they say, tokens of programs, and what is left of deleted accounts."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.core.key_ring import LONGEST_SALT
from service.core.keys import NONCE_LENGTH, new_nonce
from service.core.model import Model, index_where

LONGEST_NAME = 40
LONGEST_TAG = 35
"""Characters of a language's tag; RFC 5646, 4.4.1 asks for room for as many."""
LONGEST_APP = 200
"""Characters of the id of an app."""
LONGEST_REDIRECT = 500
"""Characters of the address that an app is answered at."""


class Delivery(StrEnum):
    """When somebody wants the mails about their games."""

    AT_ONCE = "at-once"
    IDLE = "idle"
    """After some minutes, unless the turn is over by then."""
    DIGEST = "digest"
    """Once a day, at an hour of theirs."""
    OFF = "off"


class Suppressed(StrEnum):
    """Why we keep mails from an address."""

    HARD_BOUNCE = "hard-bounce"
    """There is no such mail box, or it was closed."""
    SOFT_BOUNCES = "soft-bounces"
    """Several mails have come back in a row, as from a box that is full."""
    COMPLAINT = "complaint"
    """Its owner has called one of our mails spam (RFC 5965)."""


class Account(Model):
    """Somebody who can hold a seat, known by a mail address; a bot has an owner instead, a visitor only a cookie.

    The row of an address that nobody has confirmed yet (somebody was invited) has no `verified_at`.
    """

    __tablename__ = "account"
    __table_args__ = (
        index_where("owner_id IS NOT NULL", "ix_account_owner_id", "owner_id"),
        index_where("visitor_since IS NOT NULL", "ix_account_visitor", "id"),
        index_where("feed_salt IS NOT NULL", "ix_account_feed", "id"),
        index_where("suppressed_at IS NOT NULL", "ix_account_suppressed", "suppressed_at"),
        index_where("verified_at IS NULL AND email IS NOT NULL", "ix_account_unconfirmed", "created_at"),
        index_where("mail_failed_at IS NOT NULL", "ix_account_mail_failed", "mail_failed_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), unique=True)
    email: Mapped[str | None] = mapped_column(String(254), unique=True)
    verified_at: Mapped[datetime | None]
    time_zone: Mapped[str] = mapped_column(String(64), default="UTC")
    language: Mapped[str | None] = mapped_column(String(LONGEST_TAG))
    """What they read (BCP 47), chosen or seen when they first showed up; None as long as neither is known."""
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    muted: Mapped[list[str]] = mapped_column(default=list)
    """The kinds of mail that this account does not want."""
    delivery: Mapped[Delivery] = mapped_column(String(20), default=Delivery.AT_ONCE)
    """When mails about games come, where a seat does not say otherwise."""
    board_words: Mapped[bool] = mapped_column(default=False)
    """Whether mails tell the board in words, too."""
    idle_minutes: Mapped[int] = mapped_column(default=30)
    digest_hour: Mapped[int] = mapped_column(default=18)
    quiet_from: Mapped[int] = mapped_column(default=0)
    """The hour at which quiet hours begin in the account's time zone; there are none if they end at the same hour."""
    quiet_to: Mapped[int] = mapped_column(default=0)
    paused_until: Mapped[datetime | None]
    """Until when mails about games wait, whatever else was chosen."""
    vacations: Mapped[list[str] | None]
    """The days on which no clock of theirs goes, as intervals (ISO 8601); None if there was never one.

    They stand here because a move reads the account anyway, and nothing else.
    """
    unreachable_since: Mapped[datetime | None]
    """Since when mail is known not to reach the address; emptied as soon as its owner shows up."""
    suppressed_for: Mapped[Suppressed | None] = mapped_column(String(20))
    """Why it gets none of the mails that one can do without, whatever it has chosen; None if it does get them."""
    suppressed_at: Mapped[datetime | None]
    soft_bounces: Mapped[int | None]
    """On how many days mails have failed lately that might have arrived another day; None for none."""
    mail_failed_at: Mapped[datetime | None]
    """When a mail last failed for good, whoever was to blame."""
    nonce: Mapped[str] = mapped_column(String(NONCE_LENGTH), default=new_nonce)
    """What links hold that stop mails to this account."""
    visitor_since: Mapped[datetime | None]
    """Since when it plays by a cookie alone, without an address; None for whoever has one, and for bots."""
    network: Mapped[str | None] = mapped_column(String(22))
    """Where a visitor was when they last did something, as a keyed hash (see `rates.network`); not kept for long."""
    hidden_since: Mapped[datetime | None]
    """Since when their page tells nobody how they play; None as long as it does."""
    feed_salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT))
    """What the key to the feeds of their deadlines is computed from; None while there are none."""
    silenced_until: Mapped[datetime | None]
    """Until when the operator lets them say nothing at tables; None for whoever was never silenced."""
    suspended_at: Mapped[datetime | None]
    """When the operator has closed the account; None while it is open."""
    created_at: Mapped[datetime]


class Block(Model):
    """That an account takes no invitations from a person, nor from that person's bots."""

    __tablename__ = "block"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    blocked_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True, index=True)
    blocked: Mapped[Account] = relationship(foreign_keys=[blocked_id], lazy="joined", innerjoin=True)
    created_at: Mapped[datetime]


class UnwantedMail(Model):
    """What an unconfirmed address did not want, after its account is gone; only a keyed hash of it is kept."""

    __tablename__ = "unwanted_mail"

    mark: Mapped[str] = mapped_column(String(16), primary_key=True)
    muted: Mapped[list[str]]
    suppressed_for: Mapped[Suppressed | None] = mapped_column(String(20))
    suppressed_at: Mapped[datetime | None]
    unreachable_since: Mapped[datetime | None]
    mail_failed_at: Mapped[datetime | None]
    blocked: Mapped[list[int]]
    """The accounts from which it takes no invitations."""


class SignIn(Model):
    """A mail that signs somebody in, by a code to type or a link, good once; both are computed from the salt.

    Kept until it is too old.
    """

    __tablename__ = "sign_in"

    id: Mapped[int] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(String(254), index=True)
    salt: Mapped[str] = mapped_column(String(LONGEST_SALT), unique=True)
    link_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    mails: Mapped[int]
    """How often it was sent."""
    mailed_at: Mapped[datetime | None]
    used_at: Mapped[datetime | None]
    link_used_at: Mapped[datetime | None]
    """When a browser that had not asked pressed the link, as scanners of mail do; the code is good yet."""
    askers: Mapped[list[SignInAsker]] = relationship(lazy="selectin", cascade="all, delete-orphan")


class SignInAsker(Model):
    """A browser, or a network, that has asked for a sign-in's mail and may try its code; kept as long as that.

    Marks are keyed hashes: who reads the table finds no address in it.
    """

    __tablename__ = "sign_in_asker"

    sign_in_id: Mapped[int] = mapped_column(ForeignKey("sign_in.id"), primary_key=True)
    mark: Mapped[str] = mapped_column(String(16), primary_key=True)
    place: Mapped[str] = mapped_column(String(16))
    """The mark of the network that it came from."""
    area: Mapped[str | None] = mapped_column(String(16))
    """Of a network that found no place among the askers, and has a try of its own, the mark of its area; else None."""
    asks: Mapped[int]
    wrong_codes: Mapped[int]


class BrowserSession(Model):
    """That somebody is signed in, in one browser; only the SHA-256 of the secret in its cookie is kept.

    Forgotten when it was not used for long, whether or not it was ended before: until then it tells a known browser
    from a new one. Its number is never given again, as a link in a mail names it.
    """

    __tablename__ = "browser_session"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012  # SQLAlchemy's

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    browser: Mapped[str] = mapped_column(String(40))
    system: Mapped[str] = mapped_column(String(40))
    network: Mapped[str] = mapped_column(String(40))
    """Where it was used last, without the part of the address that tells one customer of a provider from another."""
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime] = mapped_column(index=True)
    ended_at: Mapped[datetime | None]


class ApiToken(Model):
    """A token of a program; only its SHA-256 is kept."""

    __tablename__ = "api_token"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined")
    name: Mapped[str] = mapped_column(String(80))
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    scopes: Mapped[list[str]]
    app: Mapped[str | None] = mapped_column(String(LONGEST_APP))
    """The id of the program of somebody else that has asked for it; None if its owner made it by hand."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    """When it ends by itself, if it does."""
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


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


class Departure(Model):
    """That an account was deleted. Its row is a pseudonym from then on; this one is seen to until all is done."""

    __tablename__ = "departure"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    mark: Mapped[str] = mapped_column(String(64), unique=True)
    """What the file of deletions calls the account by (see `service.leaving.departures`)."""
    at: Mapped[datetime]
    noted_at: Mapped[datetime | None]
    """When it was written into the file of deletions."""
    due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When it is to be seen to next; None once there is nothing left to do."""


class DepartedName(Model):
    """A name that somebody had who is gone, as a keyed hash: others know it, so no stranger is to have it. Kept."""

    __tablename__ = "departed_name"

    mark: Mapped[str] = mapped_column(String(16), primary_key=True)
