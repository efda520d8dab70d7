"""What invitations look like."""

from __future__ import annotations

from typing import TypedDict


class OpenInvitation(TypedDict):
    """Somebody whom you have invited and who has not answered, as you have named them."""

    place: int
    invited_as: str
    reminded_at: str | None
    reminders_left: int
    can_remind_from: str | None


class OpenInvitations(TypedDict):
    """Those of a game that wait."""

    invitations: list[OpenInvitation]
