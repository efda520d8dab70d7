"""Asking DNS, in a way that tests and operators can choose whom to ask."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias

import dns.exception
import dns.resolver
from dns.rdtypes.ANY.TXT import TXT

PATIENCE = 4.0
"""Seconds until a question is given up."""
DNS_PORT = 53

Address: TypeAlias = IPv4Address | IPv6Address
LookUp: TypeAlias = Callable[[str, str], list[str]]
"""The records of a type ("MX") that a name has, as text, TXT without quotes; empty if there are none, or Silence."""


class Silence(Exception):
    """DNS did not say whether there is such a record; the text is what happened instead."""


def asker(server: Address | None = None, port: int = DNS_PORT) -> LookUp:
    """Look-ups by the resolver of this machine, or by the server at an address."""

    def look_up(name: str, kind: str) -> list[str]:
        try:
            answers = _resolver(server, port).resolve(name, kind, lifetime=PATIENCE)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except dns.exception.Timeout:
            raise Silence(f"no answer within {PATIENCE:g} seconds") from None
        except dns.exception.DNSException as failure:
            raise Silence(" ".join(str(failure).split())) from None
        return [_text(answer) for answer in answers]

    return look_up


def addresses(name: str, look_up: LookUp) -> list[Address]:
    """The addresses of a host: IPv4, then IPv6. An address is its own."""
    try:
        return [ip_address(name)]
    except ValueError:
        return [ip_address(found) for kind in ("A", "AAAA") for found in look_up(name, kind)]


def _resolver(server: Address | None, port: int) -> dns.resolver.Resolver:
    if server is None:
        return dns.resolver.Resolver()
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = [str(server)], port
    return resolver


def _text(answer: object) -> str:
    """TXT comes in pieces, to be put together without a gap (RFC 7208, 3.3)."""
    return b"".join(answer.strings).decode("ascii", "replace") if isinstance(answer, TXT) else str(answer)
