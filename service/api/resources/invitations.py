"""Pending invitations, for the host of a game."""

from __future__ import annotations

from flask import Response
from marshmallow import fields

from rules.json_types import Json
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.base import Number, Shown, moment, says
from service.db.clock import now, time_json
from service.play import invitations
from service.play.invitations import MOST_REMINDERS, OpenInvitation

INVITATION = "/games/<game_id:game_id>/invitations/<row:place>"

blueprint = Resource("invitations", "Invitations to a game: remind the invited players, or withdraw an invitation.")


class InvitationToldSchema(Shown):
    """A pending invitation of yours, and what we noticed about it."""

    place = Number(metadata=says("In the order of invitation, from 0.", example=1))
    undelivered_at = moment(
        allow_none=True, metadata=says("When we noticed that email cannot deliver it; null if it can.")
    )
    unanswered_at = moment(
        allow_none=True, metadata=says("When we noticed that it had no answer for a week; null before that.")
    )


class OpenInvitationSchema(InvitationToldSchema):
    """Somebody whom you have invited and who has not answered."""

    invited_as = fields.String(
        metadata=says("The address or name as you wrote it; nobody else sees it.", example="bob@example.net")
    )
    reminded_at = moment(allow_none=True, metadata=says("When you last sent a reminder."))
    reminders_left = Number(metadata=says(f"The number of reminders left; {MOST_REMINDERS} at first.", example=2))
    can_remind_from = moment(
        allow_none=True, metadata=says("When you can send the next reminder; null if none are left.")
    )


class OpenInvitationsSchema(Shown):
    """The pending invitations of a game."""

    invitations = fields.List(fields.Nested(OpenInvitationSchema))


@blueprint.route("/games/<game_id:game_id>/invitations")
@blueprint.lists("invitations")
@blueprint.allows("games:play")
@blueprint.gives({"place": "$response.body#/invitations/0/place"})
@blueprint.refuses(404)
@blueprint.response(200, OpenInvitationsSchema)
def list_invitations(*, game_id: str) -> dict[str, Json]:
    """List the pending invitations to a game that you have set up, by the names or addresses that you used."""
    return {"invitations": [invitation_json(each) for each in invitations.invitations_to(game_id, account())]}


@blueprint.route(f"{INVITATION}/remind", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(200, OpenInvitationSchema)
def remind_guest(*, game_id: str, place: int) -> dict[str, Json]:
    """Email an invitation again, a day after the last time at the earliest, and a limited number of times."""
    return invitation_json(invitations.remind(game_id, place, account(), now()))


@blueprint.route(INVITATION, methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(204)
def withdraw_invitation(*, game_id: str, place: int) -> Response:
    """Withdraw an invitation: its link expires, and the seat is open; if private, to anybody with the join link."""
    invitations.withdraw(game_id, place, account(), now())
    return Response(status=204)


def invitation_json(invitation: OpenInvitation) -> dict[str, Json]:
    """Serialize a pending invitation for its host."""
    return {
        "place": invitation.place,
        "invited_as": invitation.invited_as,
        "reminded_at": time_json(invitation.reminded_at),
        "undelivered_at": time_json(invitation.undelivered_at),
        "unanswered_at": time_json(invitation.unanswered_at),
        "reminders_left": invitation.reminders_left,
        "can_remind_from": time_json(invitation.can_remind_from),
    }
