"""Accounts of people, bots and visitors; sign-ins, sessions and tokens; and what remains of deleted accounts."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from service.config.key_ring import LONGEST_SALT
from service.db.model import Model, index_where
from service.security.keys import NONCE_LENGTH, new_nonce

LONGEST_NAME = 40
LONGEST_TAG = 35
"""Characters of a language tag; RFC 5646, 4.4.1 recommends room for 35."""
LONGEST_APP = 200
"""Characters of an app's id."""
LONGEST_REDIRECT = 500
"""Characters of an app's redirect URI."""


class Delivery(StrEnum):
    """When an account wants emails about its games."""

    AT_ONCE = "at-once"
    IDLE = "idle"
    """After some minutes, unless the turn is over by then."""
    DIGEST = "digest"
    """Once a day, at an hour of the account's choice."""
    OFF = "off"


class Holding(StrEnum):
    """Which moves by email wait some minutes before they are played (see `play.held_moves`)."""

    EVERY = "every"
    SOME = "some"
    """Those with other words beside them, and moves by a link before dice are rolled."""
    NONE = "none"


class PageOption(StrEnum):
    """What an account can switch on for its pages of games."""

    SOUND = "sound"
    """A sound when its turn begins."""
    DESKTOP = "desktop"
    """A desktop notification then; each browser must allow them."""
    CONTRAST = "high-contrast"
    BARE = "no-coordinates"
    AT_ONCE = "play-at-once"
    """A move of one action is played without confirmation in games with a fast clock."""


class Suppressed(StrEnum):
    """Why we withhold emails from an address."""

    HARD_BOUNCE = "hard-bounce"
    """The mailbox does not exist or was closed."""
    SOFT_BOUNCES = "soft-bounces"
    """Several emails in a row have bounced, as from a full mailbox."""
    COMPLAINT = "complaint"
    """Its owner reported one of our emails as spam (RFC 5965)."""


class Account(Model):
    """A holder of seats, known by an email address; a bot has an owner instead, a visitor only a cookie.

    Until its owner confirms the address (after an invitation, for example), `verified_at` is None.
    """

    __tablename__ = "account"
    __table_args__ = (
        index_where("owner_id IS NOT NULL", "ix_account_owner_id", "owner_id"),
        index_where("visitor_since IS NOT NULL", "ix_account_visitor", "id"),
        index_where("feed_salt IS NOT NULL", "ix_account_feed", "id"),
        index_where("suppressed_at IS NOT NULL", "ix_account_suppressed", "suppressed_at"),
        index_where("verified_at IS NULL AND email IS NOT NULL", "ix_account_unconfirmed", "created_at"),
        index_where("mail_failed_at IS NOT NULL", "ix_account_mail_failed", "mail_failed_at"),
        index_where("mailbox IS NOT NULL", "ix_account_mailbox", "mailbox"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), unique=True)
    """The handle: unique and in ASCII, for addresses, commands and programs."""
    display_name: Mapped[str | None] = mapped_column(String(LONGEST_NAME))
    """The name as its owner typed it, in any script; None if the handle is shown."""
    email: Mapped[str | None] = mapped_column(String(254), unique=True)
    mailbox: Mapped[str | None] = mapped_column(String(254))
    """The mailbox that the address leads to (see `addresses.mailbox_of`); several accounts may share it."""
    verified_at: Mapped[datetime | None]
    time_zone: Mapped[str] = mapped_column(String(64), default="UTC")
    language: Mapped[str | None] = mapped_column(String(LONGEST_TAG))
    """The language of the account (BCP 47), chosen or detected on the first visit; None if unknown."""
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    muted: Mapped[list[str]] = mapped_column(default=list)
    """Kinds of email that the account has unsubscribed from."""
    delivery: Mapped[Delivery] = mapped_column(String(20), default=Delivery.AT_ONCE)
    """When emails about games are sent, unless a seat says otherwise."""
    board_words: Mapped[bool] = mapped_column(default=False)
    """Whether emails also describe the board in words."""
    moves_held: Mapped[Holding] = mapped_column(String(20), default=Holding.SOME)
    """Which of the account's moves by email are held before they are played."""
    page_options: Mapped[list[str]] = mapped_column(default=list)
    """Each `PageOption` that is on."""
    idle_minutes: Mapped[int] = mapped_column(default=30)
    digest_hour: Mapped[int] = mapped_column(default=18)
    quiet_from: Mapped[int] = mapped_column(default=0)
    """The hour at which quiet hours begin in the account's time zone; if they end at that hour, there are none."""
    quiet_to: Mapped[int] = mapped_column(default=0)
    paused_until: Mapped[datetime | None]
    """Until when emails about games wait, whatever else was chosen."""
    vacations: Mapped[list[str] | None]
    """Days on which the account's clocks stop, as intervals (ISO 8601); None if there was never one.

    They are stored here because a move reads the account anyway.
    """
    unreachable_since: Mapped[datetime | None]
    """Since when email is known not to reach the address; cleared as soon as its owner shows up."""
    suppressed_for: Mapped[Suppressed | None] = mapped_column(String(20))
    """Why non-essential emails are withheld, whatever the account chose; None if they are sent."""
    suppressed_at: Mapped[datetime | None]
    soft_bounces: Mapped[int | None]
    """The number of recent days with temporary delivery failures; None for none."""
    mail_failed_at: Mapped[datetime | None]
    """When an email last failed permanently, for any reason."""
    nonce: Mapped[str] = mapped_column(String(NONCE_LENGTH), default=new_nonce)
    """The nonce of the account's unsubscribe links."""
    visitor_since: Mapped[datetime | None]
    """Since when a visitor plays by a cookie alone; None for accounts with an address, and for bots."""
    network: Mapped[str | None] = mapped_column(String(22))
    """A visitor's last network, as a keyed hash (see `rates.network`); kept for a short time."""
    hidden_since: Mapped[datetime | None]
    """Since when the account's page hides its results; None if it shows them."""
    pushed_since: Mapped[datetime | None]
    """When a device of it first wanted notifications; None if none did, and then a turn asks for no devices."""
    feed_salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT))
    """The salt of the key to the deadline feeds; None if there are none."""
    silenced_until: Mapped[datetime | None]
    """Until when the operator has muted the account; None if it was never muted."""
    suspended_at: Mapped[datetime | None]
    """When the operator suspended the account; None if it is open."""
    created_at: Mapped[datetime]

    @property
    def person_id(self) -> int:
        """The id of the person behind the account: a bot's owner, else its own."""
        return self.owner_id or self.id

    @property
    def called(self) -> str:
        """The name to show to others."""
        return self.display_name or self.name


