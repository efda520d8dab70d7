"""Audit: recompute a game from its log and compare, as `verify` does for anybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import func, select

from rules import AnyPosition
from service.db.engines import session
from service.models import Game, GameStatus, LogEntry
from service.play.positions import log_of, position_of
from service.play.records import import_of, record_as_imported, record_json
from service.verification.recorded import read
from service.verification.verify import Verdict, findings

AS_IMPORTED = ("ruleset", "setup", "commitment", "seed", "scores", "winners", "ended_by")
"""Members that an imported game shares with its record."""


def fault_of(game: Game) -> str | None:
    """Find the first member of a started game that does not follow from its seed, places and log; or None."""
    log, kept = log_of(game), import_of(game)
    there = {} if kept is None else {"id": kept.played_as}  # an imported game's dice depend on its original id
    record = read({**record_json(game, log), "seed": game.seed.hex(), **there})
    wrong = (f"{finding.about}: {finding.text}" for finding in findings(record) if finding.verdict == Verdict.WRONG)
    return next(wrong, None) or next(_served_wrongly(game, log, record.position), None)


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
