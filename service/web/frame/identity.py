"""Who is looking: a signed cookie with the secret of a session, and the token that every form of theirs carries."""

from __future__ import annotations

import hmac
import secrets

from flask import Flask, Request, Response, after_this_request, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import Forbidden

from service.core import rates
from service.core.browsers import Device, device_of
from service.core.clock import now
from service.core.errors import Unauthenticated
from service.core.keys import new_secret
from service.core.language import language_asked_for, prefer
from service.core.rates import NEW_VISITORS, area_here, network_here
from service.core.telemetry.requests import seen
from service.models import Account, BrowserSession
from service.people.accounts import is_visitor, new_visitor, note_language
from service.people.sessions import LASTS, begin_session, end_session, note_use, session_of
from service.people.sign_in_askers import Asker
from service.play.handing_over import hand_over
from service.web.frame.languages import asked_in_address, chosen_here

SESSION, CSRF, NEXT, ASKER = "session", "csrf", "next", "asker"
"""What the cookie holds."""
FILES = ("web.static_file", "web.docs", "web.favicon", "web.robots", "web.security_txt", "web.manifest")
FOUND = "sundial.session"
"""Where the session of a request is kept once it was looked up."""


class ForgedForm(Forbidden):
    """A form came without the token of the session: from another site, or from before signing in or out."""


class Session(SecureCookieSession):
    """What a cookie holds."""

    is_old = False
    """Whether an older key has signed it."""


class RenewedCookies(SecureCookieSessionInterface):
    """Flask's own sessions, whose cookies are signed anew once their key is not the newest any more.

    Without this a cookie would end with the key that signed it, although its browser comes by every day.
    """

    session_class = Session

    def __init__(self) -> None:
        self._signer: tuple[object, URLSafeTimedSerializer] | None = None

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs with the newest key and knows all; made once for the same keys, as each request asks twice."""
        keys = (app.config["SECRET_KEY"], *(app.config["SECRET_KEY_FALLBACKS"] or ()))
        if self._signer is None or self._signer[0] != keys:
            made = super().get_signing_serializer(app)
            if made is None:
                return None
            self._signer = keys, made
        return self._signer[1]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """The session of the browser; an empty one if no key of ours has signed its cookie."""
        if not request.cookies:
            return self.session_class()
        opened = super().open_session(app, request)
        if opened and isinstance(opened, Session):
            opened.is_old = not self._is_of_the_newest(app, request)
        return opened

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Whether the answer brings the cookie: it has changed, or it is old and this page has looked at it."""
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
    """Set how the cookie is kept. Browsers take `__Host-` from this very host alone, over TLS, for all of its pages."""
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
    """The session of this browser, or None if nobody is signed in; looked up once for a request."""
    kept = request.environ
    if FOUND not in kept:
        found = kept[FOUND] = session_of(session[SESSION], now()) if SESSION in session else None
        if found is not None:
            note_use(found, device(), now())
            seen().account, seen().is_visitor = found.account_id, is_visitor(found.account)
    known: BrowserSession | None = kept[FOUND]
    return known


def is_looked_up() -> bool:
    """Whether it is known who is looking, so that nothing more is asked of the database about it."""
    return FOUND in request.environ


def know_nobody() -> None:
    """Show a page to whoever is looking as to a stranger, because it cannot be found out who that is."""
    request.environ[FOUND] = None


def viewer() -> Account | None:
    """The account that is signed in, or None."""
    own = own_session()
    return own.account if own else None


def speak_to(account: Account | None) -> None:
    """Tell everything on the page of a link as was chosen in this browser, else in the language of that reader."""
    prefer(asked_in_address() or chosen_here() or (account.language if account else None))


def speak_to_viewer() -> None:
    """Tell everything in the language of whoever is signed in, else as was chosen in this browser.

    Files, which caches keep for everybody, are in none.
    """
    if request.endpoint not in FILES:
        account = viewer()
        prefer(asked_in_address() or (account.language if account else None) or chosen_here())


def player() -> Account:
    """Who plays in this browser, also a visitor without an address; or Unauthenticated."""
    account = viewer()
    if account is None:
        raise Unauthenticated
    return account


def signed_in() -> Account:
    """The account that is signed in, or Unauthenticated, which a visitor is, too."""
    account = player()
    if is_visitor(account):
        raise Unauthenticated
    return account


def player_or_visitor() -> Account:
    """Who plays in this browser; whoever is not known yet is a visitor from now on, and known by the cookie."""
    account = viewer()
    if account is None:
        rates.charge(*rates.of_stranger(NEW_VISITORS))
        account = new_visitor(now(), network_here())
        _begin(account)
    return account


def asker() -> Asker:
    """Who asks to be signed in: this browser, known by a secret that its cookie keeps."""
    if ASKER not in session:
        session[ASKER] = new_secret()
    return Asker(network_here(), session[ASKER], area_here())


def device() -> Device:
    """What this browser is, as its owner knows it."""
    return device_of(request.headers.get("User-Agent", ""), request.remote_addr or "")


def sign_in(account: Account) -> str:
    """Begin a session of the account in place of the one before; says which page was wanted before signing in.

    What was played here as a visitor is the account's from then on.
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
