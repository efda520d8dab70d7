"""Buckets of requests that all processes share: one exchange with Redis counts a request and says what is left.

The same exchange tells the stamp of whoever asks (see `service.core.stamps`), where somebody wants to know it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

from service.core.redis_client import Script, connected
from service.core.stamps import READ, STAMPS, Stamp, new_value

SECONDS = 0.1
"""How long a request waits for Redis at most, for a connection and for an answer."""
PREFIX = "sundial-bucket"

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
        client = connected(url, answer=SECONDS, connect=SECONDS, on_connect=self._note_connection)
        self._take = Script[tuple[int, int, int, bytes]](client, TAKE)

    def take(self, portions: Sequence[Portion], *, counts: bool = True, account_id: int | None = None) -> Taken:
        """Take all portions, or nothing, or only look if it does not count; RedisError."""
        keys, connections = [STAMPS, *(f"{PREFIX}:{portion.key}" for portion in portions)], self._connections
        asked = ["", ""] if account_id is None else [account_id, new_value()]
        quotas = [part for portion in portions for part in portion[1:]]
        refused, remaining, seconds, value = self._take(keys, [*asked, int(counts), *quotas])
        stamp = Stamp(value, connections, self._connections) if value else None
        return Taken(refused, remaining, seconds, stamp)

    def _note_connection(self) -> None:
        self._connections = next(self._numbers)
