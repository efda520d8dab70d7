"""Taking a seat, declining one, giving one up."""

from __future__ import annotations

from flask import Response, jsonify, make_response, request
from werkzeug.http import quote_etag

from rules.json_types import Json
from service.api.access import account
from service.api.etags import etag_of_game
from service.api.repeats import if_match, key_sent, repeatable
from service.api.resource import Resource
from service.api.schemas.game import GAME, EmptySchema, GameSchema, JoinRequestSchema
from service.api.schemas.resignation import RESIGNATION, ResignedSchema, ResignQuerySchema
from service.api.views import seen_whole
from service.core.clock import now
from service.core.rates import READS, WRITES
from service.models import Game
from service.play import seats
from service.play.chance.contributions import check_added
from service.telling.resigning import resigning_in_words
from service.work.units import whole

blueprint = Resource("seats", "Join, decline, resign, come back.")


@blueprint.route("/games/<game_id:game_id>/join", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"game_id": "$response.body#/id"})
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(JoinRequestSchema, required=False)
@repeatable
def join_game(wish: dict[str, str | None], *, game_id: str) -> dict[str, Json]:
    """Take the seat that you are invited to, or else the first open one; in a private game that takes its key.

    Who has set a game up with `contributes` adds to the dice by this, and so lets it begin.
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
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def decline_game(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Say no to an invitation, or leave before the game has begun."""
    return whole(lambda: _shown(seats.decline(game_id, account(), now(), if_match)))


def bucket_of_resigning(**_: str) -> str:
    """To ask what would follow is a read."""
    return READS if request.args.get("dry_run") == "true" else WRITES


@blueprint.route("/games/<game_id:game_id>/resign", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.counts_as(bucket_of_resigning)
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, ResignedSchema)
@blueprint.arguments(ResignQuerySchema, location="query")
@blueprint.arguments(EmptySchema, required=False)
def resign_game(query: dict[str, bool], _wish: dict[str, str], *, game_id: str) -> Response:
    """Give up your seat. Where others play on, the computer takes it over.

    Ask with `dry_run` first, as pages and mails do: nothing is changed, and the answer says what would follow. Its ETag
    as `If-Match` of the second request lets it happen only so.
    """
    if query["dry_run"]:
        key_sent()  # none is used up, but one that would be refused is refused
        return _foreseen(game_id)
    return make_response(_resign(game_id=game_id))  # what is written already goes by no schema again


@blueprint.route("/games/<game_id:game_id>/return", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def return_to_game(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Play again where the computer stands in for you since your time was over. A turn under way is yours anew."""
    return whole(lambda: _shown(seats.return_to_seat(game_id, account(), now(), if_match)))


@repeatable
def _resign(*, game_id: str) -> dict[str, Json]:
    return whole(lambda: _shown(seats.resign(game_id, account(), now(), if_match)))


def _foreseen(game_id: str) -> Response:
    """The game as it is, and what would follow."""
    follows = seats.resignation(game_id, account(), if_match)
    etag = etag_of_game(follows.game)
    resignation = {
        "etag": quote_etag(etag),
        "is_over": follows.is_over,
        "winners": follows.winners,
        "stand_in_level": follows.level,
        "games": [game.id for game in follows.games],
        "match": follows.game.match_id,
        "series": follows.series,
        "words": [*resigning_in_words(follows)],
    }
    answer = jsonify(_shown(follows.game) | {"resignation": RESIGNATION.dump(resignation)})
    answer.set_etag(etag)
    return answer


def _shown(game: Game) -> dict[str, Json]:
    """The answer, made before the commit: what cannot be answered is not done."""
    shown: dict[str, Json] = GAME.dump(seen_whole(game, account()))
    return shown
