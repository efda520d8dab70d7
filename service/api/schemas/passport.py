"""Passports of bots, as they are handed in and told."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Equal, Length, OneOf, Range

from service.api.schemas.base import LARGEST, Flag, Number, Sent, Shown, moment, says, whole
from service.core.passports import FORMAT
from service.core.record_signatures import ALGORITHM, KEY_LENGTH

MOST_GAMES, MOST_FAULTS = 200, 20
SIGNATURE_LENGTH = 86
_BASE64URL = "[A-Za-z0-9_-]"
_KEY = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
"""An example, of RFC 8037."""


def _word(expression: str, says_what: str, example: str) -> fields.String:
    """A required text all of which matches; nothing in a passport but letters of ASCII."""
    metadata = says(says_what, pattern=f"^{expression}$", example=example)
    return fields.String(required=True, validate=whole(expression), metadata=metadata)


def _count(says_what: str, example: int = 0) -> Number:
    return Number(required=True, validate=Range(0, LARGEST), metadata=says(says_what, example=example))


class PassportSignatureSchema(Sent):
    """By whom a passport is signed."""

    algorithm = fields.String(required=True, validate=Equal(ALGORITHM), metadata={"example": ALGORITHM})
    key = _word(
        f"{_BASE64URL}{{{KEY_LENGTH}}}",
        "The public key, in base64url.",
        _KEY,
    )
    value = _word(
        f"{_BASE64URL}{{{SIGNATURE_LENGTH}}}",
        "The signature (RFC 8032) of canonical JSON (RFC 8785) of all other members of the passport, in base64url.",
        "A" * SIGNATURE_LENGTH,
    )


class PassportGameSchema(Sent):
    """A game of a check."""

    ruleset = _word("[a-z0-9-]{1,40}", "The id of the ruleset.", "siesta")
    level = Number(required=True, validate=Range(1, 9), metadata=says("Against which level.", example=1))
    finished = Flag(required=True, metadata=says("Whether it was played to its end.", example=True))
    moves = _count("How many moves of the bot were accepted.", 14)
    refused = _count("How many were refused for what they were.")
    stale = _count("How many came when the game had gone on.")


class PassportSchema(Sent):
    """What came of a check of a bot, signed by the Sundial that ran it."""

    format = fields.String(required=True, validate=Equal(FORMAT), metadata={"example": FORMAT})
    bot = _word("[a-z0-9._-]{2,30}", "The name of the bot that it is for.", "rusty")
    checked_at = _word(
        "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z", "When the check was over.", "2026-05-04T12:00:00Z"
    )
    version = _word("[0-9A-Za-z.+-]{1,40}", "The version of bot-check.", "0.1.0")
    well = Flag(
        required=True,
        metadata=says("Whether all games were played to their end, and the rules refused nothing.", example=True),
    )
    games = fields.List(
        fields.Nested(PassportGameSchema),
        required=True,
        validate=Length(1, MOST_GAMES),
        metadata=says("What was played."),
    )
    faults = fields.Dict(
        fields.String(),
        Number(validate=Range(0, LARGEST)),
        required=True,
        validate=Length(max=MOST_FAULTS),
        metadata=says("How many faults of each kind came meanwhile.", example={"cut": 13, "unavailable": 22}),
    )
    signature = fields.Nested(PassportSignatureSchema, required=True)


class PassportSummarySchema(Shown):
    """What is told of the passport of a bot."""

    checked_at = moment(metadata=says("When the check was over, by the clock of whoever ran it."))
    handed_in_at = moment(metadata=says("When it was handed in here."))
    version = fields.String(metadata=says("The version of bot-check.", example="0.1.0"))
    well = fields.Boolean(
        metadata=says("Whether all games were played to their end, and the rules refused nothing.", example=True)
    )
    rulesets = fields.List(fields.String(), metadata=says("What was played.", example=["dawn", "siesta"]))
    games = Number(metadata=says("How many games were played.", example=18))
    faults = Number(metadata=says("How many faults came meanwhile.", example=41))
    signed_by = fields.String(
        validate=OneOf(["this-sundial", "other-key"]),
        metadata=says(
            "`this-sundial`: whoever runs this server ran the check; `other-key`: its owner, or somebody with a "
            "Sundial of their own.",
            example="this-sundial",
        ),
    )
    key = fields.String(metadata=says("The public key that has signed it.", example=_KEY))
    verified = fields.Boolean(
        metadata=says("Whether that key is one of this server's, so that no owner can have made it up.", example=True)
    )
