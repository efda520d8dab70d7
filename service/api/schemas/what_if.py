"""Lines of moves that nobody has made, and the branches that are kept of them."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Range

from rules.notation import MAX_MOVE_LENGTH
from service.api.schemas.base import LARGEST, PLAIN, Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.move import PreviewSchema
from service.core.texts import LINE
from service.models import LONGEST_BRANCH_NAME
from service.play.what_if import LONGEST_LINE

_LINE = says(
    "Moves one after the other, for whichever seat is to move, with ` / ` between them; where dice are thrown, what "
    "they show, as in `place max-15 / roll 2 3 6 / place min-9`. Empty for the place alone.",
    pattern=PLAIN,
    example="place max-15 / roll 2 3 6",
)
_AT = says("After so many entries of the log; without it, from where the game stands.", example=1)
_NAME = says("What you call it; once in a game.", pattern=LINE, example="my corner")


class LineQuerySchema(Sent):
    """What is to be supposed."""

    at = QueryNumber(metadata=_AT)
    line = text(LONGEST_LINE, 0, load_default="", metadata=_LINE)
    after = text(
        MAX_MOVE_LENGTH,
        0,
        load_default="",
        metadata=says("The beginning of the next move, as in `sun c4, roof c5`; `actions` may follow it."),
    )


class SupposedMoveSchema(Shown):
    """A move of a line."""

    seat = Number(metadata=says("Whose it would be; -1 is chance.", example=0))
    move = fields.String(metadata=says("As it would stand in the log.", example="place max-15"))
    told = fields.List(
        fields.String(),
        metadata=says("What each of its actions does, in words that follow a name.", example=["places a disc"]),
    )


class OutcomeSchema(Shown):
    """What dice may show."""

    action = fields.String(metadata={"example": "roll 2 3 6"})
    probability = fields.Float(metadata={"example": 0.0278})


class SupposedSchema(PreviewSchema):
    """Where a line leads, and what could come next there."""

    at = Number(metadata=says("After so many entries of the log it begins.", example=1))
    line = fields.String(metadata=_LINE)
    moves = fields.List(fields.Nested(SupposedMoveSchema))
    actions = fields.List(
        fields.String(), metadata=says("What the seat to act may play next; empty on chance's turn.", example=[])
    )
    complete = fields.Boolean(metadata=says("Whether `after` is a whole move already."))
    outcomes = fields.List(fields.Nested(OutcomeSchema), metadata=says("What dice may show next; else empty."))
    winners = fields.List(
        Number(), allow_none=True, metadata=says("Who would have won; null while it would go on.", example=None)
    )
    plan = fields.String(
        allow_none=True,
        metadata=says(
            "The line as a plan of your seat, for `PUT /games/{game_id}/plan`; null where none can be made of it.",
            example=None,
        ),
    )


class BranchRequestSchema(Sent):
    """A line to be kept."""

    name = text(LONGEST_BRANCH_NAME, required=True, metadata=_NAME)
    at = Number(load_default=None, allow_none=True, validate=Range(0, LARGEST), metadata=_AT)
    line = text(LONGEST_LINE, 0, load_default="", metadata=_LINE)


class BranchChangeSchema(Sent):
    """What is to be changed of a branch; what is left out stays."""

    name = text(LONGEST_BRANCH_NAME, metadata=_NAME)
    at = Number(validate=Range(0, LARGEST), metadata=says("After so many entries of the log.", example=1))
    line = text(LONGEST_LINE, 0, metadata=_LINE)


class BranchSchema(Shown):
    """A line that you keep; nobody else sees it."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw"})
    name = fields.String(metadata=_NAME)
    at = Number(metadata=says("After so many entries of the log it begins.", example=1))
    line = fields.String(metadata=_LINE)
    kept_at = moment(metadata=says("When it was made, or last changed."))


class BranchesSchema(Shown):
    """What you keep of a game, by name."""

    branches = fields.List(fields.Nested(BranchSchema))
