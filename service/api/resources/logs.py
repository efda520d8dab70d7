"""The log of a game, and its record for verification."""

from __future__ import annotations

from service.api.access import viewer
from service.api.etags import conditional_on_game
from service.api.resource import Resource
from service.api.schemas.move import GameRecordSchema, LogQuerySchema, LogSchema
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seating import game_seen_by

blueprint = Resource("logs", "Logs and records of games, and verification of the dice.")


@blueprint.route("/games/<game_id:game_id>/log")
@blueprint.lists("log")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.reads_headers("If-None-Match")
@conditional_on_game("start")
@blueprint.response(200, LogSchema)
@blueprint.arguments(LogQuerySchema, location="query")
def show_log(wish: dict[str, int], *, game_id: str) -> dict[str, object]:
    """Show the log of moves, including outcomes of chance."""
    game = game_seen_by(game_id, viewer())
    return {"version": game.version, "log": log_of(game, wish["start"])}


@blueprint.route("/games/<game_id:game_id>/record")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.reads_headers("If-None-Match")
@conditional_on_game()
@blueprint.response(200, GameRecordSchema)
def show_record(*, game_id: str) -> dict[str, object]:
    """Show the record that `sundial verify` needs to check the dice, the moves and the result."""
    game = game_seen_by(game_id, viewer())
    return signed_record(game, log_of(game))
