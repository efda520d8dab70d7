"""Positions of games: computed from setup and log by replay, with a cache.

If its log cannot be replayed, the game is damaged, and nobody can move.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flask import Flask, current_app
from sqlalchemy import bindparam, select

import rules
from rules import AnyPosition
from rules import Game as Ruleset
from service.db.engines import after_commit, session
from service.db.lru_cache import LruCache
from service.language.errors import Conflict, NotFound
from service.models import Game, LogEntry

CACHED_POSITIONS = 500
MARK_BYTES = 8

NONSENSE = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""Exceptions that an impossible action may raise when applied, as `apply` checks nothing."""

_ENTRIES = (
    select(LogEntry.seat, LogEntry.action, LogEntry.version)
    .where(LogEntry.game_id == bindparam("of"), LogEntry.number < bindparam("length"))
    .order_by(LogEntry.number)
)
_LOG = (
    select(LogEntry)
    .where(
        LogEntry.game_id == bindparam("of"),
        LogEntry.number >= bindparam("start"),
        LogEntry.number < bindparam("length"),
    )
    .order_by(LogEntry.number)
)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reached:
    """The position at a place in a log, and the one before the move that led to it."""

    position: AnyPosition
    before: AnyPosition


Place: TypeAlias = tuple[str, str | None, int]
"""Cache key: game id, mark of its log, number of log entries. An undo changes the mark."""
PositionCache: TypeAlias = LruCache[Place, Reached]
"""The most recently used positions."""


def init_app(app: Flask) -> None:
    """Create the app's cache of positions."""
    app.extensions[__name__] = LruCache[Place, Reached](CACHED_POSITIONS)


def new_mark() -> str:
    """Generate a mark for a log that has just grown."""
    return secrets.token_hex(MARK_BYTES)


def log_of(game: Game, start: int = 0, end: int | None = None) -> Sequence[LogEntry]:
    """Return the log entries from number `start` up to, not including, `end`."""
    length = game.log_length if end is None else end
    return session().scalars(_LOG, {"of": game.id, "start": start, "length": length}).all()


def position_of(game: Game, at: int | None = None, log: Sequence[LogEntry] | None = None) -> AnyPosition:
    """Return the position after `at` log entries, by default all; `log` is the log from its beginning, if it is loaded.

    NotFound `no-such-position` or `not-started`; Conflict `damaged-game` if the log cannot be replayed.
    """
    return reached_at(game, game.log_length if at is None else at, log).position


def before_last_move(game: Game, at: int | None = None) -> AnyPosition | None:
    """Return the position before the move that led to `at`, for a picture that marks the changes."""
    length = game.log_length if at is None else at
    return reached_at(game, length).before if game.setup is not None and length else None


def position_to_play(game: Game) -> AnyPosition:
    """Return the current position; Conflict `damaged-game` if by the log it is another seat's turn than stored."""
    position = position_of(game)
    if position.current_player() != game.to_move:
        raise damaged(game, f"seat {game.to_move} is to move, but by its log seat {position.current_player()} is")
    return position


def keep(game: Game, reached: Reached) -> None:
    """Cache the position of a game, in a transaction that has extended its log."""
    _keep((game.id, game.log_mark, game.log_length), reached)


def reached_at(game: Game, length: int, log: Sequence[LogEntry] | None = None) -> Reached:
    """Return the position after so many entries, with the one before its last move; refused as `position_of`."""
    if game.setup is None:
        raise NotFound("not-started")
    if not 0 <= length <= game.log_length:
        raise NotFound("no-such-position", log_length=game.log_length)
    place = (game.id, game.log_mark, length)
    reached = _cache().get(place)
    if reached is None:
        read = {"of": game.id, "length": length}
        reached = _replayed(game, length, session().execute(_ENTRIES, read).all() if log is None else log[:length])
        _keep(place, reached)
    return reached


def _cache() -> PositionCache:
    cache: PositionCache = current_app.extensions[__name__]
    return cache


def _keep(place: Place, reached: Reached) -> None:
    """Cache a position once the current transaction commits."""
    cache = _cache()
    after_commit(f"position {place}", lambda: cache.put(place, reached))


def _replayed(game: Game, length: int, entries: Sequence[Any]) -> Reached:
    """Replay so many entries of a game's log; Conflict `damaged-game` if that is impossible."""
    ruleset = rules.game(game.ruleset)
    position = before = ruleset.initial_position(game.setup)
    if len(entries) < length:
        raise damaged(game, f"of {length} entries of its log there are {len(entries)}")
    move = None
    for number in rules.standing(entry.action for entry in entries):
        entry = entries[number]
        if entry.seat != position.current_player():
            raise damaged(game, f"entry {number} of its log is out of turn")
        if entry.version != move:
            before, move = position, entry.version
        position = _applied(game, ruleset, position, number, entry.action)
    return Reached(position, before)


def damaged(game: Game, why: str) -> Conflict:
    """Build the refusal for a game that cannot be replayed, and log the reason for the operator."""
    log.error("game %s is damaged and stands still: %s", game.id, why)
    return Conflict("damaged-game")


def _applied(game: Game, ruleset: Ruleset, position: AnyPosition, number: int, action: str) -> AnyPosition:
    try:
        after: AnyPosition = position.apply(ruleset.parse_action(action))
    except NONSENSE as error:
        raise damaged(game, f"entry {number} of its log is impossible: {type(error).__name__}") from error
    return after
