"""Time zones from the tzdata package, so that they are the same on every machine."""

from __future__ import annotations

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


def zone_of(name: str) -> ZoneInfo:
    """Return the zone of that name, or UTC if there is none."""
    return ZoneInfo(name) if name in zone_names() else UTC_ZONE
