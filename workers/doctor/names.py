"""DNS look-ups, with a resolver that operators and tests can choose."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias

import dns.exception
import dns.resolver
from dns.rdtypes.ANY.TXT import TXT
from dns.resolver import Resolver

PATIENCE = 4.0
"""Timeout of a look-up in seconds."""
DNS_PORT = 53

Address: TypeAlias = IPv4Address | IPv6Address
LookUp: TypeAlias = Callable[[str, str], list[str]]
"""Returns a name's records of a type ("MX") as text, TXT without quotes; empty if there are none, or Silence."""


class Silence(Exception):
    """DNS gave no answer about a record; the text says what happened."""


def resolver_at(server: Address | None = None, port: int = DNS_PORT) -> Resolver:
    """Return the resolver of this machine, or one for the server at an address."""
    resolver = Resolver(configure=server is None)
    if server is not None:
        resolver.nameservers, resolver.port = [str(server)], port
    resolver.lifetime = PATIENCE
    return resolver


def asker(resolver: Resolver) -> LookUp:
    """Return a look-up function that uses a resolver."""

    def look_up(name: str, kind: str) -> list[str]:
        try:
            answers = resolver.resolve(name, kind)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.Timeout:
            raise Silence(f"no answer within {PATIENCE:g} seconds") from None
        except dns.exception.DNSException as failure:
            raise Silence(" ".join(str(failure).split())) from None
        return [_text(answer) for answer in answers]

    return look_up


def addresses(name: str, look_up: LookUp) -> list[Address]:
    """Return the addresses of a host: IPv4, then IPv6. An address is returned itself."""
    try:
        return [ip_address(name)]
    except ValueError:
        return [ip_address(found) for kind in ("A", "AAAA") for found in look_up(name, kind)]


def _text(answer: object) -> str:
    """Convert a record to text; the pieces of a TXT record are joined without a gap (RFC 7208, 3.3)."""
    return b"".join(answer.strings).decode("ascii", "replace") if isinstance(answer, TXT) else str(answer)
