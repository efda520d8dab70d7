"""The clock of a game: how it stands and why, and stopping it where all want that."""

from __future__ import annotations

from datetime import datetime

from rules.json_types import Json
from service.api.access import account, viewer
from service.api.repeats import repeatable
from service.api.resource import Resource
from service.api.schemas.clock import TurnClockSchema
from service.api.schemas.game import EmptySchema
from service.api.times import written
from service.core.clock import now
from service.models import Account, Game
from service.play import pauses
from service.play.seating import game_seen_by, seat_number
from service.play.timekeeping import Break, History, breaks_within, remaining
from service.play.turn_clocks import history_of, terms_of
from service.telling.clock_words import deadline_in_words
from service.work.units import whole

blueprint = Resource("clocks", "How much time there is, and why.")


@blueprint.route("/games/<game_id:game_id>/clock")
@blueprint.allows("games:read", anonymous=True)
@blueprint.refuses(404)
@blueprint.response(200, TurnClockSchema)
def show_clock(*, game_id: str) -> dict[str, Json]:
    """Show the clock of the turn under way, and why its deadline is what it is."""
    return _shown(game_seen_by(game_id, viewer()), viewer(), now())


@blueprint.route("/games/<game_id:game_id>/clock/stop", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, TurnClockSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def stop_clocks(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Say that you want the clocks to be stopped: they are once all people at the table have. Moves can be played."""
    return whole(lambda: _shown(pauses.wish_pause(game_id, account(), now()), account(), now()))


@blueprint.route("/games/<game_id:game_id>/clock/start", methods=["POST"])
@blueprint.allows("games:play")
@blueprint.refuses(404, 409)
@blueprint.reads_headers("Idempotency-Key")
@blueprint.response(200, TurnClockSchema)
@blueprint.arguments(EmptySchema, required=False)
@repeatable
def start_clocks(_wish: dict[str, str], *, game_id: str) -> dict[str, Json]:
    """Let the clocks go on, or say that you do not want them to be stopped any more."""
    return whole(lambda: _shown(pauses.end_pause(game_id, account(), now()), account(), now()))


def _shown(game: Game, reader: Account | None, at: datetime) -> dict[str, Json]:
    history, terms = history_of(game), terms_of(game)
    plays = seat_number(game, reader) is not None
    return {
        "to_move": game.to_move,
        "began_at": written(history.began_at) if history else None,
        "given_seconds": int(history.given.total_seconds()) if history else None,
        "left_seconds": int(remaining(terms, history, at).total_seconds()) if history else None,
        "deadline": written(game.deadline),
        "saved_seconds": [seat.seconds_saved if terms.saves else None for seat in game.seats],
        "paused_at": written(game.paused_at),
        "wishes": [seat.number for seat in game.seats if seat.pause_wished_at is not None],
        "breaks": _breaks(game, history) if history and plays else [],
        "words": [*deadline_in_words(game, reader.time_zone)] if reader and plays else [],
    }


def _breaks(game: Game, history: History) -> list[Json]:
    return [_break_json(each) for each in breaks_within(terms_of(game), history)]


def _break_json(each: Break) -> dict[str, Json]:
    return {"why": each.why, "since": written(each.since), "until": written(each.until)}
