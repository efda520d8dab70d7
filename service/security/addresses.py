"""Email addresses: normalise and validate them so that none can forge a header, and name our own mailboxes."""

from __future__ import annotations

import re
from enum import StrEnum

from service.config.environment import POSTMASTER
from service.language.errors import Invalid

MAX_ADDRESS_LENGTH = 254
"""RFC 5321, 4.5.3.1.3, without the angle brackets."""
NULL_SENDER = "<>"
"""The sender of mail that expects no reply (RFC 5321, 4.5.5). If a sender is unknown, the name is empty."""
GMAIL = ("gmail.com", "googlemail.com")
_WORD = r"[-!#$%&'*+/=?^`{|}~0-9A-Za-z_]+"
_LABEL = "[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?"
_LAST_LABEL = "[0-9A-Za-z][0-9A-Za-z-]{0,61}[0-9A-Za-z]"
DOMAIN = rf"(?:(?:{_LABEL}\.)+{_LAST_LABEL}|localhost)"
ADDRESS = rf"(?=[^@]{{1,64}}@){_WORD}(?:\.{_WORD})*@{DOMAIN}"
"""A regular expression for an address (RFC 5321, 4.1.2 and 4.5.3.1.1).

Quoted mailboxes are refused: quotes can hide address separators and comments.
"""


class Named(StrEnum):
    """Our well-known mailboxes, and those that RFC 2142 requires."""

    GENERAL = "play"
    """For new games and questions about games."""
    SIGN_IN = "sign-in"
    """For replies to sign-in emails."""
    POSTMASTER = POSTMASTER
    ABUSE = "abuse"
    BOUNCES = "bounces"
    """For bounces."""


def normalise(address: str) -> str:
    """Normalise an email address, or raise Invalid `bad-address`.

    The result is in lower case. In theory local parts differ by case; in practice no provider distinguishes them.
    """
    plain = address.strip().lower()
    if len(plain) > MAX_ADDRESS_LENGTH or not re.fullmatch(ADDRESS, plain):
        raise Invalid("bad-address")
    return plain


def mailbox_of(address: str) -> str:
    """Return the address of the mailbox that a normalised address leads to, to compare addresses and not to write to.

    A plus tag in the local part is left out; at Gmail, which has two domains, so are dots.
    """
    local_part, _, domain = address.rpartition("@")
    untagged = local_part.partition("+")[0] or local_part
    if domain in GMAIL:
        return f"{untagged.replace('.', '')}@{GMAIL[0]}"
    return f"{untagged}@{domain}"


def domain_of(address: str) -> str:
    """Return the domain of an address, in lower case."""
    return address.rpartition("@")[2].lower()
