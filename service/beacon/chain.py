"""A drand beacon chain: rounds at fixed times, each signed by a threshold key that nobody holds alone.

The signed message is the SHA-256 of the round number in 8 bytes, big-endian; the signature is BLS over BLS12-381 (RFC
9380): https://docs.drand.love/docs/specification.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime

try:
    from py_arkworks_bls12381 import GT, G1Point, G2Point
except ModuleNotFoundError:
    CAN_VERIFY = False
else:
    CAN_VERIFY = True
"""Whether signatures can be verified: the extra `beacon` is installed."""

DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
KEY_DIGITS, HASH_DIGITS, SIGNATURE_DIGITS = 192, 64, 96
LONGEST_ID = 40


@dataclass(frozen=True)
class Chain:
    """The parameters of a chain; its hash covers all of them."""

    public_key: str
    period: int
    """Seconds from one round to the next."""
    genesis_time: int
    """The time of round 1, in seconds since 1970."""
    group_hash: str
    beacon_id: str

    @property
    def hash(self) -> str:
        """The chain's id in hexadecimal, which fixes the public key and the times of all rounds."""
        digest = hashlib.sha256(self.period.to_bytes(4, "big") + self.genesis_time.to_bytes(8, "big"))
        digest.update(bytes.fromhex(self.public_key) + bytes.fromhex(self.group_hash))
        if self.beacon_id not in ("", "default"):
            digest.update(self.beacon_id.encode())
        return digest.hexdigest()

    @property
    def is_sound(self) -> bool:
        """Whether the members have valid sizes."""
        return (
            is_hex(self.public_key, KEY_DIGITS)
            and is_hex(self.group_hash, HASH_DIGITS)
            and 0 < self.period < 1 << 32
            and 0 <= self.genesis_time < 1 << 33
            and len(self.beacon_id) <= LONGEST_ID
        )

    def seconds_of(self, round_number: int) -> int:
        """Return a round's time, in seconds since 1970."""
        return self.genesis_time + (round_number - 1) * self.period

    def time_of(self, round_number: int) -> datetime:
        """Return a round's time."""
        return datetime.fromtimestamp(self.seconds_of(round_number), UTC)

    def first_round_after(self, moment: datetime) -> int:
        """Return the first round later than a moment."""
        return max(int((moment.timestamp() - self.genesis_time) // self.period) + 2, 1)

    def has_signed(self, round_number: int, signature: str) -> bool:
        """Verify a hexadecimal signature of a round; False if it is not a curve point.

        Only the canonical encoding of a point is valid, so a round has one signature and nobody can choose among
        several.
        """
        try:
            key, signed = bytes.fromhex(self.public_key), bytes.fromhex(signature)
            key_point, signed_point = G2Point.from_compressed_bytes(key), G1Point.from_compressed_bytes(signed)
            message = message_of(round_number)
        except (ValueError, OverflowError):
            return False
        if (key_point.to_compressed_bytes(), signed_point.to_compressed_bytes()) != (key, signed):
            return False
        if key_point == G2Point.identity() or signed_point == G1Point.identity():
            return False
        hashed = G1Point.hash_to_curve(message, DOMAIN)
        return bool(GT.pairing(signed_point, G2Point()) == GT.pairing(hashed, key_point))


QUICKNET = Chain(
    public_key="83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c9"
    "21cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    period=3,
    genesis_time=1692803367,
    group_hash="f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    beacon_id="quicknet",
)
"""The League of Entropy's chain with this signature scheme."""
KNOWN = {"quicknet": QUICKNET}
"""Chains by their common names."""


def message_of(round_number: int) -> bytes:
    """Compute the signed message of a round; OverflowError if the number is out of range."""
    return hashlib.sha256(round_number.to_bytes(8, "big")).digest()


def randomness_of(signature: str) -> str:
    """Compute a round's randomness: the SHA-256 of its signature, both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


def is_hex(text: str, digits: int) -> bool:
    """Check whether a text is that many lower-case hexadecimal digits."""
    return re.fullmatch(rf"[0-9a-f]{{{digits}}}", text) is not None
