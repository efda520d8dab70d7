"""The email that the operators annulled rated games, to each player of them."""

from __future__ import annotations

from service.notifications.kinds import Kind

KIND = Kind("games-annulled")
