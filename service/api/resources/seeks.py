"""Bot seeks: play any free bot now."""

from __future__ import annotations

from typing import TypedDict

from flask import Response, url_for
from marshmallow import fields
from marshmallow.validate import OneOf, Range

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import PLAIN, Number, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_NAME
from service.bots.seeks import FEWEST, MOST_ASKED, NewSeek, bot_of_seek, seek_bot, seek_of, seeks_of, withdraw_seek
from service.db.clock import now, time_json
from service.jobs.units import whole
from service.models import BotSeek, SeekState, Visibility
from service.play.games import MAX_LEVEL, MIN_LEVEL
from service.play.timekeeping import MOST_DAYS

LOCATION = {"Location": {"description": "The address of the seek.", "schema": {"type": "string"}, "required": True}}
SEEK = "/me/bot-seeks/<game_id:seek_id>"

blueprint = Resource("seeks", "Play a bot now: bots are asked one after the other until one joins.")

MOST_SEATS = 9
_STATE = (
    "`asking`: a bot was asked and has not answered; `playing`: the game has started; `nobody`: no bot "
    "joined, and there is no game; `withdrawn`: you cancelled it"
)


class SeekRequestSchema(Sent):
    """The game that you want to play with a bot now."""

    ruleset = text(
        MAX_NAME,
        load_default=None,
        allow_none=True,
        metadata=says("The id of a ruleset; without it, any ruleset that an available bot plays.", example="siesta"),
    )
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; the others have their default.", example={}),
    )
    seats = Number(
        load_default=None,
        allow_none=True,
        validate=Range(FEWEST, MOST_SEATS),
        metadata=says("The number of seats; by default the fewest possible. One is for a bot.", example=2),
    )
    level = Number(
        load_default=MIN_LEVEL,
        validate=Range(MIN_LEVEL, MAX_LEVEL),
        metadata=says("The level of the computer, which takes the remaining seats.", example=1),
    )
    days_per_move = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=says("Days per move.", example=3))
    visibility = fields.Enum(
        Visibility,
        by_value=fields.String,
        load_default=Visibility.PRIVATE,
        metadata=says("Whether anybody may watch; only public games count for the bot's results."),
    )


class SeekWish(TypedDict):
    """A seek, as loaded by SeekRequestSchema."""

    ruleset: str | None
    options: dict[str, str]
    seats: int | None
    level: int
    days_per_move: int
    visibility: Visibility


class SeekSchema(Shown):
    """A search for a free bot and its game, and its progress."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw"})
    state = fields.String(validate=OneOf([*SeekState]), metadata=says(f"{_STATE}.", example="asking"))
    game_id = fields.String(
        metadata=says("The game that was created for it; its seats have the players.", example="m9umjsvkphjr")
    )
    ruleset = fields.String(metadata={"example": "siesta"})
    bot = fields.String(
        allow_none=True, metadata=says("The bot that is asked, or plays; null if there is none.", example="rusty")
    )
    asked = Number(metadata=says(f"The number of bots asked, at most {MOST_ASKED}.", example=1))
    answer_until = moment(allow_none=True, metadata=says("Until when the bot can join; null if none is asked."))
    created_at = moment()


class SeeksSchema(Shown):
    """Your latest seeks, the newest first; 20 at most."""

    seeks = fields.List(fields.Nested(SeekSchema))


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

    The game is set up at once. If the bot accepts automatically, the game has begun; else the bot has a minute to take
    its seat before the next one is asked. `no-bot-available` if there is no bot to ask: the computer is always there.
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
    """Show the progress of your seek; the event `seek.changed` says when to look again."""
    return _shown(seek_of(account(), seek_id))


@blueprint.route(SEEK, methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(204)
def end_seek(*, seek_id: str) -> Response:
    """Cancel a game that waits for a bot; `game-started` if it has begun."""
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
        "answer_until": time_json(each.due_at) if each.state == SeekState.ASKING else None,
        "created_at": time_json(each.created_at),
    }
