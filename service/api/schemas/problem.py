"""Problems (RFC 9457). Which members a problem has beyond the first ones depends on its code."""

from __future__ import annotations

from marshmallow import EXCLUDE, Schema, fields

from service.api.schemas.base import LONG, Shown, says
from service.api.schemas.move import EntrySchema
from service.core.refusals import EXPLANATIONS
from service.core.telemetry.requests import EXAMPLE_ID

CODE = "^[a-z0-9-]+$"


class FieldErrorSchema(Shown):
    """One thing that does not fit, and where."""

    in_ = fields.String(data_key="in", metadata=says("The part of the request.", enum=["body", "query", "headers"]))
    pointer = fields.String(metadata=says("A JSON pointer (RFC 6901) into that part.", example="/seats/0/ai"))
    detail = fields.String(metadata=says("What is wrong."))


class AnyProblemSchema(Schema):
    """What every problem has."""

    class Meta:
        """RFC 9457, 3.2: clients ignore members that they do not know."""

        unknown = EXCLUDE

    type = fields.String(required=True, metadata=says("An address that explains the code.", format="uri"))
    title = fields.String(required=True, metadata=says("The kind of problem, in a sentence."))
    status = fields.Integer(required=True, metadata=says("The HTTP status."))
    detail = fields.String(required=True, metadata=says("What is wrong here, in a sentence for people."))
    advice = fields.String(required=True, metadata=says("What to do about it."))
    request_id = fields.String(
        required=True,
        metadata=says("Of this request, as in `X-Request-Id`: the operator's log has it.", example=EXAMPLE_ID),
    )
    errors = fields.List(
        fields.Nested(FieldErrorSchema), metadata=says("With `bad-request`: everything that does not fit.")
    )


class ProblemSchema(AnyProblemSchema):
    """A refusal of the service."""

    code = fields.String(
        required=True,
        metadata={
            **says("Stable; for programs. Later versions may bring further codes.", example="not-found", pattern=CODE),
            "x-extensible-enum": sorted(EXPLANATIONS),
        },
    )
    reason = fields.String(
        metadata=says("With `bad-json`, `bad-setup`, `bad-message` and `bad-text`: which rule was broken.")
    )
    name = fields.String(
        metadata=says("With `bad-setup`, `bad-text`, `no-such-account`, refused names and guests: who or what it is.")
    )
    ruleset = fields.String(metadata=says("With `no-such-ruleset`: the id."))
    time_zone = fields.String(metadata=says("With `bad-time-zone`: the name."))
    language = fields.String(metadata=says("With `unknown-language`: what was asked for."))
    languages = fields.List(fields.String(), metadata=says("With `unknown-language`: the tags that can be had."))
    scope = fields.String(metadata=says("With `missing-scope` and `unknown-scope`: the scope."))
    version = fields.Integer(metadata=says("With `stale-version`: the version of the game now."))
    happened = fields.List(
        fields.Nested(EntrySchema), metadata=says("With `stale-version`: the entries of the log since yours.")
    )
    to_move = fields.Integer(allow_none=True, metadata=says("With `not-your-turn`: the seat whose turn it is."))
    after = fields.Integer(
        metadata=says("With `events-forgotten`: the event to go on after; all since then is kept.") | LONG
    )
    log_length = fields.Integer(metadata=says("With `no-such-position`: how long the log is."))
    game = fields.String(metadata=says("With `already-invited`: the game that the open invitation is to."))
    bucket = fields.String(metadata=says("With status 429: the name of the limit that was reached."))
    most = fields.Integer(metadata=says("With status 429: the amount of that limit."))
    retry_after = fields.Integer(metadata=says("With status 429: seconds to wait."))


class RuleProblemSchema(AnyProblemSchema):
    """A refusal of a move by the rules of its game, or of a request that does not fit."""

    code = fields.String(
        required=True,
        metadata=says(
            "Stable; for programs. The codes that all games share are `bad-notation`, `not-your-turn`, "
            "`incomplete-move`, `past-a-roll` and `chance-only`; the ruleset lists its own as `refusals`. What "
            "does not fit at all is `bad-request`, an Idempotency-Key used before `idempotency-key-reused`.",
            example="disc-filled",
            pattern=CODE,
        ),
    )
    action = fields.String(metadata=says("The action that it stumbled on.", example="place max-15"))
    number = fields.Integer(metadata=says("In a line of moves: which of them it is, from 1.", example=2))
    legal = fields.List(fields.String(), metadata=says("Up to five legal actions in that place, the nearest first."))
