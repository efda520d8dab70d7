"""The games that can be played, and what problems mean."""

from __future__ import annotations

from marshmallow import fields

from service.api.schemas.base import Number, Shown, says


class RulesetOptionSchema(Shown):
    """One choice before the game."""

    label = fields.String(metadata={"example": "Version"})
    default = fields.String(metadata={"example": "full"})
    values = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says("Each value and what it means.", example={"full": "Full", "basic": "Basic"}),
    )


class MatchTermsSchema(Shown):
    """How matches of a game go."""

    same_layout = fields.Boolean(metadata=says("Whether the second game is played on the layout of the first."))
    decider = fields.Boolean(metadata=says("Whether equal totals lead to a third game; else they are a draw."))
    usual = fields.Boolean(metadata=says("Whether a match is the usual form, and a single game the exception."))


class RulesetSummarySchema(Shown):
    """A game that can be played."""

    id = fields.String(metadata=says("For `POST /games`.", example="seasons"))
    name = fields.String(metadata={"example": "Seasons of the Sun"})
    designer = fields.String(metadata={"example": "Ingo Althöfer"})
    summary = fields.String(
        metadata={"example": "Throw three dice, place many spots or few, and win the years of the sun."}
    )
    seats = fields.List(Number(), metadata=says("The numbers of seats it can be played with.", example=[2, 3]))
    options = fields.Dict(fields.String(), fields.Nested(RulesetOptionSchema))
    cooperative = fields.Boolean(metadata=says("Whether all seats win or fail together."))
    match = fields.Nested(
        MatchTermsSchema, allow_none=True, metadata=says("For `POST /matches`; null where there are none.")
    )
    version = fields.String(metadata=says("The version of these rules.", example="1"))


class RulesetSchema(RulesetSummarySchema):
    """A game that can be played, and how."""

    rights = fields.String(metadata={"example": "Seasons of the Sun is by Ingo Althöfer, copyright 2007/08."})
    notation = fields.String(
        metadata=says(
            "How moves are written, in all games; the guide has this game's words.",
            example="Words and numbers, joined by commas.",
        )
    )
    guide = fields.String(
        metadata=says(
            "How to play, and how to write a move, in Markdown; figures are boards in text.",
            example="# Seasons of the Sun",
        )
    )
    refusals = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says(
            "The codes by which the rules refuse moves.",
            example={"disc-filled": "Your disc in that sector is filled already."},
        ),
    )


class RulesetsSchema(Shown):
    """All games that can be played here."""

    rulesets = fields.List(fields.Nested(RulesetSummarySchema))


class ProblemTypeSchema(Shown):
    """What the code of a problem means."""

    code = fields.String(metadata={"example": "not-your-turn"})
    title = fields.String(metadata={"example": "It is not your turn."})
    advice = fields.String(metadata={"example": "'to_move' says whose turn it is; you will be told when it is yours."})
    rulesets = fields.Dict(
        fields.String(),
        fields.String(),
        metadata=says("Where games refuse by this code: the sentence of each.", example={}),
    )


class HealthSchema(Shown):
    """How the server is."""

    status = fields.String(metadata=says("Always `ok`; anything else is a problem.", example="ok"))
    installation = fields.String(
        metadata=says("The same on all machines of one Sundial, and on no other's.", example="5f0b1c7e9a3d2468")
    )


class ReadinessSchema(HealthSchema):
    """Whether the server is ready, and which work other programs delay."""

    held_up = fields.List(
        fields.String(),
        metadata=says(
            "Delayed work: `mail` that has been due for over a minute, or `sweeps` that have stopped.",
            example=[],
        ),
    )
