"""Taking a seat, declining one, giving one up."""

from __future__ import annotations

from rules.json_types import Json
from service.api.access import account
from service.api.repeats import if_match, repeatable
from service.api.resource import Resource
from service.api.schemas.game import GAME, EmptySchema, GameSchema, JoinRequestSchema
from service.api.views import seen_whole
from service.core.clock import now
from service.models import Game
from service.play import seats
from service.play.contributions import check_added
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


@blueprint.route("/games/<game_id:game_id>/resign", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def resign_game(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Give up your seat. Where others play on, the computer takes it over."""
    return whole(lambda: _shown(seats.resign(game_id, account(), now(), if_match)))


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


def _shown(game: Game) -> dict[str, Json]:
    """The answer, made before the commit: what cannot be answered is not done."""
    shown: dict[str, Json] = GAME.dump(seen_whole(game, account()))
    return shown
