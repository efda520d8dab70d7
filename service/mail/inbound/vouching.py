"""Verify who vouches for the sender of a mail: a signature (DKIM, RFC 6376) by the organisation of its From.

Relaxed alignment, as DMARC has it (RFC 7489, 3.1.1): both domains are of one organisation by the public suffix list.
What cannot be verified counts as unsigned: this only says whose mails are counted apart, and nobody is trusted for it.
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

from service.core.addresses import domain_of

MOST = 3
"""Signatures of the right organisation that are verified; each costs a look-up."""
ALGORITHM = b"rsa-sha256"
"""RFC 8301 forbids rsa-sha1. Mails signed with Ed25519 (RFC 8463) have an RSA signature, too, as few verify it."""
PATIENCE = 2.0
"""Seconds that DNS has for one key."""
SILENCE = 300.0
"""Seconds in which an organisation whose DNS was silent is not asked again."""
MAX_KEY = 1024
"""Bytes of a record: a key of 4,096 bits has 736. Longer ones make us compute."""
MAX_SIGNATURE = 4096
"""Bytes of its field."""
MAX_LINES = 1000
"""Of a header; the names in a signature are looked for in all of them."""
_COSTLY = re.compile(rb"[\t ]{200}")
_COSTLY_IN_A_HEADER = re.compile(rb"\s{100}")
"""Blanks that take dkimpy quadratic time."""
_UNHEARD = logging.Logger("dkimpy", logging.CRITICAL)  # noqa: LOG001  # nobody else is to hear it either
"""dkimpy would tell the log whose mail it is."""
LookUp: TypeAlias = Callable[[str], bytes | None]
"""The TXT record of a name, None if it has none; DNSException if DNS does not tell."""


class Vouching:
    """Verifies signatures with the keys that `look_up` finds, and remembers whose DNS was silent."""

    def __init__(self, look_up: LookUp | None = None) -> None:
        self._look_up = look_up or txt
        self._silent_until: dict[str, float] = {}

    def organisation(self, raw: bytes, writer: str | None) -> str | None:
        """The organisation's domain that the mail is from and signed by; None if nobody vouches for that."""
        theirs, header = organisation_of(domain_of(writer or "")), raw.partition(b"\r\n\r\n")[0]
        is_costly = _COSTLY.search(raw) or _COSTLY_IN_A_HEADER.search(header) or header.count(b"\n") > MAX_LINES
        if theirs is None or is_costly:
            return None
        try:
            mail = dkim.DKIM(raw, logger=_UNHEARD)
        except (dkim.DKIMException, LookupError, ValueError):
            return None  # its header is none
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
            return False  # dkimpy takes it for granted that others write what they should

    def _key(self, organisation: str, name: bytes, **_: float) -> bytes | None:
        if monotonic() < self._silent_until.get(organisation, 0):
            return None
        try:
            found = self._look_up(name.decode("ascii", "replace"))
        except dns.exception.Timeout:
            self._silent_until[organisation] = monotonic() + SILENCE
            return None
        except dns.exception.DNSException:  # also for a name that somebody has made up
            return None
        return found if found and len(found) <= MAX_KEY else None


def txt(name: str, resolver: dns.resolver.Resolver | None = None) -> bytes | None:
    """The record that the resolver finds, or that of this machine."""
    try:
        [first, *_] = (resolver or _resolver()).resolve(name, "TXT", lifetime=PATIENCE)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return None
    return b"".join(first.strings) if isinstance(first, TXT) else None


def organisation_of(domain: str) -> str | None:
    """The domain of the organisation that a domain is of, None for public suffixes."""
    return _suffixes().privatesuffix(domain.lower())


def _signatures(mail: dkim.DKIM) -> Iterator[tuple[int, str]]:
    """The signatures that cover all of the mail, by their numbers, with the domain of each."""
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
