"""Browser sessions: a signed cookie with the session's secret, and CSRF tokens of forms."""

from __future__ import annotations

import hmac
import secrets
from http import HTTPStatus

from flask import Flask, Request, Response, after_this_request, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import Forbidden

from service.accounts.accounts import is_visitor, new_visitor, note_language
from service.accounts.sessions import LASTS, begin_session, end_session, note_use, session_of
from service.accounts.sign_in_askers import Asker
from service.db.clock import now
from service.http.browsers import Device, device_of
from service.language.catalogue import language_asked_for, prefer
from service.language.errors import Unauthenticated
from service.models import Account, BrowserSession
from service.play.merge_visitor import hand_over
from service.security import rates
from service.security.keys import account_mark, new_secret
from service.security.rates import NEW_VISITORS, area_here, network_here
from service.telemetry.requests import seen
from service.web.frame.languages import asked_in_address, chosen_here

SESSION, CSRF, NEXT, ASKER = "session", "csrf", "next", "asker"
"""Keys of the cookie."""
FILES = (
    "web.static_file", "web.docs", "web.favicon", "web.touch_icon", "web.robots", "web.security_txt", "web.manifest",
    "web.service_worker",
)  # fmt: skip
ACCOUNT_DIGITS = 16
FOUND, NEWLY = "sundial.session", "sundial.new-visitor"
"""Keys in the request's environment of the looked-up session, and of a visitor that it has created."""


class ForgedForm(Forbidden):
    """A form came without the CSRF token of its session: from another site, or from before signing in or out."""


class Session(SecureCookieSession):
    """The content of a cookie."""

    is_old = False
    """Whether the cookie was signed with an older key."""


class RenewedCookies(SecureCookieSessionInterface):
    """Flask's session interface that signs cookies anew once the newest key changes.

    Without it a cookie would expire with its key, even in a browser that visits every day.
    """

    session_class = Session

    def __init__(self) -> None:
        self._signer: tuple[object, URLSafeTimedSerializer] | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer that signs with the newest key and reads all; cached for the same keys."""
        keys = (app.config["SECRET_KEY"], *(app.config["SECRET_KEY_FALLBACKS"] or ()))
        if self._signer is None or self._signer[0] != keys:
            made = super().get_signing_serializer(app)
            if made is None:
                return None
            self._signer = keys, made
        return self._signer[1]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the session from the browser's cookie; empty if none of our keys signed it."""
        if not request.cookies:
            return self.session_class()
        opened = super().open_session(app, request)
        if opened and isinstance(opened, Session):
            opened.is_old = not self._is_of_the_newest(app, request)
        return opened

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Check whether to send the cookie: it changed, or it is old and this page accessed it."""
        is_due = isinstance(session, Session) and session.is_old and session.accessed
        return is_due or super().should_set_cookie(app, session)

    def _is_of_the_newest(self, app: Flask, request: Request) -> bool:
        signer = super().get_signing_serializer(app) if app.config["SECRET_KEY_FALLBACKS"] else None
        if signer is None:
            return True
        signer.secret_keys = signer.secret_keys[-1:]
        try:
            signer.loads(request.cookies[self.get_cookie_name(app)])
        except BadSignature:
            return False
        return True


def init_app(app: Flask) -> None:
    """Configure the cookie. Browsers accept `__Host-` only over TLS, from this host, for all its pages."""
    is_secure = app.config["SETTINGS"].public_url.startswith("https:")
    app.session_interface = RenewedCookies()
    app.config.update(
        SESSION_COOKIE_NAME="__Host-sundial" if is_secure else "sundial",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=is_secure,
        SESSION_COOKIE_PATH="/",
        SESSION_COOKIE_DOMAIN=None,
        PERMANENT_SESSION_LIFETIME=LASTS,
        SESSION_REFRESH_EACH_REQUEST=False,
    )


def own_session() -> BrowserSession | None:
    """Return this browser's session, or None if nobody is signed in; looked up once per request."""
    kept = request.environ
    if FOUND not in kept:
        found = kept[FOUND] = session_of(session[SESSION], now()) if SESSION in session else None
        if found is not None:
            note_use(found, device(), now())
            seen().account, seen().is_visitor = found.account_id, is_visitor(found.account)
    known: BrowserSession | None = kept[FOUND]
    return known


def is_looked_up() -> bool:
    """Check whether the viewer is already looked up, so no database query is needed."""
    return FOUND in request.environ


def know_nobody() -> None:
    """Treat the viewer as anonymous, because the database cannot be asked."""
    request.environ[FOUND] = None


