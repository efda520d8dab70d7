"""Revocation of callers: once a revocation is answered, no process accepts its caller any more.

Each web process caches callers for some seconds (see `service.accounts.known_callers`), while the account's stamp is
unchanged. So a revocation renews the stamp, after it is committed and before it is answered. If Redis is unreachable,
the response waits until every cached entry from before has expired.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial

from flask import Flask, current_app
from redis import RedisError

from service.db.engines import after_commit
from service.security.auth_epoch import SharedStamps
from service.telemetry.outages import REDIS, reason

SECONDS_KNOWN = 5.0
"""Seconds that a caller is cached."""


class Revocations:
    """Renews stamps in the Redis at that URL, or waits with `sleep`; does nothing without Redis."""

    def __init__(self, redis_url: str, sleep: Callable[[float], None] = time.sleep) -> None:
        self._stamps = SharedStamps(redis_url) if redis_url else None
        self._sleep = sleep

    def end(self, accounts: Iterable[int]) -> None:
        """Invalidate cached callers of the accounts; returns once no process has an earlier one."""
        if self._stamps is None:
            return
        try:
            self._stamps.renew(accounts)
        except RedisError as failure:
            REDIS.is_met(reason(failure))
            self._sleep(SECONDS_KNOWN)
        else:
            REDIS.is_over()


def init_app(app: Flask, redis_url: str) -> None:
    """Create the app's revocations."""
    app.extensions["revocations"] = Revocations(redis_url)


def revoke_callers(accounts: Iterable[int]) -> None:
    """Invalidate cached callers of the accounts in every process, after the current transaction commits."""
    theirs = sorted(accounts)
    revocations: Revocations = current_app.extensions["revocations"]
    after_commit(f"callers of {theirs}", partial(revocations.end, theirs))
