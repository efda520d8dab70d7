"""The cookie of a session when the secret key is changed: known by an older key, it is signed anew by the one in use.

Without this a cookie would end with the key that signed it, although its browser comes by every day.
"""

from __future__ import annotations

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, URLSafeTimedSerializer


class Session(SecureCookieSession):
    """What a cookie holds."""

    is_old = False
    """Whether an older key has signed it."""


class RenewedCookies(SecureCookieSessionInterface):
    """Flask's own sessions, whose cookies are renewed once their key is not the newest any more."""

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
