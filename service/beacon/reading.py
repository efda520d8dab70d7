"""Fetching rounds for the games that wait for them: asked within limits, and believed only if they are signed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import anyio
import httpcore
from anyio.to_thread import run_sync
from sqlalchemy import select, update

from service.beacon.chain import SIGNATURE_DIGITS, is_hex, randomness_of
from service.beacon.promises import Promise
from service.beacon.source import BeaconSource
from service.core.clock import Clock
from service.core.config import PORTS
from service.core.db import transaction
from service.core.destinations import Network, Resolve, destination, system_resolve
from service.core.errors import Invalid
from service.core.outgoing import OnlyThere, system_trust, url_of
from service.models import Game, GameStatus

OK = 200
ANY_PORT = (range(1, PORTS),)
MAX_ANSWER = 16 * 1024
"""Bytes of an answer that are read; a round has some 300."""
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=10), timedelta(minutes=1)
"""Between two attempts to fetch a round, longer than one takes: somebody may be waiting at the table."""
TRIED_AFTER, TRIED_WITHIN = timedelta(minutes=1), 8.0
"""Of a trial: how long ago its round was, and seconds for it, less than an examination of the doctor has."""


class RoundMissing(Exception):
    """The round could not be had; the text is one word for why.

    `not-set`: the operator names no beacon any more; `address`: it leads where we do not go; `connection`; `timeout`;
    `status`: an answer that is no success, as the round may not be out yet; `nonsense`: an answer that says nothing of
    that round; `forged`: it is not what the chain has signed.
    """


def fetch_due(
    read: Callable[[Promise], str], bring: Callable[[str, str, datetime], object], now: Clock, most: int
) -> bool:
    """`read` the rounds that are due, for at most so many games, and `bring` each to its game; there may be more.

    A beacon that is away ends the run.
    """
    for _ in range(most):
        due = _claimed(now())
        if due is None:
            return False
        game_id, promise = due
        try:
            signature = read(promise)
        except RoundMissing as missing:
            with transaction() as current:
                current.execute(update(Game).where(Game.id == game_id).values(beacon_trouble=str(missing)))
            return False
        bring(game_id, signature, now())
    return True


def read_round(
    source: BeaconSource | None, promise: Promise, resolve: Resolve, allowed: Sequence[Network], within: float = 10.0
) -> str:
    """The signature of the round that was promised, in hexadecimal, checked; or RoundMissing, after so many seconds.

    An address that is written as a number, or as this machine, is the operator's wish; what a name leads to must be
    public or among `allowed`.
    """
    if source is None:
        raise RoundMissing("not-set")
    try:
        told = json.loads(asyncio.run(_answer(source, promise, resolve, [*allowed, *source.written], within)))
        number, signature, randomness = told["round"], str(told["signature"]), told["randomness"]
    except Invalid:
        raise RoundMissing("address") from None
    except (TimeoutError, httpcore.TimeoutException):
        raise RoundMissing("timeout") from None
    except httpcore.NetworkError:
        raise RoundMissing("connection") from None
    except (httpcore.ProtocolError, ValueError, LookupError, TypeError, RecursionError):
        raise RoundMissing("nonsense") from None
    if number != promise.round:
        raise RoundMissing("nonsense")
    if not is_hex(signature, SIGNATURE_DIGITS) or randomness != randomness_of(signature):
        raise RoundMissing("forged")
    if not promise.chain.has_signed(promise.round, signature):
        raise RoundMissing("forged")
    return signature


def tried(source: BeaconSource, allowed: Sequence[Network], now: datetime) -> tuple[bool, str]:
    """Whether a round of a minute ago can be had from there, and a line about it."""
    promise = Promise.made(source.chain, 0, now - TRIED_AFTER)
    about = f"round {promise.round} of chain {source.chain.hash[:8]}"
    try:
        read_round(source, promise, system_resolve, allowed, TRIED_WITHIN)
    except RoundMissing as missing:
        return False, f"{about} is not to be had from {source.url}: {missing}"
    return True, f"{about} is there, and signed"


def _claimed(now: datetime) -> tuple[str, Promise] | None:
    """The game whose round has been due for longest, and what it waits for.

    It is due again after a pause that grows with how late the round is, whatever becomes of whoever fetches it now.
    """
    due = select(Game.id, Game.beacon).where(Game.status == GameStatus.INVITING, Game.beacon_due_at <= now)
    with transaction() as current:
        row = current.execute(due.order_by(Game.beacon_due_at).limit(1).with_for_update(skip_locked=True)).first()
        if row is None or row.beacon is None:
            return None
        promise = Promise.read(row.beacon)
        pause = min(max(now - promise.at, FIRST_PAUSE), LONGEST_PAUSE)
        current.execute(update(Game).where(Game.id == row.id).values(beacon_due_at=now + pause))
        return row.id, promise


async def _answer(
    source: BeaconSource, promise: Promise, resolve: Resolve, allowed: Sequence[Network], within: float
) -> bytes:
    url = f"{source.url}/{promise.chain.hash}/public/{promise.round}"
    with anyio.fail_after(within):
        goes_to = await run_sync(destination, url, resolve, allowed, ANY_PORT, abandon_on_cancel=True)
        async with (
            httpcore.AsyncConnectionPool(system_trust(), network_backend=OnlyThere(goes_to.addresses)) as pool,
            pool.stream("GET", url_of(goes_to), headers=[("Host", goes_to.authority)]) as answer,
        ):
            if answer.status != OK:
                raise RoundMissing("status")
            said = bytearray()
            async for chunk in answer.aiter_stream():
                said += chunk
                if len(said) > MAX_ANSWER:
                    raise RoundMissing("nonsense")
            return bytes(said)
