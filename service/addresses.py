"""Mail addresses: one spelling for each, and nothing in them that could forge a header."""

from __future__ import annotations

from marshmallow import ValidationError
from marshmallow.validate import Email

from service.errors import Invalid

FORBIDDEN = frozenset(',;:<>()[]\\"' + "".join(map(chr, range(33))))
"""They separate addresses, quote or comment; a mail box that needs them is not worth the danger."""
MAX_ADDRESS_LENGTH = 254
"""RFC 5321, 4.5.3.1.3 less the angle brackets."""


def normalise(address: str) -> str:
    """The one spelling by which an address is known, or Invalid `bad-address`.

    Lower case throughout: in theory local parts differ by case, in practice no provider tells them apart.
    """
    plain = address.strip().lower()
    try:
        Email()(plain)
        plain.encode("ascii")
    except (ValidationError, UnicodeEncodeError):
        raise Invalid("bad-address") from None
    if len(plain) > MAX_ADDRESS_LENGTH or not FORBIDDEN.isdisjoint(plain):
        raise Invalid("bad-address")
    return plain
