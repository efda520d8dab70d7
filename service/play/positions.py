"""The position of a game: always worked out from its setup and log. What is kept here is only a cache.

A log that nobody can have played leads nowhere: then the game is damaged, and stands still.
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
from service.core.db import after_commit, session
from service.core.errors import Conflict, NotFound
from service.core.last_used import LastUsed
from service.models import Game, LogEntry

CACHED_POSITIONS = 500
MARK_BYTES = 8

NONSENSE = (LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What may be raised where an action is applied that was impossible there, since nothing is checked then."""

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
"""A game, the mark of its log, and how many entries of the log were played. A log that was undone had another mark."""
PositionCache: TypeAlias = LastUsed[Place, Reached]
"""The places looked at last."""


def init_app(app: Flask) -> None:
    """Give the app a cache of its own."""
    app.extensions[__name__] = LastUsed[Place, Reached](CACHED_POSITIONS)


def new_mark() -> str:
    """A mark for a log that has just grown."""
    return secrets.token_hex(MARK_BYTES)


def log_of(game: Game, start: int = 0, end: int | None = None) -> Sequence[LogEntry]:
    """The entries of the log from number `start` up to, not including, `end`."""
    length = game.log_length if end is None else end
    return session().scalars(_LOG, {"of": game.id, "start": start, "length": length}).all()


def position_of(game: Game, at: int | None = None, log: Sequence[LogEntry] | None = None) -> AnyPosition:
    """The position after `at` entries of the log, by default all. `log` is the log from its beginning, if it is read.

    NotFound `no-such-position` or `not-started`; Conflict `damaged-game` where the log cannot have been played.
    """
    return reached_at(game, game.log_length if at is None else at, log).position


def before_last_move(game: Game, at: int | None = None) -> AnyPosition | None:
    """The position before the move that led to the one at `at`, so that a picture can mark what has changed."""
    length = game.log_length if at is None else at
    return reached_at(game, length).before if game.setup is not None and length else None


def position_to_play(game: Game) -> AnyPosition:
    """The position in which the seat to move acts; Conflict `damaged-game` where by the log it is another's turn."""
    position = position_of(game)
    if position.current_player() != game.to_move:
        raise damaged(game, f"seat {game.to_move} is to move, but by its log seat {position.current_player()} is")
    return position


def keep(game: Game, reached: Reached) -> None:
    """Spare whoever asks next the replay, once it is certain that the log of the game has led there."""
    _keep((game.id, game.log_mark, game.log_length), reached)


def reached_at(game: Game, length: int, log: Sequence[LogEntry] | None = None) -> Reached:
    """The same with the position before the move that led to it, after so many entries; refused alike."""
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
    """Nothing that is worked out in a transaction outlives it unless it commits."""
    cache = _cache()
    after_commit(f"position {place}", lambda: cache.put(place, reached))


def _replayed(game: Game, length: int, entries: Sequence[Any]) -> Reached:
    """Where so many entries of the log of a game that has begun lead; Conflict `damaged-game` if nowhere."""
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
    """The refusal of whatever needs to know how the game stands; the operator is told why."""
    log.error("game %s is damaged and stands still: %s", game.id, why)
    return Conflict("damaged-game")


def _applied(game: Game, ruleset: Ruleset, position: AnyPosition, number: int, action: str) -> AnyPosition:
    try:
        after: AnyPosition = position.apply(ruleset.parse_action(action))
    except NONSENSE as error:
        raise damaged(game, f"entry {number} of its log is impossible: {type(error).__name__}") from error
    return after
