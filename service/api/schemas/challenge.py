"""Standing challenges, as they are made and shown."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Range

from service.api.schemas.base import PLAIN, Number, Sent, Shown, moment, says, text
from service.api.schemas.clock import FastRequestSchema, FastSchema
from service.api.schemas.game import MAX_NAME
from service.play.challenges import MOST_AT_ONCE
from service.play.timekeeping.terms import MOST_DAYS

_RULESET = says("The id of a ruleset for two.", example="siesta")
_LEAST = says("The least time for each move that would do; on a fast clock, for the first move.", example=1)
_MOST = says("The most; whoever takes the challenge up gets it.", example=3)
_FAST = says("A fast clock; null for days.", example=None)
_AT_ONCE = says("How many games that came of it may go on at the same time.", example=2)


class ChallengeRequestSchema(Sent):
    """A game that you would play with anybody."""

    ruleset = text(MAX_NAME, required=True, metadata=_RULESET)
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; those left out have their default.", example={}),
    )
    least_days = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=_LEAST)
    most_days = Number(load_default=3, validate=Range(1, MOST_DAYS), metadata=_MOST)
    fast = fields.Nested(FastRequestSchema, load_default=None, allow_none=True, metadata=_FAST)
    at_once = Number(load_default=1, validate=Range(1, MOST_AT_ONCE), metadata=_AT_ONCE)


class ChallengesQuerySchema(Sent):
    """What to list."""

    ruleset = text(MAX_NAME, metadata=says("Only challenges to this ruleset."))


class ChallengeSchema(Shown):
    """A game that somebody plays with whoever takes it up."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw7mq2"})
    player = fields.String(metadata=says("Whose challenge it is.", example="ada"))
    ruleset = fields.String(metadata=_RULESET)
    options = fields.Dict(fields.String(), fields.String(), metadata={"example": {}})
    least_days = Number(metadata=_LEAST)
    most_days = Number(metadata=_MOST)
    fast = fields.Nested(FastSchema, allow_none=True, metadata=_FAST)
    at_once = Number(metadata=_AT_ONCE)
    created_at = moment()


class OwnChallengeSchema(ChallengeSchema):
    """One of yours."""

    games = Number(metadata=says("How many games that came of it go on.", example=0))
    rests = fields.Boolean(
        metadata=says("Whether nobody is offered it any more, because you let the time of such a game run out.")
    )


class MadeChallengeSchema(OwnChallengeSchema):
    """One that you have just made."""

    game_id = fields.String(
        allow_none=True,
        metadata=says("The game that began at once, as another's challenge fits; null if none does.", example=None),
    )


class ChallengesSchema(Shown):
    """Those of others that you can take up, the oldest first; 100 at most."""

    challenges = fields.List(fields.Nested(ChallengeSchema))


class OwnChallengesSchema(Shown):
    """Yours, the oldest first."""

    challenges = fields.List(fields.Nested(OwnChallengeSchema))
