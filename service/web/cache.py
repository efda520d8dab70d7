"""In-process caches of slow renderings: page fragments as HTML, and boards and move descriptions of games.

The key of a fragment is everything that it is made of. A rendering of a place in a log never changes.
CSRF tokens are never cached: a fragment has placeholders, filled in for each visitor.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from typing import TypeAlias, TypeVar, cast

from flask import Flask, current_app
from markupsafe import Markup

from service.db.engines import after_commit
from service.db.lru_cache import LruCache
from service.language.catalogue import language
from service.models import Game
from service.web.assets import mounted_at
from service.web.frame.identity import csrf_token

PARTS, DRAWN = f"{__name__}.parts", f"{__name__}.drawn"
"""Keys of the fragment cache and the rendering cache in `app.extensions`."""
PARTS_KEPT = 500
"""Maximum number of fragments; of at most 20 kB each, most under two."""
DRAWN_KEPT = 150
"""Maximum number of boards, move lists and turns; of at most 50 kB each."""
HOLE = secrets.token_hex(16)
"""Placeholder of a form's CSRF token: random, so that no user can write it into a page."""

Part: TypeAlias = list[Markup]
"""The HTML before, between and after the placeholders."""
Key: TypeAlias = tuple[str | int | None, ...]
"""The kind of rendering, the game, its log mark, the log length, the language, and anything else that it shows."""
T = TypeVar("T")

_is_keeping: ContextVar[bool] = ContextVar("is_keeping", default=False)


def init_app(app: Flask) -> None:
    """Create the app's caches, and register their template globals."""
    app.extensions[PARTS] = LruCache[Hashable, Part](PARTS_KEPT)
    app.extensions[DRAWN] = LruCache[Key, object](DRAWN_KEPT)
    app.add_template_global(kept)
    app.add_template_global(token_of_form, csrf_token.__name__)


def kept(*made_of: Hashable, caller: Callable[[], Markup]) -> Markup:
    """Cache the fragment of a template's `call` block by the values that it is made of, and the language.

    A fragment must not contain a capability link.
    """
    parts: LruCache[Hashable, Part] = current_app.extensions[PARTS]
    key = (language(), mounted_at(), *made_of)
    found = parts.get(key)
    if found is None:
        before = _is_keeping.set(True)
        try:
            found = caller().split(HOLE)
        finally:
            _is_keeping.reset(before)
        parts.put(key, found)
    return found[0] if len(found) == 1 else Markup(token_of_form().join(found))  # noqa: S704  # fragments are Markup


def token_of_form() -> str:
    """Return the CSRF token of this session, or its placeholder inside a cached fragment."""
    return HOLE if _is_keeping.get() else csrf_token()


def drawn_once(what: str, game: Game, length: int, draw: Callable[[], T], *also: str) -> T:
    """Cache what `draw` renders for a game at a length of its log; exceptions are not cached.

    Pass anything else that the rendering shows, such as names, in `also`.
    """
    drawn: LruCache[Key, object] = current_app.extensions[DRAWN]
    key = (what, game.id, game.log_mark, length, language(), *also)
    found = drawn.get(key)
    if found is None:
        found = draw()
        after_commit(f"drawn {key}", lambda: drawn.put(key, found))
    return cast("T", found)
