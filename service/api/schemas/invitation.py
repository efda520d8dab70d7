"""Invitations as their host sees them."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Number, Shown, moment, says
from service.play.invitations import MOST_REMINDERS


class OpenInvitationSchema(Shown):
    """Somebody whom you have invited and who has not answered."""

    place = Number(metadata=says("In the order of invitation, from 0.", example=1))
    invited_as = fields.String(
        metadata=says("The address or name that you have written; nobody else is shown it.", example="bob@example.net")
    )
    reminded_at = moment(allow_none=True, metadata=says("When you last brought it to their mind."))
    reminders_left = Number(metadata=says(f"How often you still can; {MOST_REMINDERS} at first.", example=2))
    can_remind_from = moment(
        allow_none=True, metadata=says("From when on you can; null if there is no reminding them any more.")
    )


class OpenInvitationsSchema(Shown):
    """Those of a game that wait."""

    invitations = fields.List(fields.Nested(OpenInvitationSchema))
