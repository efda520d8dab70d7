"""Join links: show the offer behind a link, and manage the link as the host."""

from __future__ import annotations

from flask import Response, request
from marshmallow import fields

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.resource import Resource
from service.api.schemas.base import JsonObject, Number, Shown, says
from service.api.schemas.game import GameSummarySchema
from service.api.views import GameView
from service.db.engines import session
from service.models import Account, Game, SeatState
from service.notifications import links
from service.play.open_seats import hosted_game, join_key_of, offered, renew_key, withdraw_key
from service.play.seating import seat_number

NO_STORE = {"Cache-Control": "no-store"}
JOIN_LINK = "/games/<game_id:game_id>/join-link"

blueprint = Resource("join-links", "The join link: it gives its holder an open seat of a private game.")


class JoinOfferSchema(Shown):
    """A game that can be joined, as seen before joining."""

    game = fields.Nested(GameSummarySchema)
    host = fields.String(metadata=says("The name of the host.", example="ann"))
    layout = JsonObject(
        allow_none=True,
        metadata=says(
            "The layout that the host chose, as in the setup of the ruleset; null to draw one.",
            type="object",
            additionalProperties=True,
        ),
    )
    open_seats = Number(metadata=says("The number of seats that are neither taken nor invited.", example=1))


class JoinLinkSchema(Shown):
    """The link to the open seats of a private game."""

    url = fields.String(
        allow_none=True,
        metadata=says(
            "The page on which anybody with the link can join; null if there is no join link.",
            example="https://sundial.example.org/j/m9umjsvkphjr-k3xw7mq2hd5tn6ybe4rjc2av",
        ),
    )
    key = fields.String(
        allow_none=True,
        metadata=says("The key for programs: `key` of `POST /games/{id}/join`.", example="k3xw7mq2hd5tn6ybe4rjc2av"),
    )


@blueprint.route("/games/<game_id:game_id>/join")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Join-Key")
@blueprint.response(200, JoinOfferSchema)
def show_join_offer(*, game_id: str) -> tuple[dict[str, object], dict[str, str]]:
    """Show a game that you can join: a private one if you are its player or send its key."""
    game = offered(game_id, viewer(), request.headers.get("Join-Key"))
    return {
        "game": GameView(game, seat_number(game, viewer())),
        "host": session().get_one(Account, game.creator_id).name,
        "layout": game.given_layout,
        "open_seats": sum(seat.state == SeatState.OPEN for seat in game.seats),
    }, NO_STORE


@blueprint.route(JOIN_LINK)
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(200, JoinLinkSchema)
def show_join_link(*, game_id: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Show the link to the open seats of a private game that you have set up. Anybody with the link can join."""
    return _link_json(hosted_game(game_id, account()))


@blueprint.route(JOIN_LINK, methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.response(200, JoinLinkSchema)
def renew_join_link(*, game_id: str) -> tuple[dict[str, Json], dict[str, str]]:
    """Create a new link, also after it was withdrawn; the former one becomes invalid."""
    return _link_json(renew_key(game_id, account()))


@blueprint.route(JOIN_LINK, methods=["DELETE"])
@blueprint.allows("games:play")
@blueprint.refuses(404)
@blueprint.response(204)
def withdraw_join_link(*, game_id: str) -> Response:
    """Withdraw the link, so that nobody can join with it. Players who have joined stay."""
    withdraw_key(game_id, account())
    return Response(status=204)


def _link_json(game: Game) -> tuple[dict[str, Json], dict[str, str]]:
    key = join_key_of(game)
    return {"url": links.join_link(game.id, key) if key else None, "key": key}, NO_STORE
