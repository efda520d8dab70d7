"""The sender of a request, as far as it is known before a thread is used.

A cookie or token that was answered as an account's counts as that account's for an hour; this only selects its queue.
For all others, visitors among them, only the network counts, so nobody gains by inventing credentials.
"""

from __future__ import annotations

from hashlib import sha256
from time import monotonic

from a2wsgi.asgi_typing import HTTPScope

from service.db.lru_cache import LruCache
from service.security.rates import subscriber
from service.telemetry import requests

MOST = 4096
"""Cookies and tokens that a process remembers."""
SECONDS_KNOWN = 3600.0
CREDENTIALS = (b"cookie", b"authorization")
FORWARDED = b"x-forwarded-for"


class Callers:
    """Recent senders of this process, behind `proxies` proxies of the operator."""

    def __init__(self, proxies: int = 0) -> None:
        self._proxies = proxies
        self._known = LruCache[bytes, tuple[int, float]](MOST)
        """The account of the credentials, and the time of the last request."""

    def account(self, scope: HTTPScope) -> int | None:
        """Return the signed-in account, if known."""
        account, at = self._known.get(_key(scope)) or (None, 0.0)
        return account if monotonic() - at < SECONDS_KNOWN else None

    def network(self, scope: HTTPScope) -> str:
        """Return the network of a request, by the address that `ProxyFix` finds."""
        told = b",".join(value for name, value in scope["headers"] if name == FORWARDED).decode("latin-1").split(",")
        client = scope.get("client")
        connected = client[0] if client else ""
        return subscriber(told[-self._proxies].strip() if 0 < self._proxies <= len(told) else connected)

    def note(self, scope: HTTPScope) -> None:
        """Remember the account of an answered request."""
        seen: requests.Seen | None = scope.get(requests.SLOT)  # type: ignore[assignment]  # ours
        if seen is not None and seen.account is not None and not seen.is_visitor:
            self._known.put(_key(scope), (seen.account, monotonic()))


def _key(scope: HTTPScope) -> bytes:
    """Hash the credentials: no secret is remembered."""
    return sha256(repr([pair for pair in scope["headers"] if pair[0] in CREDENTIALS]).encode()).digest()
