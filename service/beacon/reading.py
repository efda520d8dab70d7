"""Fetch beacon rounds for waiting games, within limits; only signed rounds are accepted."""

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
from service.config.environment import PORTS
from service.db.clock import Clock
from service.db.engines import transaction
from service.language.errors import Invalid
from service.models import Game, GameStatus
from service.security.outgoing import OnlyThere, system_trust, url_of
from service.security.ssrf import Network, Resolve, destination, system_resolve

OK = 200
ANY_PORT = (range(1, PORTS),)
MAX_ANSWER = 16 * 1024
"""Bytes read of a response; a round has some 300."""
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=10), timedelta(minutes=1)
"""Between two attempts to fetch a round, longer than an attempt takes: players may be waiting."""
TRIED_AFTER, TRIED_WITHIN = timedelta(minutes=1), 8.0
"""For a trial: the age of its round, and its timeout in seconds, below that of a check by `sundial doctor`."""


class RoundMissing(Exception):
    """The round could not be fetched; the text is one word for why.

    `not-set`: the operator has removed the beacon. `address`: a destination that is not allowed. `connection`,
    `timeout`. `status`: an error response, perhaps because the round is not out yet. `nonsense`: a malformed response.
    `forged`: the signature is invalid.
    """


def fetch_due(
    read: Callable[[Promise], str], bring: Callable[[str, str, datetime], object], now: Clock, most: int
) -> bool:
    """Fetch due rounds with `read` for at most `most` games, pass each to `bring`, and return whether more may be due.

    A failure ends the run.
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
    """Fetch and verify a promised round, and return its signature in hexadecimal; RoundMissing, also on timeout.

    A numeric address or localhost is the operator's explicit choice; a name must resolve to public addresses, or to
    some in `allowed`.
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
    """Try to fetch a round of a minute ago; return whether that works, and a line about it."""
    promise = Promise.made(source.chain, 0, now - TRIED_AFTER)
    about = f"round {promise.round} of chain {source.chain.hash[:8]}"
    try:
        read_round(source, promise, system_resolve, allowed, TRIED_WITHIN)
    except RoundMissing as missing:
        return False, f"{about} is not to be had from {source.url}: {missing}"
    return True, f"{about} is there, and signed"


def _claimed(now: datetime) -> tuple[str, Promise] | None:
    """Claim the game whose round is longest due, with its promise.

    It is due again after a pause that grows with the lateness, whatever happens to this worker.
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
