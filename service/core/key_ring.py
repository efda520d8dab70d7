"""The secret key of an installation and those before it: it can be changed while links, cookies and secrets live.

What we give out is signed with the key in use and names it; what was given out before is known by the key that it
names. What is computed from a salt stays what it was as well: the salt names its key.
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
"""Characters: a random number, the name of its key, and what was carried over from another key."""
REMEMBERED = 16
"""Keys whose names are worked out once: each link that is signed has the name of its key in it."""
_DOT = "."


class KeyGone(LookupError):
    """Something was computed from a secret key that is not among those that are set."""


@dataclass(frozen=True)
class KeyRing:
    """The secret key in use, and older ones, newest first, by which we know what was given out before."""

    newest: str = field(repr=False)
    older: tuple[str, ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """The name of the key in use."""
        return name_of(self.newest)

    @property
    def all(self) -> tuple[str, ...]:
        """Every key, newest first."""
        return (self.newest, *self.older)

    def sign(self, told: str) -> str:
        """A proof that we have said this: the name of the key in use, and a code that it alone can make."""
        return f"{self.name}{_mac(self.newest, told)}"

    def knows(self, told: str, proof: str) -> bool:
        """Whether the key that the proof names has made it."""
        name, code = proof[:-MAC_DIGITS], proof[-MAC_DIGITS:]
        return any(hmac.compare_digest(_mac(key, told).encode(), code.encode()) for key in self.named(name))

    def named(self, name: str) -> Sequence[str]:
        """The keys of that name: one, or none."""
        return [key for key in self.all if name_of(key) == name]


def key_ring() -> KeyRing:
    """The keys of the installation that is served."""
    from flask import current_app  # noqa: PLC0415  # costs 0.1 s; what only starts others, or reads mails, has no app

    ring: KeyRing = current_app.config["KEY_RING"]
    return ring


@lru_cache(REMEMBERED)
def name_of(key: str) -> str:
    """What a key is called in what was made with it, which tells nothing of it."""
    return base32(hmac.digest(key.encode(), b"sundial key", "sha256"))[:NAME_DIGITS]


def new_salt(ring: KeyRing) -> str:
    """What a secret is computed from together with the key in use: 128 random bits, and the name of the key."""
    return f"{secrets.token_hex(SALT_BYTES)}{_DOT}{ring.name}"


def derive(ring: KeyRing, purpose: str, salt: str) -> bytes:
    """The 32 secret bytes that belong to a salt, for that purpose and no other; KeyGone if its key is not set."""
    number, name, carried = _parts(salt)
    keys = ring.named(name)
    if not keys:
        raise KeyGone(name)
    return _xor(hmac.digest(keys[0].encode(), f"sundial {purpose} {number}".encode(), "sha256"), carried)


def carried_over(ring: KeyRing, purpose: str, salt: str) -> str:
    """A salt that gives the same secret by the key in use, and names it; KeyGone as `derive`.

    What is carried from another key is the secret under a pad of its own, which only the key in use can make: it tells
    nothing without it.
    """
    if key_named_in(salt) == ring.name:
        return salt
    fresh = new_salt(ring)
    return f"{fresh}{_DOT}{_xor(derive(ring, purpose, salt), derive(ring, purpose, fresh)).hex()}"


def carried_over_if_known(purpose: str, salt: str) -> str:
    """The same for the key ring of the app; a salt whose key is not set stays what it is, as `sundial doctor` says."""
    try:
        return carried_over(key_ring(), purpose, salt)
    except KeyGone:
        return salt


def key_named_in(salt: str) -> str:
    """The name of the key that a salt belongs to."""
    return _parts(salt)[1]


def base32(data: bytes) -> str:
    """Bytes as lower-case letters and digits, five bits each."""
    return base64.b32encode(data).decode().lower().rstrip("=")


def _parts(salt: str) -> tuple[str, str, bytes]:
    number, name, carried = (*salt.split(_DOT), "")[:3]
    return number, name, bytes.fromhex(carried)


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True)) if other else one


def _mac(key: str, told: str) -> str:
    return base32(hmac.digest(key.encode(), told.encode(), "sha256")[:MAC_BYTES])
