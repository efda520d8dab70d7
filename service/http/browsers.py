"""Describe a browser and its network well enough for its owner to recognise it, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from service.language.catalogue import gettext

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Vivaldi/": "Vivaldi",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chromium/": "Chromium",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""Browsers by a part of the User-Agent. The first match counts, because most browsers also name those below them."""
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


@dataclass(frozen=True)
class Device:
    """A browser, its system and its network; empty where unknown."""

    browser: str = ""
    system: str = ""
    network: str = ""

    @property
    def name(self) -> str:
        """The name shown to its owner: "Firefox on Linux"."""
        if self.browser and self.system:
            return gettext("%(browser)s on %(system)s", browser=self.browser, system=self.system)
        return self.browser or self.system or gettext("Unknown browser")


def device_of(user_agent: str, address: str) -> Device:
    """Build the device from a User-Agent and an IP address."""
    return Device(_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent), network_of(address))


def network_of(address: str) -> str:
    """Return the part of an IP address that we keep: three of four numbers, or the first 48 bits of IPv6.

    It separates home from abroad. It identifies neither one of 256 customers of a provider nor one of the 65,536
    networks of a site.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return ""
    if isinstance(ip, IPv6Address) and not ip.ipv4_mapped:
        return ":".join(f"{int(group, 16):x}" for group in ip.exploded.split(":")[:3]) + ":*"
    plain = ip.ipv4_mapped if isinstance(ip, IPv6Address) else ip
    return f"{str(plain).rpartition('.')[0]}.*"


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for mark, name in names.items() if mark in user_agent), "")
