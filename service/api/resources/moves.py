"""Moves and legal actions."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, TypeAlias

from flask import Response, make_response

from service.api.access import caller, plays_there, viewer
from service.api.repeats import REPLAYED, if_match, repeatable
from service.api.resource import Resource
from service.api.resources.previews import MoveWish
from service.api.schemas.move import (
    ACCEPTED,
    AcceptedSchema,
    LegalActionsQuerySchema,
    LegalActionsSchema,
    MoveRequestSchema,
)
from service.api.views import seen_after
from service.config.limits import Limit
from service.db.clock import now
from service.jobs.units import whole
from service.language.errors import Conflict
from service.play import moves
from service.play.moves import TimeIsUp, move_by_account
from service.play.seating import game_seen_by, lock_game
from service.play.seen_turns import mark_turn_seen
from service.security.rates import MOVES, WRITES

blueprint = Resource("moves", "Play.")

Given: TypeAlias = tuple[dict[str, Any], dict[str, str]]
"""A response: its body and headers."""
PLAYING_IT = {
    "operationId": "playMove",
    "parameters": {"game_id": "$request.path.game_id"},
    "description": "With the `version` of the response, and one of its `actions`; in some games a move needs more "
    "actions.",
}


@blueprint.route("/games/<game_id:game_id>/legal-actions")
@blueprint.allows("games:read", anonymous=True)
@blueprint.doc(responses={200: {"links": {"playMove": PLAYING_IT}}})
@blueprint.refuses(404)
@blueprint.refuses_by_the_rules
@blueprint.response(200, LegalActionsSchema)
@blueprint.arguments(LegalActionsQuerySchema, location="query")
def list_legal_actions(wish: dict[str, str], *, game_id: str) -> moves.LegalActions:
    """List the legal next actions of the player to move, after the beginning of a move if one is given."""
    game = game_seen_by(game_id, viewer())
    try:
        return moves.legal_actions(game, wish["after"])
    finally:
        mark_turn_seen(game, viewer(), now())  # last, because a transaction expires all that was read before it


def bucket_of_move(**_: str) -> Limit:
    """Return the rate limit bucket: moves in one's own games have their own."""
    return MOVES if plays_there() else WRITES


@blueprint.route("/games/<game_id:game_id>/moves", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.counts_as(bucket_of_move)
@blueprint.refuses(404, 412)
@blueprint.refuses_by_the_rules
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(201, AcceptedSchema)
@blueprint.arguments(MoveRequestSchema)
def play_move(wish: MoveWish, *, game_id: str) -> tuple[Response, int]:
    """Play a move for your seat.

    The same move sent again for the same version gets the first response again, with the seats as they are now. A
    refused move changes nothing; the refusal says why and which moves would be legal.
    """
    # The response is serialized already and passes no schema again.
    return make_response(_play(wish, game_id=game_id)), HTTPStatus.CREATED


def _played(wish: MoveWish, *, game_id: str) -> Given | Conflict:
    at = now()

    def play() -> Given | Conflict:
        result = move_by_account(lock_game(game_id), caller().account_id, **wish, now=at, precondition=if_match)
        if isinstance(result, TimeIsUp):
            return result.refusal()
        shown: dict[str, Any] = ACCEPTED.dump({"game": seen_after(result), "log": result.entries})
        return shown, REPLAYED if result.repeated else {}

    return whole(play)


_play = repeatable(_played)
