"""Invitations to games that you have set up, while they wait for an answer."""

from __future__ import annotations

from collections.abc import Sequence

from sundial_client.calls import Calls
from sundial_client.invitation_shapes import OpenInvitation, OpenInvitations


class InvitationCalls(Calls):
    """What can be done about invitations that wait."""

    def invitations(self, game: str) -> Sequence[OpenInvitation]:
        """Who has not answered yet, in the order of invitation."""
        found: OpenInvitations = self._get(f"games/{game}/invitations")
        return found["invitations"]

    def remind(self, game: str, place: int) -> OpenInvitation:
        """Mail an invitation once more, a day after the last time at the earliest."""
        reminded: OpenInvitation = self._post_once(f"games/{game}/invitations/{place}/remind")
        return reminded

    def withdraw_invitation(self, game: str, place: int) -> None:
        """Take an invitation back; the seat is open from then on."""
        self._delete(f"games/{game}/invitations/{place}")
