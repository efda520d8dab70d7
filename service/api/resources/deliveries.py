"""What became of the mails about each turn, for those at the table."""

from __future__ import annotations

from rules.json_types import Json
from service.api.access import account
from service.api.cursors import PageWish, cursor_before, read_version_cursor
from service.api.resource import Resource
from service.api.schemas.delivery import DeliveriesQuerySchema, DeliveriesSchema
from service.api.times import written
from service.core.clock import now
from service.post.tracking import Dispatch, TurnTold, deliveries_seen_by

blueprint = Resource("deliveries", "Whether mail has told the players of their turns.")


@blueprint.route("/games/<game_id:game_id>/deliveries")
@blueprint.lists("turns", "next_cursor")
@blueprint.allows("games:read")
@blueprint.refuses(400, 404)
@blueprint.response(200, DeliveriesSchema)
@blueprint.arguments(DeliveriesQuerySchema, location="query")
def list_deliveries(wish: PageWish, *, game_id: str) -> dict[str, Json]:
    """List the turns of a game of yours, newest first, with what became of the mails about them.

    No address is shown, nor what a mail server said beyond its status code.
    """
    before = read_version_cursor(wish["cursor"]) if "cursor" in wish else None
    turns, has_more = deliveries_seen_by(game_id, account(), now(), before=before, limit=wish["limit"])
    return {
        "turns": [turn_json(turn) for turn in turns],
        "next_cursor": cursor_before(turns[-1].version) if has_more else None,
    }


def turn_json(turn: TurnTold) -> dict[str, Json]:
    """A turn with its mails."""
    return {
        "version": turn.version,
        "seat": turn.seat,
        "began_at": written(turn.began_at),
        "deliveries": [dispatch_json(mail) for mail in turn.deliveries],
        "silence": turn.silence,
    }


def dispatch_json(mail: Dispatch) -> dict[str, Json]:
    """A mail."""
    return {
        "channel": mail.channel,
        "kind": mail.kind,
        "state": mail.stage,
        "written_at": written(mail.written_at),
        "due_at": written(mail.due_at),
        "attempts": mail.attempts,
        "next_at": written(mail.next_at),
        "sent_at": written(mail.sent_at),
        "bounced_at": written(mail.bounced_at),
        "status": mail.status,
    }
