"""Encryption at rest for database columns: queued emails, their content, and responses that may hold a secret.

The key derives from the secret key, which is not in the database. So a stolen database, backup or replica reveals none
of this.
"""

from __future__ import annotations

import base64
import hmac
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from service.config.key_ring import KeyRing, key_ring


class Undecryptable(Exception):
    """Data that was damaged or encrypted with a secret key that is not set here."""


def encrypt(data: bytes) -> bytes:
    """Encrypt data for this installation; empty stays empty."""
    return encrypted_with(key_ring(), data)


def decrypt(encrypted: bytes) -> bytes:
    """Decrypt data, or raise Undecryptable; empty stays empty."""
    return decrypted_with(key_ring(), encrypted)


def encrypted_with(ring: KeyRing, data: bytes) -> bytes:
    """Encrypt data with a key ring, without an app."""
    return base64.urlsafe_b64decode(_fernet(ring).encrypt(data)) if data else b""


def decrypted_with(ring: KeyRing, encrypted: bytes) -> bytes:
    """Decrypt data with a key ring, without an app, or raise Undecryptable."""
    try:
        return _fernet(ring).decrypt(base64.urlsafe_b64encode(encrypted)) if encrypted else b""
    except InvalidToken:
        raise Undecryptable from None


@cache
def _fernet(ring: KeyRing) -> MultiFernet:
    """Build the cipher: it encrypts with the current key and decrypts with each."""
    keys = (hmac.digest(key.encode(), b"sundial encryption", "sha256") for key in ring.all)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])
