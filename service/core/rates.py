"""How often somebody may ask: counted in Redis for all processes, and by each for itself while Redis is away.

The headers that tell what is left are those of draft-ietf-httpapi-ratelimit-headers-10.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil
from threading import Lock

from flask import Flask, Response, current_app, g, request
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from redis import RedisError

from service.core.errors import TooMany
from service.core.outages import REDIS, reason
from service.core.shared_buckets import SharedBuckets, Taken
from service.core.stamps import Stamp

POLICY, LEFT = "RateLimit-Policy", "RateLimit"
READS, WRITES, MOVES, SIGN_IN = "reads", "writes", "moves", "sign-in"
WINDOW_SECONDS = 60
PAUSE_AFTER_FAILURE = 5.0
"""Seconds in which Redis is not asked again once it did not answer, so that a stuck one delays few requests."""
PREFIX_OF_A_SUBSCRIBER = 64
"""Bits of an IPv6 address that its owner cannot choose (RFC 6177): addresses that share them share a bucket."""


@dataclass(frozen=True)
class Charge:
    """Whether a bucket of `quota` requests a minute had one left; and what is left, in `seconds` one more than that."""

    granted: bool
    bucket: str
    quota: int
    remaining: int
    seconds: int
    stamp: Stamp | None = None
    """That of the account that was asked about; None where Redis does not tell."""


class Rates:
    """Buckets of requests in the last minute, for everybody who asks. `quotas` are requests a minute by bucket."""

    def __init__(self, quotas: Mapping[str, int], redis_url: str = "") -> None:
        self._items = {bucket: RateLimitItemPerMinute(quota) for bucket, quota in quotas.items()}
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._counting = Lock()
        """Held while counting alone: two at a time would start the same thread of the storage, and one would fail."""
        self._together = SharedBuckets(redis_url, WINDOW_SECONDS) if redis_url else None
        self._alone_until = 0.0

    def charge(self, bucket: str, who: str, *, counts: bool = True, account_id: int | None = None) -> Charge | None:
        """Take one request from the bucket, or only look if it does not count; None where there is no such limit.

        The stamp of an account that is named comes with it.
        """
        item = self._items.get(bucket)
        if item is None:
            return None
        taken = self._take_together(item, bucket, who, counts=counts, account_id=account_id)
        if taken is None:
            with self._counting:
                taken = _take(self._alone, item, bucket, who, counts=counts)
        seconds = min(max(taken.seconds, 1), WINDOW_SECONDS)
        return Charge(taken.granted, bucket, item.amount, taken.remaining, seconds, taken.stamp)

    def _take_together(
        self, item: RateLimitItem, bucket: str, who: str, *, counts: bool, account_id: int | None
    ) -> Taken | None:
        if self._together is None or time.monotonic() < self._alone_until:
            return None
        try:
            taken = self._together.take(bucket, who, item.amount, counts=counts, account_id=account_id)
        except RedisError as failure:
            self._alone_until = time.monotonic() + PAUSE_AFTER_FAILURE
            REDIS.is_met(reason(failure))
            return None
        REDIS.is_over()
        return taken


def init_app(app: Flask, quotas: Mapping[str, int], redis_url: str) -> None:
    """Give the app its buckets."""
    app.extensions["rates"] = Rates(quotas, redis_url)


def charge(bucket: str, who: str, *, counts: bool = True) -> None:
    """Take the request under way from somebody's bucket, or TooMany `rate-limited`."""
    take(bucket, who, counts=counts)
    check()


def take(bucket: str, who: str, *, counts: bool = True, account_id: int | None = None) -> Stamp | None:
    """Take the request under way from somebody's bucket, and leave it to `check` to refuse it.

    Comes back with the stamp of the account, if one is named and Redis tells it.
    """
    return note(charged(bucket, who, counts=counts, account_id=account_id))


def charged(bucket: str, who: str, *, counts: bool = True, account_id: int | None = None) -> Charge | None:
    """What comes of taking a request from somebody's bucket; it is not noted for the one under way."""
    rates: Rates = current_app.extensions["rates"]
    return rates.charge(bucket, who, counts=counts, account_id=account_id)


def note(charge: Charge | None) -> Stamp | None:
    """Leave it to `check` to refuse the request under way for it. Comes back with the stamp that came with it."""
    g.charge = charge
    return charge.stamp if charge is not None else None


def check() -> None:
    """TooMany `rate-limited` if there was no request left in the bucket that this one was taken from."""
    found: Charge | None = g.get("charge")
    if found is not None and not found.granted:
        raise TooMany("rate-limited", bucket=found.bucket, retry_after=found.seconds)


def add_headers(answer: Response) -> None:
    """Tell what is left in the bucket that the request was counted in."""
    told = headers_of(g.pop("charge", None))  # nobody else tells of it
    if told:
        answer.headers.extend(told)


def headers_of(charge: Charge | None) -> dict[str, str]:
    """What tells of what is left in a bucket; nothing of none."""
    if charge is None:
        return {}
    return {
        POLICY: f'"{charge.bucket}";q={charge.quota};w={WINDOW_SECONDS}',
        LEFT: f'"{charge.bucket}";r={charge.remaining};t={charge.seconds}',
    }


def client() -> str:
    """What stands for whoever sends the request under way, if nothing more is known of them."""
    return f"address {subscriber(request.remote_addr or '')}"


def subscriber(address: str) -> str:
    """What stands for whoever has that IP address: the address itself, or the network of an IPv6 address."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or IPv6Network((int(ip), PREFIX_OF_A_SUBSCRIBER), strict=False))


def _take(limiter: MovingWindowRateLimiter, item: RateLimitItem, bucket: str, who: str, *, counts: bool) -> Taken:
    granted = limiter.hit(item, bucket, who) if counts else True
    reset, remaining = limiter.get_window_stats(item, bucket, who)
    return Taken(granted, max(remaining, 0), ceil(reset - time.time()))
