"""The email about a sign-in with a new browser."""

from __future__ import annotations

from service.notifications.kinds import Kind

KIND = Kind("new-sign-in")
