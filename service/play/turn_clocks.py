"""The clock of the turn under way, as stored in the game's row; call it in the transaction that has locked that.

Jobs query `deadline`. `turn_clock` has the details: when the turn began, with how much time, and what stopped its
clock. If it is empty or about another turn, only the days per move apply, as in plain games.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, exists, or_, select

from rules.json_types import Json
from service.accounts.vacations import vacations_of
from service.db.clock import time_json
from service.db.engines import session
from service.jobs import events
from service.jobs.facts import tell
from service.jobs.heartbeats import INBOUND, NOTICED, NOTICED_FAST, UNSEEN, was_away
from service.jobs.holds import is_held
from service.language.time_zones import zone_of
from service.models import Game, GameSeat, InboundMail, Notice, WorkState
from service.play.facts import DeadlineMoved, TimeRanOut
from service.play.seating import seat_of
from service.play.timekeeping import DAY, Break, ClockTerms, History, Why, deadline, remaining


def terms_of(game: Game) -> ClockTerms:
    """Return the time control of a game."""
    return ClockTerms.read(game.days_per_move, game.clock, game.fast_clock)


def start_clock(game: Game, seat: GameSeat, now: datetime, most: timedelta | None = None) -> None:
    """Start the clock for the seat to move, with at most `most` time; the computer has no clock."""
    if not seat.is_played_by_a_person:
        game.deadline = game.turn_clock = None
        return
    saved = saved_by(seat)
    stops = () if game.paused_at is None else (Break(now, None, Why.PAUSE),)
    given = terms_of(game).given(saved)
    _keep(game, _lived_by(seat, History(now, given if most is None else min(given, most), stops)))


def stop_clock(game: Game, now: datetime) -> None:
    """Store the time left of the seat to move, if the time control saves it or the move can be undone."""
    terms = terms_of(game)
    history = history_of(game) if terms.saves or game.grace_minutes else None
    if history is not None and game.to_move is not None:
        seat = seat_of(game, game.to_move)
        left = terms.saved(remaining(terms, history, now), saved_by(seat))
        seat.seconds_saved = max(0, round(left.total_seconds()))


def saved_by(seat: GameSeat) -> timedelta | None:
    """Return the time left of a seat after its last turn; None before that, and if it is not stored."""
    return None if seat.seconds_saved is None else timedelta(seconds=seat.seconds_saved)


def restart_clock(game: Game, now: datetime) -> None:
    """Restart the turn's clock with its full time."""
    history = history_of(game)
    if history is not None:
        _keep(game, replace(history, began_at=now, stops=tuple(each for each in history.stops if each.until is None)))


def history_of(game: Game) -> History | None:
    """Return the history of the turn under way; None if nobody has a clock."""
    kept = game.turn_clock
    if game.to_move is None or not seat_of(game, game.to_move).is_played_by_a_person:
        return None
    if kept is not None and kept["turn"] == game.turn:
        return _lived_by(seat_of(game, game.to_move), _read(kept))
    if game.deadline is None:
        return None
    length = game.days_per_move * DAY
    return _lived_by(seat_of(game, game.to_move), History(game.deadline - length, length))


def grace_of(game: Game) -> timedelta:
    """Return the delay before a move is notified and answered by conditional moves, as it can be undone until then."""
    return timedelta(minutes=game.grace_minutes or 0) if game.log_length else timedelta()


def turn_began(game: Game) -> datetime | None:
    """Return when the clock of the turn under way started; None if nobody has a clock."""
    history = history_of(game)
    return history.began_at if history is not None else None


def move_deadline(game: Game, now: datetime, *stops: Break) -> bool:
    """Recompute the deadline, including new stops of the clock; return whether it has changed.

    Players who were notified of the old deadline are notified of the new one.
    """
    history, before = history_of(game), game.deadline
    if history is None or game.to_move is None:
        return False
    going_on = game.paused_at is None
    known = tuple(replace(each, until=now) if going_on and each.until is None else each for each in history.stops)
    _keep(game, replace(history, stops=(*known, *stops)))
    if game.deadline == before:
        return False
    events.record("deadline.moved", game, now, seat=game.to_move, deadline=time_json(game.deadline))
    tell(DeadlineMoved(game, seat_of(game, game.to_move), now))
    return True


def is_given_more_time(game: Game, now: datetime) -> bool:
    """Announce that the turn's time is over; return whether listeners have extended it.

    It is not over if a vacation was added at the very moment at which the turn began.
    """
    if not move_deadline(game, now):
        tell(TimeRanOut(game, now))
    return game.deadline is None or game.deadline >= now


def deadline_has_passed(game: Game, now: datetime) -> bool:
    """Return whether the turn's time is over, and no email that came in time is still unread.

    No time is over during a hold, nor right after an outage, until the deadlines have been extended; nor while
    `inbound` is down, for players who may answer by email.
    """
    if game.deadline is None or now <= game.deadline or is_held():
        return False
    if was_away(now, NOTICED if game.fast_clock is None else NOTICED_FAST):
        return False
    waits = or_(answer_waits(), may_answer_by_mail()) if was_away(now, UNSEEN, INBOUND) else answer_waits()
    return session().scalar(select(Game.id).where(Game.id == game.id, waits)) is None


def held_in_time(game: Game) -> bool:
    """Return whether a held move of the turn was sent before the deadline. It counts as of then."""
    return game.held_at is not None and game.deadline is not None and game.held_at <= game.deadline


def answer_waits() -> ColumnElement[bool]:
    """Return a condition: an unread email about the game came before the deadline. It counts as of its arrival."""
    return exists().where(
        InboundMail.game_id == Game.id,
        InboundMail.state == WorkState.QUEUED,
        InboundMail.received_at <= Game.deadline,
    )


def may_answer_by_mail() -> ColumnElement[bool]:
    """Return a condition: the player to move has had an email about the turn. Fast games are not played by email."""
    is_mailed = or_(Notice.envelope_id.is_not(None), Notice.digest_id.is_not(None))
    told = exists().where(
        Notice.game_id == Game.id, Notice.version >= Game.turn, Notice.seat == Game.to_move, is_mailed
    )
    return told.where(Game.fast_clock.is_(None))


def _lived_by(seat: GameSeat, history: History) -> History:
    if seat.account is None:
        return history
    return replace(history, zone=zone_of(seat.account.time_zone), vacations=tuple(vacations_of(seat.account)))


def _keep(game: Game, history: History) -> None:
    terms = terms_of(game)
    game.deadline = deadline(terms, history)
    is_usual = terms.kept is None and history.given == game.days_per_move * DAY and not history.stops
    is_plain = is_usual and game.deadline == history.began_at + history.given and not _is_to_leave(history)
    kept = None if is_plain else _written(game, history)
    if game.turn_clock != kept:
        game.turn_clock = kept


def _is_to_leave(history: History) -> bool:
    """Return whether a coming vacation would count if the deadline moves into it."""
    began = history.began_at.astimezone(history.zone).date()
    return any(each.last >= began for each in history.vacations)


def _written(game: Game, history: History) -> dict[str, Json]:
    return {
        "turn": game.turn,
        "began_at": time_json(history.began_at),
        "given": history.given.total_seconds(),
        "stops": [[time_json(each.since), time_json(each.until), each.why] for each in history.stops],
    }


def _read(kept: Mapping[str, Any]) -> History:
    stops = tuple(
        Break(datetime.fromisoformat(since), datetime.fromisoformat(until) if until else None, Why(why))
        for since, until, why in kept["stops"]
    )
    return History(datetime.fromisoformat(kept["began_at"]), timedelta(seconds=kept["given"]), stops)
