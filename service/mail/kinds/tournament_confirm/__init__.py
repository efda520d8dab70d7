"""The email that asks a player who entered a tournament weeks ago whether they still want to play."""

from __future__ import annotations

from service.notifications.kinds import Kind

KIND = Kind("tournament-confirm")
