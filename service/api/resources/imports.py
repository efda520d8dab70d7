"""Imports: games played elsewhere, or here, from their records."""

from __future__ import annotations

from typing import TypedDict

from flask import Response, url_for
from marshmallow import fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.api.access import account
from service.api.cursors import PageWish, cursor_of_games, read_game_cursor
from service.api.lists import RECORDS, records_as_lines, wants_records
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.games import LOCATION
from service.api.schemas.base import JsonObject, QueryNumber, Sent, says, text
from service.api.schemas.game import GAME, MAX_CURSOR, GameSchema, GamesSchema
from service.api.views import seen, seen_whole
from service.db.clock import now
from service.models import Visibility
from service.play.game_search import MAX_PAGE, GameQuery, SortOrder, find_games
from service.play.imports import import_record, remove_import
from service.play.records import signed_records

blueprint = Resource("imports", "Import games that were played elsewhere.")


class ImportRequestSchema(Sent):
    """The record of a finished game."""

    record = JsonObject(
        required=True,
        metadata=says(
            "The record, as `GET /games/{game_id}/record` returns it, here or elsewhere.",
            type="object",
            additionalProperties=True,
        ),
    )
    visibility = fields.String(
        load_default=Visibility.PRIVATE.value,
        validate=OneOf([each.value for each in Visibility]),
        metadata=says("Who may see the game: you alone, or anybody with its address. Only your own lists include it."),
    )


class ImportWish(TypedDict):
    """A record, as loaded by ImportRequestSchema."""

    record: dict[str, Json]
    visibility: str


class ImportsQuerySchema(Sent):
    """The page of a list of imports."""

    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the previous page."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Maximum number of games on a page."))


@blueprint.route("/me/imports", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"game_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(201, GameSchema, headers=LOCATION)
@blueprint.arguments(ImportRequestSchema)
@repeatable
def import_game(wish: ImportWish) -> tuple[dict[str, Json], dict[str, str]]:
    """Import a finished game from its record; people only.

    The record is verified as by `sundial verify`, and refused as a whole at the first fault. The game is stored as
    recorded, and marked as `imported`: it counts in nobody's results, and its seats belong to no account. Importing the
    same game again returns the existing one.
    """
    game = import_record(account(), wish["record"], Visibility(wish["visibility"]), now())
    shown: dict[str, Json] = GAME.dump(seen_whole(game, account()))
    return shown, {"Location": url_for("games.show_game", game_id=game.id)}


@blueprint.route("/me/imports")
@blueprint.lists("games", "next_cursor")
@blueprint.produces("application/json", RECORDS)
@blueprint.allows("games:read")
@blueprint.gives({"game_id": "$response.body#/games/0/id"})
@blueprint.refuses(400)
@blueprint.response(200, GamesSchema)
@blueprint.arguments(ImportsQuerySchema, location="query")
def list_imports(wish: PageWish) -> dict[str, object] | Response:
    """List the games that you have imported, the latest first.

    With `Accept: application/vnd.sundial.records+x-ndjson` the record of each game is a line of JSON, exactly as
    imported.
    """
    order = SortOrder.CREATED
    after = read_game_cursor(order, wish["cursor"]) if "cursor" in wish else None
    found, place = find_games(account(), GameQuery(imported=True, order=order, after=after, limit=wish["limit"]))
    following = cursor_of_games(order, place) if place else None
    if wants_records():
        return records_as_lines(signed_records(found), following)
    return {"games": [seen(game, account()) for game in found], "next_cursor": following}


@blueprint.route("/me/imports/<game_id:game_id>", methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(204)
def remove_game(*, game_id: str) -> Response:
    """Delete a game that you have imported, with its record."""
    remove_import(game_id, account())
    return Response(status=204)
