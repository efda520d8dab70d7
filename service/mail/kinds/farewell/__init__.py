"""The last email to the address of a deleted account."""

from __future__ import annotations

from service.notifications.kinds import Kind

KIND = Kind("farewell")
