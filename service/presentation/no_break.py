"""Mark up words in HTML: hyphenated words such as `max-15` that must not wrap on narrow screens, and commands."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

_HYPHENED = re.compile(r"(\w+(?:-\w+)+)")
_QUOTED = re.compile(r"`([^`]+)`")
REMEMBERED = 4096
"""Size of the cache of texts: descriptions of moves recur in each email of a game."""
_WORD, _COMMAND = Markup('<span class="word">{}</span>'), Markup("<code>{}</code>")


def unbroken(text: str) -> Markup:
    """Return the text as HTML with the class `word` around each hyphenated word; copying it copies the plain text."""
    return _within(_HYPHENED, text, _WORD)


def with_commands(text: str) -> Markup:
    """Return the text as HTML with `<code>` in place of backticks."""
    return _within(_QUOTED, text, _COMMAND)


@lru_cache(REMEMBERED, typed=True)
def _within(pattern: re.Pattern[str], text: str, shown: Markup) -> Markup:
    parts = pattern.split(text)
    return Markup().join(shown.format(part) if number % 2 else escape(part) for number, part in enumerate(parts))
