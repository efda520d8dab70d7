"""The public key in a DKIM record (RFC 6376, 3.6.1; RFC 8463): of which kind, and how long."""

from __future__ import annotations

from base64 import b64decode

INTEGER, BIT_STRING, SEQUENCE = 0x02, 0x03, 0x30
"""Marks of DER (X.690, 8)."""
LONG = 0x80
ED25519_BYTES = 32


class BadKey(ValueError):
    """What stands there is no key of its kind."""


def bits(kind: str, text: str) -> int:
    """How many bits the key has, from the base64 of a record; BadKey."""
    try:
        key = b64decode("".join(text.split()), validate=True)
        return _rsa_bits(key) if kind == "rsa" else _ed25519_bits(key)
    except (ValueError, IndexError):
        raise BadKey from None


def _ed25519_bits(key: bytes) -> int:
    if len(key) != ED25519_BYTES:
        raise BadKey
    return ED25519_BYTES * 8


def _rsa_bits(key: bytes) -> int:
    """The length of the modulus. The key may stand alone, or, as openssl writes it, behind the name of its kind."""
    body, _ = _element(key, SEQUENCE)
    if body[0] == SEQUENCE:
        _, rest = _element(body, SEQUENCE)
        string, _ = _element(rest, BIT_STRING)
        body, _ = _element(string[1:], SEQUENCE)
    modulus, _ = _element(body, INTEGER)
    return int.from_bytes(modulus).bit_length()


def _element(der: bytes, mark: int) -> tuple[bytes, bytes]:
    """The content of the first element, which must be of a kind, and what comes after it."""
    start, length = 2, der[1]
    if length & LONG:
        start += length & ~LONG
        length = int.from_bytes(der[2:start])
    if der[0] != mark or len(der) < start + length:
        raise BadKey
    return der[start : start + length], der[start + length :]
