"""Parts of pages that take long to put together, kept as HTML by all that they are made of: who plays looks often.

The token against forged forms is never among what is kept: a part has holes for it, filled for whoever looks.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from flask import Flask, current_app
from markupsafe import Markup

from service.core.db import after_commit
from service.core.language import language
from service.core.last_used import LastUsed
from service.models import Game
from service.web.assets import mounted_at
from service.web.frame.identity import csrf_token

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = 500
"""Parts, of some 20 kB at most; most have less than two."""
HOLE = secrets.token_hex(16)
"""Where the token of a form is to stand: nobody knows it who could write it into a page."""

Part: TypeAlias = list[Markup]
"""What stands before, between and behind the holes."""

_is_keeping: ContextVar[bool] = ContextVar("is_keeping", default=False)


def init_app(app: Flask) -> None:
    """Give the app a place of its own to keep them, and its templates the way there."""
    app.extensions[__name__] = LastUsed[Hashable, Part](KEPT)
    app.add_template_global(kept)
    app.add_template_global(token_of_form, csrf_token.__name__)


def kept(*made_of: Hashable, caller: Callable[[], Markup]) -> Markup:
    """What a template calls this with, put together once for what it says that it is made of, and the language.

    No address by which somebody who knows it may do something is to be among that.
    """
    parts: LastUsed[Hashable, Part] = current_app.extensions[__name__]
    key = (language(), mounted_at(), *made_of)
    found = parts.get(key)
    if found is None:
        with _keeping():
            found = caller().split(HOLE)
        parts.put(key, found)
    return found[0] if len(found) == 1 else Markup(token_of_form().join(found))  # noqa: S704  # as it was told


def token_of_form() -> str:
    """The token for the forms of this session; in what is kept a hole for it."""
    return HOLE if _is_keeping.get() else csrf_token()


@contextmanager
def _keeping() -> Iterator[None]:
    before = _is_keeping.set(True)
    try:
        yield
    finally:
        _is_keeping.reset(before)


DRAWN_KEPT = 150
"""Boards, stories and turns, of some 50 kB at most."""

Key: TypeAlias = tuple[str | int | None, ...]
"""What is drawn, a game, the mark of its log, how many entries of the log, the language, and what else it tells of."""
T = TypeVar("T")


def init_drawn(app: Flask) -> None:
    """Give the app a place of its own to keep them."""
    app.extensions[__name__] = LastUsed[Key, object](DRAWN_KEPT)


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
