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


def public_key(secret_key: str) -> str:
    """The public key that belongs to a secret key: its 32 bytes in base64url, which is what it is called by, too."""
    return _written(_private_key(secret_key).public_key().public_bytes_raw())


def sign(secret_key: str, message: bytes) -> dict[str, str]:
    """A signature with the public key that knows it."""
    value = _written(_private_key(secret_key).sign(message))
    return {"algorithm": ALGORITHM, "key": public_key(secret_key), "value": value}


def is_signature(value: str, message: bytes, key: str) -> bool:
    """Whether the holder of that public key has signed the message; not if one of the two is no base64url."""
    try:
        Ed25519PublicKey.from_public_bytes(_read(key)).verify(_read(value), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def jwk(key: str) -> dict[str, str]:
    """A public key as RFC 8037 writes it."""
    return {"kty": "OKP", "crv": ALGORITHM, "x": key, "kid": key, "use": "sig", "alg": "EdDSA"}


@lru_cache(REMEMBERED)
def _private_key(secret_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(secret_key.encode(), b"sundial records", "sha256"))


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _read(text: str) -> bytes:
    """The bytes; ValueError unless they are written in the one way that we write them."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if _written(data) != text:
        raise binascii.Error
    return data
