"""Sender addresses: find those that our email is sent from, and check their reverse DNS."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from service.config.environment import Config
from workers.doctor.finding import Finding, in_zone, mend, not_checked, well
from workers.doctor.names import Address, LookUp, addresses

ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documentation (RFC 5737, RFC 3849); nothing is sent to them."""
DISCARD = 9


def own_senders(config: Config) -> tuple[Address, ...]:
    """Return the public addresses of this machine if it runs the mail server; else none are known."""
    host = urlsplit(config.smtp_url or "").hostname or ""
    if host != "localhost" and not _is_loopback(host):
        return ()
    return tuple(address for family in ELSEWHERE for address in _towards_others(family) if address.is_global)


def reverse_names(senders: tuple[Address, ...], look_up: LookUp) -> Iterator[Finding]:
    """Check that the name of each sending address resolves back to it, as large providers require."""
    if not senders:
        yield not_checked("PTR", "the sending IP address is unknown; pass it as --sends-from ADDRESS")
    for address in senders:
        yield _reverse_name(address, look_up)


def _reverse_name(address: Address, look_up: LookUp) -> Finding:
    about = f"PTR of {address}"
    names = [name.removesuffix(".") for name in look_up(address.reverse_pointer, "PTR")]
    if not names:
        wanted = in_zone(address.reverse_pointer, "PTR", "<the name of your mail server>.")
        return mend(about, "none; large providers require it, and the owner of the IP address can set it", wanted)
    if any(address in addresses(name, look_up) for name in names):
        return well(about, f"{names[0]}, which resolves back to it")
    wanted = in_zone(names[0], "AAAA" if address.version > 4 else "A", str(address))  # noqa: PLR2004  # IPv4 is called so
    return mend(about, f"{names[0]}, which does not resolve back to it", wanted)


def _towards_others(family: socket.AddressFamily) -> Iterator[Address]:
    """Yield our local address of a route to the internet, if there is one. Connecting UDP sends nothing."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((ELSEWHERE[family], DISCARD))
            yield ip_address(way.getsockname()[0])
    except OSError:
        return


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
