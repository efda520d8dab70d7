"""Seats: join, decline, resign and come back, and preview a resignation."""

from __future__ import annotations

from flask import Response, jsonify
from marshmallow import fields
from werkzeug.http import quote_etag

from rules.json_types import Json
from service.api.access import account
from service.api.etags import etag_of_game
from service.api.repeats import if_match, repeatable
from service.api.resource import Resource
from service.api.resources.games import ETAG
from service.api.schemas.base import Number, Sent, Shown, says, text
from service.api.schemas.game import CONTRIBUTION, GAME, DeclineRequestSchema, EmptySchema, GameSchema, SeriesSchema
from service.api.views import seen_whole
from service.db.clock import now
from service.jobs.units import whole
from service.models import LONGEST_CONTRIBUTION, Game
from service.play import seats
from service.play.contributions import check_added
from service.play.declining import Declined
from service.presentation.resigning import resigning_in_words

blueprint = Resource("seats", "Join, decline, resign, return.")

MAX_KEY = 64
_KEY = says(
    "For an open seat of a private game: the key in its link, `/j/<id of the game>-<key>`.",
    example="k3xw7mq2hd5tn6ybe4rjc2av",
)


class JoinRequestSchema(Sent):
    """The contribution and the key of a player who joins."""

    contribution = text(LONGEST_CONTRIBUTION, load_default=None, allow_none=True, metadata=CONTRIBUTION)
    key = text(MAX_KEY, load_default=None, allow_none=True, metadata=_KEY)


class ResignationSchema(Shown):
    """The consequences of resigning now."""

    etag = fields.String(
        metadata=says(
            "For `If-Match` of the request to resign, which is then refused if the game has changed. The header "
            "`ETag` has it as well.",
            example='"5891b5b522d5df086d0ff0b110fbd9d2-1f40fc92da241694"',
        )
    )
    is_over = fields.Boolean(metadata=says("Whether the game would end.", example=True))
    winners = fields.List(
        Number(), allow_none=True, metadata=says("The seats that would win; null if the game goes on.", example=[1])
    )
    stand_in_level = Number(
        allow_none=True,
        metadata=says("The level at which the computer would play on for you; null if it would not.", example=None),
    )
    games = fields.List(
        fields.String(),
        metadata=says(
            "The games that you would resign from: this one, and the other running game of its match.",
            example=["m9umjsvkphjr"],
        ),
    )
    match = fields.String(
        allow_none=True, metadata=says("The match that you would lose; null if there is none.", example=None)
    )
    series = fields.Nested(
        SeriesSchema,
        allow_none=True,
        metadata=says("The state of its series after that; null if there is none.", example=None),
    )
    words = fields.List(
        fields.String(),
        metadata=says(
            "The consequences in sentences, as pages and emails show them.",
            example=["You give up your seat for good.", "The game ends: ann has won."],
        ),
    )


RESIGNATION = ResignationSchema()


@blueprint.route("/games/<game_id:game_id>/join", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"game_id": "$response.body#/id"})
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(JoinRequestSchema, required=False)
@repeatable
def join_game(wish: dict[str, str | None], *, game_id: str) -> dict[str, Json]:
    """Take the seat that you are invited to, or else the first open one; a private game requires its key.

    If you have set up a game with `contributes`, this adds your contribution to the dice, and lets the game begin.
    """

    def joined() -> Game:
        game = seats.join(game_id, account(), now(), wish["contribution"], if_match, key=wish["key"])
        check_added(game, account(), wish["contribution"], now())
        return game

    return whole(lambda: _shown(joined()))


@blueprint.route("/games/<game_id:game_id>/decline", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(DeclineRequestSchema, required=False)
@repeatable
def decline_game(wish: dict[str, str | None], *, game_id: str) -> dict[str, Json]:
    """Decline an invitation, or leave before the game has begun. The host is told the reason, if you give one."""
    return whole(lambda: _shown(seats.decline(game_id, account(), now(), if_match, why=Declined(**wish))))


@blueprint.route("/games/<game_id:game_id>/resignation")
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(200, ResignationSchema, headers=ETAG)
def show_resignation(*, game_id: str) -> Response:
    """Show what would happen if you resigned now, as pages and emails do for confirmation.

    Nothing is changed. Send the ETag as `If-Match` of `POST /games/{id}/resign` to resign only from this state.
    """
    follows = seats.resignation(game_id, account())
    etag = etag_of_game(follows.game)
    answer = jsonify(
        RESIGNATION.dump(
            {
                "etag": quote_etag(etag),
                "is_over": follows.is_over,
                "winners": follows.winners,
                "stand_in_level": follows.level,
                "games": [game.id for game in follows.games],
                "match": follows.game.match_id,
                "series": follows.series,
                "words": [*resigning_in_words(follows)],
            }
        )
    )
    answer.set_etag(etag)
    return answer


@blueprint.route("/games/<game_id:game_id>/resign", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def resign_game(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Resign. If others play on, the computer takes over your seat; `GET /games/{id}/resignation` shows the effects."""
    return whole(lambda: _shown(seats.resign(game_id, account(), now(), if_match)))


@blueprint.route("/games/<game_id:game_id>/return", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def return_to_game(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Return to your seat, which the computer plays since you ran out of time. A turn under way starts again."""
    return whole(lambda: _shown(seats.return_to_seat(game_id, account(), now(), if_match)))


def _shown(game: Game) -> dict[str, Json]:
    """Serialize the game before the commit, so that a failure undoes the change."""
    shown: dict[str, Json] = GAME.dump(seen_whole(game, account()))
    return shown
