"""Record signatures (Ed25519, RFC 8032) with a key derived from the installation's secret key."""

from __future__ import annotations

import base64
import binascii
import hmac
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from service.config.key_ring import REMEMBERED

ALGORITHM = "Ed25519"
KEY_LENGTH = 43
"""Characters of a public key."""
_P = 2**255 - 19
_D = -121665 * pow(121666, -1, _P)
"""The field and the curve edwards25519 (RFC 8032, 5.1)."""


def public_key(secret_key: str) -> str:
    """Derive the public key of a secret key: 32 bytes in base64url, also used as its id."""
    return _written(_private_key(secret_key).public_key().public_bytes_raw())


def sign(secret_key: str, message: bytes) -> dict[str, str]:
    """Sign a message; return the signature with its public key."""
    value = _written(_private_key(secret_key).sign(message))
    return {"algorithm": ALGORITHM, "key": public_key(secret_key), "value": value}


def is_signature(value: str, message: bytes, key: str) -> bool:
    """Verify a signature; False also if it or the key is not base64url.

    A key of small order is refused: anybody can forge its signatures.
    """
    try:
        point = _read(key)
        Ed25519PublicKey.from_public_bytes(point).verify(_read(value), message)
    except (InvalidSignature, ValueError):
        return False
    return not _is_of_small_order(point)


def jwk(key: str) -> dict[str, str]:
    """Format a public key as a JWK (RFC 8037)."""
    return {"kty": "OKP", "crv": ALGORITHM, "x": key, "kid": key, "use": "sig", "alg": "EdDSA"}


@lru_cache(REMEMBERED)
def _private_key(secret_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(secret_key.encode(), b"sundial records", "sha256"))


def _is_of_small_order(point: bytes) -> bool:
    """Check whether eight times the point is the neutral element, which the library does not check.

    That holds if y is 1 or -1 (orders 1 and 2), 0 (order 4), or that of a point whose double has y = 0 (order 8).
    """
    squared = (int.from_bytes(point, "little") % (1 << 255)) ** 2  # without the sign bit of x
    return squared * (squared - 1) * (_D * squared * squared + 2 * squared - 1) % _P == 0


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _read(text: str) -> bytes:
    """Decode base64url in its canonical form, or raise ValueError."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if _written(data) != text:
        raise binascii.Error
    return data
