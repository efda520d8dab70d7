"""Taking from callers what they may do: no process is to know them any more by the time that somebody hears of it.

Each web process remembers for some seconds who comes with which token (see `service.people.known_callers`), as long as
the stamp of the account is the same. So whatever ends a token renews the stamp, once it is in the database and before
it is answered. Where Redis cannot be told, the answer waits until nothing is remembered any more that was read before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial

from flask import Flask, current_app
from redis import RedisError

from service.core.db import after_commit
from service.core.outages import REDIS, reason
from service.core.stamps import SharedStamps

SECONDS_KNOWN = 5.0
"""How long a caller is remembered at most."""


class Revocations:
    """Renews stamps in the Redis at that address, or waits with `sleep`; does nothing where there is none."""

    def __init__(self, redis_url: str, sleep: Callable[[float], None] = time.sleep) -> None:
        self._stamps = SharedStamps(redis_url) if redis_url else None
        self._sleep = sleep

    def end(self, accounts: Iterable[int]) -> None:
        """Come back when no process knows callers of the accounts by what was read before this was called."""
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
    """Let what this app takes from callers be taken in every process."""
    app.extensions["revocations"] = Revocations(redis_url)


def revoke_callers(accounts: Iterable[int]) -> None:
    """Once the transaction under way has committed, let no process know callers of these accounts by heart."""
    theirs = sorted(accounts)
    revocations: Revocations = current_app.extensions["revocations"]
    after_commit(f"callers of {theirs}", partial(revocations.end, theirs))