def viewer() -> Account | None:
    """Return the signed-in account, or None."""
    own = own_session()
    return own.account if own else None


def account_here() -> str:
    """Return a pseudonym of the signed-in account, by which browsers keep its pages apart; `none` for nobody."""
    account = viewer()
    return account_mark(account.id, account.created_at)[:ACCOUNT_DIGITS] if account else "none"


def speak_to(account: Account | None) -> None:
    """Set the language of a capability page: the browser's choice, else that of its recipient."""
    prefer(asked_in_address() or chosen_here() or (account.language if account else None))


def speak_to_viewer() -> None:
    """Set the language of a page: the viewer's, else the browser's choice.

    Static files, which caches share, have no language.
    """
    if request.endpoint not in FILES:
        account = viewer()
        prefer(asked_in_address() or (account.language if account else None) or chosen_here())


def player() -> Account:
    """Return who plays in this browser, including visitors without an address; raises Unauthenticated."""
    account = viewer()
    if account is None:
        raise Unauthenticated
    return account


def signed_in() -> Account:
    """Return the signed-in account; raises Unauthenticated, also for visitors."""
    account = player()
    if is_visitor(account):
        raise Unauthenticated
    return account


def player_or_visitor() -> Account:
    """Return who plays in this browser; creates a visitor, known by the cookie, if nobody is known.

    Raises Unauthenticated if the browser's session has ended, so that nobody plays on as a stranger by mistake.
    """
    account = viewer()
    if account is None and SESSION in session:
        raise Unauthenticated
    if account is None:
        rates.charge(*rates.of_stranger(NEW_VISITORS))
        account = new_visitor(now(), network_here())
        _begin(account)
        request.environ[NEWLY] = True
    return account


def forget_new_visitor(response: Response) -> Response:
    """Remove a visitor from the cookie that was created for what has been refused, and so may not be stored."""
    if response.status_code >= HTTPStatus.BAD_REQUEST and NEWLY in request.environ:
        session.pop(SESSION, None)
    return response


def asker() -> Asker:
    """Identify the browser that requests a sign-in, by a secret in its cookie."""
    if ASKER not in session:
        session[ASKER] = new_secret()
    return Asker(network_here(), session[ASKER], area_here())


def device() -> Device:
    """Describe this browser so that its owner recognises it."""
    return device_of(request.headers.get("User-Agent", ""), request.remote_addr or "")


def forget_ended_session() -> None:
    """Remove a session that has ended from the cookie, so that its owner can go on as a visitor."""
    if viewer() is None:
        session.pop(SESSION, None)


def sign_in(account: Account) -> str:
    """Start a session of the account instead of the current one; return the page requested before signing in.

    Games played in this browser as a visitor move to the account.
    """
    wanted, before = wanted_page(), viewer()
    if before is not None and is_visitor(before):
        hand_over(before, account)
    _end()
    note_language(account, chosen_here() or language_asked_for())
    _begin(account)
    return wanted


def sign_out() -> None:
    """End the session of this browser and clear its cached pages. Copies of its cookie become invalid."""
    _end()
    after_this_request(forget_pages)


def forget_pages(response: Response) -> Response:
    """Clear the browser's cache with Clear-Site-Data, but no cookies: these may be of other services."""
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


def _end() -> None:
    own = own_session()
    if own is not None:
        end_session(own.account_id, own.id, now())
    session.clear()
    del request.environ[FOUND]


def _begin(account: Account) -> None:
    session.permanent = True
    session[SESSION] = begin_session(account, device(), now())
    request.environ.pop(FOUND, None)


def remember_wanted(path: str) -> None:
    """Remember the page to show after signing in."""
    session[NEXT] = safe_path(path)


def wanted_page() -> str:
    """Return the page to show after signing in."""
    return safe_path(session.get(NEXT, "/"))


def safe_path(path: str) -> str:
    """Return the path if it stays on this site, else the home page's."""
    is_local = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if is_local else "/"


def csrf_token() -> str:
    """Return the CSRF token of this session."""
    if CSRF not in session:
        session[CSRF] = secrets.token_urlsafe(18)
    token: str = session[CSRF]
    return token


def check_csrf() -> None:
    """Raise ForgedForm unless a request that may write carries the session's CSRF token."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    sent, wanted = request.form.get("csrf", ""), session.get(CSRF, "")
    if not wanted or not hmac.compare_digest(sent.encode(), wanted.encode()):
        raise ForgedForm
