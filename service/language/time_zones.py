"""Time zones from the tzdata package, so that they are the same on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

UTC_ZONE = ZoneInfo("UTC")
PLACEHOLDER = "Factory"
"""The tz database's name for an unset clock."""


@cache
def zone_names() -> frozenset[str]:
    """List the names that can be chosen, such as Europe/Berlin."""
    listed = files("tzdata").joinpath("zones").read_text(encoding="ascii")
    return frozenset(listed.split()) - {PLACEHOLDER}


@cache
def cities() -> Mapping[str, str]:
    """Map zones, by the city that each is named after, to that city and its region: "Berlin (Europe)"."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    zones = [line.split("\t")[2] for line in table.splitlines() if not line.startswith("#")]
    parts = {zone: zone.replace("_", " ").split("/") for zone in zones}
    named = {zone: f"{city} ({', '.join(region)})" for zone, (*region, city) in parts.items()}
    return dict(sorted(named.items(), key=lambda each: each[1])) | {UTC_ZONE.key: UTC_ZONE.key}


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of that name, or UTC if there is none."""
    return ZoneInfo(name) if name in zone_names() else UTC_ZONE
