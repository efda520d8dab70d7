"""Rate limiting: count requests against the table of limits, in Redis, or in each process while Redis is away.

One Redis call counts a request, returns what is left, and on request returns the caller's stamp (see
`service.security.auth_epoch`). The headers are those of draft-ietf-httpapi-ratelimit-headers-10.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import count
from math import ceil
from threading import Lock
from typing import NamedTuple

from flask import Flask, Response, current_app, g, has_request_context, request
from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from redis import RedisError

from service.config.limits import Limit, Per, limit
from service.config.settings import settings
from service.db.redis_client import connected
from service.http import long_polling
from service.language.errors import TooMany
from service.security.auth_epoch import READ, STAMPS, Stamp, new_value
from service.security.keys import mark_of
from service.telemetry.outages import REDIS, reason

POLICY, LEFT = "RateLimit-Policy", "RateLimit"
READS, WRITES, MOVES, SIGN_IN = limit("reads"), limit("writes"), limit("moves"), limit("sign-in")
VISITOR, LINK, NEW_VISITORS = limit("visitor-writes"), limit("link-writes"), limit("network-visitors")
OF_NETWORKS = {
    READS: (limit("network-reads"), limit("area-requests")),
    WRITES: (limit("network-writes"), limit("area-requests")),
    MOVES: (limit("network-writes"), limit("area-requests")),
    NEW_VISITORS: (NEW_VISITORS, limit("area-visitors")),
    SIGN_IN: (limit("network-sign-in"), limit("area-sign-in")),
}
"""The limits of the network and the area for requests without an account."""
REDIS_SECONDS = 0.1
"""Seconds that a request waits for Redis, for a connection and for an answer."""
PAUSE_AFTER_FAILURE = 5.0
"""Seconds without Redis after a failure, so that a stuck one delays few requests."""
LOOK_AGAIN = 60
"""The Retry-After seconds of limits on concurrent things."""
OF_A_NETWORK, OF_AN_AREA = 64, 48
"""IPv6 prefix lengths: the network of one customer (RFC 6177), and a larger one."""
TAKE = f"""
{READ}
local counts = ARGV[3] == '1'
local time = redis.call('TIME')
local now = 1000000 * tonumber(time[1]) + tonumber(time[2])
local refused
local function portion(i)
    return tonumber(ARGV[3 * i - 2]), 1000000 * tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
end
for i = 2, #KEYS do
    local quota, window, cost = portion(i)
    while tonumber(redis.call('LINDEX', KEYS[i], 0) or now) <= now - window do
        redis.call('LPOP', KEYS[i])
    end
    if counts and not refused and redis.call('LLEN', KEYS[i]) + cost > quota then
        refused = i
    end
end
if counts and not refused then
    for i = 2, #KEYS do
        local _, window, cost = portion(i)
        for _ = 1, cost do
            redis.call('RPUSH', KEYS[i], string.format('%.0f', now))
        end
        redis.call('PEXPIRE', KEYS[i], window / 1000)
    end
end
local told = refused or 2
local quota, window, cost = portion(told)
local used = redis.call('LLEN', KEYS[told])
local last = refused and math.max(math.min(used + cost - quota, used), 1) - 1 or 0
local leaves = tonumber(redis.call('LINDEX', KEYS[told], last) or now) + window
return {{refused and refused - 1 or 0, math.max(quota - used, 0), math.ceil((leaves - now) / 1000000), stamp}}
"""
"""A sliding window log.

