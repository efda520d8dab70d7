"""Buckets of requests that all processes share: one exchange with Redis counts a request and says what is left.

The same exchange tells the stamp of whoever asks (see `service.core.stamps`), where somebody wants to know it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count

from service.core.redis_client import Script, connected
from service.core.stamps import READ, STAMPS, Stamp, new_value

SECONDS = 0.3
"""How long a request waits for Redis at most, for a connection and for an answer."""
PREFIX = "sundial-bucket"

TAKE = f"""
local quota, window, counts = tonumber(ARGV[1]), 1000000 * tonumber(ARGV[2]), ARGV[3] == '1'
local time = redis.call('TIME')
local now = 1000000 * tonumber(time[1]) + tonumber(time[2])
local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or now)
while oldest <= now - window do
    redis.call('LPOP', KEYS[1])
    oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or now)
end
local used = redis.call('LLEN', KEYS[1])
local granted = not counts or used < quota
if counts and granted then
    used = redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
    redis.call('EXPIRE', KEYS[1], ARGV[2])
end
{READ}
return {{granted and 1 or 0, math.max(quota - used, 0), math.ceil((oldest + window - now) / 1000000), stamp}}
"""
"""A bucket is the list of the times, in microseconds of Redis's clock, of what it has granted in the window, the oldest
first. Each request drops what has left the window, so that it costs the same however large the quota is."""


@dataclass(frozen=True)
class Taken:
    """Whether there was a request left; how many are now, and in how many seconds there is one more."""

    granted: bool
    remaining: int
    seconds: int
    stamp: Stamp | None = None
    """That of the account that was asked about."""


class SharedBuckets:
    """Buckets of requests in the last `window` seconds, kept in the Redis at that address."""

    def __init__(self, url: str, window: int) -> None:
        self._numbers, self._connections = count(1), 0
        client = connected(url, answer=SECONDS, connect=SECONDS, on_connect=self._note_connection)
        self._take = Script[tuple[int, int, int, bytes]](client, TAKE)
        self._window = window

    def take(self, bucket: str, who: str, quota: int, *, counts: bool, account_id: int | None = None) -> Taken:
        """Take a request from somebody's bucket, or only look if it does not count; RedisError."""
        keys, connections = [f"{PREFIX}:{bucket}:{who}", STAMPS], self._connections
        asked = ["", ""] if account_id is None else [account_id, new_value()]
        granted, remaining, seconds, value = self._take(keys, [quota, self._window, int(counts), *asked])
        stamp = Stamp(value, connections, self._connections) if value else None
        return Taken(bool(granted), remaining, seconds, stamp)

    def _note_connection(self) -> None:
        self._connections = next(self._numbers)
