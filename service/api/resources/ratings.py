"""Ratings: the best players of a pool."""

from __future__ import annotations

from marshmallow import fields

from rules.json_types import Json
from service.api.resource import Resource
from service.api.schemas.base import Number, Shown, says
from service.api.schemas.game import DISPLAY_NAME
from service.api.schemas.rating import RatingSchema
from service.db.clock import now
from service.presentation.names import display_name_of
from service.ratings.pools import pool_named
from service.ratings.ratings import Leader, leaders

blueprint = Resource("ratings", "Ratings of people, bots and the computer.")


class LeaderSchema(Shown):
    """A player of the leaders' list: an account, or the computer at a level."""

    place = Number(metadata=says("From 1; equal values share a place.", example=1))
    account = fields.String(allow_none=True, metadata=says("The account; null for the computer.", example="ann"))
    display_name = DISPLAY_NAME
    bot = fields.Boolean(metadata=says("Whether the account is a bot.", example=False))
    ai = Number(allow_none=True, metadata=says("The level of the computer; null for an account.", example=None))
    rating = fields.Nested(RatingSchema)


class LeadersSchema(Shown):
    """The leaders of a pool."""

    pool = fields.String(metadata={"example": "seasons"})
    leaders = fields.List(fields.Nested(LeaderSchema))


@blueprint.route("/ratings/<pool>")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, LeadersSchema)
def list_leaders(*, pool: str) -> dict[str, Json]:
    """List the up to 100 best players of a pool: those with a certain rating who have played within 90 days.

    A pool is a ruleset, such as `seasons`, perhaps with unusual options: `seasons:short`.
    """
    named = pool_named(pool)
    return {"pool": named.id, "leaders": [_leader_json(each) for each in leaders(named.id, now())]}


def _leader_json(leader: Leader) -> dict[str, Json]:
    account = leader.account
    return {
        "place": leader.place,
        "account": account.name if account else None,
        "display_name": display_name_of(account) if account else None,
        "bot": account is not None and account.owner_id is not None,
        "ai": leader.level,
        "rating": dict(leader.rating),
    }
