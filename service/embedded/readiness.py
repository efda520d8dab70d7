"""Waiting until a server that was just started answers."""

import asyncio
import http.client
import urllib.request
from collections.abc import Callable
from http import HTTPStatus

SAY_EVERY = 30.0
"""Seconds after which whoever waits is told for what, again and again: machines that are busy need minutes."""

PAUSE = 0.1
"""Seconds between two questions."""


async def until(
    answers: Callable[[], bool], name: str, tell: Callable[[str], object], say_every: float = SAY_EVERY
) -> None:
    """Ask until the answer is True, as long as the machine needs; tells now and then who is waited for."""
    clock = asyncio.get_running_loop().time
    began = told = clock()
    while not await asyncio.to_thread(answers):
        if clock() - told >= say_every:
            told = clock()
            tell(f"Waiting until {name} answers ({told - began:.0f} seconds so far).")
        await asyncio.sleep(PAUSE)


def web_answers(url: str) -> bool:
    """True if a GET of the address is answered with 200."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 -- we made the address ourselves
            return bool(answer.status == HTTPStatus.OK)
    except (OSError, http.client.HTTPException):
        return False


def redis_answers(url: str) -> bool:
    """True if the Redis at the address answers a PING."""
    import redis  # noqa: PLC0415  # 14 MB, and `sundial play` does not ask

    try:
        with redis.Redis.from_url(url, socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
