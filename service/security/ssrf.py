"""Validate destinations of outgoing requests against SSRF: public addresses, and networks the operator allows.

A name can resolve to any address, and to another one a moment later. So the resolved address is checked each time, and
the request goes to exactly that address.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from queue import Empty, Queue
from threading import Thread
from urllib.parse import SplitResult, urlsplit

from flask import current_app

from service.config.environment import WEBHOOK_PORTS
from service.config.settings import settings
from service.language.errors import Invalid

MAX_URL = 500
RESOLVING_SECONDS = 5.0
Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address
Resolve = Callable[[str], Sequence[str]]
"""Resolves a host to its addresses, or raises OSError."""

_SPECIAL_V4 = (
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "168.63.129.16/32",  # public, but leads to internal services of a cloud's machines
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
)
_SPECIAL_V6 = (
    "::/3",  # includes loopback, mapped addresses and NAT64
    "4000::/2",
    "8000::/1",  # includes unique local, link-local and multicast
    "2001::/23",  # includes Teredo
    "2001:db8::/32",
    "2002::/16",  # 6to4
    "2620:4f:8000::/48",
    "3fff::/20",
)
NOT_PUBLIC: tuple[Network, ...] = tuple(map(ip_network, _SPECIAL_V4 + _SPECIAL_V6))
"""The special-purpose registries (RFC 6890 and later), and all that is not unicast.

`ipaddress.is_global` would accept NAT64, 6to4 and multicast.
"""
_HOST = re.compile(r"[A-Za-z0-9_.-]{1,253}|[0-9A-Fa-f:.]{2,45}")
_PRINTABLE = re.compile(r"[!-\[\]-~]+")
"""ASCII without blanks, and without the backslash, which some parsers read as a slash."""
_PORT = r"(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])"
URL = rf"^https?://(?:[A-Za-z0-9_.-]{{1,253}}|\[[0-9A-Fa-f:.]{{2,45}}\])(?::{_PORT})?(?:[/?][!\x22$-\[\]-~]*)?$"
"""Matches each URL that is not `malformed`."""


@dataclass(frozen=True)
class Destination:
    """A checked destination: the parts of its URL, and its resolved addresses, one of which the request goes to."""

    scheme: str
    host: str
    port: int
    target: str
    """Path and query."""
    addresses: tuple[str, ...]

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _port_of(self.scheme) else f"{host}:{self.port}"


def is_public(address: Address) -> bool:
    """Check whether an address is public: on the Internet, not in our network or a neighbour's."""
    return not any(address in network for network in NOT_PUBLIC)


def destination(
    url: str, resolve: Resolve, allowed: Sequence[Network] = (), ports: Sequence[range] = WEBHOOK_PORTS
) -> Destination:
    """Resolve and check a URL, or raise Invalid `bad-webhook-address` with a `reason`.

    `malformed`: not an accepted URL. `port`: not among `ports`; checked before the name is resolved. `not-https`: plain
    http. `not-public`: the name does not resolve, or not only to public addresses. These two are not distinguished, so
    nobody can probe names in our network. Addresses in `allowed` count as public, and may use http.
    """
    parts = _parts(url)
    host, port = parts.hostname or "", parts.port or _port_of(parts.scheme)
    if not any(port in span for span in ports):
        raise Invalid("bad-webhook-address", reason="port", allowed=written_ports(ports))
    try:
        addresses = [ip_address(address) for address in resolve(host)]
    except (OSError, ValueError):
        addresses = []
    if parts.scheme != "https" and not all(_is_in(allowed, address) for address in addresses):
        raise Invalid("bad-webhook-address", reason="not-https")
    if not addresses or not all(is_public(address) or _is_in(allowed, address) for address in addresses):
        raise Invalid("bad-webhook-address", reason="not-public")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(parts.scheme, host, port, target, tuple(map(str, addresses)))


def system_resolve(host: str) -> Sequence[str]:
    """Resolve a host by the system's resolver, or raise OSError, also on timeout.

    A lookup can hang and cannot be cancelled, so it runs in a thread that is abandoned on timeout.
    """
    found: Queue[Sequence[str] | OSError] = Queue()
    Thread(target=lambda: found.put(_looked_up(host)), daemon=True).start()
    try:
        answer = found.get(timeout=RESOLVING_SECONDS)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, OSError):
        raise answer
    return answer


def check_destination(url: str) -> None:
    """Raise Invalid `bad-webhook-address` unless the app may send requests there now."""
    destination(url, current_app.config["RESOLVE"], allowed_networks(), allowed_ports())


def allowed_networks() -> Sequence[Network]:
    """Return the private networks that the operator allows."""
    return settings().webhook_allow


def allowed_ports() -> Sequence[range]:
    """Return the ports that requests may go to."""
    return settings().webhook_ports


def written_ports(ports: Sequence[range]) -> list[str]:
    """Format the ports for people: 443, 8000-9999."""
    return [str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in ports]


def _parts(url: str) -> SplitResult:
    """Split a URL that has only one reading, or raise Invalid."""
    malformed = Invalid("bad-webhook-address", reason="malformed")
    if len(url) > MAX_URL or not _PRINTABLE.fullmatch(url):
        raise malformed
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise malformed from None
    if parts.scheme not in ("http", "https") or port == 0 or "@" in parts.netloc or "#" in url:
        raise malformed
    if not _HOST.fullmatch(parts.hostname or ""):
        raise malformed
    return parts


def _looked_up(host: str) -> Sequence[str] | OSError:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except UnicodeError:
        return OSError("no name of a host")
    except OSError as error:
        return error
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _is_in(networks: Sequence[Network], address: Address) -> bool:
    return any(address in network for network in networks)


def _port_of(scheme: str) -> int:
    return 443 if scheme == "https" else 80
