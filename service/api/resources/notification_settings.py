"""Email timing for one game."""

from __future__ import annotations

from typing import TypedDict

from marshmallow import fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.api.access import account
from service.api.resource import Resource
from service.api.resources.me import MODES
from service.api.schemas.base import Sent, Shown, says
from service.db.clock import now
from service.models import Delivery, GameSeat
from service.notifications.preferences import choose_for_game, own_seat
from service.play.seating import game_seen_by

blueprint = Resource("wishes", "When to send you emails about a game.")


class GameDeliverySchema(Shown):
    """When you get the emails about one game."""

    mode = fields.String(allow_none=True, metadata=says("Your setting for this game; null to use that of `/me`."))
    applies = fields.String(validate=OneOf(list(Delivery)), metadata=says(MODES))


class GameDeliveryChangeSchema(Sent):
    """A change of the email timing for a game."""

    mode = fields.String(required=True, allow_none=True, validate=OneOf(list(Delivery)), metadata=says(MODES))


class GameDeliveryWish(TypedDict):
    """A change of the email timing for a game, as loaded by GameDeliveryChangeSchema."""

    mode: str | None


@blueprint.route("/games/<game_id:game_id>/delivery")
@blueprint.allows("games:read")
@blueprint.refuses(404)
@blueprint.response(200, GameDeliverySchema)
def show_delivery(*, game_id: str) -> dict[str, Json]:
    """Show when you get the emails about a game of yours."""
    return _delivery_json(own_seat(game_seen_by(game_id, account()), account()))


@blueprint.route("/games/<game_id:game_id>/delivery", methods=["PUT"])
@blueprint.allows("account")
@blueprint.refuses(404)
@blueprint.response(200, GameDeliverySchema)
@blueprint.arguments(GameDeliveryChangeSchema)
def choose_delivery(wish: GameDeliveryWish, *, game_id: str) -> dict[str, Json]:
    """Choose when you get the emails about a game of yours, or null to follow `/me`."""
    mode = Delivery(wish["mode"]) if wish["mode"] else None
    return _delivery_json(choose_for_game(game_id, account(), mode, now()))


def _delivery_json(seat: GameSeat) -> dict[str, Json]:
    return {"mode": seat.delivery, "applies": seat.delivery or account().delivery}
