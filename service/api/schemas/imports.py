"""Games that were played elsewhere: their records as they come in, and what is told of where they come from."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import OneOf

from service.api.schemas.base import JsonObject, QueryNumber, Sent, Shown, moment, says, text
from service.core.record_chain import FORMAT
from service.models import Signature, Visibility
from service.play.game_search import MAX_PAGE

MAX_CURSOR = 300
DAYS_PER_MOVE = says("Time for each turn; 0 in a game that was imported, of which that is not known.", example=3)
IMPORTED = says("Null for a game that is played here.", example=None)
RECORDED_NAME = says(
    "In a game that was imported: what its record calls whoever sat there, which nothing vouches for. It is no account "
    "of this service. Else null.",
    example=None,
)


class ImportRequestSchema(Sent):
    """The record of a game that is over."""

    record = JsonObject(
        required=True,
        metadata=says(
            "The record, as `GET /games/{game_id}/record` has given it, here or elsewhere.",
            type="object",
            additionalProperties=True,
        ),
    )
    visibility = fields.String(
        load_default=Visibility.PRIVATE.value,
        validate=OneOf([each.value for each in Visibility]),
        metadata=says("Who may see the game: you alone, or whoever has its address. No list but yours has it."),
    )


class ImportsQuerySchema(Sent):
    """Which page of them."""

    cursor = text(MAX_CURSOR, metadata=says("`next_cursor` of the page before."))
    limit = QueryNumber(1, MAX_PAGE, load_default=20, metadata=says("Games on a page."))


class ImportedSchema(Shown):
    """Where a game comes from that was played elsewhere, and what was found out about its record."""

    origin = fields.String(
        metadata=says(
            "The address of the service that the record names. Unless `signature` is `known`, only the record says so.",
            example="https://play.example.net",
        ),
    )
    game = fields.String(metadata=says("The id of the game there.", example="m9umjsvkphjr"))
    format = fields.String(metadata=says("The format of the record.", example=FORMAT))
    signature = fields.String(
        validate=OneOf(list(Signature)),
        metadata=says(
            "`known`: by a key of this service, or one that its operator had at hand. `unknown`: it fits the `key`, "
            "and nobody here can say whose that is.",
            example="known",
        ),
    )
    key = fields.String(
        metadata=says(
            "The public key that it was signed by, in base64url.",
            example="11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        ),
    )
    verified = fields.List(
        fields.String(),
        metadata=says(
            "What was found right, in the words of `sundial verify`.",
            example=["signature", "chain", "commitment", "seating", "rules", "layout", "log", "chance"],
        ),
    )
    at = moment(metadata=says("When it was brought in.", example="2026-05-04T12:00:00Z"))
