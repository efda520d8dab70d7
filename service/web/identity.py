"""Who is looking: a signed cookie with the account and its epoch, and the token that every form of theirs carries."""

from __future__ import annotations

import hmac
import secrets
from datetime import timedelta

from flask import Flask, request, session
from werkzeug.exceptions import Forbidden

from service.actions.accounts import account_in_session
from service.actions.sign_in_askers import Asker
from service.errors import Unauthenticated
from service.keys import new_link_secret
from service.models import Account
from service.rates import subscriber

SESSION_LASTS = timedelta(days=180)
ACCOUNT, EPOCH, CSRF, NEXT, ASKER = "account", "epoch", "csrf", "next", "asker"
"""What the cookie holds."""


class ForgedForm(Forbidden):
    """A form came without the token of the session: from another site, or from before signing in or out."""


def init_app(app: Flask) -> None:
    """Set how the cookie is kept."""
    app.config.update(
        SESSION_COOKIE_NAME="sundial",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=app.config["PUBLIC_URL"].startswith("https:"),
        PERMANENT_SESSION_LIFETIME=SESSION_LASTS,
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def viewer() -> Account | None:
    """The account that is signed in, or None."""
    return account_in_session(session[ACCOUNT], session[EPOCH]) if ACCOUNT in session else None


def signed_in() -> Account:
    """The account that is signed in, or Unauthenticated."""
    account = viewer()
    if account is None:
        raise Unauthenticated
    return account


def asker() -> Asker:
    """Who asks to be signed in: this browser, known by a secret that its cookie keeps."""
    if ASKER not in session:
        session[ASKER] = new_link_secret()
    return Asker(subscriber(request.remote_addr or ""), session[ASKER])


def sign_in(account: Account) -> str:
    """Begin a session of the account; says which page was wanted before signing in."""
    wanted = wanted_page()
    session.clear()
    session.permanent = True
    session[ACCOUNT], session[EPOCH] = account.id, account.session_epoch
    return wanted


def sign_out() -> None:
    """End the session of this browser."""
    session.clear()


def remember_wanted(path: str) -> None:
    """Go there once somebody has signed in."""
    session[NEXT] = safe_path(path)


def wanted_page() -> str:
    """Where to go once somebody has signed in."""
    return safe_path(session.get(NEXT, "/"))


def safe_path(path: str) -> str:
    """The path if it stays on this site, else that of the first page."""
    is_local = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if is_local else "/"


def csrf_token() -> str:
    """The token for the forms of this session."""
    if CSRF not in session:
        session[CSRF] = secrets.token_urlsafe(18)
    token: str = session[CSRF]
    return token


def check_csrf() -> None:
    """ForgedForm unless a request that may write carries the session's token."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    sent, wanted = request.form.get("csrf", ""), session.get(CSRF, "")
    if not wanted or not hmac.compare_digest(sent.encode(), wanted.encode()):
        raise ForgedForm
