"""The position of a game: always worked out from its setup and log. What is kept here is only a cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

from sqlalchemy import select

import rules
from rules import AnyPosition
from service.db import session
from service.errors import NotFound
from service.models import Game, LogEntry

CACHED_POSITIONS = 500


class PositionCache:
    """The last positions used, by game and length of log. A log is only appended to, so an entry is never wrong."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, Lock()
        self._kept: OrderedDict[tuple[str, int], AnyPosition] = OrderedDict()

    def get(self, key: tuple[str, int]) -> AnyPosition | None:
        """The position, if it is kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: tuple[str, int], position: AnyPosition) -> None:
        """Keep a position that is in the database, and drop the one not used for longest."""
        with self._lock:
            self._kept[key] = position
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)


_cache = PositionCache(CACHED_POSITIONS)


def log_of(game: Game, start: int = 0, end: int | None = None) -> Sequence[LogEntry]:
    """The entries of the log from number `start` up to, not including, `end`."""
    last = game.log_length if end is None else end
    wanted = select(LogEntry).where(LogEntry.game_id == game.id, LogEntry.number >= start, LogEntry.number < last)
    return session().scalars(wanted.order_by(LogEntry.number)).all()


def position_of(game: Game, at: int | None = None) -> AnyPosition:
    """The position after `at` entries of the log, by default all; NotFound `no-such-position` or `not-started`."""
    length = game.log_length if at is None else at
    if game.setup is None:
        raise NotFound("not-started")
    if not 0 <= length <= game.log_length:
        raise NotFound("no-such-position", log_length=game.log_length)
    key = (game.id, length)
    position = _cache.get(key)
    if position is None:
        position = _replayed(game, length)
        _cache.put(key, position)
    return position


def before_last_move(game: Game, at: int | None = None) -> AnyPosition | None:
    """The position before the move that led to the one at `at`, so that a picture can mark what has changed."""
    length = game.log_length if at is None else at
    if game.setup is None or length == 0:
        return None
    last = session().get_one(LogEntry, (game.id, length - 1))
    same_move = select(LogEntry.number).where(LogEntry.game_id == game.id, LogEntry.version == last.version)
    first = session().scalar(same_move.order_by(LogEntry.number).limit(1))
    return position_of(game, first)


def _replayed(game: Game, length: int) -> AnyPosition:
    ruleset = rules.game(game.ruleset)
    position = ruleset.initial_position(game.setup)
    for entry in log_of(game, end=length):
        position = position.apply(ruleset.parse_action(entry.action))
    return position
