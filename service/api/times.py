"""Times as they are written in answers."""

from __future__ import annotations

from datetime import datetime
from typing import overload


@overload
def written(time: datetime) -> str: ...
@overload
def written(time: datetime | None) -> str | None: ...
def written(time: datetime | None) -> str | None:
    """A time in UTC as RFC 3339 has it, or None for None."""
    return time.isoformat().replace("+00:00", "Z") if time else None
