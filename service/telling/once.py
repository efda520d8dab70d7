"""What is drawn and told of a place in a log, in a language: it never changes, so each process does it once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar, cast

from flask import Flask, current_app

from service.core.db import after_commit
from service.core.language import language
from service.core.last_used import LastUsed
from service.models import Game

KEPT = 150
"""Boards, stories and turns, of some 50 kB at most."""

Key: TypeAlias = tuple[str | int | None, ...]
"""What is drawn, a game, the mark of its log, how many entries of the log, the language, and what else it tells of."""
T = TypeVar("T")


def init_app(app: Flask) -> None:
    """Give the app a place of its own to keep them."""
    app.extensions[__name__] = LastUsed[Key, object](KEPT)


def drawn_once(what: str, game: Game, length: int, draw: Callable[[], T], *also: str) -> T:
    """What `draw` makes of the game after so many entries of its log; what it refuses is not kept.

    What it tells beside them, such as names, has to be said as `also`.
    """
    kept: LastUsed[Key, object] = current_app.extensions[__name__]
    key = (what, game.id, game.log_mark, length, language(), *also)
    found = kept.get(key)
    if found is None:
        found = draw()
        after_commit(f"drawn {key}", lambda: kept.put(key, found))
    return cast("T", found)
