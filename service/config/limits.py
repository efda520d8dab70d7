"""Every rate limit and quota: what it counts, for whom, how much, and where.

A module reads its limit from the table at import, so none runs without a limit. `RATE_LIMITS` changes a limit by name,
or lifts all. A limit of a network counts only people without an account: a class, a company or a Tor exit is one
network. Signed-in players are counted by account, on any network.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

MINUTE, HOUR, DAY = 60, 3600, 86400
AT_A_TIME = 0
"""The `seconds` of a limit on concurrent things, which are counted in rows or in memory."""


class Per(StrEnum):
    """The subject that a limit counts for."""

    ACCOUNT = "account"
    """With all of its tokens and browsers. A bot is an account of its own."""
    OWNER = "owner"
    """An account together with its bots."""
    VISITOR = "visitor"
    """A browser of a visitor."""
    NETWORK = "network"
    """An IPv4 address, or the /64 of an IPv6 address; counts everybody there who is not signed in."""
    AREA = "area"
    """An IPv4 address, or the /48 of an IPv6 address; counts everybody there who is not signed in."""
    DOMAIN = "domain"
    """The domain of an email address."""
    BOX = "box"
    """One of our mailboxes; for emails with invitations, the reader's."""
    WEBHOOK = "webhook"
    LINK = "link"
    """A link in an email."""
    EVERYBODY = "everybody"


@dataclass(frozen=True)
class Limit:
    """At most `amount` things in `seconds`, or at a time, for each `per`."""

    name: str
    per: Per
    amount: int
    seconds: int
    of: str
    """The unit that is counted."""
    doors: tuple[str, ...]
    """The places where it is counted, as docs/security.md lists them."""


