"""Times on pages, in the zone of whoever reads them."""

from __future__ import annotations

from datetime import datetime

from rules.prose import N_
from service.core.language import formatted
from service.core.time_zones import zone_of
from service.web.frame.identity import viewer

# Translators: a pattern of CLDR for dates
MOMENT = N_("EEE d MMM y, HH:mm")


def viewer_zone() -> str:
    """The name of the time zone of whoever is signed in; UTC for others."""
    account = viewer()
    return account.time_zone if account else "UTC"


def moment(time: datetime, zone: str) -> str:
    """Format a time in the zone of that name, or in UTC, and name the zone."""
    found = zone_of(zone)
    return f"{formatted(time, MOMENT, found)} {found.key}"
