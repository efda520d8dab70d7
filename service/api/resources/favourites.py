"""Favourites: players whom one likes to play."""

from __future__ import annotations

from flask import Response
from marshmallow import fields

from rules.json_types import Json
from service.accounts.accounts import account_named
from service.accounts.favourites import add_favourite, drop_favourite, favourites_of
from service.api.access import account
from service.api.resource import Resource
from service.api.schemas.base import Shown, moment, says
from service.db.clock import now, time_json
from service.models import Favourite

blueprint = Resource("favourites", "Players whom you like to play. Nobody else sees them.")

FAVOURITE = "/me/favourites/<account_name:person>"


class FavouriteSchema(Shown):
    """A favourite of yours."""

    name = fields.String(metadata=says("A person or a bot.", example="bob"))
    created_at = moment()


class FavouritesSchema(Shown):
    """All your favourites."""

    favourites = fields.List(fields.Nested(FavouriteSchema))


@blueprint.route("/me/favourites")
@blueprint.lists("favourites")
@blueprint.allows("account")
@blueprint.gives({"person": "$response.body#/favourites/0/name"})
@blueprint.response(200, FavouritesSchema)
def list_favourites() -> dict[str, Json]:
    """List your favourites, the latest first."""
    return {"favourites": [_favourite_json(each) for each in favourites_of(account())]}


@blueprint.route(FAVOURITE, methods=["PUT"])
@blueprint.allows("account")
@blueprint.gives({"person": "$response.body#/name"})
@blueprint.refuses(404, 409)
@blueprint.response(200, FavouriteSchema)
def add_to_favourites(*, person: str) -> dict[str, Json]:
    """Add a person or a bot to your favourites. The form for new games offers them first."""
    return _favourite_json(add_favourite(account(), account_named(person), now()))


@blueprint.route(FAVOURITE, methods=["DELETE"])
@blueprint.allows("account")
@blueprint.refuses(404)
@blueprint.response(204)
def drop_from_favourites(*, person: str) -> Response:
    """Remove a player from your favourites."""
    drop_favourite(account(), person)
    return Response(status=204)


def _favourite_json(found: Favourite) -> dict[str, Json]:
    return {"name": found.favourite.name, "created_at": time_json(found.created_at)}
