"""Key rotation: the current secret key and earlier ones, so that links, cookies and secrets outlive a change.

New signatures use the current key and name it. Older signatures are verified with the key that they name. A secret
derived from a salt does not change either: the salt names its key.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

NAME_DIGITS = 4
MAC_BYTES = 15
MAC_DIGITS = MAC_BYTES * 8 // 5
PROOF_DIGITS = NAME_DIGITS + MAC_DIGITS
SALT_BYTES = 16
SECRET_BYTES = 32
LONGEST_SALT = 2 * SALT_BYTES + 1 + NAME_DIGITS + 1 + 2 * SECRET_BYTES
"""Characters: a random number, the name of its key, and the part carried over from another key."""
REMEMBERED = 16
"""Cached key names: each signed link contains one."""
_DOT = "."


class KeyGone(LookupError):
    """Something was derived from a secret key that is not set."""


@dataclass(frozen=True)
class KeyRing:
    """The current secret key and older ones, newest first, to verify earlier signatures."""

    newest: str = field(repr=False)
    older: tuple[str, ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """The name of the current key."""
        return name_of(self.newest)

    @property
    def all(self) -> tuple[str, ...]:
        """All keys, newest first."""
        return (self.newest, *self.older)

    def sign(self, told: str) -> str:
        """Sign a text with the current key: return the key's name and a MAC."""
        return f"{self.name}{_mac(self.newest, told)}"

    def knows(self, told: str, proof: str) -> bool:
        """Verify a signature with the key that it names."""
        name, code = proof[:-MAC_DIGITS], proof[-MAC_DIGITS:]
        return any(hmac.compare_digest(_mac(key, told).encode(), code.encode()) for key in self.named(name))

    def named(self, name: str) -> Sequence[str]:
        """Return the keys of that name: one or none."""
        return [key for key in self.all if name_of(key) == name]


def key_ring() -> KeyRing:
    """Return the keys of the current app."""
    from flask import current_app  # noqa: PLC0415  # costs 0.1 s; some programs need no app

    ring: KeyRing = current_app.config["KEY_RING"]
    return ring


@lru_cache(REMEMBERED)
def name_of(key: str) -> str:
    """Compute the public name of a key, which does not reveal the key."""
    return base32(hmac.digest(key.encode(), b"sundial key", "sha256"))[:NAME_DIGITS]


def new_salt(ring: KeyRing) -> str:
    """Make a salt for `derive`: 128 random bits and the name of the current key."""
    return f"{secrets.token_hex(SALT_BYTES)}{_DOT}{ring.name}"


def derive(ring: KeyRing, purpose: str, salt: str) -> bytes:
    """Derive 32 secret bytes from a salt for one purpose; KeyGone if the salt's key is not set."""
    number, name, carried = _parts(salt)
    keys = ring.named(name)
    if not keys:
        raise KeyGone(name)
    return _xor(hmac.digest(keys[0].encode(), f"sundial {purpose} {number}".encode(), "sha256"), carried)


def carried_over(ring: KeyRing, purpose: str, salt: str) -> str:
    """Convert a salt to the current key, so that it derives an unchanged secret; KeyGone as in `derive`.

    The salt then carries the secret XORed with a pad that only the current key can derive, and reveals nothing without
    it.
    """
    if key_named_in(salt) == ring.name:
        return salt
    fresh = new_salt(ring)
    return f"{fresh}{_DOT}{_xor(derive(ring, purpose, salt), derive(ring, purpose, fresh)).hex()}"


def carried_over_if_known(purpose: str, salt: str) -> str:
    """Convert a salt to the app's current key.

    Without the salt's key, return it unchanged; `sundial doctor` reports it.
    """
    try:
        return carried_over(key_ring(), purpose, salt)
    except KeyGone:
        return salt


def key_named_in(salt: str) -> str:
    """Return the name of a salt's key."""
    return _parts(salt)[1]


def base32(data: bytes) -> str:
    """Encode bytes as lower-case letters and digits, five bits each."""
    return base64.b32encode(data).decode().lower().rstrip("=")


def _parts(salt: str) -> tuple[str, str, bytes]:
    number, name, carried = (*salt.split(_DOT), "")[:3]
    return number, name, bytes.fromhex(carried)


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True)) if other else one


def _mac(key: str, told: str) -> str:
    return base32(hmac.digest(key.encode(), told.encode(), "sha256")[:MAC_BYTES])
