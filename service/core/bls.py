"""Whether a public beacon has signed a round: BLS signatures over BLS12-381, as drand's quicknet has them (RFC 9380).

e(signature, generator of G2) = e(hash to G1 of the message, public key), where the message is the SHA-256 of the number
of the round in 8 bytes, big-endian.
"""

from __future__ import annotations

import hashlib

from py_arkworks_bls12381 import GT, G1Point, G2Point

DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
ROUND_BYTES = 8


def has_signed(public_key: str, round_number: int, signature: str) -> bool:
    """Whether the signature is that of the key under the round, both in hexadecimal; false for what is no point.

    A point has one way to be written, so that a round has one signature and nobody can choose among several.
    """
    try:
        key, signed = bytes.fromhex(public_key), bytes.fromhex(signature)
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


def message_of(round_number: int) -> bytes:
    """What is signed of a round; OverflowError for what is none."""
    return hashlib.sha256(round_number.to_bytes(ROUND_BYTES, "big")).digest()
