"""DKIM verification (RFC 6376): find out whether the organisation of the From address signed an email.

Alignment is relaxed as in DMARC (RFC 7489, 3.1.1): both domains have the same organisation by the public suffix list.
An email that cannot be verified counts as unsigned. The result only decides which emails are counted apart; it gives
nobody any right.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from time import monotonic
from typing import TypeAlias

import dkim
import dns.exception
import dns.resolver
from dkim.util import InvalidTagValueList, parse_tag_value
from dns.rdtypes.ANY.TXT import TXT
from publicsuffixlist import PublicSuffixList

from service.security.addresses import domain_of

MOST = 3
"""Signatures of the right organisation to verify; each costs a DNS query."""
ALGORITHM = b"rsa-sha256"
"""RFC 8301 forbids rsa-sha1. Emails signed with Ed25519 (RFC 8463) have an RSA signature too: few verify Ed25519."""
PATIENCE = 2.0
"""DNS timeout in seconds for one key."""
SILENCE = 300.0
"""Seconds before we query an organisation's DNS again after a timeout."""
MAX_KEY = 1024
"""Bytes of a DNS record: a key of 4,096 bits has 736. Longer keys cost computing time."""
MAX_SIGNATURE = 4096
"""Bytes of the DKIM-Signature field."""
MAX_LINES = 1000
"""Of a header; dkimpy searches all of them for each name in a signature."""
_COSTLY = re.compile(rb"[\t ]{200}")
_COSTLY_IN_A_HEADER = re.compile(rb"\s{100}")
"""Whitespace runs for which dkimpy takes quadratic time."""
_UNHEARD = logging.Logger("dkimpy", logging.CRITICAL)  # noqa: LOG001  # no parent logger may receive its records
"""dkimpy would log the addresses of an email."""
LookUp: TypeAlias = Callable[[str], bytes | None]
"""Look up the TXT record of a name: None if there is none; raises DNSException if DNS gives no answer."""


class Vouching:
    """Verify DKIM signatures with keys from `look_up`; remembers organisations whose DNS timed out."""

    def __init__(self, look_up: LookUp | None = None) -> None:
        self._look_up = look_up or txt
        self._silent_until: dict[str, float] = {}

    def organisation(self, raw: bytes, writer: str | None) -> str | None:
        """Return the organisation that the email is from and signed by; None if no aligned signature is valid."""
        theirs, header = organisation_of(domain_of(writer or "")), raw.partition(b"\r\n\r\n")[0]
        is_costly = _COSTLY.search(raw) or _COSTLY_IN_A_HEADER.search(header) or header.count(b"\n") > MAX_LINES
        if theirs is None or is_costly:
            return None
        try:
            mail = dkim.DKIM(raw, logger=_UNHEARD)
        except (dkim.DKIMException, LookupError, ValueError):
            return None  # the header is malformed
        aligned = [number for number, domain in _signatures(mail) if organisation_of(domain) == theirs]
        return theirs if any(self._is_valid(mail, number, theirs) for number in aligned[:MOST]) else None

    def _is_valid(self, mail: dkim.DKIM, number: int, organisation: str) -> bool:
        try:
            return bool(mail.verify(number, partial(self._key, organisation)))
        except (
            dkim.DKIMException,
            ArithmeticError,
            AssertionError,
            AttributeError,
            LookupError,
            TypeError,
            ValueError,
        ):
            return False  # dkimpy does not validate its input and raises these

    def _key(self, organisation: str, name: bytes, **_: float) -> bytes | None:
        if monotonic() < self._silent_until.get(organisation, 0):
            return None
        try:
            found = self._look_up(name.decode("ascii", "replace"))
        except dns.exception.Timeout:
            self._silent_until[organisation] = monotonic() + SILENCE
            return None
        except dns.exception.DNSException:  # also for an invalid name
            return None
        return found if found and len(found) <= MAX_KEY else None


def txt(name: str, resolver: dns.resolver.Resolver | None = None) -> bytes | None:
    """Look up a TXT record with the given resolver or the system's; None if there is none."""
    try:
        [first, *_] = (resolver or _resolver()).resolve(name, "TXT", lifetime=PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    return b"".join(first.strings) if isinstance(first, TXT) else None


def organisation_of(domain: str) -> str | None:
    """Return the organisational domain of a domain; None for a public suffix."""
    return _suffixes().privatesuffix(domain.lower())


def _signatures(mail: dkim.DKIM) -> Iterator[tuple[int, str]]:
    """Yield the number and domain of each signature that covers the whole email."""
    found = [value for name, value in mail.headers if name.lower() == b"dkim-signature"]
    for number, value in enumerate(found):
        try:
            tags = parse_tag_value(value)
        except InvalidTagValueList:
            continue
        if tags.get(b"a") == ALGORITHM and b"l" not in tags and len(value) <= MAX_SIGNATURE:
            yield number, tags.get(b"d", b"").decode("ascii", "replace")


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@cache
def _resolver() -> dns.resolver.Resolver:
    resolver = dns.resolver.Resolver()
    resolver.cache = dns.resolver.LRUCache()
    return resolver
