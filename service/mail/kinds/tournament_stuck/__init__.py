"""The email to an organiser that their tournament paused, because its next games could not be set up."""

from __future__ import annotations

from service.notifications.kinds import Kind

KIND = Kind("tournament-stuck")
