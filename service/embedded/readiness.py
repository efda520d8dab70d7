"""Waiting until a server that was just started answers."""

import asyncio
import http.client
import urllib.request
from collections.abc import Callable
from http import HTTPStatus

PATIENCE = 60.0
"""Seconds until a start that has come to nothing is called a failure."""

PAUSE = 0.1
"""Seconds between two questions."""


class NotReady(RuntimeError):
    """Something that was started does not answer."""


async def until(answers: Callable[[], bool], name: str) -> None:
    """Ask until the answer is True; NotReady, which names who was asked, when our patience is over."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await asyncio.to_thread(answers):  # noqa: ASYNC110 -- another program cannot set our Event
                await asyncio.sleep(PAUSE)
    except TimeoutError:
        raise NotReady(f"{name} did not answer within {PATIENCE:.0f} seconds") from None


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
