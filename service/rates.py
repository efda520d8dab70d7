"""How often somebody may ask: counted in Redis for all processes, and by each for itself while Redis is away."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from flask import Flask, current_app
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage
from limits.strategies import MovingWindowRateLimiter

WINDOW_SECONDS = 60
PAUSE_AFTER_FAILURE = 5.0
"""Seconds in which Redis is not asked again once it did not answer, so that a stuck one delays few requests."""
REDIS_SECONDS = 0.3
"""How long a request waits for Redis at most."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Charge:
    """Whether a bucket of `quota` requests a minute had one left; and what is left, in `seconds` one more than that."""

    granted: bool
    bucket: str
    quota: int
    remaining: int
    seconds: int


class Rates:
    """Buckets of requests in the last minute, for everybody who asks. `quotas` are requests a minute by bucket."""

    def __init__(self, quotas: Mapping[str, int], redis_url: str = "") -> None:
        self._items = {bucket: RateLimitItemPerMinute(quota) for bucket, quota in quotas.items()}
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._together = _in_redis(redis_url)
        self._alone_until = 0.0

    def charge(self, bucket: str, who: str, *, counts: bool = True) -> Charge | None:
        """Take one request from the bucket, or only look if it does not count; None where there is no such limit."""
        item = self._items.get(bucket)
        if item is None:
            return None
        if self._together is not None and time.monotonic() >= self._alone_until:
            try:
                return _take(self._together, item, bucket, who, counts=counts)
            except StorageError:
                self._alone_until = time.monotonic() + PAUSE_AFTER_FAILURE
                log.warning("Redis does not answer; this process counts requests by itself")
        return _take(self._alone, item, bucket, who, counts=counts)


def init_app(app: Flask, quotas: Mapping[str, int], redis_url: str) -> None:
    """Give the app its buckets."""
    app.extensions["rates"] = Rates(quotas, redis_url)


def rates() -> Rates:
    """The buckets of the app."""
    found: Rates = current_app.extensions["rates"]
    return found


def _in_redis(url: str) -> MovingWindowRateLimiter | None:
    if not url:
        return None
    return MovingWindowRateLimiter(
        RedisStorage(
            url,
            key_prefix="sundial-rates",
            wrap_exceptions=True,
            socket_timeout=REDIS_SECONDS,
            socket_connect_timeout=REDIS_SECONDS,
        )
    )


def _take(limiter: MovingWindowRateLimiter, item: RateLimitItem, bucket: str, who: str, *, counts: bool) -> Charge:
    granted = limiter.hit(item, bucket, who) if counts else True
    reset, remaining = limiter.get_window_stats(item, bucket, who)
    seconds = min(max(ceil(reset - time.time()), 1), WINDOW_SECONDS)
    return Charge(granted, bucket, item.amount, max(remaining, 0), seconds)
