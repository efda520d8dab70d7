"""Callers that this process has read from the database some seconds ago, so that it need not be asked again.

Only who was let in is remembered, and is let in again while the stamp of the account is that which was read before the
database was (see `service.people.revocations`): what was taken since has changed it. Where Redis does not tell the
stamp, nobody is known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from flask import Flask, current_app

from service.core.keys import digest
from service.core.last_used import LastUsed
from service.core.stamps import Stamp
from service.people.revocations import SECONDS_KNOWN
from service.people.tokens import Caller, caller_of, is_sighting_due, is_use_due

MOST = 4096
"""Callers that a process remembers, for each game that they ask about."""
Key = tuple[str, str | None]
"""The hash of a token and the game that was asked about: no secret is remembered."""


@dataclass(frozen=True)
class Known:
    """A caller, and the stamp of the account that was read before the database was asked `at` that time."""

    caller: Caller
    stamp: Stamp | None
    at: float

    def is_good(self, stamp: Stamp | None, now: datetime, at: float) -> bool:
        """Whether the caller can be let in by it, and nothing is to be noted that only the database keeps."""
        if stamp is None or self.stamp is None or not self.stamp.is_still(stamp) or at - self.at >= SECONDS_KNOWN:
            return False
        caller = self.caller
        is_over = caller.expires_at is not None and caller.expires_at <= now
        return not (is_over or is_use_due(caller.used_at, now) or is_sighting_due(caller, now))


class KnownCallers:
    """Those of this process, for whom time passes as the stopwatch shows it."""

    def __init__(self, stopwatch: Callable[[], float] = monotonic) -> None:
        self._known = LastUsed[Key, Known](MOST)
        self._stopwatch = stopwatch

    def find(self, secret: str, now: datetime, game_id: str | None, look: Callable[[Caller], Stamp | None]) -> Caller:
        """Whose live token it is; refused as `caller_of` refuses.

        Where the token is known, `look` tells the stamp of the caller's account as it is now.
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
    """Let the app remember callers; it knows nobody yet."""
    app.extensions["known-callers"] = KnownCallers()


def known_callers() -> KnownCallers:
    """Those of the app under way."""
    found: KnownCallers = current_app.extensions["known-callers"]
    return found
