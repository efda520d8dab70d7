"""What Sundial answers about accounts."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Mode = Literal["at-once", "idle", "digest", "off"]
"""When mails come: at once, after some minutes, once a day, or never."""


Scope = Literal["games:read", "games:play", "messages", "account", "webhooks", "bots"]
"""What a token may do: see your games, play them, talk at them, change the account, have webhooks, make and change
bots."""
USUAL: tuple[Scope, ...] = ("games:read", "games:play", "messages")
"""What a program that plays needs."""


class Operation(TypedDict):
    """Something that can be asked for; what stands in braces in `href` is to be put in."""

    name: str
    method: str
    href: str


class EntryPoint(TypedDict):
    """Where everything is: documents by their relation, and all that the token may ask for."""

    account: str | None
    scopes: list[Scope]
    links: dict[str, str]
    operations: list[Operation]


class TokenEnd(TypedDict, total=False):
    """When a token ends by itself: at a time, or after so many days."""

    expires_at: str
    expires_in_days: int


class Delivery(TypedDict):
    """When you get the mails about your games: hours are those of your time zone."""

    mode: Mode
    idle_minutes: int
    digest_hour: int
    quiet_from: int
    quiet_to: int


class DeliveryChange(TypedDict, total=False):
    """What to change of it; what is left out stays."""

    mode: Mode
    idle_minutes: int
    digest_hour: int
    quiet_from: int
    quiet_to: int


class GameDelivery(TypedDict):
    """When you get the mails about one game: what you have chosen for it, if anything, and what holds."""

    mode: Mode | None
    applies: Mode


class Me(TypedDict):
    """An account as its owner sees it; a bot has no mail address."""

    name: str
    email: str | None
    unreachable_since: str | None
    suppressed_for: str | None
    suppressed_since: str | None
    time_zone: str
    language: str | None
    board_words: bool
    delivery: Delivery
    stopped_mails: list[str]
    paused_until: str | None
    shows_results: bool
    scopes: list[str]
    created_at: str


class MeChange(TypedDict, total=False):
    """What to change; what is left out stays."""

    name: str
    time_zone: str
    language: str | None
    board_words: bool
    delivery: DeliveryChange
    stopped_mails: list[str]
    paused_until: str | None
    shows_results: bool


class Block(TypedDict):
    """Somebody from whom you take no invitations."""

    name: str
    created_at: str


class Export(TypedDict):
    """All that is kept of a person; what stands in the lists is as it is kept."""

    format: str
    exported_at: str
    account: dict[str, Any]
    tokens: list[dict[str, Any]]
    sessions: list[dict[str, Any]]
    sign_ins: list[dict[str, Any]]
    webhooks: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    bots: list[dict[str, Any]]
    mails_received: list[dict[str, Any]]
    games: list[dict[str, Any]]


class SignInSent(TypedDict):
    """How long code and link are good, and whether the mail was sent now or had been just before."""

    email: str
    minutes: int
    sent: bool


class Session(TypedDict):
    """A browser in which you are signed in; of the address of its last use, only the network is known."""

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
    """A token that was just made: its secret is shown this once."""

    token: str


class Vacation(TypedDict):
    """Days on which no clock of yours goes, both with it, as ISO 8601 has them."""

    first_day: str
    last_day: str


class Year(TypedDict):
    """How many days of vacation you can still take in a year."""

    year: int
    days_left: int


class Vacations(TypedDict):
    """Your vacations of this year and later ones, and what is left of this year and the next."""

    vacations: list[Vacation]
    years: list[Year]
