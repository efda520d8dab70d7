"""Playing a bot now, whichever is free."""

from __future__ import annotations

from typing import TypedDict

from flask import Response, url_for

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.seek import SeekRequestSchema, SeekSchema, SeeksSchema
from service.api.times import written
from service.bots.seeks import NewSeek, bot_of_seek, seek_bot, seek_of, seeks_of, withdraw_seek
from service.core.clock import now
from service.models import BotSeek, SeekState, Visibility
from service.work.units import whole

LOCATION = {"Location": {"description": "The address of the seek.", "schema": {"type": "string"}, "required": True}}
SEEK = "/me/bot-seeks/<game_id:seek_id>"

blueprint = Resource("seeks", "Play a bot now: one after the other is asked until one takes the seat.")


class SeekWish(TypedDict):
    """A seek, as SeekRequestSchema has read it."""

    ruleset: str | None
    options: dict[str, str]
    seats: int | None
    level: int
    days_per_move: int
    visibility: Visibility


@blueprint.route("/me/bot-seeks", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"seek_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, SeekSchema, headers=LOCATION)
@blueprint.arguments(SeekRequestSchema, required=False)
@repeatable
def seek(wish: SeekWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Play a bot now; people only.

    The game is set up at once. Where the bot accepts at once, it has begun; else the bot has a minute to take its seat,
    and then the next one is asked. `no-bot-available` where there is none to ask: the computer is always there.
    """
    made = whole(lambda: _shown(seek_bot(account(), NewSeek(**wish), now())))
    return made, {"Location": url_for("seeks.show_seek", seek_id=made["id"])}


@blueprint.route("/me/bot-seeks")
@blueprint.lists("seeks")
@blueprint.allows("games:read")
@blueprint.gives({"seek_id": "$response.body#/seeks/0/id"})
@blueprint.response(200, SeeksSchema)
def list_seeks() -> dict[str, list[dict[str, Json]]]:
    """List your latest seeks, the newest first."""
    return {"seeks": [_shown(each) for each in seeks_of(account())]}


@blueprint.route(SEEK)
@blueprint.allows("games:read")
@blueprint.refuses(404)
@blueprint.response(200, SeekSchema)
def show_seek(*, seek_id: str) -> dict[str, Json]:
    """Show how far a seek of yours has come; `seek.changed` among the events says when to look again."""
    return _shown(seek_of(account(), seek_id))


@blueprint.route(SEEK, methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(204)
def end_seek(*, seek_id: str) -> Response:
    """Call a game off that waits for a bot; `game-started` if it waits no more."""
    withdraw_seek(seek_id, account(), now())
    return Response(status=204)


def _shown(each: BotSeek) -> dict[str, Json]:
    bot = bot_of_seek(each)
    return {
        "id": each.id,
        "state": each.state,
        "game_id": each.game_id,
        "ruleset": each.game.ruleset,
        "bot": bot.name if bot else None,
        "asked": each.asked,
        "answer_until": written(each.due_at) if each.state == SeekState.ASKING else None,
        "created_at": written(each.created_at),
    }
