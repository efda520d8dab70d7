"""Valid requests: a body for each operation, fields for each form, and the sender's cookie."""

from __future__ import annotations

from typing import Any

from flask import Flask

from service.accounts.sessions import begin_session
from service.db.clock import system_clock
from service.http.browsers import Device
from service.models import Account
from tests.service.access.bodies import BODIES
from tests.service.access.conftest import CSRF

WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")
ALONE = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}], "shuffle_seats": False}
TOGETHER = {"ruleset": "dawn", "seats": [{"me": True}, {"email": "eve@example.net"}], "shuffle_seats": False}
GOOD: dict[str, Any] = {
    **BODIES,
    "POST /api/v1/games": ALONE,
    "POST /api/v1/matches": TOGETHER,
    "PATCH /api/v1/me": {"name": "quilla"},
    "POST /api/v1/bots": {"name": "quills-other-bot"},
    "POST /api/v1/bots/<bot>/tokens": {"name": "a machine"},
    "PUT /api/v1/games/<game_id>/delivery": {"mode": "digest"},
}
"""Bodies that the API takes from Quill."""
SANDBOX: dict[str, Any] = {
    "POST /api/v1/sandbox/clock": {"advance": "PT1S"},
    "POST /api/v1/sandbox/accounts": {"name": "quill"},
    "PUT /api/v1/sandbox/faults": {"seed": 7},
}
FORM = {"csrf": CSRF, "version": "1", "move": "place max-15", "text": "Hello!", "days": "3", "name": "quilla",
        "time_zone": "Europe/Rome", "email": "quill@example.net", "code": "00000000", "scopes": "games:read",
        "url": "https://bot.example.net/other", "mode": "digest", "List-Unsubscribe": "One-Click"}  # fmt: skip
"""A field for every form: what it does not know it leaves alone."""


def with_body(routes: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, what) for name, what in routes.items() if name.split(" ")[0] in WITH_BODY]


def cookie_of(app: Flask, account: Account) -> str:
    """Return the Cookie header of a browser that just signed in, by a server's own clock; its forms carry `CSRF`."""
    browser = app.test_client()
    with browser.session_transaction() as held:
        held.update(session=begin_session(account, Device(), system_clock()), csrf=CSRF)
    kept = browser.get_cookie("sundial")
    assert kept is not None
    return f"sundial={kept.value}"
