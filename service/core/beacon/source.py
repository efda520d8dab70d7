"""Where an operator says that a public beacon is, and which chain of its rounds tables may wait for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from service.core.beacon.chain import Chain, read_known

LOCALHOST = ("127.0.0.0/8", "::1/128")
PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True)
class BeaconSource:
    """The address of a beacon, without a slash at its end, and the chain that new tables are offered."""

    url: str
    chain: Chain

    @property
    def written(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks that its address names outright: a number, or this machine; a name elsewhere is looked up."""
        host = urlsplit(self.url).hostname or ""
        if host == "localhost":
            return tuple(map(ip_network, LOCALHOST))
        try:
            return (ip_network(ip_address(host)),)
        except ValueError:
            return ()

    @property
    def port(self) -> int:
        """The port of its address."""
        parts = urlsplit(self.url)
        return parts.port or PORTS[parts.scheme]


def beacon_source(environment: Mapping[str, str]) -> BeaconSource | None:
    """The beacon that the environment names, None if it names none; ValueError says what to set."""
    url, chain = environment.get("BEACON_URL", ""), environment.get("BEACON_CHAIN", "")
    if not url and not chain:
        return None
    if not url or not chain:
        message = "BEACON_URL and BEACON_CHAIN belong together: set both, or none."
        raise ValueError(message)
    _check_address(url)
    return BeaconSource(url.rstrip("/"), read_known(chain))


def _check_address(url: str) -> None:
    message = "BEACON_URL must be an http or https address, such as https://api.drand.sh."
    try:
        parts = urlsplit(url)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        raise ValueError(message) from None
    if parts.scheme not in PORTS or not parts.hostname or not has_port or "@" in parts.netloc or parts.query:
        raise ValueError(message)
