"""Previews of moves."""

from __future__ import annotations

from typing import TypedDict

import rules
from rules.json_types import Json
from service.api.access import account
from service.api.repeats import if_match
from service.api.resource import Resource
from service.api.schemas.move import MoveRequestSchema, PreviewSchema
from service.api.views import position_json
from service.language.catalogue import gettext
from service.play import moves
from service.play.positions import position_of
from service.play.seating import game_seen_by, playing_seat
from service.security.rates import READS

blueprint = Resource("previews", "Try moves without playing them.")


class MoveWish(TypedDict):
    """A move, as loaded by MoveRequestSchema."""

    version: int
    move: str


@blueprint.route("/games/<game_id:game_id>/previews", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.counts_as(READS)
@blueprint.refuses(404, 412)
@blueprint.refuses_by_the_rules
@blueprint.reads_headers("If-Match")
@blueprint.response(200, PreviewSchema)
@blueprint.arguments(MoveRequestSchema)
def preview_move(wish: MoveWish, *, game_id: str) -> dict[str, Json]:
    """Show the position after a move of yours, up to the next roll, without playing it.

    Nothing is stored, and no dice are rolled. A move that would be refused is refused here.
    """
    game = game_seen_by(game_id, account())
    seat = playing_seat(game, account())
    if_match(game)
    after = moves.preview(game, seat=seat, version=wish["version"], move=wish["move"])
    return {
        "ruleset": game.ruleset,
        "position": position_json(game, after),
        "scores": after.scores(),
        "to_move": after.current_player(),
        "board": rules.game(game.ruleset).picture.text(after, position_of(game), gettext),
    }