class AccountAddress(Model):
    """A further address of an account, or a change of its address.

    The account's owner confirms a further address for answers to emails that only the owner has. The holder of any
    address proves it by a link that is mailed there: then a further one counts everywhere, for one account, and a
    change is made. A further address signs nobody in.
    """

    __tablename__ = "account_address"
    __table_args__ = (
        Index(
            "uq_account_address_proven",
            "address",
            unique=True,
            postgresql_where=text("proven_at IS NOT NULL AND replaces IS NULL"),
            sqlite_where=text("proven_at IS NOT NULL AND replaces IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    address: Mapped[str] = mapped_column(String(254), index=True)
    replaces: Mapped[str | None] = mapped_column(String(254))
    """For a change: the account's address before; None for a further one."""
    nonce: Mapped[str] = mapped_column(String(NONCE_LENGTH), default=new_nonce)
    added_at: Mapped[datetime] = mapped_column(index=True)
    confirmed_at: Mapped[datetime | None]
    proven_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    """When a change was undone, or replaced by another before it was made."""


class RecoveryCode(Model):
    """A code that signs in once, without an email; only its SHA-256 is kept, until it is used or replaced."""

    __tablename__ = "recovery_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]


class Block(Model):
    """An account's block of a person: it takes no invitations from them or their bots."""

    __tablename__ = "block"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    blocked_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True, index=True)
    blocked: Mapped[Account] = relationship(foreign_keys=[blocked_id], lazy="joined", innerjoin=True)
    created_at: Mapped[datetime]


class Favourite(Model):
    """A player whom an account likes to play, for itself alone: a person or a bot."""

    __tablename__ = "favourite"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    favourite_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True, index=True)
    favourite: Mapped[Account] = relationship(foreign_keys=[favourite_id], lazy="joined", innerjoin=True)
    created_at: Mapped[datetime]


class Footer(Model):
    """An ending of an account's emails, as keyed hashes of its lines, the last line first; no text is kept."""

    __tablename__ = "footer"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    marks: Mapped[list[str]]
    mails: Mapped[int]
    """The number of emails that it has closed."""
    seen_at: Mapped[datetime] = mapped_column(index=True)


class UnwantedMail(Model):
    """Preferences of an unconfirmed address after its account is deleted; only a keyed hash of it is kept."""

    __tablename__ = "unwanted_mail"

    mark: Mapped[str] = mapped_column(String(16), primary_key=True)
    muted: Mapped[list[str]]
    suppressed_for: Mapped[Suppressed | None] = mapped_column(String(20))
    suppressed_at: Mapped[datetime | None]
    unreachable_since: Mapped[datetime | None]
    mail_failed_at: Mapped[datetime | None]
    blocked: Mapped[list[int]]
    """Accounts from which it takes no invitations."""


class SignIn(Model):
    """A sign-in email, with a code to type and a link, good once; both are computed from the salt.

    Kept until it expires.
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
    """When the link was used in a browser that had not asked, as by an email scanner; the code is still valid."""
    askers: Mapped[list[SignInAsker]] = relationship(lazy="selectin", cascade="all, delete-orphan")


class SignInAsker(Model):
    """A browser or network that requested a sign-in email and may try its code; kept as long as the sign-in.

    Marks are keyed hashes, so the table reveals no address.
    """

    __tablename__ = "sign_in_asker"

    sign_in_id: Mapped[int] = mapped_column(ForeignKey("sign_in.id"), primary_key=True)
    mark: Mapped[str] = mapped_column(String(16), primary_key=True)
    place: Mapped[str] = mapped_column(String(16))
    """The mark of its network."""
    area: Mapped[str | None] = mapped_column(String(16))
    """The mark of its area, for a network beyond the limit of askers that has one try of its own; else None."""
    asks: Mapped[int]
    wrong_codes: Mapped[int]


class BrowserSession(Model):
    """A signed-in browser; only the SHA-256 of the secret in its cookie is kept.

    It is deleted after a long time without use, even if it was ended before: until then it identifies a known browser.
    Its number is never reused, because a link in an email names it.
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
    """Its last network, without the part of the address that identifies a customer."""
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime] = mapped_column(index=True)
    ended_at: Mapped[datetime | None]


