"""Seats that are left, and who would take one over."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Length, Range

from service.api.schemas.base import Number, Sent, Shown, says, text
from service.api.schemas.game import MAX_NAME, MAX_SEATS, GameSummarySchema

MOST_RULESETS = 50
_RULESETS = says("The ids of the rulesets in whose games you would take over a seat.", example=["siesta"])


class LeftSeatsQuerySchema(Sent):
    """Where to look."""

    ruleset = text(MAX_NAME, metadata=says("Only games of this ruleset."))


class LeftSeatsSchema(Shown):
    """Games with a seat that you can take over, those that wait longest first; 100 at most."""

    games = fields.List(fields.Nested(GameSummarySchema))


class TakeOverSchema(Sent):
    """Which seat."""

    seat = Number(
        required=True,
        validate=Range(0, MAX_SEATS - 1),
        metadata=says("One whose `stood_in_at` is not null.", example=1),
    )


class VolunteerSchema(Sent):
    """For which games you are asked."""

    rulesets = fields.List(
        text(MAX_NAME, required=True), required=True, validate=Length(0, MOST_RULESETS), metadata=_RULESETS
    )


class VolunteerShownSchema(Shown):
    """For which games you are asked."""

    rulesets = fields.List(fields.String(), metadata=_RULESETS)
