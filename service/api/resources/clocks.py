"""Clocks of games: show the clock of a turn and its deadline, and pause the clocks if all players agree."""

from __future__ import annotations

from datetime import datetime

from marshmallow import fields
from marshmallow.validate import OneOf

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.base import Number, Shown, moment, says
from service.api.schemas.game import EmptySchema
from service.db.clock import now, time_json
from service.jobs.units import whole
from service.models import Account, Game
from service.play import pauses
from service.play.seating import game_seen_by, seat_number
from service.play.timekeeping import Why, breaks_within, remaining
from service.play.turn_clocks import history_of, terms_of
from service.presentation.clock_words import deadline_in_words

blueprint = Resource("clocks", "The clocks of a game, and the reasons for its deadline.")


class BreakSchema(Shown):
    """A time that does not count."""

    why = fields.String(validate=OneOf(list(Why)), metadata={"example": "weekend"})
    since = moment()
    until = moment(allow_none=True, metadata=says("Null if not known."))


class TurnClockSchema(Shown):
    """The clock of the turn under way; all of its values are null if nobody has a clock."""

    to_move = Number(allow_none=True, metadata=says("The seat whose turn it is.", example=0))
    began_at = moment(allow_none=True, metadata=says("When the turn began."))
    given_seconds = Number(allow_none=True, metadata=says("The time for the turn when it began.", example=259200))
    left_seconds = Number(allow_none=True, metadata=says("The time that is left.", example=172800))
    deadline = moment(allow_none=True, metadata=says("The deadline; null while the clock is paused."))
    saved_seconds = fields.List(
        Number(allow_none=True),
        metadata=says(
            "The time that each seat has saved for its next turns, with a fast clock or a time bank; null before its "
            "first turn, and without such a clock.",
            example=[None, None],
        ),
    )
    paused_at = moment(
        allow_none=True, metadata=says("Since when the clocks are paused, as all players agreed; null if they run.")
    )
    wishes = fields.List(Number(), metadata=says("The seats that propose to pause the clocks.", example=[]))
    breaks = fields.List(
        fields.Nested(BreakSchema), metadata=says("What moved the deadline, in order; only players see it.")
    )
    words = fields.List(
        fields.String(),
        metadata=says(
            "The reasons for the deadline in sentences, with times in your time zone; only players see them.",
            example=["The turn began on Mon 4 May 2026, 12:00 with 3 days."],
        ),
    )


@blueprint.route("/games/<game_id:game_id>/clock")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, TurnClockSchema)
def show_clock(*, game_id: str) -> dict[str, Json]:
    """Show the clock of the turn under way, and the reasons for its deadline."""
    return _shown(game_seen_by(game_id, viewer()), viewer(), now())


@blueprint.route("/games/<game_id:game_id>/clock/stop", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, TurnClockSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def stop_clocks(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Ask to pause the clocks: they are paused once all people in the game have asked. You can still move."""
    return whole(lambda: _shown(pauses.wish_pause(game_id, account(), now()), account(), now()))


@blueprint.route("/games/<game_id:game_id>/clock/start", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, TurnClockSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def start_clocks(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Restart the clocks, or withdraw your request to pause them."""
    return whole(lambda: _shown(pauses.end_pause(game_id, account(), now()), account(), now()))


def _shown(game: Game, reader: Account | None, at: datetime) -> dict[str, Json]:
    history, terms = history_of(game), terms_of(game)
    plays = seat_number(game, reader) is not None
    return {
        "to_move": game.to_move,
        "began_at": time_json(history.began_at) if history else None,
        "given_seconds": int(history.given.total_seconds()) if history else None,
        "left_seconds": int(remaining(terms, history, at).total_seconds()) if history else None,
        "deadline": time_json(game.deadline),
        "saved_seconds": [seat.seconds_saved if terms.saves else None for seat in game.seats],
        "paused_at": time_json(game.paused_at),
        "wishes": [seat.number for seat in game.seats if seat.pause_wished_at is not None],
        "breaks": [
            {"why": each.why, "since": time_json(each.since), "until": time_json(each.until)}
            for each in (breaks_within(terms, history) if history and plays else ())
        ],
        "words": [*deadline_in_words(game, reader.time_zone)] if reader and plays else [],
    }
