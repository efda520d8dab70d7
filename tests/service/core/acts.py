"""Acts that are rehearsed, and what another process sees of them meanwhile."""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from service.core.db import after_commit
from service.play.seating import lock_game


@contextmanager
def another(home: Path) -> Iterator[sqlite3.Connection]:
    """Another process with the file, which waits for nobody."""
    with closing(sqlite3.connect(home / "sundial.sqlite", timeout=0, isolation_level=None)) as connection:
        yield connection


def is_locked(home: Path) -> bool:
    """Whether it is somebody's turn to write."""
    with (home / "sundial.sqlite.write-lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@dataclass
class Act:
    """Gives the players of a game so many days more for a move, and notes how that went."""

    game_id: str
    home: Path
    meanwhile: Callable[[], object] = lambda: None
    """Done once, after the game was read the first time."""
    found: list[int] = field(default_factory=list)
    """How many days it found each time."""
    in_turn: list[bool] = field(default_factory=list)
    """Whether it was in a turn each time."""
    followed: list[int] = field(default_factory=list)
    """The attempts that were followed by what was to be done after the commit."""

    def __call__(self) -> int:
        game = lock_game(self.game_id)
        self.found.append(game.days_per_move)
        self.in_turn.append(is_locked(self.home))
        if len(self.found) == 1:
            self.meanwhile()
        attempt = len(self.found)
        after_commit("note", lambda: self.followed.append(attempt))
        game.days_per_move += 10
        return game.days_per_move


def stored(home: Path, game_id: str) -> int:
    """The days for a move that another process finds."""
    with another(home) as connection:
        (found,) = connection.execute("SELECT days_per_move FROM game WHERE id = ?", (game_id,)).fetchone()
    return int(found)
