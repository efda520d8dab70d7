"""The network that a mail came from, as the server that handed it on to us has written it down (RFC 5321, 4.4)."""

from __future__ import annotations

import re
from contextlib import suppress
from email import message_from_bytes
from ipaddress import ip_address

from service.core import rates
from service.core.config import LOOPBACK, is_in, networks
from service.core.settings import settings

_LITERAL = re.compile(r"[\[(](?:IPv6:)?([0-9A-Fa-f:.]{2,45})[\])]")
_HELLO = re.compile(r"helo=[^\s)]*", re.IGNORECASE)
"""How Exim writes down what a client calls itself: behind its address."""
_HERE = networks(LOOPBACK, "here")
_INSIDE = networks(f"{LOOPBACK} 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7", "inside")
_MOST_HOPS = 10


def network_named(header: bytes, *, looks_inside: bool = False) -> str | None:
    """The network that the topmost Received header names, as `rates.area` has it; those below may be anybody's.

    A mail that comes back from a content filter has a hop of the operator's own on top, which is passed over. Servers
    of a provider hand a mail on among themselves: `looks_inside` passes over all private addresses.
    """
    written = message_from_bytes(header).get_all("Received", [])
    passed = _INSIDE if looks_inside else (*_HERE, *settings().inbound_relays)
    for address in map(_client, written[:_MOST_HOPS]):
        if address and not is_in(address, passed):
            return rates.area(address)
        if not (address or looks_inside):
            break
    return None


def _client(received: object) -> str:
    """The address of the client in one such header, which stands last before the server's own name; or nothing."""
    client = _HELLO.sub("", f" {' '.join(str(received).split())}".partition(" by ")[0])
    for text in reversed(_LITERAL.findall(client)):
        with suppress(ValueError):
            return str(ip_address(text))
    return ""
