"""Positions as JSON."""

from __future__ import annotations

from service.api.access import viewer
from service.api.etags import conditional_on_game
from service.api.resource import Resource
from service.api.schemas.move import AtSchema, GamePositionSchema
from service.api.views import position_json
from service.play.positions import position_of
from service.play.seating import game_seen_by

blueprint = Resource("positions", "The position, now and at any place of the log.")


@blueprint.route("/games/<game_id:game_id>/position")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404, 409)
@blueprint.reads_headers("If-None-Match")
@conditional_on_game("at")
@blueprint.response(200, GamePositionSchema)
@blueprint.arguments(AtSchema, location="query")
def show_position(wish: dict[str, int], *, game_id: str) -> dict[str, object]:
    """Show the position after a number of log entries, in the same form as in the game."""
    game = game_seen_by(game_id, viewer())
    position = position_of(game, wish.get("at"))
    return {"at": wish.get("at", game.log_length), "setup": game.setup, "position": position_json(game, position)}
