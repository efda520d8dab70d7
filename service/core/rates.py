"""Count requests against the table of limits: in Redis, or in each process while Redis is away.

One exchange with Redis counts a request, says what is left, and tells the stamp of whoever asks (see
`service.core.stamps`), where somebody wants to know it. The headers that tell what is left are those of
draft-ietf-httpapi-ratelimit-headers-10.
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

from service.core import waiting
from service.core.errors import TooMany
from service.core.keys import mark_of
from service.core.limits import Limit, Per, limit
from service.core.outages import REDIS, reason
from service.core.redis_client import connected
from service.core.settings import settings
from service.core.stamps import READ, STAMPS, Stamp, new_value

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
"""The limits of the network and of the area for requests without an account."""
REDIS_SECONDS = 0.1
"""How long a request waits for Redis at most, for a connection and for an answer."""
PAUSE_AFTER_FAILURE = 5.0
"""Seconds in which Redis is not asked again once it did not answer, so that a stuck one delays few requests."""
LOOK_AGAIN = 60
"""Seconds after which there may be fewer of what there are too many of at a time."""
OF_A_NETWORK, OF_AN_AREA = 64, 48
"""Prefix lengths of IPv6: the network of one customer (RFC 6177), and that of a larger one."""
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
"""A bucket is the list of the times, in microseconds of Redis's clock, of what it has granted in its window, the oldest
first. Each request drops what has left the window, so that it costs the same however large the quota is. All of the
buckets that are named have room, or nothing is taken from any."""


@dataclass(frozen=True)
class Use:
    """An amount of one limit that somebody uses."""

    limit: Limit
    who: str
    cost: int = 1


Uses = Sequence[Use]


@dataclass(frozen=True)
class Charge:
    """Whether there was room for all uses; and what the first of them, or the one that had none, has left.

    In `seconds` there is one more, or room for what was refused.
    """

    granted: bool
    limit: Limit
    quota: int
    remaining: int
    seconds: int
    stamp: Stamp | None = None
    """That of the account that was asked about; None where Redis does not tell."""

    def check(self) -> None:
        """TooMany `rate-limited`, or `network-limited` where signing in helps."""
        if not self.granted:
            helps = self.limit.per in (Per.NETWORK, Per.AREA) and self.limit not in OF_NETWORKS[SIGN_IN]
            code = "network-limited" if helps else "rate-limited"
            raise TooMany(code, bucket=self.limit.name, most=self.quota, retry_after=self.seconds)


class Portion(NamedTuple):
    """To take so much from the bucket of that key, which has `quota` for `seconds`."""

    key: str
    quota: int
    seconds: int
    cost: int = 1


@dataclass(frozen=True)
class Taken:
    """Which portion had no room, from 1, or 0; what the first or that one has left, and in how many seconds more.

    That is one more, or as much as was refused.
    """

    refused: int
    remaining: int
    seconds: int
    stamp: Stamp | None = None
    """That of the account that was asked about."""


class SharedBuckets:
    """Buckets of what was granted lately, kept in the Redis at that address."""

    def __init__(self, url: str) -> None:
        self._numbers, self._connections = count(1), 0
        client = connected(url, answer=REDIS_SECONDS, connect=REDIS_SECONDS, on_connect=self._note_connection)
        self._take = client.register_script(TAKE)

    def take(self, portions: Sequence[Portion], *, counts: bool = True, account_id: int | None = None) -> Taken:
        """Take all portions, or nothing, or only look if it does not count; RedisError."""
        keys, connections = [STAMPS, *(f"sundial-bucket:{portion.key}" for portion in portions)], self._connections
        asked = ["", ""] if account_id is None else [account_id, new_value()]
        quotas = [part for portion in portions for part in portion[1:]]
        refused, remaining, seconds, value = self._take(keys, [*asked, int(counts), *quotas])
        stamp = Stamp(value, connections, self._connections) if value else None
        return Taken(refused, remaining, seconds, stamp)

    def _note_connection(self) -> None:
        self._connections = next(self._numbers)


class Rates:
    """Count what was used of each limit lately. `amounts` are by name; without one there is no limit."""

    def __init__(self, amounts: Mapping[str, int], redis_url: str = "") -> None:
        self.amounts = amounts
        self._alone = MovingWindowRateLimiter(MemoryStorage())
        self._counting = Lock()
        """Held while counting alone: two at a time would start the same thread of the storage, and one would fail."""
        self._together = SharedBuckets(redis_url) if redis_url else None
        self._alone_until = 0.0

    def charge(self, uses: Uses, *, counts: bool = True, account_id: int | None = None) -> Charge | None:
        """Take what is used, all or nothing, or only look if it does not count; None where there is no such limit.

        The stamp of an account that is named comes with it.
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
        if self._alone_until:  # it failed last time: this one asks, and the others do not wait for it
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
    """Give the app its counters."""
    app.extensions["rates"] = Rates(amounts, redis_url)


