"""Types of invitations."""

from __future__ import annotations

from typing import TypedDict


class OpenInvitation(TypedDict):
    """A person whom you invited and who has not answered, as you named them."""

    place: int
    invited_as: str
    reminded_at: str | None
    undelivered_at: str | None
    unanswered_at: str | None
    reminders_left: int
    can_remind_from: str | None


class OpenInvitations(TypedDict):
    """Open invitations of a game."""

    invitations: list[OpenInvitation]
