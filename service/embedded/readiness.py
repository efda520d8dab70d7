"""Wait for a started server to answer."""

import asyncio
import http.client
import urllib.request
from collections.abc import Callable
from http import HTTPStatus

SAY_EVERY = 30.0
"""Seconds between two messages about the wait: a busy machine needs minutes."""

PAUSE = 0.1
"""Seconds between two tries."""


async def until(
    answers: Callable[[], bool], name: str, tell: Callable[[str], object], say_every: float = SAY_EVERY
) -> None:
    """Poll until the server answers, without a timeout; reports the wait now and then."""
    clock = asyncio.get_running_loop().time
    began = told = clock()
    while not await asyncio.to_thread(answers):
        if clock() - told >= say_every:
            told = clock()
            tell(f"Waiting until {name} answers ({told - began:.0f} seconds so far).")
        await asyncio.sleep(PAUSE)


def web_answers(url: str) -> bool:
    """Check whether a GET of the address returns 200."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 -- we made the address ourselves
            return bool(answer.status == HTTPStatus.OK)
    except (OSError, http.client.HTTPException):
        return False


def redis_answers(url: str) -> bool:
    """Check whether the Redis at that URL answers a PING."""
    import redis  # noqa: PLC0415  # 14 MB, not needed by `sundial play`

    try:
        with redis.Redis.from_url(url, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
