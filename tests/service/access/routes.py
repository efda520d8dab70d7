"""Who may do what: a rule for each route. `test_access_of_routes` compares the table with what is served."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


class Whose(Enum):
    """Whom a route is for."""

    ALL = auto()
    """It tells everybody the same, or asks for nothing but what is sent."""
    ONES_OWN = auto()
    """It is about whoever asks, and about nobody else."""
    PLAYERS = auto()
    """It is about a private game, which is there for its players alone."""
    OWNERS = auto()
    """It is about a thing of an account, which is there for that account alone."""
    IN_SIGHT = auto()
    """It changes a thing of an account that everybody may see, and that account alone may change."""
    PEOPLE = auto()
    """It is about the person who asks; bots have nothing there."""
    BOTS = auto()
    """It is about the bot that asks; people have nothing there."""
    HOLDERS = auto()
    """Its address is the permission."""
    APPS = auto()
    """It is for programs that send a form, knows nobody by a cookie, and asks for nothing but what is sent."""
    OPERATORS = auto()
    """It is for whoever runs the server."""


@dataclass(frozen=True)
class Rule:
    """Whom a route is for; over REST, the scope it needs and whether it can be asked without a token."""

    whose: Whose
    scope: str | None = None
    anonymous: bool = False


PUBLIC, OWN, GAME = Rule(Whose.ALL), Rule(Whose.ONES_OWN), Rule(Whose.PLAYERS)
HELD = Rule(Whose.HOLDERS)
GAME_READ = Rule(Whose.PLAYERS, "games:read", anonymous=True)
GAME_PLAY = Rule(Whose.PLAYERS, "games:play")
SEEN_BOT = Rule(Whose.IN_SIGHT)
OWN_BOT = Rule(Whose.IN_SIGHT, "bots")
OWN_WEBHOOK = Rule(Whose.OWNERS, "webhooks")

REST = {
    "GET /api/v1/openapi.json": PUBLIC,
    "GET /api/v1/rulesets": PUBLIC,
    "GET /api/v1/rulesets/<ruleset_id>": PUBLIC,
    "GET /api/v1/problems/<code>": PUBLIC,
    "GET /healthz": PUBLIC,
    "GET /readyz": PUBLIC,
    "GET /metrics": Rule(Whose.OPERATORS),
    "POST /api/v1/sign-in": PUBLIC,
    "POST /api/v1/tokens": PUBLIC,
    "GET /api/v1/tokens": Rule(Whose.ONES_OWN, "account"),
    "DELETE /api/v1/tokens/<token_id>": Rule(Whose.OWNERS, "account"),
    "GET /api/v1/me": Rule(Whose.ONES_OWN, "games:read"),
    "PATCH /api/v1/me": Rule(Whose.ONES_OWN, "account"),
    "DELETE /api/v1/me": Rule(Whose.PEOPLE, "account"),
    "GET /api/v1/me/export": Rule(Whose.PEOPLE, "account"),
    "GET /api/v1/me/export.mbox": Rule(Whose.PEOPLE, "account"),
    "GET /api/v1/me/blocks": Rule(Whose.ONES_OWN, "account"),
    "PUT /api/v1/me/blocks/<person>": Rule(Whose.ONES_OWN, "account"),
    "DELETE /api/v1/me/blocks/<person>": Rule(Whose.OWNERS, "account"),
    "GET /api/v1/me/sessions": Rule(Whose.ONES_OWN, "account"),
    "DELETE /api/v1/me/sessions": Rule(Whose.ONES_OWN, "account"),
    "DELETE /api/v1/me/sessions/<session_id>": Rule(Whose.OWNERS, "account"),
    "GET /api/v1/events": Rule(Whose.ONES_OWN, "games:read"),
    "GET /api/v1/events/stream": Rule(Whose.ONES_OWN, "games:read"),
    "GET /api/v1/webhooks": Rule(Whose.ONES_OWN, "webhooks"),
    "POST /api/v1/webhooks": Rule(Whose.ONES_OWN, "webhooks"),
    "GET /api/v1/webhooks/<webhook_id>": OWN_WEBHOOK,
    "PATCH /api/v1/webhooks/<webhook_id>": OWN_WEBHOOK,
    "DELETE /api/v1/webhooks/<webhook_id>": OWN_WEBHOOK,
    "POST /api/v1/webhooks/<webhook_id>/rotate-secret": OWN_WEBHOOK,
    "POST /api/v1/webhooks/<webhook_id>/challenge": OWN_WEBHOOK,
    "POST /api/v1/webhooks/<webhook_id>/test": OWN_WEBHOOK,
    "GET /api/v1/webhooks/<webhook_id>/deliveries": OWN_WEBHOOK,
    "POST /api/v1/webhooks/<webhook_id>/deliveries/<delivery_id>/redeliver": OWN_WEBHOOK,
    "GET /api/v1/bots": Rule(Whose.ONES_OWN, "games:read", anonymous=True),
    "POST /api/v1/bots": Rule(Whose.PEOPLE, "bots"),
    "POST /api/v1/bots/me/heartbeat": Rule(Whose.BOTS, "games:read"),
    "GET /api/v1/bots/<bot>": Rule(Whose.ONES_OWN, "games:read", anonymous=True),
    "PATCH /api/v1/bots/<bot>": OWN_BOT,
    "DELETE /api/v1/bots/<bot>": OWN_BOT,
    "GET /api/v1/bots/<bot>/tokens": OWN_BOT,
    "POST /api/v1/bots/<bot>/tokens": OWN_BOT,
    "DELETE /api/v1/bots/<bot>/tokens/<token_id>": OWN_BOT,
    "GET /api/v1/games": Rule(Whose.ONES_OWN, "games:read", anonymous=True),
    "POST /api/v1/games": Rule(Whose.ONES_OWN, "games:play"),
    "GET /api/v1/matches": Rule(Whose.ONES_OWN, "games:read"),
    "POST /api/v1/matches": Rule(Whose.ONES_OWN, "games:play"),
    "GET /api/v1/matches/<match_id>": GAME_READ,
    "GET /api/v1/games/<game_id>": GAME_READ,
    "GET /api/v1/games/<game_id>/board.svg": GAME_READ,
    "GET /api/v1/games/<game_id>/board.png": GAME_READ,
    "GET /api/v1/games/<game_id>/board.txt": GAME_READ,
    "GET /api/v1/games/<game_id>/log": GAME_READ,
    "GET /api/v1/games/<game_id>/record": GAME_READ,
    "GET /api/v1/games/<game_id>/legal-actions": GAME_READ,
    "GET /api/v1/games/<game_id>/deliveries": Rule(Whose.PLAYERS, "games:read"),
    "GET /api/v1/games/<game_id>/delivery": Rule(Whose.PLAYERS, "games:read"),
    "PUT /api/v1/games/<game_id>/delivery": Rule(Whose.PLAYERS, "account"),
    "GET /api/v1/games/<game_id>/messages": Rule(Whose.PLAYERS, "messages"),
    "POST /api/v1/games/<game_id>/messages": Rule(Whose.PLAYERS, "messages"),
    "POST /api/v1/games/<game_id>/moves": GAME_PLAY,
    "POST /api/v1/games/<game_id>/previews": GAME_PLAY,
    "GET /api/v1/games/<game_id>/join": GAME_READ,
    "POST /api/v1/games/<game_id>/join": GAME_PLAY,
    "GET /api/v1/games/<game_id>/join-link": GAME_PLAY,
    "POST /api/v1/games/<game_id>/join-link": GAME_PLAY,
    "DELETE /api/v1/games/<game_id>/join-link": GAME_PLAY,
    "POST /api/v1/games/<game_id>/decline": GAME_PLAY,
    "POST /api/v1/games/<game_id>/resign": GAME_PLAY,
}
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/v1/sign-in": {"email": "eve@example.net"},
    "POST /api/v1/tokens": {"email": "quill@example.net", "code": "00000000"},
    "POST /api/v1/bots": {"name": "eves-other-bot"},
    "PATCH /api/v1/bots/<bot>": {"description": "Eve's now.", "paused": True},
    "POST /api/v1/webhooks": {"url": "https://bot.example.net/eve"},
    "PATCH /api/v1/webhooks/<webhook_id>": {"url": "https://bot.example.net/eve", "enabled": False},
    "POST /api/v1/games": {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]},
    "POST /api/v1/matches": {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]},
    "PUT /api/v1/games/<game_id>/delivery": {"mode": None},
    "POST /api/v1/games/<game_id>/messages": {"text": "Hello!"},
    "POST /api/v1/games/<game_id>/moves": {"version": 1, "move": "place max-15"},
    "POST /api/v1/games/<game_id>/previews": {"version": 1, "move": "place max-15"},
}
"""What a request has to hold so that nothing but the principal is wrong with it."""

PAGES = {
    "GET /static/<version>/<name>": PUBLIC,
    "GET /favicon.ico": PUBLIC,
    "GET /robots.txt": PUBLIC,
    "GET /.well-known/security.txt": PUBLIC,
    "GET /.well-known/sundial-record-keys.json": PUBLIC,
    "GET /security": PUBLIC,
    "GET /docs": PUBLIC,
    "GET /docs/sundial-record-1.schema.json": PUBLIC,
    "GET /docs/sundial-record-2.schema.json": PUBLIC,
    "GET /problems": PUBLIC,
    "GET /problems/<code>": PUBLIC,
    "GET /rules": PUBLIC,
    "GET /rules/<name>": PUBLIC,
    "GET /help": PUBLIC,
    "GET /": PUBLIC,
    "GET /.well-known/oauth-authorization-server": PUBLIC,
    "POST /oauth/token": Rule(Whose.APPS),
    "POST /oauth/device": Rule(Whose.APPS),
    "POST /oauth/revoke": Rule(Whose.APPS),
    "POST /oauth/introspect": Rule(Whose.APPS),
    "GET /oauth/authorize": OWN,
    "POST /oauth/authorize": OWN,
    "GET /device": OWN,
    "POST /device": OWN,
    "POST /device/answer": OWN,
    "GET /sign-in": PUBLIC,
    "POST /sign-in": PUBLIC,
    "POST /sign-in/code": PUBLIC,
    "POST /sign-out": PUBLIC,
    "GET /mailbox": Rule(Whose.OPERATORS),
    "GET /mailbox/<number>": Rule(Whose.OPERATORS),
    "GET /mailbox/<number>/html": Rule(Whose.OPERATORS),
    "GET /bots": PUBLIC,
    "GET /bots/new": OWN,
    "POST /bots/new": OWN,
    "GET /bots/<bot>": PUBLIC,
    "POST /bots/<bot>": SEEN_BOT,
    "POST /bots/<bot>/pause": SEEN_BOT,
    "POST /bots/<bot>/resume": SEEN_BOT,
    "POST /bots/<bot>/retire": SEEN_BOT,
    "POST /bots/<bot>/tokens": SEEN_BOT,
    "POST /bots/<bot>/tokens/<token_id>/revoke": SEEN_BOT,
    "GET /games": PUBLIC,
    "GET /me": OWN,
    "POST /me": OWN,
    "POST /me/mails": OWN,
    "POST /me/blocks/<person>/lift": Rule(Whose.OWNERS),
    "POST /me/delivery": OWN,
    "POST /me/pause": OWN,
    "POST /me/resume": OWN,
    "POST /me/tokens": OWN,
    "POST /me/sign-out-everywhere": OWN,
    "POST /me/tokens/<token_id>/revoke": Rule(Whose.OWNERS),
    "POST /me/sessions/end-others": OWN,
    "POST /me/sessions/<session_id>/end": Rule(Whose.OWNERS),
    "GET /me/export.json": OWN,
    "GET /me/export.mbox": OWN,
    "GET /me/delete": OWN,
    "POST /me/delete": OWN,
    "GET /gone": PUBLIC,
    "GET /me/webhooks": OWN,
    "POST /me/webhooks": OWN,
    "GET /me/webhooks/<webhook_id>": Rule(Whose.OWNERS),
    "POST /me/webhooks/<webhook_id>": Rule(Whose.OWNERS),
    "POST /me/webhooks/<webhook_id>/switch": Rule(Whose.OWNERS),
    "POST /me/webhooks/<webhook_id>/challenge": Rule(Whose.OWNERS),
    "POST /me/webhooks/<webhook_id>/test": Rule(Whose.OWNERS),
    "POST /me/webhooks/<webhook_id>/rotate-secret": Rule(Whose.OWNERS),
    "POST /me/webhooks/<webhook_id>/delete": Rule(Whose.OWNERS),
    "POST /me/webhooks/<webhook_id>/deliveries/<delivery_id>/redeliver": Rule(Whose.OWNERS),
    "GET /games/new": OWN,
    "GET /games/new/<name>": OWN,
    "POST /games/new/<name>": OWN,
    "GET /games/<game_id>": GAME,
    "GET /games/<game_id>/deliveries": GAME,
    "GET /games/<game_id>/record": GAME,
    "GET /games/<game_id>/resign": GAME,
    "POST /games/<game_id>/delivery": GAME,
    "POST /games/<game_id>/messages": GAME,
    "POST /games/<game_id>/move": GAME,
    "GET /games/<game_id>/join-link": GAME,
    "POST /games/<game_id>/join-link": GAME,
    "POST /games/<game_id>/join-link/withdraw": GAME,
    "POST /games/<game_id>/join": GAME,
    "POST /games/<game_id>/decline": GAME,
    "POST /games/<game_id>/resign": GAME,
    "POST /games/<game_id>/never": GAME,
    "GET /matches/<match_id>": GAME,
    "GET /sign-in/<secret>": HELD,
    "POST /sign-in/<secret>": HELD,
    "GET /s/<token>": HELD,
    "POST /s/<token>": HELD,
    "GET /k/<token>": HELD,
    "POST /k/<token>": HELD,
    "GET /a/<token>": HELD,
    "POST /a/<token>": HELD,
    "GET /t/<token>": HELD,
    "POST /t/<token>": HELD,
    "GET /j/<token>": HELD,
    "POST /j/<token>": HELD,
    "GET /i/<token>": HELD,
    "POST /i/<token>/accept": HELD,
    "POST /i/<token>/decline": HELD,
    "GET /i/<token>/never": HELD,
    "POST /i/<token>/never": HELD,
    "GET /unsubscribe/<token>": HELD,
    "POST /unsubscribe/<token>": HELD,
}

KNOWN = ("other player", "other bot")
"""Strangers that we know by name."""


def expected(rule: Rule, principal: str) -> set[int]:
    """The statuses with which a stranger may be answered over REST."""
    if rule.whose is Whose.ALL:
        return {200, 202, 422}
    if rule.whose is Whose.OPERATORS:
        return {404}
    if principal not in KNOWN and not (principal == "nobody" and rule.anonymous):
        return {401}
    return {
        Whose.ONES_OWN: {200, 201, 204},
        Whose.IN_SIGHT: {403},
        Whose.PEOPLE: {403} if principal == "other bot" else {200, 201, 204},
        Whose.BOTS: {200} if principal == "other bot" else {404},
    }.get(rule.whose, {404})


def expected_of_page(rule: Rule, principal: str) -> set[int]:
    """The statuses with which a stranger may be answered on a page; 303 leads to signing in, or to one's own."""
    if rule.whose in (Whose.ALL, Whose.HOLDERS):
        return {200, 303, 404, 422}
    if rule.whose is Whose.APPS:
        return {400}
    if rule.whose is Whose.ONES_OWN:
        return {200, 303, 422} if principal in KNOWN else {303, 401, 422}
    if rule.whose is Whose.PLAYERS:
        return {404} if principal in KNOWN else {303, 404}
    if rule.whose is Whose.IN_SIGHT:
        return {403} if principal in KNOWN else {303}
    return {404} if rule.whose is Whose.OPERATORS or principal in KNOWN else {303, 404}
