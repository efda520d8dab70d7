"""Everything that a secret opens, tried through the routes and their functions."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from flask import Flask, current_app
from itsdangerous import BadSignature
from sqlalchemy import select

from service.accounts.sessions import session_of
from service.accounts.sign_in import keys_of, link_is_good
from service.accounts.tokens import caller_of
from service.db import clock
from service.db.engines import session
from service.language.errors import Unauthenticated
from service.models import Game, SignIn, Webhook
from service.notifications import links
from service.notifications.boxes import box_at
from service.play.open_seats import admits
from service.security.addresses import Named
from service.security.keys import Purpose, RowPurpose
from service.web.frame.identity import SESSION
from service.webhooks.endpoints import secrets_of

Door = Callable[[str], bool]


def _token(secret: str) -> bool:
    with suppress(Unauthenticated):
        return caller_of(secret, clock.now()) is not None
    return False


def _cookie(secret: str) -> bool:
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    with suppress(BadSignature):
        return SESSION in serializer.loads(secret)
    return False


def _seat(purpose: Purpose, secret: str) -> bool:
    link = links.read_link(secret)
    return link is not None and link.purpose == purpose


def _join(games: Iterable[Game], secret: str) -> bool:
    key = secret.rpartition("-")[2]
    return any(admits(game, key) for game in games)


def _box(secret: str) -> bool:
    names = secret, f"{Named.BOUNCES}+{secret}"
    return any(box_at(name) is not None and name.lower() not in set(Named) for name in names)


def _code(waiting: Iterable[SignIn], secret: str) -> bool:
    return any(hmac.compare_digest(keys_of(each.salt).code.encode(), secret.encode()) for each in waiting)


def doors() -> dict[str, Door]:
    """Return by name everything that a secret can open now."""
    now = clock.now()
    session().rollback()
    games = session().scalars(select(Game)).all()
    waiting = session().scalars(select(SignIn).where(SignIn.used_at.is_(None), SignIn.expires_at > now)).all()
    signing = {secret for webhook in session().scalars(select(Webhook)) for secret in secrets_of(webhook, now)}
    return {
        "session": lambda secret: session_of(secret, now) is not None,
        "cookie": _cookie,
        "API token": _token,
        "sign-in link": lambda secret: link_is_good(secret, now),
        "sign-in code": partial(_code, waiting),
        "/t/": partial(_seat, Purpose.TURN),
        "/i/": partial(_seat, Purpose.INVITATION),
        "/j/": partial(_join, games),
        "/a/": lambda secret: links.read_row(secret, RowPurpose.APPROVAL) is not None,
        "/s/": lambda secret: links.read_row(secret, RowPurpose.SESSION) is not None,
        "/k/": lambda secret: links.read_row(secret, RowPurpose.TOKEN) is not None,
        "/unsubscribe/": lambda secret: links.read_unsubscribe(secret) is not None,
        "reply address": _box,
        "webhook secret": signing.__contains__,
    }


def opened(secrets: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each door that one of the strings opens, and the string."""
    there = doors()
    for secret in secrets:
        for name, opens in there.items():
            if opens(secret):
                yield name, secret


USED_UP = "A sign-in link works once"
"""What whoever has a wrong link to sign in is told, with status 200."""
PATHS = ("t", "i", "j", "a", "s", "k", "sign-in", "unsubscribe")


def through_the_routes(app: Flask, secret: str) -> Iterator[str]:
    """Yield what the app allows for a string, sent wherever it accepts a secret."""
    fresh = app.test_client()
    for path in PATHS:
        page = fresh.get(f"/{path}/{_quoted(secret)}")
        if page.status_code == 200 and USED_UP not in page.text:
            yield f"/{path}/"
    if fresh.get("/api/v1/me", headers={"Authorization": f"Bearer {_quoted(secret)}"}).status_code == 200:
        yield "API token"
    with fresh.session_transaction() as cookie:
        cookie[SESSION] = secret
    if fresh.get("/me").status_code == 200:
        yield "session"


def _quoted(secret: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_.~+" else "x" for letter in secret if letter.isascii())
