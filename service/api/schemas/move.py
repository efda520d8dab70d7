"""Schemas of moves, legal actions, logs and records."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from rules.notation import MAX_MOVE_LENGTH
from service.api.schemas.base import PLAIN, Number, QueryNumber, Sent, Shown, moment, says, text
from service.api.schemas.game import CONTRIBUTED, BeaconSchema, GameSchema, RoundSchema
from service.pictures.boards import BoardStyle
from service.verification.record_chain import FORMAT
from service.verification.record_signatures import ALGORITHM

MAX_VERSION = 2**31 - 1

_HASH = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
_SEAT = says("Who acted; -1 is chance.", example=-1)


class MoveRequestSchema(Sent):
    """A move."""

    version = Number(
        required=True,
        validate=Range(0, MAX_VERSION),
        metadata=says("The version of the game that the move answers.", example=17),
    )
    move = text(
        MAX_MOVE_LENGTH,
        required=True,
        metadata=says("Actions in the ruleset's notation, joined by commas.", example="place max-15"),
    )


class _EntryMembers(Shown):
    """The members of every log entry."""

    number = Number(metadata=says("From 0, without gaps."))
    seat = Number(metadata=_SEAT)
    action = fields.String(metadata=says("In the ruleset's notation.", example="roll 2 3 6"))
    version = Number(metadata=says("The version of the game after the move.", example=1))
    at = moment()


class EntrySchema(_EntryMembers):
    """A log entry."""

    by = fields.String(
        attribute="played_by",
        allow_none=True,
        metadata=says("`computer` if the computer played for the seat's player; else null.", example=None),
    )


class AcceptedSchema(Shown):
    """The game after a move, and the new entries of its log."""

    game = fields.Nested(GameSchema)
    log = fields.List(fields.Nested(EntrySchema))


ACCEPTED = AcceptedSchema()


class PreviewSchema(Shown):
    """The position after a move, up to the next roll."""

    ruleset = fields.String(metadata={"example": "seasons"})
    position = fields.Raw(metadata=says("The position; its members depend on the ruleset."))
    scores = fields.List(Number(), metadata={"example": [0, 0]})
    to_move = Number(allow_none=True, metadata=says("The seat to move; -1 is chance, null the end.", example=0))
    board = fields.String(metadata=says("The board as text.", example="max-8  [ ] [ ]"))


class LegalActionsQuerySchema(Sent):
    """The beginning of the move."""

    after = fields.String(
        load_default="",
        metadata=says(
            "The beginning of a move, as in `sun c4, roof c5`; empty for the current position.", pattern=PLAIN
        ),
    )


class LegalActionsSchema(Shown):
    """The legal next actions."""

    version = Number(metadata={"example": 1})
    seat = Number(metadata=says("The seat to move.", example=0))
    actions = fields.List(
        fields.String(), metadata=says("The legal next actions.", example=["place max-8", "place max-10"])
    )
    complete = fields.Boolean(metadata=says("Whether `after` is a complete move.", example=False))


class LogQuerySchema(Sent):
    """The start of the log to return."""

    start = QueryNumber(load_default=0, metadata=says("The number of the first entry."))


class LogSchema(Shown):
    """Log entries."""

    version = Number(metadata=says("The version of the game after the log.", example=1))
    log = fields.List(fields.Nested(EntrySchema))


class AtSchema(Sent):
    """A position in the log."""

    at = QueryNumber(metadata=says("The number of log entries; by default the current position."))


class GamePositionSchema(Shown):
    """A game at some point of its log."""

    at = Number(metadata=says("The number of log entries.", example=1))
    setup = fields.Raw(metadata=says("The setup of the game."))
    position = fields.Raw(metadata=says("The position."))


class PictureSchema(AtSchema):
    """The requested picture."""

    style = fields.Enum(
        BoardStyle,
        by_value=fields.String,
        metadata=says("The colours. By default an SVG follows the colour scheme of the screen, and a PNG is light."),
    )


class PlaceSchema(Shown):
    """A place in the order of invitation, with its contribution to the dice."""

    place = Number()
    seat = Number()
    account = fields.String(allow_none=True, metadata={"example": "ann"})
    ai = Number(allow_none=True)
    first_account = fields.String(
        allow_none=True, metadata=says("The player whom a substitute replaced; null if nobody did.", example=None)
    )
    left_by = fields.String(allow_none=True)
    left_at = moment(
        allow_none=True,
        metadata=says("When the player who had the seat at first left it; null if they stayed.", example=None),
    )
    contribution = fields.String(allow_none=True, metadata={"example": "tuesday rain"})
    contributed = fields.String(allow_none=True, metadata=CONTRIBUTED)
    contributed_at = moment(
        allow_none=True,
        metadata=says("When the contribution was made; null if there is none.", example="2026-05-04T12:00:00Z"),
    )
    contribution_number = Number(
        allow_none=True,
        metadata=says("Increases in the order of the contributions, from 1; null if there is none."),
    )


class RecordRoundSchema(RoundSchema):
    """The round of a game in its match, with the commitments of the match."""

    commitments = fields.List(
        fields.String(),
        metadata=says("The commitments of all games of the match, in the order of their rounds.", example=[_HASH] * 3),
    )


class RecordEntrySchema(_EntryMembers):
    """A log entry, chained to the one before."""

    previous = fields.String(
        metadata=says("SHA-256 of the previous entry, or of the beginning of the game.", example=_HASH)
    )


class SignatureSchema(Shown):
    """The signature of a record."""

    algorithm = fields.String(validate=OneOf([ALGORITHM]))
    key = fields.String(
        metadata=says(
            "The public key, in base64url; `/.well-known/sundial-record-keys.json` lists it.",
            example="11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        )
    )
    value = fields.String(
        metadata=says(
            "The signature, in base64url.",
            example="hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
        )
    )


class HalfSchema(Shown):
    """The other game of a match that only counts as a whole."""

    points = fields.List(Number(), metadata=says("In the order of the seats of this game.", example=[12, 0]))
    hints = fields.Boolean(metadata=says("Whether a player asked for an analysis before it was over."))
    takebacks = fields.Boolean(metadata=says("Whether a move was undone."))


class RatedSchema(Shown):
    """Data that ratings depend on, beside the rest of a record."""

    finished_at = moment(metadata=says("When the game was over.", example="2026-05-04T12:00:00Z"))
    hints = fields.Boolean(metadata=says("Whether a player asked for an analysis before it was over."))
    bots = fields.List(Number(), metadata=says("The seats that bots have.", example=[]))
    half_before = fields.Nested(HalfSchema, allow_none=True, metadata={"example": None})


class GameRecordSchema(Shown):
    """A record: all data that is needed to verify a game."""

    format = fields.String(validate=OneOf([FORMAT]), metadata=says("The format of the record.", example=FORMAT))
    origin = fields.String(metadata=says("The address of the service.", example="https://play.example.net"))
    id = fields.String(metadata={"example": "m9umjsvkphjr"})
    ruleset = fields.String(metadata={"example": "seasons"})
    rules_version = fields.String(metadata={"example": "1"})
    status = fields.String(metadata={"example": "active"})
    setup = fields.Raw(allow_none=True, metadata=says("The setup; null before the game starts."))
    given_layout = fields.Raw(allow_none=True, metadata=says("The layout that the host chose; null if it was drawn."))
    shuffle_seats = fields.Boolean()
    places = fields.List(fields.Nested(PlaceSchema))
    commitment = fields.String(metadata={"example": _HASH})
    seed = fields.String(allow_none=True)
    log = fields.List(fields.Nested(RecordEntrySchema))
    stand_ins = fields.List(
        Number(), metadata=says("The numbers of the entries that the computer played for a person.", example=[])
    )
    head = fields.String(metadata=says("SHA-256 of the last entry, or of the beginning of the game.", example=_HASH))
    signature = fields.Nested(SignatureSchema)
    scores = fields.List(Number(), allow_none=True)
    winners = fields.List(Number(), allow_none=True)
    ended_by = fields.String(allow_none=True)
    match = fields.Nested(RecordRoundSchema, allow_none=True, metadata={"example": None})
    beacon = fields.Nested(
        BeaconSchema, allow_none=True, metadata=says("Null if no public beacon contributes to the dice.", example=None)
    )
    rated = fields.Nested(
        RatedSchema,
        allow_none=True,
        metadata=says("Null until the game is over, and if it is unrated.", example=None),
    )
