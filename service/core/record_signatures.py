"""Signatures of records (Ed25519, RFC 8032), by a key that belongs to the secret key of the installation."""

from __future__ import annotations

import base64
import binascii
import hmac
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from service.core.key_ring import REMEMBERED

ALGORITHM = "Ed25519"
KEY_LENGTH = 43
"""Characters of a public key."""
_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P)
"""The field and the curve edwards25519 (RFC 8032, 5.1)."""


def public_key(secret_key: str) -> str:
    """The public key that belongs to a secret key: its 32 bytes in base64url, which is what it is called by, too."""
    return _written(_private_key(secret_key).public_key().public_bytes_raw())


def sign(secret_key: str, message: bytes) -> dict[str, str]:
    """A signature with the public key that knows it."""
    value = _written(_private_key(secret_key).sign(message))
    return {"algorithm": ALGORITHM, "key": public_key(secret_key), "value": value}


def is_signature(value: str, message: bytes, key: str) -> bool:
    """Whether the holder of that public key has signed the message; not if one of the two is no base64url.

    A key of small order has no holder: anybody can make up its signatures.
    """
    try:
        point = _read(key)
        Ed25519PublicKey.from_public_bytes(point).verify(_read(value), message)
    except (InvalidSignature, ValueError):
        return False
    return not _is_of_small_order(point)


def jwk(key: str) -> dict[str, str]:
    """A public key as RFC 8037 writes it."""
    return {"kty": "OKP", "crv": ALGORITHM, "x": key, "kid": key, "use": "sig", "alg": "EdDSA"}


@lru_cache(REMEMBERED)
def _private_key(secret_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(secret_key.encode(), b"sundial records", "sha256"))


def _is_of_small_order(point: bytes) -> bool:
    """Whether eight times the point is the neutral element, of which the library does not ask.

    So it is where y is 1 or -1 (orders 1 and 2), 0 (order 4), or that of a point whose double has y = 0 (order 8).
    """
    squared = (int.from_bytes(point, "little") % (1 << 255)) ** 2  # without the sign of x
    return squared * (squared - 1) * (_D * squared * squared + 2 * squared - 1) % _P == 0


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _read(text: str) -> bytes:
    """The bytes; ValueError unless they are written in the one way that we write them."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if _written(data) != text:
        raise binascii.Error
    return data
