"""What is proposed at a table: to take a move back, or a draw."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import OneOf

from service.api.schemas.base import Flag, Number, Sent, Shown, moment, says, text
from service.core.keys import NONCE_LENGTH
from service.play.proposals import What

_ID = says("By which it is answered; each proposal has another.", example="k3xw7mq2")


class ProposalAnswerSchema(Sent):
    """What you say to it."""

    id = text(NONCE_LENGTH, required=True, metadata=_ID)
    agrees = Flag(required=True, metadata=says("Whether you agree; false from whoever has proposed it withdraws it."))


class ProposedSchema(Shown):
    """What is proposed. It is off once anybody plays."""

    id = fields.String(metadata=_ID)
    what = fields.String(
        validate=OneOf(list(What)),
        metadata=says("`takeback`: the last move of `seat`, and what followed; `draw`: that all win.", example="draw"),
    )
    seat = Number(metadata=says("Who has proposed it.", example=1))
    agreed = fields.List(Number(), metadata=says("The seats that want it.", example=[1]))
    asked = fields.List(Number(), metadata=says("The seats that have to want it.", example=[0, 1]))


class ProposalSchema(Shown):
    """What is proposed, and what you may propose."""

    proposal = fields.Nested(ProposedSchema, allow_none=True, metadata=says("Null if nothing is.", example=None))
    can_take_back = fields.Boolean(metadata=says("Whether you have a move that can be taken back.", example=True))
    alone_until = moment(
        allow_none=True, metadata=says("Until when nobody has to be asked about that; null if all have to be.")
    )
    can_draw = fields.Boolean(metadata=says("Whether a draw can be agreed on in this game.", example=True))
