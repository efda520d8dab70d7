"""Asking a public beacon for a round: within limits, following nowhere, and believing nothing that is not signed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import anyio
import httpcore
from anyio.to_thread import run_sync

from service.core.beacon.chain import SIGNATURE_DIGITS, Chain, Promise, is_hex, randomness_of
from service.core.beacon.source import BeaconSource
from service.core.bls import has_signed
from service.core.destinations import Destination, Network, Resolve, destination
from service.core.errors import Invalid
from service.core.outgoing import OnlyThere, system_trust
from service.play.beacons import Trouble

OK = 200
MAX_ANSWER = 16 * 1024
"""Bytes of an answer that are read; a round has some 300."""


class RoundMissing(Exception):
    """The round could not be had."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


@dataclass
class BeaconReader:
    """Reads rounds from where the operator says they are; times are in seconds. What was read once is not asked again.

    An address that is written as a number, or as this machine, is the operator's wish; what a name leads to must be
    public or among `allowed`.
    """

    source: BeaconSource
    resolve: Resolve
    allowed: Sequence[Network] = ()
    finish_within: float = 10.0
    _known: dict[tuple[Chain, int], str] = field(default_factory=dict)

    def signature(self, promise: Promise) -> str:
        """The signature of the round that was promised, in hexadecimal, checked; or RoundMissing."""
        wanted = promise.chain, promise.round
        if wanted not in self._known:
            self._known[wanted] = _checked(promise, asyncio.run(self._answer(promise)))
        return self._known[wanted]

    async def _answer(self, promise: Promise) -> bytes:
        url = f"{self.source.url}/{promise.chain.hash}/public/{promise.round}"
        try:
            with anyio.fail_after(self.finish_within):
                return await self._asked(url)
        except Invalid:
            raise RoundMissing(Trouble.ADDRESS) from None
        except (TimeoutError, httpcore.TimeoutException):
            raise RoundMissing(Trouble.TIMEOUT) from None
        except httpcore.NetworkError:
            raise RoundMissing(Trouble.CONNECTION) from None
        except httpcore.ProtocolError:
            raise RoundMissing(Trouble.NONSENSE) from None

    async def _asked(self, url: str) -> bytes:
        allowed, port = [*self.allowed, *self.source.written], self.source.port
        asked = url, self.resolve, allowed, [range(port, port + 1)]
        goes_to = await run_sync(destination, *asked, abandon_on_cancel=True)
        async with (
            httpcore.AsyncConnectionPool(system_trust(), network_backend=OnlyThere(goes_to.addresses)) as pool,
            pool.stream("GET", _url(goes_to), headers=[("Host", goes_to.authority)]) as answer,
        ):
            if answer.status != OK:
                raise RoundMissing(Trouble.STATUS)
            said = bytearray()
            async for chunk in answer.aiter_stream():
                said += chunk
                if len(said) > MAX_ANSWER:
                    raise RoundMissing(Trouble.NONSENSE)
            return bytes(said)


def _url(goes_to: Destination) -> httpcore.URL:
    """Made of the parts that were looked at, so that nobody reads the URL a second time, in another way."""
    return httpcore.URL(scheme=goes_to.scheme, host=goes_to.host, port=goes_to.port, target=goes_to.target.encode())


def _checked(promise: Promise, answer: bytes) -> str:
    """The signature in an answer that holds that round; what the answer says of its randomness must fit, too."""
    try:
        told = json.loads(answer)
        number, signature, randomness = told["round"], str(told["signature"]), told["randomness"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise RoundMissing(Trouble.NONSENSE) from None
    if number != promise.round:
        raise RoundMissing(Trouble.NONSENSE)
    if not is_hex(signature, SIGNATURE_DIGITS) or randomness != randomness_of(signature):
        raise RoundMissing(Trouble.FORGED)
    if not has_signed(promise.chain.public_key, promise.round, signature):
        raise RoundMissing(Trouble.FORGED)
    return signature
