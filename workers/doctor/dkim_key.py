"""The public key in a DKIM record (RFC 6376, 3.6.1; RFC 8463): of which kind, and how long."""

from __future__ import annotations

from base64 import b64decode

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_der_public_key

ED25519_BITS = 256


class BadKey(ValueError):
    """What stands there is no key of its kind."""


def bits(kind: str, text: str) -> int:
    """How many bits the key has, from the base64 of a record; BadKey."""
    try:
        key = b64decode("".join(text.split()), validate=True)
        return _rsa_bits(key) if kind == "rsa" else _ed25519_bits(key)
    except (ValueError, UnsupportedAlgorithm):
        raise BadKey from None


def _ed25519_bits(key: bytes) -> int:
    Ed25519PublicKey.from_public_bytes(key)
    return ED25519_BITS


def _rsa_bits(key: bytes) -> int:
    """The length of the modulus. The key may stand alone, or, as openssl writes it, behind the name of its kind."""
    found = load_der_public_key(key)
    if not isinstance(found, RSAPublicKey):
        raise BadKey
    return found.key_size
