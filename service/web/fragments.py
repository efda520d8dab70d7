"""Parts of pages that take long to put together, kept as HTML by all that they are made of: who plays looks often."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from flask import Flask, current_app
from markupsafe import Markup

from service.core.language import language
from service.core.last_used import LastUsed

KEPT = 200
"""Parts, of some 20 kB at most; most have less than two."""


def init_app(app: Flask) -> None:
    """Give the app a place of its own to keep them, and its templates the way there."""
    app.extensions[__name__] = LastUsed[Hashable, Markup](KEPT)
    app.add_template_global(kept)


def kept(*made_of: Hashable, caller: Callable[[], Markup]) -> Markup:
    """What a template calls this with, put together once for what it says that it is made of, and the language.

    No address by which somebody who knows it may do something is to be among that.
    """
    parts: LastUsed[Hashable, Markup] = current_app.extensions[__name__]
    key = (language(), *made_of)
    found = parts.get(key)
    if found is None:
        found = caller()
        parts.put(key, found)
    return found