def amount(row: Limit) -> int | None:
    """The amount of the limit as the operator has set it; None if there is no limit."""
    rates: Rates = current_app.extensions["rates"]
    return rates.amounts.get(row.name)


def has_room(row: Limit, used: int) -> bool:
    """Whether there may be one more of what there are so many of."""
    most = amount(row)
    return most is None or used < most


def at_most(row: Limit, used: int) -> None:
    """TooMany `limit-reached` if there are as many as may be at a time."""
    if not has_room(row, used):
        raise TooMany("limit-reached", bucket=row.name, most=amount(row), retry_after=LOOK_AGAIN)


def spend(*uses: Use) -> None:
    """Take all that is used, or nothing and TooMany."""
    charge = spent(*uses)
    if charge is not None:
        charge.check()


def spent(*uses: Use, counts: bool = True, account_id: int | None = None) -> Charge | None:
    """What comes of taking all that is used, or nothing; None where nothing limits it."""
    rates: Rates = current_app.extensions["rates"]
    return rates.charge(uses, counts=counts, account_id=account_id)


def charge(*uses: Use, counts: bool = True) -> None:
    """Take the request under way from the limits, or TooMany; answers tell what is left."""
    note(spent(*uses, counts=counts))
    check()


def begin_stream(*uses: Use) -> None:
    """Count the stream that begins here, as long as it is open; TooMany `limit-reached`.

    Each process counts its own, and two that begin at the same moment may both be let in.
    """
    call = waiting.call()
    if call is not None and call.position is None:
        for use in uses:
            at_most(use.limit, call.open[use])
        call.uses = uses


def note(charge: Charge | None) -> Stamp | None:
    """Leave it to `check` to refuse the request under way for it. Comes back with the stamp that came with it."""
    g.charge = charge
    return charge.stamp if charge is not None else None


def check() -> None:
    """TooMany if the request under way was left no room by what was noted."""
    found: Charge | None = g.get("charge")
    if found is not None:
        found.check()


def add_headers(answer: Response) -> None:
    """Tell what is left of the limit that the request was counted against."""
    charge: Charge | None = g.pop("charge", None)  # nobody else tells of it
    if charge is None:
        return
    answer.headers.add(POLICY, f'"{charge.limit.name}";q={charge.quota};w={charge.limit.seconds}')
    answer.headers.add(LEFT, f'"{charge.limit.name}";r={charge.remaining};t={charge.seconds}')


def of_account(row: Limit, account_id: int) -> Use:
    """A request of an account."""
    return Use(row, f"account {account_id}")


def of_stranger(row: Limit) -> Uses:
    """The request under way, by somebody of whom only the address is known."""
    address = request.remote_addr or ""
    network_limit, area_limit = OF_NETWORKS[row]
    uses = [Use(network_limit, network(address))]
    return [*uses, Use(area_limit, area(address))] if area(address) != network(address) else uses


def of_area_here(row: Limit) -> Uses:
    """A use for the area that the request under way comes from; none if no request is."""
    return [Use(row, area(request.remote_addr or ""))] if has_request_context() else []


def network(address: str) -> str:
    """Hash the network of an IP address with a key, so that nobody can find the address by it."""
    return mark_of(settings().secret_key, f"network {subscriber(address)}")


def area(address: str) -> str:
    """The same for the area of an IPv6 address; of an IPv4 address that is its network."""
    return mark_of(settings().secret_key, f"network {_prefix(address, OF_AN_AREA)}")


def network_here() -> str:
    """The network that the request under way comes from."""
    return network(request.remote_addr or "")


def subscriber(address: str) -> str:
    """The network of an IP address as it is, to be kept in memory alone."""
    return _prefix(address, OF_A_NETWORK)


def area_here() -> str:
    """The area that the request under way comes from."""
    return area(request.remote_addr or "")


def _prefix(address: str, bits: int) -> str:
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((int(ip), bits), strict=False))
