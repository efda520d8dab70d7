"""Adjudication: an organiser decides the result of an abandoned game, and says why."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select

from rules import CHANCE
from service.db.clock import time_json
from service.db.engines import session, transaction
from service.language import texts
from service.language.errors import Conflict, Invalid, NotFound
from service.models import LONGEST_DECISION, Account, EndedBy, Game, GameStatus, LogEntry
from service.play.seating import lock_game
from service.play.turns import finish


def adjudicate(
    game_id: str, organiser: Account, half_points: Sequence[int], reason: str, idle: timedelta, now: datetime
) -> Game:
    """End an active game with points by seat, and a reason of at most 200 characters. Idempotent.

    The best seats win; nobody does if all have none. NotFound unless the organiser has arranged the game; Invalid
    `bad-text`, `bad-points`; Conflict `game-over`; `not-idle` if the last move is not older than `idle`.
    """
    because = texts.line("reason", reason, LONGEST_DECISION)
    best = max(half_points, default=0)
    winners = [seat for seat, points in enumerate(half_points) if points == best > 0]
    with transaction():
        game = lock_game(game_id)
        if game.creator_id != organiser.id:
            raise NotFound
        check_points(half_points, len(game.seats))
        if (game.adjudicated, game.winners) == (because, winners):
            return game
        if game.status != GameStatus.ACTIVE:
            raise Conflict("game-over")
        free_at = _last_move(game) + idle
        if free_at > now:
            raise Conflict("not-idle", until=time_json(free_at))
        game.version += 1
        game.adjudicated = because
        finish(game, EndedBy.ADJUDICATION, winners, now)
        return game


def check_points(half_points: Sequence[int], players: int) -> None:
    """Raise Invalid `bad-points` unless the points are possible: at most two for each opponent, and not more in all."""
    most = 2 * (players - 1)
    is_possible = all(0 <= each <= most for each in half_points) and sum(half_points) <= players * (players - 1)
    if len(half_points) != players or not is_possible:
        raise Invalid("bad-points")


def _last_move(game: Game) -> datetime:
    """Return when a player last moved, or the game began; moves of the computer for an absent player do not count."""
    moves = select(func.max(LogEntry.at)).where(LogEntry.game_id == game.id, LogEntry.seat != CHANCE)
    return session().scalar(moves.where(LogEntry.played_by.is_(None))) or game.started_at or game.created_at
