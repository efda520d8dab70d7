"""Mail addresses: one spelling for each, and nothing in them that could forge a header; and those of our own office."""

from __future__ import annotations

import re
from enum import StrEnum

from service.core.config import POSTMASTER
from service.core.errors import Invalid

MAX_ADDRESS_LENGTH = 254
"""RFC 5321, 4.5.3.1.3 less the angle brackets."""
NULL_SENDER = "<>"
"""The sender of what nobody is to answer (RFC 5321, 4.5.5); of a sender whom nobody knows the name is empty."""
_WORD = r"[-!#$%&'*+/=?^`{|}~0-9A-Za-z_]+"
_LABEL = "[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?"
_LAST_LABEL = "[0-9A-Za-z][0-9A-Za-z-]{0,61}[0-9A-Za-z]"
DOMAIN = rf"(?:(?:{_LABEL}\.)+{_LAST_LABEL}|localhost)"
ADDRESS = rf"(?=[^@]{{1,64}}@){_WORD}(?:\.{_WORD})*@{DOMAIN}"
"""What an address looks like (RFC 5321, 4.1.2 and 4.5.3.1.1). A mail box that needs quotes is not worth the danger:
they hide what separates addresses, and comments."""


class Named(StrEnum):
    """Boxes of ours that everybody knows, and those that RFC 2142 asks for."""

    DESK = "play"
    """Where games are begun and asked after."""
    SIGN_IN = "sign-in"
    """Where the mails are answered by which somebody signs in."""
    POSTMASTER = POSTMASTER
    ABUSE = "abuse"
    BOUNCES = "bounces"
    """What comes back."""


def normalise(address: str) -> str:
    """The one spelling by which an address is known, or Invalid `bad-address`.

    Lower case throughout: in theory local parts differ by case, in practice no provider tells them apart.
    """
    plain = address.strip().lower()
    if len(plain) > MAX_ADDRESS_LENGTH or not re.fullmatch(ADDRESS, plain):
        raise Invalid("bad-address")
    return plain


def domain_of(address: str) -> str:
    """Return the domain of an address, in lower case."""
    return address.rpartition("@")[2].lower()
