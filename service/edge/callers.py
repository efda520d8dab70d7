"""Who sends a request, as far as it is known before a thread is taken for it.

A cookie or a token that was answered as an account's is taken for theirs for an hour, which only says in which queue it
waits. Of all others, visitors among them, only the network is known: nobody passes for an account by making something
up.
"""

from __future__ import annotations

from hashlib import sha256
from time import monotonic

from a2wsgi.asgi_typing import HTTPScope

from service.core.last_used import LastUsed
from service.core.rates import subscriber
from service.core.telemetry import requests

MOST = 4096
"""Cookies and tokens that a process remembers."""
SECONDS_KNOWN = 3600.0
CREDENTIALS = (b"cookie", b"authorization")
FORWARDED = b"x-forwarded-for"


class Callers:
    """Those that a process has answered lately, behind so many proxies of the operator's own."""

    def __init__(self, proxies: int = 0) -> None:
        self._proxies = proxies
        self._known = LastUsed[bytes, tuple[int, float]](MOST)
        """Whose credentials they were, and when."""

    def account(self, scope: HTTPScope) -> int | None:
        """The account that is signed in, if that is known."""
        account, at = self._known.get(_key(scope)) or (None, 0.0)
        return account if monotonic() - at < SECONDS_KNOWN else None

    def network(self, scope: HTTPScope) -> str:
        """The network that the request comes from, as `ProxyFix` finds it out, too."""
        told = b",".join(value for name, value in scope["headers"] if name == FORWARDED).decode("latin-1").split(",")
        client = scope.get("client")
        connected = client[0] if client else ""
        return subscriber(told[-self._proxies].strip() if 0 < self._proxies <= len(told) else connected)

    def note(self, scope: HTTPScope) -> None:
        """Remember who it was, once it was answered."""
        seen: requests.Seen | None = scope.get(requests.SLOT)  # type: ignore[assignment]  # ours
        if seen is not None and seen.account is not None and not seen.is_visitor:
            self._known.put(_key(scope), (seen.account, monotonic()))


def _key(scope: HTTPScope) -> bytes:
    """A hash: no secret is remembered."""
    return sha256(repr([pair for pair in scope["headers"] if pair[0] in CREDENTIALS]).encode()).digest()