A bucket lists the grant times within its window, the oldest first, in microseconds of Redis's clock. Each request drops
expired entries, so the cost does not grow with the quota. If one bucket has no room, nothing is taken from any.
"""


@dataclass(frozen=True)
class Use:
    """A use of one limit by one subject."""

    limit: Limit
    who: str
    cost: int = 1


Uses = Sequence[Use]


@dataclass(frozen=True)
class Charge:
    """The result of a charge: granted or not, and what is left of the first limit, or of the exhausted one.

    After `seconds` there is room for one more, or for the refused use.
    """

    granted: bool
    limit: Limit
    quota: int
    remaining: int
    seconds: int
    stamp: Stamp | None = None
    """The stamp of the account, if asked for; None if Redis does not answer."""

    def check(self) -> None:
        """Raise TooMany `rate-limited`, or `network-limited` where signing in helps, unless granted."""
        if not self.granted:
            helps = self.limit.per in (Per.NETWORK, Per.AREA) and self.limit not in OF_NETWORKS[SIGN_IN]
            code = "network-limited" if helps else "rate-limited"
            raise TooMany(code, bucket=self.limit.name, most=self.quota, retry_after=self.seconds)


class Portion(NamedTuple):
    """A cost to take from the bucket `key`, which allows `quota` in `seconds`."""

    key: str
    quota: int
    seconds: int
    cost: int = 1


@dataclass(frozen=True)
class Taken:
    """The result of taking portions: `refused` is the number of the portion without room, from 1, or 0.

    `remaining` is what that one or the first has left. After `seconds` there is room for one more, or for the refused
    portion.
    """

    refused: int
    remaining: int
    seconds: int
    stamp: Stamp | None = None
    """The stamp of the account, if asked for."""


class SharedBuckets:
    """Sliding-window buckets in Redis, shared by all processes."""

    def __init__(self, url: str) -> None:
        self._numbers, self._connections = count(1), 0
        client = connected(url, answer=REDIS_SECONDS, connect=REDIS_SECONDS, on_connect=self._note_connection)
        self._take = client.register_script(TAKE)

    def take(self, portions: Sequence[Portion], *, counts: bool = True, account_id: int | None = None) -> Taken:
        """Take all portions or none, or only look unless it counts; RedisError."""
        keys, connections = [STAMPS, *(f"sundial-bucket:{portion.key}" for portion in portions)], self._connections
        asked = ["", ""] if account_id is None else [account_id, new_value()]
        quotas = [part for portion in portions for part in portion[1:]]
        refused, remaining, seconds, value = self._take(keys, [*asked, int(counts), *quotas])
        stamp = Stamp(value, connections, self._connections) if value else None
        return Taken(refused, remaining, seconds, stamp)

    def _note_connection(self) -> None:
        self._connections = next(self._numbers)


class Rates:
    """Counters of recent use for each limit. `amounts` are by name; a limit without an amount is off."""

    def __init__(self, amounts: Mapping[str, int], redis_url: str = "") -> None:
        self.amounts = amounts
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._counting = Lock()
        """Serialises local counting: two threads would start the storage's timer twice, and one would fail."""
        self._together = SharedBuckets(redis_url) if redis_url else None
        self._alone_until = 0.0

    def charge(self, uses: Uses, *, counts: bool = True, account_id: int | None = None) -> Charge | None:
        """Take all uses or none, or only look unless it counts; None if no limit applies.

        The result includes the stamp of the account, if given.
        """
        limited = [use for use in uses if use.limit.name in self.amounts]
        if not limited:
            return None
        taken = self._take_together(limited, counts=counts, account_id=account_id)
        if taken is None:
            with self._counting:
                taken = self._take_alone(limited, counts=counts)
        told = limited[max(taken.refused - 1, 0)].limit
        seconds = min(max(taken.seconds, 1), told.seconds)
        return Charge(taken.refused == 0, told, self.amounts[told.name], taken.remaining, seconds, taken.stamp)

    def _take_together(self, uses: Uses, *, counts: bool, account_id: int | None) -> Taken | None:
        if self._together is None or time.monotonic() < self._alone_until:
            return None
        if self._alone_until:  # after a failure, one request tries Redis and the others do not wait
            self._alone_until = time.monotonic() + PAUSE_AFTER_FAILURE
        portions = [
            Portion(f"{use.limit.name}:{use.who}", self.amounts[use.limit.name], use.limit.seconds, use.cost)
            for use in uses
        ]
        try:
            taken = self._together.take(portions, counts=counts, account_id=account_id)
        except RedisError as failure:
            self._alone_until = time.monotonic() + PAUSE_AFTER_FAILURE
            REDIS.is_met(reason(failure))
            return None
        self._alone_until = 0.0
        REDIS.is_over()
        return taken

    def _take_alone(self, uses: Uses, *, counts: bool) -> Taken:
        wanted = [
            (RateLimitItemPerSecond(self.amounts[use.limit.name], use.limit.seconds), use.limit.name, use.who)
            for use in uses
        ]
        refused = 0
        for number, (use, names) in enumerate(zip(uses, wanted, strict=True), 1):
            if counts and not refused and not self._alone.test(*names, cost=use.cost):
                refused = number
        for use, names in zip(uses, wanted, strict=True) if counts and not refused else ():
            self._alone.hit(*names, cost=use.cost)
        reset, remaining = self._alone.get_window_stats(*wanted[max(refused - 1, 0)])
        return Taken(refused, max(remaining, 0), ceil(reset - time.time()))


