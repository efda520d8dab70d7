"""Types of Sundial's responses about accounts."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from sundial_client.shapes import PoolRating

Mode = Literal["at-once", "idle", "digest", "off"]
"""Timing of emails: at once, after some minutes, once a day, or never."""
Held = Literal["every", "some", "none"]
"""The moves that wait before they are played."""
PageOption = Literal["sound", "desktop", "high-contrast", "no-coordinates", "play-at-once"]
"""What is on for the pages of games."""


Scope = Literal["games:read", "games:play", "messages", "account", "webhooks", "bots", "organise"]
"""Permission of a token: see games, play them, send messages, change the account, manage webhooks or bots, or organise.
"""
USUAL: tuple[Scope, ...] = ("games:read", "games:play", "messages")
"""Scopes that a program needs to play."""


class Operation(TypedDict):
    """An operation of the API; replace the braces in `href`."""

    name: str
    method: str
    href: str


class EntryPoint(TypedDict):
    """Entry point of the API: documents by their relation, and the operations that the token allows."""

    account: str | None
    scopes: list[Scope]
    links: dict[str, str]
    operations: list[Operation]


class TokenEnd(TypedDict, total=False):
    """Expiry of a token: at a time, or after a number of days."""

    expires_at: str
    expires_in_days: int


class Delivery(TypedDict):
    """Timing of emails about your games; hours are in your time zone."""

    mode: Mode
    idle_minutes: int
    digest_hour: int
    quiet_from: int
    quiet_to: int


class DeliveryChange(TypedDict, total=False):
    """Changes of the delivery; omitted members stay."""

    mode: Mode
    idle_minutes: int
    digest_hour: int
    quiet_from: int
    quiet_to: int


class GameDelivery(TypedDict):
    """Timing of emails about one game: your choice for it, if any, and the mode in effect."""

    mode: Mode | None
    applies: Mode


class Me(TypedDict):
    """An account as its owner sees it; a bot has no email address."""

    name: str
    display_name: str | None
    email: str | None
    further_addresses: list[str]
    unreachable_since: str | None
    suppressed_for: str | None
    suppressed_since: str | None
    time_zone: str
    language: str | None
    board_words: bool
    moves_held: Held
    page_options: list[PageOption]
    delivery: Delivery
    stopped_mails: list[str]
    paused_until: str | None
    shows_results: bool
    ratings: list[PoolRating]
    scopes: list[str]
    created_at: str


class MeChange(TypedDict, total=False):
    """Changes of the account; omitted members stay."""

    name: str
    display_name: str
    time_zone: str
    language: str | None
    board_words: bool
    moves_held: Held
    page_options: list[PageOption]
    delivery: DeliveryChange
    stopped_mails: list[str]
    paused_until: str | None
    shows_results: bool


class Block(TypedDict):
    """A person whose invitations you refuse."""

    name: str
    created_at: str


class Favourite(TypedDict):
    """A player whom you like to play."""

    name: str
    created_at: str


class Export(TypedDict):
    """All stored data of a person; the lists hold them as stored."""

    format: str
    exported_at: str
    account: dict[str, Any]
    tokens: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    addresses: list[dict[str, Any]]
    recovery_codes: list[dict[str, Any]]
    sign_ins: list[dict[str, Any]]
    webhooks: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    rating_changes: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    favourites: list[dict[str, Any]]
    bots: list[dict[str, Any]]
    mails_received: list[dict[str, Any]]
    games: list[dict[str, Any]]


class SignInSent(TypedDict):
    """Validity of the code and link in minutes; `sent` is false if an email was sent just before."""

    email: str
    minutes: int
    sent: bool


class Session(TypedDict):
    """A browser in which you are signed in; of its last IP address, only the network is stored."""

    id: int
    browser: str
    system: str
    network: str
    created_at: str
    last_used_at: str


class Token(TypedDict):
    """A token without its secret."""

    id: int
    name: str
    scopes: list[str]
    app: str | None
    created_at: str
    expires_at: str | None
    last_used_at: str | None


class NewToken(Token):
    """A new token; its secret is shown only now."""

    token: str


class Vacation(TypedDict):
    """Days on which all your clocks stop, first and last inclusive, in ISO 8601."""

    first_day: str
    last_day: str


class Year(TypedDict):
    """Number of vacation days left in a year."""

    year: int
    days_left: int


class Vacations(TypedDict):
    """Your vacations of this year and later ones, and the days left in this year and the next."""

    vacations: list[Vacation]
    years: list[Year]
