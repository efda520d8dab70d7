"""Encryption of notifications for one browser (RFC 8291): push services pass them on and cannot read them."""

from __future__ import annotations

import os
from struct import pack

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.push.devices import PushSubscription

RECORD = 4096
"""Bytes of a record (RFC 8188, 2.1): all of a notification is in one."""
LAST = b"\2"
"""Ends the last record."""


def encrypted(plain: bytes, to: PushSubscription) -> bytes:
    """Encrypt a notification as `aes128gcm` (RFC 8188), with keys that are used once."""
    own, salt = generate_private_key(SECP256R1()), os.urandom(16)
    ours = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = own.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), to.point))
    secret = HKDF(SHA256(), 32, to.secret, b"WebPush: info\0" + to.point + ours).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    return salt + pack(">IB", RECORD, len(ours)) + ours + AESGCM(key).encrypt(nonce, plain + LAST, None)
