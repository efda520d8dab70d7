"""A cache of authenticated callers, for some seconds after they were read from the database.

Only accepted callers are cached, and are accepted while the account's stamp is the one read before the database was
(see `service.accounts.revocations`): a revocation changes it. Without a stamp from Redis, nothing is cached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from flask import Flask, current_app

from service.accounts.revocations import SECONDS_KNOWN
from service.accounts.tokens import Caller, caller_of, is_sighting_due, is_use_due
from service.db.lru_cache import LruCache
from service.security.auth_epoch import Stamp
from service.security.keys import digest

MOST = 4096
"""Cached callers of a process, for each game asked about."""
Key = tuple[str, str | None]
"""The hash of a token and the game asked about: no secret is cached."""


@dataclass(frozen=True)
class Known:
    """A caller, and the stamp of the account read before the database `at` that time."""

    caller: Caller
    stamp: Stamp | None
    at: float

    def is_good(self, stamp: Stamp | None, now: datetime, at: float) -> bool:
        """Check whether the caller can be accepted from the cache, with no use or sighting to be recorded."""
        if stamp is None or self.stamp is None or not self.stamp.is_still(stamp) or at - self.at >= SECONDS_KNOWN:
            return False
        caller = self.caller
        is_over = caller.expires_at is not None and caller.expires_at <= now
        return not (is_over or is_use_due(caller.used_at, now) or is_sighting_due(caller, now))


class KnownCallers:
    """The cache of this process, timed by the stopwatch."""

    def __init__(self, stopwatch: Callable[[], float] = monotonic) -> None:
        self._known = LruCache[Key, Known](MOST)
        self._stopwatch = stopwatch

    def find(self, secret: str, now: datetime, game_id: str | None, look: Callable[[Caller], Stamp | None]) -> Caller:
        """Authenticate a token; errors as in `caller_of`.

        For a cached token, `look` returns the current stamp of the caller's account.
        """
        key = digest(secret), game_id
        known = self._known.get(key)
        stamp = look(known.caller) if known is not None else None
        at = self._stopwatch()
        if known is not None and known.is_good(stamp, now, at):
            return known.caller
        caller = caller_of(secret, now, game_id)
        self._known.put(key, Known(caller, stamp, at))
        return caller


def init_app(app: Flask) -> None:
    """Create the app's empty cache."""
    app.extensions["known-callers"] = KnownCallers()


def known_callers() -> KnownCallers:
    """Return the current app's cache."""
    found: KnownCallers = current_app.extensions["known-callers"]
    return found
