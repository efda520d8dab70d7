"""Stamps of accounts: while an account's stamp is unchanged, its cached permissions are valid.

All processes share one hash in Redis: a random value for all accounts, and one for each account that something was
revoked from. A revocation writes a new value. The value for all expires after an hour, and is lost when Redis loses its
data. The next reader then writes a new one, which invalidates all earlier stamps.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from service.db.redis_client import connected

STAMPS = "sundial-stamps"
SECONDS_KEPT = 3600
SECONDS = 0.3
"""Seconds that a revocation waits for Redis, for a connection and for an answer."""

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
"""A part of a script: reads the stamp of account ARGV[1]; ARGV[2] becomes the value for all if there is none."""

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
    """The value in Redis, with this process's number of connections before the question and after the answer.

    A Redis restored from a copy on disk may repeat an old value, but not over an old connection.
    """

    value: bytes
    before: int
    after: int

    def is_still(self, later: Stamp) -> bool:
        """Check whether nothing was revoked between the two."""
        return self.value == later.value and self.before == later.after


class SharedStamps:
    """The stamps in the Redis at that URL."""

    def __init__(self, url: str) -> None:
        self._write = connected(url, answer=SECONDS, connect=SECONDS).register_script(WRITE)

    def renew(self, accounts: Iterable[int]) -> None:
        """Invalidate the stamps of these accounts; RedisError."""
        self._write([STAMPS], [new_value(), *accounts])


def new_value() -> str:
    """Generate a fresh random value."""
    return secrets.token_hex(8)
