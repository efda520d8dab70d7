"""Schemas of ratings, and of why a game counts for nobody."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Number, Shown, says


class RatingSchema(Shown):
    """A rating: a new player has 1500, and 400 points more mean ten times the score."""

    value = Number(metadata={"example": 1532})
    uncertainty = Number(
        metadata=says("In 19 of 20 cases the true value is within `value` ± `uncertainty`.", example=84)
    )
    provisional = fields.Boolean(metadata=says("Whether the rating is still very uncertain.", example=False))
    games = Number(metadata=says("The number of rated games.", example=12))


class PoolRatingSchema(RatingSchema):
    """A rating in one pool: a ruleset, perhaps with unusual options."""

    pool = fields.String(metadata=says("The id of the pool, for `GET /ratings/{pool}`.", example="seasons"))


class NotRatedSchema(Shown):
    """Why a game that was to be rated counts for nobody."""

    code = fields.String(metadata={"example": "seat-never-moved"})
    sentence = fields.String(metadata={"example": "Not rated: a player never moved"})


RATINGS = fields.List(
    fields.Nested(PoolRatingSchema),
    allow_none=True,
    metadata=says("By pool, the one with the most rated games first; null if the results are hidden."),
)
