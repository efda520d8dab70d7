"""Deliveries: the status of the emails about each turn, for the players of the game."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.api import cursors
from service.api.access import account
from service.api.cursors import PageWish
from service.api.resource import Resource
from service.api.resources.invitations import InvitationToldSchema, invitation_json
from service.api.schemas.base import Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_CURSOR
from service.db.clock import now, time_json
from service.notifications.tracking import Channel, Silence, Stage, TurnTold, deliveries_seen_by
from service.play.game_search import MAX_PAGE
from service.play.invitations import open_invitations
from service.play.seating import game_seen_by, is_host

blueprint = Resource("deliveries", "Delivery status of emails about turns.")


class DispatchSchema(Shown):
    """One email about a turn. There may be channels other than `mail`."""

    channel = fields.String(
        metadata=says(f"One of {', '.join(Channel)}; clients should expect others.", example="mail")
    )
    kind = fields.String(
        metadata=says(
            "The kind of notification: `your-turn`, `reminder`, `more-time`, `restored`; clients should expect others.",
            example="your-turn",
        )
    )
    state = fields.String(
        validate=OneOf([stage.value for stage in Stage]),
        metadata=says(
            "`queued`: not sent yet; `retried`: failed, and tried again later; `sent`: accepted by a mail server; "
            "`bounced`: returned after that; `failed`: refused for good, or tried for days; `superseded`: not sent, "
            "because the turn was over or the email no longer wanted; `probably-delivered`: transmitted, but the mail"
            " server's answer was lost, and not sent again because the turn was over, or in vain for days.",
            example="sent",
        ),
    )
    written_at = moment()
    due_at = moment(metadata=says("When it was, or will be, sent."))
    attempts = Number(metadata=says("Number of attempts so far.", example=1))
    next_at = moment(allow_none=True, metadata=says("When it is tried next; null if it is not tried any more."))
    sent_at = moment(allow_none=True, metadata={"example": "2026-05-04T12:00:02Z"})
    bounced_at = moment(allow_none=True)
    status = fields.String(
        allow_none=True,
        metadata=says("The last status code (RFC 3463) received about it, such as 5.1.1; null if none.", example=None),
    )


class TurnToldSchema(Shown):
    """A turn, and how its player was notified."""

    version = Number(metadata=says("The version of the game at which the turn began.", example=8))
    seat = Number(metadata=says("The seat whose turn it was."))
    began_at = moment()
    deliveries = fields.List(fields.Nested(DispatchSchema), metadata=says("Oldest first."))
    silence = fields.String(
        allow_none=True,
        validate=OneOf([*Silence]),
        metadata=says(
            "Why no email was sent: `unwanted` by the player, or the player is a `program`, or a `visitor` without an"
            " address; else null.",
            example=None,
        ),
    )


class DeliveriesSchema(Shown):
    """One page of turns, and the pending invitations."""

    invitations = fields.List(
        fields.Nested(InvitationToldSchema),
        metadata=says("Your pending invitations; `undelivered_at` says which of them email cannot deliver."),
    )
    turns = fields.List(
        fields.Nested(TurnToldSchema),
        metadata=says("Newest first, without turns of the computer. Empty once the game has been over for 90 days."),
    )
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last page."))


class DeliveriesQuerySchema(Sent):
    """The page of a list of turns."""

    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the previous page."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Maximum number of turns on a page."))


@blueprint.route("/games/<game_id:game_id>/deliveries")
@blueprint.lists("turns", "next_cursor")
@blueprint.allows("games:read")
@blueprint.refuses(400, 404)
@blueprint.response(200, DeliveriesSchema)
@blueprint.arguments(DeliveriesQuerySchema, location="query")
def list_deliveries(wish: PageWish, *, game_id: str) -> dict[str, Json]:
    """List the turns of a game of yours, newest first, with the status of the emails about them.

    Addresses are not shown, and of a mail server's replies only the status code.
    """
    before = cursors.read(cursors.TURNS, wish["cursor"]) if "cursor" in wish else None
    turns, has_more = deliveries_seen_by(game_id, account(), now(), before=before, limit=wish["limit"])
    game = game_seen_by(game_id, account())
    return {
        "invitations": [invitation_json(each) for each in open_invitations(game) if is_host(game, account())],
        "turns": [turn_json(turn) for turn in turns],
        "next_cursor": cursors.signed(cursors.TURNS, turns[-1].version) if has_more else None,
    }


def turn_json(turn: TurnTold) -> dict[str, Json]:
    """Serialize a turn with its emails."""
    return {
        "version": turn.version,
        "seat": turn.seat,
        "began_at": time_json(turn.began_at),
        "deliveries": [
            {
                "channel": mail.channel,
                "kind": mail.kind,
                "state": mail.stage,
                "written_at": time_json(mail.written_at),
                "due_at": time_json(mail.due_at),
                "attempts": mail.attempts,
                "next_at": time_json(mail.next_at),
                "sent_at": time_json(mail.sent_at),
                "bounced_at": time_json(mail.bounced_at),
                "status": mail.status,
            }
            for mail in turn.deliveries
        ],
        "silence": turn.silence,
    }
