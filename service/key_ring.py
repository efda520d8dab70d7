"""The secret key of an installation and those before it: it can be changed while links and cookies live.

What we give out is signed with the key in use and names it; what was given out before is known by the key that it
names.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import current_app

NAME_DIGITS = 4
MAC_BYTES = 15
MAC_DIGITS = MAC_BYTES * 8 // 5
PROOF_DIGITS = NAME_DIGITS + MAC_DIGITS


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
        """Whether one of the keys has made that proof; one of before has no name in it, and may be any key's."""
        name, code = proof[:-MAC_DIGITS], proof[-MAC_DIGITS:]
        return any(_is_same(_mac(key, told), code) for key in self.named(name))

    def named(self, name: str) -> Sequence[str]:
        """The key of that name, or all of them if there is no name."""
        return [key for key in self.all if name in ("", name_of(key))]


def key_ring() -> KeyRing:
    """The keys of the installation that is served."""
    ring: KeyRing = current_app.config["KEY_RING"]
    return ring


def name_of(key: str) -> str:
    """What a key is called in what was made with it, which tells nothing of it."""
    return base32(hmac.digest(key.encode(), b"sundial key", "sha256"))[:NAME_DIGITS]


def base32(data: bytes) -> str:
    """Bytes as lower-case letters and digits, five bits each."""
    return base64.b32encode(data).decode().lower().rstrip("=")


def _mac(key: str, told: str) -> str:
    return base32(hmac.digest(key.encode(), told.encode(), "sha256")[:MAC_BYTES])


def _is_same(ours: str, theirs: str) -> bool:
    return hmac.compare_digest(ours.encode(), theirs.encode())
