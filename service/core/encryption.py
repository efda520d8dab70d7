"""What stands encrypted in tables: mails on their way, what they are made of, and answers that may hold a secret.

The key is computed from the secret key, which is not in the database: whoever has the database alone, a backup or a
replica of it, reads none of this.
"""

from __future__ import annotations

import base64
import hmac
from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from service.core.key_ring import KeyRing, key_ring


class Undecryptable(Exception):
    """What was encrypted with another secret key, or was damaged: the one that it was written with is needed."""


def encrypt(data: bytes) -> bytes:
    """The data as only this installation reads it; of nothing, nothing."""
    return encrypted_with(key_ring(), data)


def decrypt(encrypted: bytes) -> bytes:
    """The data that was encrypted; of nothing, nothing. Undecryptable."""
    return decrypted_with(key_ring(), encrypted)


def encrypted_with(ring: KeyRing, data: bytes) -> bytes:
    """The same where there is no app."""
    return base64.urlsafe_b64decode(_fernet(ring).encrypt(data)) if data else b""


def decrypted_with(ring: KeyRing, encrypted: bytes) -> bytes:
    """The same where there is no app; Undecryptable."""
    try:
        return _fernet(ring).decrypt(base64.urlsafe_b64encode(encrypted)) if encrypted else b""
    except InvalidToken:
        raise Undecryptable from None


@cache
def _fernet(ring: KeyRing) -> MultiFernet:
    """What encrypts with the key in use, and decrypts with each."""
    keys = (hmac.digest(key.encode(), b"sundial encryption", "sha256") for key in ring.all)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])
