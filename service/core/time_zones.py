"""Time zones by the names of the tzdata package, the same on every machine, whatever else its system knows."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo

UTC_ZONE = ZoneInfo("UTC")
PLACEHOLDER = "Factory"
"""What the tz database calls a clock that nobody has set."""


@cache
def zone_names() -> frozenset[str]:
    """All names that somebody can choose, such as Europe/Berlin."""
    listed = files("tzdata").joinpath("zones").read_text(encoding="ascii")
    return frozenset(listed.split()) - {PLACEHOLDER}


def zone_of(name: str) -> ZoneInfo:
    """The zone of that name; UTC if there is none."""
    return ZoneInfo(name) if name in zone_names() else UTC_ZONE
