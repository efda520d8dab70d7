"""Stamps of accounts: while the stamp of one is the same, nothing that its callers may do was taken from them.

They are one hash in Redis that all processes share: a random value for all accounts, and one for each of which
something was taken. Whoever takes something writes a new one. Once the value for all is gone, as it is after an hour
and when Redis has lost what it held, the next to look writes another: no stamp of before is any longer good.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from service.core.redis_client import connected

STAMPS = "sundial-stamps"
SECONDS_KEPT = 3600
SECONDS = 0.3
"""How long whoever takes something waits for Redis at most, for a connection and for an answer."""

READ = f"""
local stamp = ''
if ARGV[1] ~= '' then
    local found = redis.call('HMGET', KEYS[1], 'all', ARGV[1])
    if not found[1] then
        redis.call('HSET', KEYS[1], 'all', ARGV[2])
        redis.call('EXPIRE', KEYS[1], {SECONDS_KEPT})
    end
    stamp = (found[1] or ARGV[2]) .. ' ' .. (found[2] or '')
end
"""
"""A part of a script: the stamp of the account of number ARGV[1]; ARGV[2] is the value for all if there is none."""

WRITE = f"""
for number = 2, #ARGV do
    redis.call('HSET', KEYS[1], ARGV[number], ARGV[1])
end
if redis.call('TTL', KEYS[1]) < 0 then
    redis.call('EXPIRE', KEYS[1], {SECONDS_KEPT})
end
"""


@dataclass(frozen=True)
class Stamp:
    """What Redis said, and how many connections to it this process had made before it asked and when it was told.

    A Redis that was set back to what it held before, as from a copy on its disk, says what it has said before; but not
    over the same connections.
    """

    value: bytes
    before: int
    after: int

    def is_still(self, later: Stamp) -> bool:
        """Whether nothing was taken from the account between the two."""
        return self.value == later.value and self.before == later.after


class SharedStamps:
    """The stamps in the Redis at that address."""

    def __init__(self, url: str) -> None:
        self._write = connected(url, answer=SECONDS, connect=SECONDS).register_script(WRITE)

    def renew(self, accounts: Iterable[int]) -> None:
        """Give the accounts stamps that they never had; RedisError."""
        self._write([STAMPS], [new_value(), *accounts])


def new_value() -> str:
    """A value that was never used."""
    return secrets.token_hex(8)