class ApiToken(Model):
    """An API token; only its SHA-256 is kept."""

    __tablename__ = "api_token"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    account: Mapped[Account] = relationship(lazy="joined")
    name: Mapped[str] = mapped_column(String(80))
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    scopes: Mapped[list[str]]
    app: Mapped[str | None] = mapped_column(String(LONGEST_APP))
    """The id of the third-party app that asked for it; None if its owner made it by hand."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    """When it expires; None for never."""
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class DeviceGrant(Model):
    """A terminal that waits for permission to act for somebody (RFC 8628).

    Kept until it expires or has given its token. The short code is stored as a keyed hash, because there are few
    possible codes.
    """

    __tablename__ = "device_grant"

    id: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    """The SHA-256 of the terminal's device code."""
    mark: Mapped[str] = mapped_column(String(16), unique=True)
    """The keyed hash of the short user code."""
    app: Mapped[str] = mapped_column(String(LONGEST_APP))
    scopes: Mapped[list[str]]
    network: Mapped[str] = mapped_column(String(40))
    """The network it was requested from, without the part of the address that identifies a customer."""
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    interval: Mapped[int]
    """Seconds that the terminal must wait between two polls."""
    asked_at: Mapped[datetime | None]
    """When it last polled."""
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    """The account that allowed it."""
    account: Mapped[Account | None] = relationship(lazy="joined")
    denied: Mapped[bool]


class AuthorizationCode(Model):
    """An authorization code: an app was allowed to act for somebody, and exchanges the code for a token (RFC 6749).

    Kept for a day after it expires, so that a reused code revokes its token.
    """

    __tablename__ = "authorization_code"

    id: Mapped[int] = mapped_column(primary_key=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    app: Mapped[str] = mapped_column(String(LONGEST_APP))
    redirect_uri: Mapped[str] = mapped_column(String(LONGEST_REDIRECT))
    challenge: Mapped[str] = mapped_column(String(43))
    """The SHA-256 of the app's code verifier (RFC 7636)."""
    scopes: Mapped[list[str]]
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id", ondelete="CASCADE"), index=True)
    account: Mapped[Account] = relationship(lazy="joined", innerjoin=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    token_id: Mapped[int | None] = mapped_column(ForeignKey("api_token.id", ondelete="CASCADE"), index=True)
    """The token it was exchanged for."""


class Departure(Model):
    """A deleted account whose erasure continues until all is done. Its account row is a pseudonym from then on."""

    __tablename__ = "departure"

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), primary_key=True)
    mark: Mapped[str] = mapped_column(String(64), unique=True)
    """The account's id in the file of deletions (see `service.erasure.departures`)."""
    at: Mapped[datetime]
    noted_at: Mapped[datetime | None]
    """When it was written into the file of deletions."""
    due_at: Mapped[datetime | None] = mapped_column(index=True)
    """When a worker continues the erasure; None once it is complete."""


class DepartedName(Model):
    """The name of a deleted account, as a keyed hash, so that no stranger can take a name that others know. Kept."""

    __tablename__ = "departed_name"

    mark: Mapped[str] = mapped_column(String(16), primary_key=True)