ROWS = (
    Limit("reads", Per.ACCOUNT, 1200, MINUTE, "requests", ("GET of the API with a token",)),
    Limit("writes", Per.ACCOUNT, 300, MINUTE, "requests", ("forms", "other requests of the API", "downloads")),
    Limit("moves", Per.ACCOUNT, 600, MINUTE, "requests", ("moves in your own games, by form or API",)),
    Limit("sign-in", Per.ACCOUNT, 30, MINUTE, "requests", ("forms that take the code of a terminal",)),
    Limit("visitor-writes", Per.VISITOR, 120, MINUTE, "requests", ("forms", "moves")),
    Limit("network-reads", Per.NETWORK, 4800, MINUTE, "requests", ("GET of the API without a token",)),
    Limit("network-writes", Per.NETWORK, 4800, MINUTE, "requests", ("forms of visitors", "POST of OAuth tokens")),
    Limit(
        "network-sign-in", Per.NETWORK, 120, MINUTE, "requests",
        ("asking to sign in", "codes", "terminals", "emails over HTTP that nobody has signed"),
    ),
    Limit("network-visitors", Per.NETWORK, 120, MINUTE, "visitors", ("the first form of a browser",)),
    Limit("area-visitors", Per.AREA, 480, MINUTE, "visitors", ("what counts in network-visitors",)),
    Limit("area-requests", Per.AREA, 19_200, MINUTE, "requests", ("what counts in network-reads, network-writes",)),
    Limit("area-sign-in", Per.AREA, 480, MINUTE, "requests", ("what counts in network-sign-in",)),
    Limit("link-writes", Per.LINK, 300, MINUTE, "requests", ("forms on the page of a link in an email",)),
    Limit(
        "network-pages", Per.NETWORK, 8, AT_A_TIME, "requests",
        ("pages and API, in each web process; further requests wait in order",),
    ),
    Limit("streams", Per.ACCOUNT, 20, AT_A_TIME, "streams", ("open pages", "event streams of the API")),
    Limit("visitor-streams", Per.VISITOR, 10, AT_A_TIME, "streams", ("open pages",)),
    Limit("network-streams", Per.NETWORK, 400, AT_A_TIME, "streams", ("open pages of visitors",)),
    Limit("sign-in-asks", Per.NETWORK, 5, AT_A_TIME, "requests", ("for one email that signs in",)),
    Limit("sign-in-askers", Per.LINK, 10, AT_A_TIME, "browsers or programs", ("the code of one email that signs in",)),
    Limit("sign-in-codes", Per.LINK, 5, AT_A_TIME, "wrong codes", ("of each of these browsers and programs",)),
    Limit(
        "late-sign-in-codes", Per.LINK, 200, AT_A_TIME, "networks with one try each",
        ("the code of one email, for networks that sign-in-askers has no room for",),
    ),
    Limit("late-sign-in-codes-of-area", Per.AREA, 10, AT_A_TIME, "networks", ("what counts in late-sign-in-codes",)),
    Limit("account-games", Per.OWNER, 50, AT_A_TIME, "games", ("games against the computer, by form, API and email",)),
    Limit("visitor-games", Per.VISITOR, 10, AT_A_TIME, "games", ("games against the computer",)),
    Limit("network-games", Per.NETWORK, 120, HOUR, "games", ("games against the computer",)),
    Limit("area-games", Per.AREA, 480, HOUR, "games", ("what counts in network-games",)),
    Limit("account-analyses", Per.OWNER, 50, AT_A_TIME, "games", ("games that wait to be analysed",)),
    Limit("visitor-analyses", Per.VISITOR, 10, AT_A_TIME, "games", ("games that wait to be analysed",)),
    Limit("network-analyses", Per.NETWORK, 600, HOUR, "questions", ("analyses of games", "hints")),
    Limit("area-analyses", Per.AREA, 2400, HOUR, "questions", ("what counts in network-analyses",)),
    Limit(
        "visitor-places", Per.EVERYBODY, 3, AT_A_TIME, "places, of which visitors have one",
        ("games with a bot or by a challenge; visitors can always have one place",),
    ),
    Limit(
        "visitor-places-of-network", Per.NETWORK, 2, AT_A_TIME, "places of visitors, of which one network has one",
        ("what counts in visitor-places",),
    ),
    Limit("listed-games", Per.NETWORK, 1, AT_A_TIME, "game of visitors", ("the first page of public games",)),
    Limit("tokens", Per.ACCOUNT, 50, AT_A_TIME, "tokens", ("new tokens, by page, API and OAuth",)),
    Limit("addresses", Per.ACCOUNT, 10, AT_A_TIME, "addresses", ("further addresses of an account",)),
    Limit("address-mails", Per.ACCOUNT, 10, DAY, "emails", ("emails to a new or further address", "recovery codes")),
    Limit("address-mails-to-one", Per.BOX, 3, DAY, "emails", ("what counts in address-mails, to one address",)),
    Limit("bots", Per.ACCOUNT, 50, AT_A_TIME, "bots", ("new bots",)),
    Limit("webhooks", Per.ACCOUNT, 10, AT_A_TIME, "endpoints", ("new webhooks",)),
    Limit("webhook-challenges", Per.OWNER, 30, HOUR, "challenges", ("challenges of webhooks",)),
    Limit("webhook-challenges-of-one", Per.WEBHOOK, 6, HOUR, "challenges", ("challenges of a webhook",)),
    Limit("push-devices", Per.ACCOUNT, 20, AT_A_TIME, "devices", ("notifications; one more ends the oldest device's",)),
    Limit("imports", Per.ACCOUNT, 1000, AT_A_TIME, "games", ("records brought in",)),
    Limit("branches", Per.ACCOUNT, 1000, AT_A_TIME, "branches", ("what-if branches kept",)),
    Limit("branches-of-game", Per.ACCOUNT, 30, AT_A_TIME, "branches", ("what-if branches kept of one game",)),
    Limit("challenges", Per.ACCOUNT, 10, AT_A_TIME, "challenges", ("challenges in the lobby, by page, API and email",)),
    Limit("organised-games", Per.OWNER, 1000, DAY, "games", ("games that an organiser arranges for others",)),
    Limit("tournaments", Per.OWNER, 10, AT_A_TIME, "tournaments", ("open and running tournaments of an organiser",)),
    Limit("tournament-entries", Per.ACCOUNT, 20, AT_A_TIME, "tournaments", ("entries in open tournaments",)),
    Limit("substitutes", Per.ACCOUNT, 10, AT_A_TIME, "games", ("seats taken over",)),
    Limit("reports", Per.ACCOUNT, 10, DAY, "reports", ("messages reported, by page, API and email",)),
    Limit("messages", Per.ACCOUNT, 30, HOUR, "messages in one game", ("talk, by form, API and email",)),
    Limit("invitations", Per.OWNER, 20, DAY, "invitations", ("invitations by address, by form, API and email",)),
    Limit("open-invitations", Per.OWNER, 1, AT_A_TIME, "open invitation", ("to one address",)),
    Limit("player-invitations", Per.OWNER, 100, DAY, "invitations", ("invitations by name",)),
    Limit("invitation-mails", Per.BOX, 3, DAY, "emails", ("emails with invitations to one stranger",)),
    Limit("player-invitation-mails", Per.BOX, 20, DAY, "emails", ("emails with invitations to one player",)),
    Limit("smtp-places", Per.EVERYBODY, 100, AT_A_TIME, "connections", ("SMTP", "LMTP")),
    Limit("smtp-connections", Per.AREA, 10, AT_A_TIME, "connections", ("SMTP",)),
    Limit(
        "mail-of-strangers", Per.AREA, 2000, HOUR, "10 kB", ("emails to boxes without a token, such as play",),
    ),
    Limit("all-mail-of-strangers", Per.EVERYBODY, 20_000, HOUR, "10 kB", ("what counts in mail-of-strangers",)),
    Limit(
        "mail-of-a-seat", Per.BOX, 2000, DAY, "10 kB",
        ("emails to the boxes of a seat", "emails to another box with a token"),
    ),
    Limit("whole-mails-of-postmaster", Per.BOX, 20, DAY, "emails", ("long emails kept whole: postmaster, abuse",)),
    Limit("own-questions", Per.ACCOUNT, 1, HOUR, "question", ("emails in your name that anybody could have written",)),
    Limit(
        "proven-questions", Per.ACCOUNT, 12, HOUR, "questions",
        ("emails signed by your mail provider (DKIM)", "emails to a box with a token, from another address"),
    ),
    Limit("questions-of-domain", Per.DOMAIN, 100, HOUR, "questions", ("emails of strangers with DKIM",)),
    Limit("questions-of-network", Per.AREA, 30, HOUR, "questions", ("emails of strangers without DKIM",)),
    Limit("questions", Per.EVERYBODY, 300, HOUR, "questions", ("all emails of strangers without DKIM",)),
    Limit(
        "desk-answers", Per.ACCOUNT, 12, HOUR, "emails",
        (
            "mail new", "mail games", "mail stop", "mail help", "mail rules", "mail name", "mail zone",
            "mail language", "mail words", "mail aliases", "mail holds", "mail quiet", "mail digest", "mail idle",
            "mail substitute", "mail vacation", "mail pause", "mail resume", "mail find",
            "mail tournaments", "mail enter", "mail withdraw",
            "mail yes", "mail no", "mail never",
        ),
    ),
    Limit(
        "turn-answers", Per.ACCOUNT, 30, HOUR, "emails",
        (
            "mail moves", "mail say", "mail resign", "mail board", "mail log", "mail show", "mail mute", "mail unmute",
            "mail back", "mail rematch", "mail takeback", "mail unsay", "mail draw", "mail stop clocks",
            "mail start clocks", "mail report", "mail block", "mail unblock", "mail plan",
        ),
    ),
    Limit("warnings", Per.ACCOUNT, 12, HOUR, "emails", ("emails about new browsers and tokens",)),
    Limit("mails-of-domain", Per.DOMAIN, 0, MINUTE, "emails", ("emails to addresses of one domain",)),
)  # fmt: skip
TABLE: Mapping[str, Limit] = {row.name: row for row in ROWS}


def limit(name: str) -> Limit:
    """Return the limit of that name; a wrong name raises LookupError when the module is imported."""
    return TABLE[name]
