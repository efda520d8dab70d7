"""Bodies are read whole or not at all, in time, and not too many at once."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import pytest

from service.server.bodies import Bodies, Gone, Unread

POST: Any = {"type": "http", "path": "/", "headers": []}


def messages(*received: bytes, ends: bool = True) -> Any:
    """Return a client's receive function with these pieces; then it waits, or ends."""
    waiting = [{"type": "http.request", "body": each, "more_body": True} for each in received]
    if ends:
        waiting[-1]["more_body"] = False

    async def receive() -> Any:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    return receive


def status(refusal: object) -> HTTPStatus:
    assert isinstance(refusal, Unread)
    return refusal.status


def test_a_body_is_what_came_in_pieces() -> None:
    assert asyncio.run(Bodies(10).read(POST, messages(b"on", b"", b"e piece"))) == b"one piece"


def test_a_body_is_as_long_as_it_may_be_and_no_longer() -> None:
    assert asyncio.run(Bodies(4).read(POST, messages(b"four"))) == b"four"
    with pytest.raises(Unread) as refusal:
        asyncio.run(Bodies(4).read(POST, messages(b"fou", b"r!", ends=False)))
    assert refusal.value.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE


def test_a_body_that_does_not_end_is_given_up() -> None:
    with pytest.raises(Unread) as refusal:
        asyncio.run(Bodies(10, seconds=0).read(POST, messages(b"slow", ends=False)))
    assert refusal.value.status == HTTPStatus.REQUEST_TIMEOUT


def test_a_body_of_somebody_who_went_away_is_none() -> None:
    async def receive() -> Any:
        return {"type": "http.disconnect"}

    with pytest.raises(Gone):
        asyncio.run(Bodies(10).read(POST, receive))


def test_one_body_too_many_ends_the_slowest() -> None:
    async def crowd() -> list[object]:
        bodies = Bodies(10, seconds=3600, at_once=2)
        slow = [asyncio.ensure_future(bodies.read(POST, messages(b"slow", ends=False))) for _ in range(4)]
        await asyncio.wait(slow[:2])
        quick = await bodies.read(POST, messages(b"quick"))
        left = [each.done() for each in slow]
        for each in slow:
            each.cancel()
        return [quick, left, *await asyncio.gather(*slow[:2], return_exceptions=True)]

    quick, left, *ended = asyncio.run(crowd())
    assert quick == b"quick"
    assert left == [True, True, False, False]
    assert [status(each) for each in ended] == [HTTPStatus.REQUEST_TIMEOUT] * 2
