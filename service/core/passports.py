"""Passports of bots: what came of a check of one, signed by the key of whoever ran it. Pure, but for the signature.

The name of the format is part of what is signed: no signature of a record is one of a passport.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import rfc8785

from rules.json_types import Json
from service.core.record_signatures import is_signature, sign

FORMAT = "sundial-passport-1"
SIGNATURE = "signature"
Passport: TypeAlias = Mapping[str, Any]


def signed_passport(content: Mapping[str, Json], secret_key: str) -> dict[str, Json]:
    """The passport with that content: its format, and the signature of the Sundial with that secret key."""
    passport: dict[str, Json] = {"format": FORMAT, **content}
    return {**passport, SIGNATURE: {**sign(secret_key, _signed_part(passport))}}


def is_as_signed(passport: Passport) -> bool:
    """Whether the holder of the key that it names has signed all else that stands in it."""
    signature = passport[SIGNATURE]
    return is_signature(signature["value"], _signed_part(passport), signature["key"])


def signer_of(passport: Passport) -> str:
    """The public key that has signed it."""
    key: str = passport[SIGNATURE]["key"]
    return key


def _signed_part(passport: Passport) -> bytes:
    """Canonical JSON (RFC 8785) of all but the signature."""
    return rfc8785.dumps({name: passport[name] for name in passport if name != SIGNATURE})
