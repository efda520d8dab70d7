"""What takes long to put together is kept by each process: parts of pages as HTML, and boards and stories of games.

A part is kept by all that it is made of. What is drawn and told of a place in a log never changes.
The token against forged forms is never among what is kept: a part has holes for it, filled for whoever looks.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from typing import TypeAlias, TypeVar, cast

from flask import Flask, current_app
from markupsafe import Markup

from service.core.db import after_commit
from service.core.language import language
from service.core.last_used import LastUsed
from service.models import Game
from service.web.assets import mounted_at
from service.web.frame.identity import csrf_token

PARTS, DRAWN = f"{__name__}.parts", f"{__name__}.drawn"
"""Where an app has its parts of pages, and what was drawn and told of its games."""
PARTS_KEPT = 500
"""Parts, of some 20 kB at most; most have less than two."""
DRAWN_KEPT = 150
"""Boards, stories and turns, of some 50 kB at most."""
HOLE = secrets.token_hex(16)
"""Where the token of a form is to stand: nobody knows it who could write it into a page."""

Part: TypeAlias = list[Markup]
"""What stands before, between and behind the holes."""
Key: TypeAlias = tuple[str | int | None, ...]
"""What is drawn, a game, the mark of its log, how many entries of the log, the language, and what else it tells of."""
T = TypeVar("T")

_is_keeping: ContextVar[bool] = ContextVar("is_keeping", default=False)


def init_app(app: Flask) -> None:
    """Give the app places of its own to keep them, and its templates the way there."""
    app.extensions[PARTS] = LastUsed[Hashable, Part](PARTS_KEPT)
    app.extensions[DRAWN] = LastUsed[Key, object](DRAWN_KEPT)
    app.add_template_global(kept)
    app.add_template_global(token_of_form, csrf_token.__name__)


def kept(*made_of: Hashable, caller: Callable[[], Markup]) -> Markup:
    """What a template calls this with, put together once for what it says that it is made of, and the language.

    No address by which somebody who knows it may do something is to be among that.
    """
    parts: LastUsed[Hashable, Part] = current_app.extensions[PARTS]
    key = (language(), mounted_at(), *made_of)
    found = parts.get(key)
    if found is None:
        before = _is_keeping.set(True)
        try:
            found = caller().split(HOLE)
        finally:
            _is_keeping.reset(before)
        parts.put(key, found)
    return found[0] if len(found) == 1 else Markup(token_of_form().join(found))  # noqa: S704  # as it was told


def token_of_form() -> str:
    """The token for the forms of this session; in what is kept a hole for it."""
    return HOLE if _is_keeping.get() else csrf_token()


def drawn_once(what: str, game: Game, length: int, draw: Callable[[], T], *also: str) -> T:
    """What `draw` makes of the game after so many entries of its log; what it refuses is not kept.

    What it tells beside them, such as names, has to be said as `also`.
    """
    drawn: LastUsed[Key, object] = current_app.extensions[DRAWN]
    key = (what, game.id, game.log_mark, length, language(), *also)
    found = drawn.get(key)
    if found is None:
        found = draw()
        after_commit(f"drawn {key}", lambda: drawn.put(key, found))
    return cast("T", found)
