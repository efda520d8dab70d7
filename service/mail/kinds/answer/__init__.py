"""The answer to an email about a game."""

from __future__ import annotations

from service.config.limits import limit
from service.notifications.kinds import Kind

KIND = Kind("answer", counted=limit("turn-answers"))
