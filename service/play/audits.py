"""Audits: recompute each game from its log, as `verify` does for anybody, and note where what is served differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import func, select, update

from rules import AnyPosition
from service.db.engines import session, transaction
from service.models import Game, GameStatus, LogEntry
from service.play.positions import log_of, position_of
from service.play.records import import_of, record_as_imported, record_json
from service.play.seating import lock_game
from service.play.turns import AUDITED_EVERY
from service.verification.recorded import read
from service.verification.verify import Verdict, findings

MAX_FAULT = 200
AS_IMPORTED = ("ruleset", "setup", "commitment", "seed", "scores", "winners", "ended_by")
"""Members that an imported game shares with its record."""

Judge: TypeAlias = Callable[[Game], str | None]
"""Return what is wrong with a game, or None."""


def games_to_audit(now: datetime, limit: int) -> Sequence[str]:
    """Return the ids of games that are due to be audited, longest overdue first."""
    due = select(Game.id).where(Game.audit_due_at <= now).order_by(Game.audit_due_at)
    return session().scalars(due.limit(limit)).all()


def fault_of(game: Game) -> str | None:
    """Find the first member of a started game that does not follow from its seed, places and log; or None."""
    log, kept = log_of(game), import_of(game)
    there = {} if kept is None else {"id": kept.played_as}  # an imported game's dice depend on its original id
    record = read({**record_json(game, log), "seed": game.seed.hex(), **there})
    wrong = (f"{finding.about}: {finding.text}" for finding in findings(record) if finding.verdict == Verdict.WRONG)
    return next(wrong, None) or next(_served_wrongly(game, log, record.position), None)


def audit(game_id: str, now: datetime, judge: Judge = fault_of) -> str | None:
    """Audit a game, schedule its next audit, and return the fault found, or None.

    The judge runs without a lock; only a suspected fault is judged again while the game is locked.
    """
    session().rollback()
    fault = judge(session().get_one(Game, game_id, populate_existing=True))
    with transaction():
        if fault is not None:
            fault = judge(lock_game(game_id))
        game = session().get_one(Game, game_id)
        game.fault = fault[:MAX_FAULT] if fault else None
        game.audit_due_at = now + AUDITED_EVERY if game.status == GameStatus.ACTIVE else None
    return fault


def put_off(game_id: str, now: datetime) -> None:
    """Postpone the audit of a game to its next interval, after it could not be done now."""
    with transaction() as current:
        current.execute(update(Game).where(Game.id == game_id).values(audit_due_at=now + AUDITED_EVERY))


def _served_wrongly(game: Game, log: Sequence[LogEntry], position: AnyPosition) -> Iterator[str]:
    """Check what a record does not hold: position, turn, length of the log, and the imported record."""
    if game.imported_at is not None and not _is_as_imported(game, log):
        yield "record: it is not the one that is shown"
    entries = session().scalar(select(func.count()).where(LogEntry.game_id == game.id))
    if game.log_length != entries:
        yield f"log_length: it should be {entries}"
    if position_of(game).to_json() != position.to_json():
        yield "position: a process shows another"
    if game.status == GameStatus.ACTIVE:
        yield from _in_the_wrong_turn(game, position, log[-1].version if log else 0)


def _is_as_imported(game: Game, log: Sequence[LogEntry]) -> bool:
    """Check that an imported game equals its record."""
    shown, kept = record_json(game, log), record_as_imported(game)
    actions = [[(entry["seat"], entry["action"]) for entry in record["log"]] for record in (shown, kept)]
    return actions[0] == actions[1] and all(shown[name] == kept[name] for name in AS_IMPORTED)


def _in_the_wrong_turn(game: Game, position: AnyPosition, last_move: int) -> Iterator[str]:
    """Check that the turn began with the last move, or later only if a player left."""
    if game.to_move != position.current_player():
        yield f"to_move: it should be {position.current_player()}"
    may_be_later = not last_move or any(seat.left_by for seat in game.seats)
    if not last_move <= game.turn <= (game.version if may_be_later else last_move):
        yield f"turn: it should be {last_move}" + (f" to {game.version}" if may_be_later else "")
