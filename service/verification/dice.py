"""Verifiable dice: compute each random draw from a seed that was committed to before the game.

stream(seed, context) = HMAC-SHA256(seed, context ‖ 0) ‖ HMAC-SHA256(seed, context ‖ 1) ‖ …, read as big-endian 64-bit
words. A whole number below n is the first word below the largest multiple of n that fits, modulo n: rejection sampling,
so that no outcome is favoured. The context is compact JSON of [game id, contributions by place, label]; the value of a
public beacon is one more contribution, the last.

This proves that the dice were not changed after the players saw the commitment. It does not hide them from the
operator, who knows the seed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random

from rules import AnyPosition

SEED_BYTES = 32
CONTRIBUTION_BYTES = 8
WORD_BITS = 64


def commitment(seed: bytes) -> str:
    """Commit to a seed before the game: return its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def seed_of_round(secret: bytes, round_number: int) -> bytes:
    """Derive the seed of one game from the secret of its match; one seed does not reveal another."""
    return hmac.digest(secret, f"round {round_number}".encode(), "sha256")


def made_up(seed: bytes, game_id: str, place: int) -> str:
    """Derive the contribution for a player who names none. It follows from the seed, so the server has no choice."""
    context = json.dumps([game_id, place, "contribution"], separators=(",", ":"))
    return hmac.digest(seed, context.encode(), "sha256")[:CONTRIBUTION_BYTES].hex()


@dataclass(frozen=True)
class Dice:
    """The chance of one game: equal seed, game and contributions give equal draws."""

    seed: bytes
    game_id: str
    contributions: Sequence[str]

    def outcome(self, position: AnyPosition, number: int) -> Hashable:
        """Draw the outcome of log entry `number`, with the exact probabilities of the position."""
        outcomes: Sequence[tuple[Hashable, Fraction]] = position.chance_outcomes()
        shares = [probability.as_integer_ratio() for _, probability in outcomes]
        whole = lcm(*[of for _, of in shares])
        drawn = self._stream(f"log {number}").below(whole)
        for (action, _), (share, of) in zip(outcomes, shares, strict=True):
            drawn -= share * (whole // of)
            if drawn < 0:
                return action
        raise AssertionError("probabilities sum to 1")

    def seating(self, places: int) -> list[int]:
        """Shuffle the seats: entry i is the place (in order of invitation) that takes seat i."""
        order, stream = list(range(places)), self._stream("seats")
        for last in range(places - 1, 0, -1):  # Fisher-Yates shuffle
            other = stream.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def layout_rng(self) -> Random:
        """Return the random source for drawing the layout."""
        return self._stream("layout")

    def _stream(self, label: str) -> Stream:
        context = json.dumps([self.game_id, list(self.contributions), label], separators=(",", ":"))
        return Stream(self.seed, context.encode())


class Stream(Random):
    """Python's Random over the HMAC stream, so that layouts can use `shuffle`, `choice` and `randrange`."""

    def __new__(cls, *_: object) -> Stream:  # noqa: PYI034  # Random's own __new__ would seed itself from them
        """Make an unseeded instance; the stream is its only source."""
        return super().__new__(cls)

    def __init__(self, seed: bytes, context: bytes) -> None:
        self._words = _words(seed, context)
        super().__init__(0)

    def seed(self, *_: object, **__: object) -> None:
        """Ignore the seed: the stream is the only source."""

    def below(self, n: int) -> int:
        """Draw a whole number from 0 to n - 1, uniformly."""
        limit = (1 << WORD_BITS) // n * n
        return next(word for word in self._words if word < limit) % n

    def getrandbits(self, k: int, /) -> int:
        """Draw a whole number of `k` bits."""
        value = 0
        for _ in range(0, k, WORD_BITS):
            value = value << WORD_BITS | next(self._words)
        return value >> (-k % WORD_BITS)

    def random(self) -> float:
        """Draw a float from 0 up to, not including, 1."""
        return self.getrandbits(53) / (1 << 53)


def _words(seed: bytes, context: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(seed, context + block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[i : i + 8], "big") for i in range(0, len(digest), 8))
        block += 1
