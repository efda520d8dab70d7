"""Words as HTML that are more than prose: `max-15`, of which narrow screens would leave half on a line; commands."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

_HYPHENED = re.compile(r"(\w+(?:-\w+)+)")
_QUOTED = re.compile(r"`([^`]+)`")
REMEMBERED = 4096
"""Texts: those that choices are told in come again in each mail of a game."""
_WORD, _COMMAND = Markup('<span class="word">{}</span>'), Markup("<code>{}</code>")
_WORD_IN_MAILS = Markup("<nobr>{}</nobr>")


def unbroken(text: str) -> Markup:
    """The text as HTML, with the class `word` round each word that has a hyphen; who copies it copies the text."""
    return _within(_HYPHENED, text, _WORD)


def unbroken_in_mails(text: str) -> Markup:
    """The same for mails: an element that all programs know, also without style sheets, and of half the bytes."""
    return _within(_HYPHENED, text, _WORD_IN_MAILS)


def with_commands(text: str) -> Markup:
    """The text as HTML, in which what stands between backticks is to be written as it is."""
    return _within(_QUOTED, text, _COMMAND)


@lru_cache(REMEMBERED, typed=True)
def _within(pattern: re.Pattern[str], text: str, shown: Markup) -> Markup:
    parts = pattern.split(text)
    return Markup().join(shown.format(part) if number % 2 else escape(part) for number, part in enumerate(parts))
