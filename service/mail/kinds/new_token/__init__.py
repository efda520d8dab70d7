"""The email about a new API token."""

from __future__ import annotations

from service.notifications.kinds import Kind

KIND = Kind("new-token")
