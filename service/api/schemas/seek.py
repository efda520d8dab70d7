"""Seeks, as they are made and shown."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from service.api.schemas.base import PLAIN, Number, Sent, Shown, moment, says, text
from service.api.schemas.game import MAX_NAME
from service.bots.seeks import FEWEST, MOST_ASKED
from service.models import SeekState, Visibility
from service.play.games import MAX_LEVEL, MIN_LEVEL
from service.play.timekeeping.terms import MOST_DAYS

MOST_SEATS = 9
_STATE = (
    "`asking`: a bot was asked and has not answered; `playing`: the game has begun; `nobody`: none took the seat, and "
    "there is no game; `withdrawn`: you have called it off"
)


class SeekRequestSchema(Sent):
    """The game that you want to play with a bot now."""

    ruleset = text(
        MAX_NAME,
        load_default=None,
        allow_none=True,
        metadata=says("The id of a ruleset; without one, any that is played by bots that are there.", example="siesta"),
    )
    options = fields.Dict(
        fields.String(),
        fields.String(metadata={"pattern": PLAIN}),
        load_default=dict,
        metadata=says("Options of the ruleset; those left out have their default.", example={}),
    )
    seats = Number(
        load_default=None,
        allow_none=True,
        validate=Range(FEWEST, MOST_SEATS),
        metadata=says("How many; as few as can be if it is not said. One is for a bot.", example=2),
    )
    level = Number(
        load_default=MIN_LEVEL,
        validate=Range(MIN_LEVEL, MAX_LEVEL),
        metadata=says("The level of the computer, which takes the seats that are left over.", example=1),
    )
    days_per_move = Number(
        load_default=3, validate=Range(1, MOST_DAYS), metadata=says("Time for each move, in days.", example=3)
    )
    visibility = fields.Enum(
        Visibility,
        by_value=fields.String,
        load_default=Visibility.PRIVATE,
        metadata=says("Whether anybody may watch; only such games count for the results of the bot."),
    )


class SeekSchema(Shown):
    """A game with any bot that is free, and how far it has come."""

    id = fields.String(metadata={"example": "k3xw7mq2k3xw"})
    state = fields.String(validate=OneOf([*SeekState]), metadata=says(f"{_STATE}.", example="asking"))
    game_id = fields.String(
        metadata=says("The game that was set up for it; its seats say who plays.", example="m9umjsvkphjr")
    )
    ruleset = fields.String(metadata={"example": "siesta"})
    bot = fields.String(
        allow_none=True, metadata=says("The bot that is asked, or plays; null where none is.", example="rusty")
    )
    asked = Number(metadata=says(f"How many bots were asked, {MOST_ASKED} at most.", example=1))
    answer_until = moment(
        allow_none=True, metadata=says("Until when the bot can take the seat; null where none is asked.")
    )
    created_at = moment()


class SeeksSchema(Shown):
    """Your latest seeks, the newest first; 20 at most."""

    seeks = fields.List(fields.Nested(SeekSchema))
