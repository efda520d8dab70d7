"""Passports of bots: what came of a check of one, signed by the key of whoever ran it. bot-check writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import rfc8785

from service.core.record_signatures import is_signature

FORMAT = "sundial-passport-1"
SIGNATURE = "signature"
Passport: TypeAlias = Mapping[str, Any]


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
