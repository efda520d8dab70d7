"""Rematches."""

from __future__ import annotations

from flask import url_for

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.resources.games import LOCATION
from service.api.schemas.game import GAME, EmptySchema, GameSchema
from service.api.views import seen_whole
from service.db.clock import now
from service.jobs.units import whole
from service.play.rematches import rematch

blueprint = Resource("rematches", "Rematches.")


@blueprint.route("/games/<game_id:game_id>/rematch", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.gives({"game_id": "$response.body#/id"})
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, GameSchema, headers=LOCATION)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def ask_for_rematch(_wish: dict[str, str], *, game_id: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Set up a rematch of a finished game with seats exchanged, and invite all its players.

    If another player has asked before, take your seat in their game. After a match, the rematch is a match.
    """
    shown = whole(lambda: GAME.dump(seen_whole(rematch(game_id, account(), now()), account())))
    return shown, {"Location": url_for("games.show_game", game_id=shown["id"])}
