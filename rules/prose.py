"""Prose for people, marked for translation here and translated by whoever shows it.

The rules package knows no language but English: it hands out templates with values, and a face looks the template up
in its catalogue before it fills the values in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

Translate = Callable[[str], str]


def N_(text: str) -> str:  # noqa: N802  # gettext's own name for "mark, translate later"
    """Mark `text` for extraction and return it unchanged."""
    return text


class Sentence(NamedTuple):
    """A translatable sentence: a template in `str.format` style and the values that fill it."""

    template: str
    values: Mapping[str, str | int] = {}

    def translated(self, translate: Translate) -> str:
        """The sentence in the reader's language."""
        return translate(self.template).format(**self.values)

    def __str__(self) -> str:
        """The sentence in English."""
        return self.translated(str)
