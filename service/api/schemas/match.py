"""Matches and their lists."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Length, OneOf

import rules
from service.api.schemas.base import Flag, Number, QueryNumber, Sent, Shown, Texts, moment, says, text
from service.api.schemas.game import MAX_CURSOR, GameRequestSchema, GameSummarySchema, SeatWishSchema
from service.models import EndedBy, GameStatus
from service.play.game_search import MAX_PAGE

_PLACE = says("In the order of invitation to the first game: 0 or 1.")


class MatchRequestSchema(GameRequestSchema):
    """A match to be set up; all but `simultaneous` is as for a game, and holds for each of its games."""

    class Meta(GameRequestSchema.Meta):
        """Matches are played in no series."""

        exclude = ("series",)

    seats = fields.List(
        fields.Nested(SeatWishSchema),
        required=True,
        validate=Length(equal=rules.Match.SEATS),
        metadata=says("Who plays; seats of the first game.", example=[{"me": True}, {"email": "bob@example.net"}]),
    )
    simultaneous = Flag(
        load_default=False, metadata=says("Whether the second game begins with the first one, and not after it.")
    )


class MatchPlaceSchema(Shown):
    """Who plays a match."""

    place = Number(metadata=_PLACE)
    account = fields.String(
        allow_none=True,
        metadata=says("The name of the account; null where it is of a seat (see there).", example="ann"),
    )
    invited = fields.String(
        allow_none=True, metadata=says("Whom you have invited, as in a seat; null to all others.", example=None)
    )
    ai = Number(allow_none=True, metadata=says("The level of the computer; null for everybody else."))
    you = fields.Boolean(metadata=says("Whether it is you.", example=True))


class MatchSummarySchema(Shown):
    """A match without its games."""

    id = fields.String(metadata={"example": "k3xw7mq2hd5t"})
    ruleset = fields.String(metadata={"example": "dawn"})
    options = Texts(fields.String(), fields.String(), metadata={"example": {}})
    simultaneous = fields.Boolean()
    status = fields.String(validate=OneOf([status.value for status in GameStatus]), metadata={"example": "active"})
    places = fields.List(fields.Nested(MatchPlaceSchema))
    totals = fields.List(
        Number(),
        metadata=says(
            "By place: the points of those of the first two games that were played to their end.", example=[163, 0]
        ),
    )
    winner = Number(allow_none=True, metadata=says("The place that has won; null while it goes on, and for a draw."))
    ended_by = fields.String(allow_none=True, metadata=says(f"One of {', '.join(EndedBy)}; null until it is over."))
    commitments = fields.List(
        fields.String(),
        metadata=says(
            "SHA-256 of the seed of each game that it can have, shown before anybody joins.",
            example=["5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"] * 3,
        ),
    )
    standing = fields.String(
        metadata=says(
            "How it stands and what is needed to win it, in a sentence.",
            example="ann needs more than 163 points to win.",
        )
    )
    created_at = moment()
    finished_at = moment(allow_none=True)
    links = Texts(
        fields.String(),
        fields.String(),
        metadata=says("Addresses of this match.", example={"self": "/api/v1/matches/k3xw7mq2hd5t"}),
    )


class MatchSchema(MatchSummarySchema):
    """A match with its games."""

    games = fields.List(fields.Nested(GameSummarySchema), metadata=says("In the order of their rounds."))


MATCH = MatchSchema()


class MatchesSchema(Shown):
    """One page of a list."""

    matches = fields.List(fields.Nested(MatchSummarySchema))
    next_cursor = fields.String(allow_none=True, metadata=says("For the next page; null on the last one."))


class MatchesQuerySchema(Sent):
    """What to list."""

    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the page before."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Matches on a page."))
