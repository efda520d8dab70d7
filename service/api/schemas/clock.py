"""Schemas of time controls."""

from __future__ import annotations

from marshmallow import fields
from marshmallow.validate import Range

from service.api.schemas.base import Flag, Number, Sent, Shown, says
from service.play.timekeeping import MOST_DAYS, MOST_MINUTES, MOST_SECONDS

MAX_HOURS = 240

_BANK = (
    "A time bank: each seat saves time from move to move, starting with `days_per_move`; null for the same "
    "time in each move."
)
_FAST = (
    "A clock for players who are online at the same time. Each seat has the days of `days_per_move` for its "
    "first turn, so that everybody can arrive; from then on `minutes` for the game, and each turn adds "
    "`seconds_per_move`. It does not stop for weekends, nights or vacations. Null for days per move."
)
_MINUTES = says("The time of a seat from its second turn on.", example=15)
_SECONDS = says("The time that each turn from the second on adds.", example=20)
_MORE = says("The time that each move adds.", example=12)
_MOST = says("The maximum of the bank.", example=10)
_WEEKENDS = says("Whether Saturdays and Sundays do not count, in the time zone of the player to move.")
_NIGHTS = says("Whether the hours from 22 to 8 do not count in that time zone.")
_VACATIONS = says("Whether days of the player's vacation do not count.")

ON_TIMEOUT = says(
    "What happens when a player runs out of time. `forfeit`: they forfeit; if others still play, the computer"
    " plays on for them, else the game is over. `computer`: the computer plays on until they return by `POST "
    "/games/{id}/return`; without other players, as `forfeit`. `substitute`: as `computer`, but another "
    "player may take the seat over by `POST /games/{id}/take-over`, and anybody may view the game until then;"
    " not in a match.",
    example="forfeit",
)
STAND_IN = "The level at which the computer plays on for a player who ran out of time"
GRACE = (
    "Minutes in which a player may undo a move without asking, as long as nobody has moved since; until then "
    "the email about the next turn, and conditional moves, wait. Null for none."
)


class BankRequestSchema(Sent):
    """A time bank."""

    hours_per_move = Number(required=True, validate=Range(0, MAX_HOURS), metadata=_MORE)
    most_days = Number(required=True, validate=Range(1, MOST_DAYS), metadata=_MOST)


class FastRequestSchema(Sent):
    """A fast clock."""

    minutes = Number(required=True, validate=Range(1, MOST_MINUTES), metadata=_MINUTES)
    seconds_per_move = Number(required=True, validate=Range(0, MOST_SECONDS), metadata=_SECONDS)


class ClockRequestSchema(Sent):
    """The time control of a new game; members left out have their defaults."""

    bank = fields.Nested(BankRequestSchema, load_default=None, allow_none=True, metadata=says(_BANK))
    weekends_off = Flag(load_default=False, metadata=_WEEKENDS)
    nights_off = Flag(load_default=False, metadata=_NIGHTS)
    vacations = Flag(load_default=True, metadata=_VACATIONS)
    fast = fields.Nested(FastRequestSchema, load_default=None, allow_none=True, metadata=says(_FAST, example=None))


class BankSchema(Shown):
    """A time bank."""

    hours_per_move = Number(metadata=_MORE)
    most_days = Number(metadata=_MOST)


class FastSchema(Shown):
    """A fast clock."""

    minutes = Number(metadata=_MINUTES)
    seconds_per_move = Number(metadata=_SECONDS)


class ClockTermsSchema(Shown):
    """The time control of a game, without the days."""

    bank = fields.Nested(BankSchema, allow_none=True, metadata=says(_BANK, example=None))
    weekends_off = fields.Boolean(metadata=_WEEKENDS | {"example": False})
    nights_off = fields.Boolean(metadata=_NIGHTS | {"example": False})
    vacations = fields.Boolean(metadata=_VACATIONS | {"example": True})
    fast = fields.Nested(FastSchema, allow_none=True, metadata=says(_FAST, example=None))
