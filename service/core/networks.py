"""Networks and ports as an operator writes them."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

PORTS = 1 << 16
LOOPBACK = "127.0.0.0/8 ::1"


def networks(text: str, name: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks that a knob names; ValueError says what to write."""
    try:
        return tuple(map(ip_network, text.replace(",", " ").split()))
    except ValueError as wrong:
        message = f"{name} must be networks such as 10.1.0.0/16: {wrong}."
        raise ValueError(message) from None


def is_in(address: str, those: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether an IP address lies in one of the networks; ValueError if it is none."""
    return any(ip_address(address) in each for each in those)


def port_ranges(text: str, name: str) -> tuple[range, ...]:
    """The ports that a knob names; ValueError says what to write."""
    return tuple(_port_range(part, name) for part in text.replace(",", " ").split())


def _port_range(text: str, name: str) -> range:
    first, *others = [int(end) if end.isascii() and end.isdecimal() else 0 for end in text.split("-")]
    last = others[0] if others else first
    if len(others) > 1 or not 0 < first <= last < PORTS:
        message = f"{name} must be ports such as 443 and 8000-9999, not {text!r}."
        raise ValueError(message)
    return range(first, last + 1)
