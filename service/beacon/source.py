"""The operator's beacon settings: its address and chain."""

from __future__ import annotations

import json
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from rules.json_types import Json
from service.beacon.chain import CAN_VERIFY, KNOWN, Chain
from service.config.environment import BadConfiguration, Config

SCHEME = "bls-unchained-g1-rfc9380"
"""The supported signature scheme: 48 bytes, over the round number alone."""
LOCALHOST = ("127.0.0.0/8", "::1/128")
SCHEMES = ("https", "http")


@dataclass(frozen=True)
class BeaconSource:
    """The address of a beacon, without a trailing slash, and the chain for new games."""

    url: str
    chain: Chain

    @property
    def written(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """The networks that its address names literally: an IP address or this machine; other names are resolved."""
        host = urlsplit(self.url).hostname or ""
        if host == "localhost":
            return tuple(map(ip_network, LOCALHOST))
        try:
            return (ip_network(ip_address(host)),)
        except ValueError:
            return ()


def beacon_source(config: Config) -> BeaconSource | None:
    """Read the operator's beacon, None if none is set; BadConfiguration says what to set."""
    url, chain = config.beacon_url, config.beacon_chain
    if not url and not chain:
        return None
    if not url or not chain:
        raise BadConfiguration("BEACON_URL and BEACON_CHAIN belong together: set both, or none.")
    if not CAN_VERIFY:
        raise BadConfiguration("BEACON_URL needs the extra `beacon`: install requirements/extras.lock.")
    if not _is_address(url):
        raise BadConfiguration("BEACON_URL must be an http or https address, such as https://api.drand.sh.")
    if chain in KNOWN:
        return BeaconSource(url.rstrip("/"), KNOWN[chain])
    try:
        return BeaconSource(url.rstrip("/"), chain_of(json.loads(Path(chain).read_text(encoding="utf-8"))))
    except (OSError, ValueError) as wrong:
        told = wrong.strerror if isinstance(wrong, OSError) else wrong
        known = f"{', '.join(KNOWN)}, or a file with what BEACON_URL/<hash>/info says"
        raise BadConfiguration(f"BEACON_CHAIN must be {known}: {told}.") from None


def chain_of(document: Json) -> Chain:
    """Parse a chain from `/<hash>/info`; ValueError if hash or scheme do not match."""
    told: Any = document
    try:
        numbers = int(told["period"]), int(told["genesis_time"])
        chain = Chain(str(told["public_key"]), *numbers, str(told["groupHash"]), str(told["metadata"]["beaconID"]))
        scheme, name = told["schemeID"], told["hash"]
    except (LookupError, TypeError, ValueError):
        raise ValueError("members are missing") from None
    if scheme != SCHEME:
        raise ValueError(f"the scheme must be {SCHEME}")
    if not chain.is_sound or chain.hash != name:
        raise ValueError("its hash is not that of its members")
    return chain


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.hostname) and has_port and "@" not in parts.netloc and not parts.query