def init_app(app: Flask, amounts: Mapping[str, int], redis_url: str) -> None:
    """Create the app's rate counters."""
    app.extensions["rates"] = Rates(amounts, redis_url)


def amount(row: Limit) -> int | None:
    """Return the amount of a limit as the operator has set it; None if it is off."""
    rates: Rates = current_app.extensions["rates"]
    return rates.amounts.get(row.name)


def has_room(row: Limit, used: int) -> bool:
    """Check whether a limit has room for one more."""
    most = amount(row)
    return most is None or used < most


def at_most(row: Limit, used: int) -> None:
    """Raise TooMany `limit-reached` unless there is room for one more."""
    if not has_room(row, used):
        raise TooMany("limit-reached", bucket=row.name, most=amount(row), retry_after=LOOK_AGAIN)


def spend(*uses: Use) -> None:
    """Take all uses or none, or raise TooMany."""
    charge = spent(*uses)
    if charge is not None:
        charge.check()


def spent(*uses: Use, counts: bool = True, account_id: int | None = None) -> Charge | None:
    """Take all uses or none and return the charge; None if no limit applies."""
    rates: Rates = current_app.extensions["rates"]
    return rates.charge(uses, counts=counts, account_id=account_id)


def charge(*uses: Use, counts: bool = True) -> None:
    """Charge the current request, or raise TooMany; response headers show what is left."""
    note(spent(*uses, counts=counts))
    check()


def begin_stream(*uses: Use) -> None:
    """Count a stream while it is open; TooMany `limit-reached`.

    Each process counts its own, and of two simultaneous ones both may be let in.
    """
    call = long_polling.call()
    if call is not None and call.position is None:
        for use in uses:
            at_most(use.limit, call.open[use])
        call.uses = uses


def note(charge: Charge | None) -> Stamp | None:
    """Store a charge for `check` to enforce, and return its stamp."""
    g.charge = charge
    return charge.stamp if charge is not None else None


def check() -> None:
    """Raise TooMany if the current request's charge was refused."""
    found: Charge | None = g.get("charge")
    if found is not None:
        found.check()


def add_headers(answer: Response) -> None:
    """Add the rate limit headers to a response."""
    charge: Charge | None = g.pop("charge", None)  # removed, so that it is added once
    if charge is None:
        return
    answer.headers.add(POLICY, f'"{charge.limit.name}";q={charge.quota};w={charge.limit.seconds}')
    answer.headers.add(LEFT, f'"{charge.limit.name}";r={charge.remaining};t={charge.seconds}')


def of_account(row: Limit, account_id: int) -> Use:
    """Build the use of an account's request."""
    return Use(row, f"account {account_id}")


def of_stranger(row: Limit) -> Uses:
    """Build the uses of the current request by a caller without an account."""
    address = request.remote_addr or ""
    network_limit, area_limit = OF_NETWORKS[row]
    uses = [Use(network_limit, network(address))]
    return [*uses, Use(area_limit, area(address))] if area(address) != network(address) else uses


def of_area_here(row: Limit) -> Uses:
    """Build a use for the current request's area; none outside a request."""
    return [Use(row, area(request.remote_addr or ""))] if has_request_context() else []


def network(address: str) -> str:
    """Hash the network of an IP address with a key, so that the address cannot be recovered."""
    return mark_of(settings().secret_key, f"network {subscriber(address)}")


def area(address: str) -> str:
    """Hash the area of an IPv6 address with a key; the area of an IPv4 address is its network."""
    return mark_of(settings().secret_key, f"network {_prefix(address, OF_AN_AREA)}")


def network_here() -> str:
    """Return the hashed network of the current request."""
    return network(request.remote_addr or "")


def subscriber(address: str) -> str:
    """Return the network of an IP address unhashed, for memory only."""
    return _prefix(address, OF_A_NETWORK)


def area_here() -> str:
    """Return the hashed area of the current request."""
    return area(request.remote_addr or "")


def _prefix(address: str, bits: int) -> str:
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((int(ip), bits), strict=False))
