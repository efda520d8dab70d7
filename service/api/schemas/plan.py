"""Plans: what a seat is to play when its turn comes."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Regexp

from service.api.schemas.base import Flag, Number, Sent, Shown, moment, says
from service.play.planning.grammar import LONGEST_PLAN
from service.telling.plan_words import WHY

_PLAIN = Regexp(r"^[^\u0000]*$")
_TEXT = (
    "Branches such as `if e7 then g7 (if anything then a1 or a3); if anything but e8 then g5`; the first that fits "
    "plays the first of its moves that is legal. Turns of several others have ` / ` between them."
)
_ONLY = "Whether a turn is played in which there is only one move, planned or not."
_WAITS = "Whether it plays within a minute instead of at once, so that nobody can tell it from you."


class PlanRequestSchema(Sent):
    """A plan; it takes the place of the one before."""

    text = fields.String(
        required=True,
        validate=[Length(max=LONGEST_PLAN), _PLAIN],
        metadata=says(_TEXT, example="if anything then place max-10 or place max-8"),
    )
    plays_only_moves = Flag(load_default=False, metadata=says(_ONLY))
    waits = Flag(load_default=False, metadata=says(_WAITS))


class PlanEndSchema(Shown):
    """Why a plan has ended."""

    why = fields.String(
        validate=OneOf(list(WHY)),
        metadata=says(
            "`unforeseen`: no branch fits; `nothing-legal`: none of its moves is legal.", example="unforeseen"
        ),
    )
    played = fields.String(metadata=says("What the others have played.", example="place max-10"))


class PlanSchema(Shown):
    """Your plan; nobody else sees it."""

    text = fields.String(metadata=says(_TEXT + " Empty if there is none.", example="if e7 then g7"))
    turns_left = Number(metadata=says("The most turns that it can still play.", example=1))
    plays_only_moves = fields.Boolean(metadata=says(_ONLY) | {"example": False})
    waits = fields.Boolean(metadata=says(_WAITS) | {"example": False})
    set_at = moment(allow_none=True, metadata=says("When it was sent; null if there is none."))
    ended = fields.Nested(
        PlanEndSchema,
        allow_none=True,
        metadata=says("Why the last one has ended; null if nothing has ended it.", example=None),
    )
