"""Signatures of passports (Ed25519, RFC 8032), as a Sundial makes and reads them.

The name of the format is part of what is signed: no signature of a record is one of a passport.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Mapping

import rfc8785
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from rules.json_types import Json

FORMAT = "sundial-passport-1"


def signed_passport(content: Mapping[str, Json], secret_key: str) -> dict[str, Json]:
    """The passport with that content: its format, and the signature of the Sundial with that secret key."""
    passport: dict[str, Json] = {"format": FORMAT, **content}
    key = Ed25519PrivateKey.from_private_bytes(hmac.digest(secret_key.encode(), b"sundial records", "sha256"))
    signature: dict[str, Json] = {
        "algorithm": "Ed25519",
        "key": _written(key.public_key().public_bytes_raw()),
        "value": _written(key.sign(rfc8785.dumps(passport))),
    }
    return {**passport, "signature": signature}


def _written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
