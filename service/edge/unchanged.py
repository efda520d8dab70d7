"""What a program asks again, with the ETag that it was given, is answered before Flask is asked: nothing has changed.

Remembered is what was once answered with 304, by all that the program has sent but the secrets of it. The same request
is answered alike if the same token is still let in, there is a request left in its bucket, and what the tag tells of is
as it was: all three are looked at each time. Whatever is otherwise, Flask answers, and goes on from what was found out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from service.api import access
from service.api.access import Begun
from service.api.etags import UNCHANGED, Unchanged
from service.core import rates, waiting
from service.core.clock import now
from service.core.errors import Refused
from service.core.last_used import LastUsed
from service.core.stamps import Stamp
from service.core.telemetry import requests
from service.edge import bodies
from service.people.known_callers import known_callers
from service.people.tokens import Caller, is_sighting_due
from service.play.game_states import Stored, stored_state, stored_tag

MOST = 2048
"""Requests that a process remembers: some four kilobytes each."""
EACH_TIME = ("HTTP_X_REQUEST_ID", "HTTP_TRACEPARENT", "HTTP_TRACESTATE")
"""What is another with each request, and no reason to answer it otherwise."""
OF_ONE_ANSWER = (requests.HEADER, rates.POLICY, rates.LEFT)
"""Headers that are another with each answer."""
MARKS = (bodies.SLOT, waiting.SLOT)
"""Where the server around the app says of a request that it is not to be answered as others are."""
STATUS = "304 NOT MODIFIED"
NOTHING: Sequence[bytes] = ()

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Start = Callable[..., Any]
"""What PEP 3333 calls `start_response`."""


@dataclass
class Remembered:
    """A request that was answered with 304: what that depended on, the headers of the answer, and the route."""

    on: Unchanged
    headers: Headers
    route: str
    stored: Stored | None = None
    """The state of the game that its tag was last found to tell of, if it was: the same has the same tag."""


@dataclass
class Early:
    """An attempt to answer a request that is known."""

    known: Remembered
    begun: Begun = field(default_factory=Begun)

    def is_unchanged(self, secret: str) -> bool:
        """Whether it may be answered as before."""
        on = self.known.on
        try:
            caller = known_callers().find(secret, now(), on.game_id, self._count)
            if not self._is_let_in(caller):
                return False
            stored = stored_state(on.game_id)
            if stored and stored == self.known.stored:
                return True
            self.begun.tag = stored_tag(stored, caller.account_id, *on.about)
        except Refused:
            return False
        except SQLAlchemyError as failure:
            self.begun.failure = failure
            return False
        if self.begun.tag == on.tag:
            self.known.stored = stored
            return True
        return False

    def _is_let_in(self, caller: Caller) -> bool:
        """Whether it is who it was, of whom nothing is to be noted, and has a request left."""
        before = self.known.on.caller
        if (caller.token_id, caller.scopes) != (before.token_id, before.scopes):
            return False
        if self.begun.counted is None:
            self._count(caller)
        charge = self.begun.charge
        return not is_sighting_due(caller, now()) and (charge is None or charge.granted)

    def _count(self, caller: Caller) -> Stamp | None:
        self.begun.counted = rates.of_account(self.known.on.bucket, caller.account_id)
        self.begun.charge = charge = rates.spent(self.begun.counted, account_id=caller.account_id)
        return charge.stamp if charge is not None else None


class EarlyAnswers:
    """Around an app: answers what has not changed."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._answer: Callable[[Environ, Start], Iterable[bytes]] = app.wsgi_app
        self._known = LastUsed[bytes, Remembered](MOST)

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        """WSGI."""
        key = _key(environ)
        if key is None:
            return self._answer(environ, start)
        known = self._known.get(key)
        if known is not None and (headers := self._early(known, environ)):
            start(STATUS, headers)
            return NOTHING
        return self._answer(environ, partial(self._note, key, environ, start))

    def forget(self) -> None:
        """Remember nothing of before."""
        self._known = LastUsed[bytes, Remembered](MOST)

    def _early(self, known: Remembered, environ: Environ) -> Headers | None:
        early = Early(known)
        with self._app.app_context():
            if not early.is_unchanged(environ["HTTP_AUTHORIZATION"].partition(" ")[2].strip()):
                environ[access.BEGUN] = early.begun
                return None
        seen = requests.seen_in(environ)
        seen.route, seen.game, seen.account = known.route, known.on.game_id, known.on.caller.account_id
        told = rates.headers_of(early.begun.charge)
        return [*known.headers, *told.items(), (requests.HEADER, seen.id)]

    def _note(
        self, key: bytes, environ: Environ, start: Start, status: str, headers: Headers, *error: object
    ) -> object:
        unchanged: Unchanged | None = environ.get(UNCHANGED)
        if unchanged is not None and status.startswith("304 "):
            kept = [(name, value) for name, value in headers if name not in OF_ONE_ANSWER]
            self._known.put(key, Remembered(unchanged, kept, requests.seen_in(environ).route))
        return start(status, headers, *error)


def init_app(app: Flask) -> None:
    """Let the app answer early; to be called when all else has been put around it."""
    app.extensions["early-answers"] = early = EarlyAnswers(app)
    app.wsgi_app = early  # type: ignore[assignment, method-assign]  # it is what PEP 3333 calls an application


def _key(environ: Environ) -> bytes | None:
    """A hash of all that an answer can depend on; None for what is never answered here."""
    if "HTTP_IF_NONE_MATCH" not in environ or "HTTP_AUTHORIZATION" not in environ:
        return None
    scope: Mapping[str, object] = environ.get("asgi.scope", {})
    if environ["REQUEST_METHOD"] != "GET" or environ.get("CONTENT_LENGTH") or any(mark in scope for mark in MARKS):
        return None
    sent = [(name, value) for name, value in environ.items() if name.startswith("HTTP_") and name not in EACH_TIME]
    asked = environ.get("SCRIPT_NAME"), environ["PATH_INFO"], environ.get("QUERY_STRING"), sorted(sent)
    return sha256(repr(asked).encode()).digest()
