"""What a game is one of: a match, or a series."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Range

from service.api.schemas.base import Number, Sent, Shown, says
from service.play.course.series import MOST_WINS

SERIES = says(
    "Let the next game begin by itself after each, with seats exchanged and everybody seated, until somebody has won "
    "so many; null for a game by itself.",
    example=None,
)


class RoundSchema(Shown):
    """Which game of a match."""

    id = fields.String(metadata=says("The id of the match.", example="k3xw7mq2hd5t"))
    round = Number(metadata=says("From 1; a third game is there only to break a tie.", example=1))


class SeriesWishSchema(Sent):
    """A series to be played."""

    first_to = Number(
        required=True,
        validate=Range(1, MOST_WINS),
        metadata=says("Who is first to win so many games has won the series.", example=3),
    )


class SeriesSchema(Shown):
    """How the series of a game stands; of a game that is over, how it stood at its end."""

    id = fields.String(metadata=says("The id of the series, which is that of its first game.", example="m9umjsvkphjr"))
    round = Number(metadata=says("Which game of the series, from 1.", example=2))
    first_to = Number(metadata=says("How many games win it.", example=3))
    wins = fields.List(Number(), metadata=says("Games won, by seat of this game.", example=[1, 0]))
    is_over = fields.Boolean(metadata=says("Whether it ended with this game.", example=False))
    winner = Number(
        allow_none=True,
        metadata=says("The seat that has won it; null until then, and if it ended unfinished.", example=None),
    )
