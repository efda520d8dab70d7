"""Substitutes: abandoned seats, and volunteers for them."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from marshmallow import fields
from marshmallow.validate import Length, Range

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.repeats import if_match, repeatable
from service.api.resource import Resource
from service.api.schemas.base import Number, Sent, Shown, says, text
from service.api.schemas.game import GAME, MAX_NAME, MAX_SEATS, GameSchema, GameSummarySchema
from service.api.views import GameView, seen, seen_whole
from service.db.clock import now
from service.jobs.units import whole
from service.play.substitutes import games_with_left_seats, take_over, volunteer, volunteers_for

blueprint = Resource("substitutes", "Take over the seat of a player who ran out of time.")

MOST_RULESETS = 50
_RULESETS = says("The ids of the rulesets for which you offer to be a substitute.", example=["siesta"])


class LeftSeatsQuerySchema(Sent):
    """The filter of a list of abandoned seats."""

    ruleset = text(MAX_NAME, metadata=says("Only games of this ruleset."))


class LeftSeatsWish(TypedDict):
    """The filter of a list of abandoned seats, as loaded by LeftSeatsQuerySchema."""

    ruleset: NotRequired[str]


class LeftSeatsSchema(Shown):
    """Games with a seat that you can take over, the longest waiting first; 100 at most."""

    games = fields.List(fields.Nested(GameSummarySchema))


class TakeOverSchema(Sent):
    """The seat to take over."""

    seat = Number(
        required=True,
        validate=Range(0, MAX_SEATS - 1),
        metadata=says("A seat whose `stood_in_at` is not null.", example=1),
    )


class VolunteerSchema(Sent):
    """The games for which you are ready to be a substitute."""

    rulesets = fields.List(
        text(MAX_NAME, required=True), required=True, validate=Length(0, MOST_RULESETS), metadata=_RULESETS
    )


class VolunteerShownSchema(Shown):
    """The games for which you are ready to be a substitute."""

    rulesets = fields.List(fields.String(), metadata=_RULESETS)


@blueprint.route("/left-seats")
@blueprint.lists("games")
@blueprint.allows("games:read", anonymous=True)
@blueprint.gives({"game_id": "$response.body#/games/0/id"})
@blueprint.response(200, LeftSeatsSchema)
@blueprint.arguments(LeftSeatsQuerySchema, location="query")
def list_left_seats(wish: LeftSeatsWish) -> dict[str, list[GameView]]:
    """List the games in which somebody has run out of time and you can take over their seat.

    The settings of these games allow that (`on_timeout` is `substitute`), and that people look at the game meanwhile.
    """
    return {"games": [seen(game, viewer()) for game in games_with_left_seats(viewer(), wish.get("ruleset"))]}


@blueprint.route("/games/<game_id:game_id>/take-over", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409, 412)
@blueprint.reads_headers("Idempotency-Key", "If-Match")
@blueprint.response(200, GameSchema)
@blueprint.arguments(TakeOverSchema)
@repeatable
def take_over_seat(wish: dict[str, int], *, game_id: str) -> dict[str, Json]:
    """Take over the seat of somebody who has run out of time; people only. A turn under way starts again."""
    return whole(lambda: GAME.dump(seen_whole(take_over(game_id, wish["seat"], account(), now(), if_match), account())))


@blueprint.route("/me/substitute")
@blueprint.allows("games:read")
@blueprint.response(200, VolunteerShownSchema)
def show_own_wish_to_substitute() -> dict[str, list[str]]:
    """Show the games for which you are ready to be a substitute."""
    return {"rulesets": volunteers_for(account())}


@blueprint.route("/me/substitute", methods=["PUT"])
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(200, VolunteerShownSchema)
@blueprint.arguments(VolunteerSchema)
def set_own_wish_to_substitute(wish: dict[str, list[str]]) -> dict[str, list[str]]:
    """Set the games for which an email asks you to take over an abandoned seat; people only."""
    return {"rulesets": volunteer(account().id, wish["rulesets"], now())}
