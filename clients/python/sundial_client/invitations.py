"""Open invitations to games that you have created."""

from __future__ import annotations

from collections.abc import Sequence

from sundial_client.calls import Calls
from sundial_client.invitation_shapes import OpenInvitation, OpenInvitations


class InvitationCalls(Calls):
    """Calls for open invitations."""

    def invitations(self, game: str) -> Sequence[OpenInvitation]:
        """List the open invitations of a game, in the order of invitation."""
        found: OpenInvitations = self._get(f"games/{game}/invitations")
        return found["invitations"]

    def remind(self, game: str, place: int) -> OpenInvitation:
        """Send an invitation again, at the earliest a day after the last time."""
        reminded: OpenInvitation = self._post_once(f"games/{game}/invitations/{place}/remind")
        return reminded

    def withdraw_invitation(self, game: str, place: int) -> None:
        """Withdraw an invitation; the seat is open from then on."""
        self._delete(f"games/{game}/invitations/{place}")
