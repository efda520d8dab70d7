"""Giving up a seat, and what would follow."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Number, Shown, says
from service.api.schemas.series import SeriesSchema


class ResignationSchema(Shown):
    """What would follow if you resigned now."""

    etag = fields.String(
        metadata=says(
            "For `If-Match` of the request that resigns, which then does so only from the game as it is now. The "
            "header `ETag` has it as well.",
            example='"5891b5b522d5df086d0ff0b110fbd9d2-1f40fc92da241694"',
        )
    )
    is_over = fields.Boolean(metadata=says("Whether the game would be over.", example=True))
    winners = fields.List(
        Number(), allow_none=True, metadata=says("Seats that would have won it; null where it goes on.", example=[1])
    )
    stand_in_level = Number(
        allow_none=True,
        metadata=says("The level at which the computer would play your seat on; null if nobody does.", example=None),
    )
    games = fields.List(
        fields.String(),
        metadata=says(
            "The games in which you would give up your seat: this one, and the other of its match if that is on.",
            example=["m9umjsvkphjr"],
        ),
    )
    match = fields.String(
        allow_none=True, metadata=says("The match that you would lose; null if it is of none.", example=None)
    )
    series = fields.Nested(
        SeriesSchema,
        allow_none=True,
        metadata=says("How its series would stand; null for a game that is of none.", example=None),
    )
    words = fields.List(
        fields.String(),
        metadata=says(
            "All of that in sentences, as pages and mails ask with.",
            example=["You give up your seat for good.", "The game ends: ann has won."],
        ),
    )


RESIGNATION = ResignationSchema()
