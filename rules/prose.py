"""Translatable prose: marked here, translated by the interface that shows it.

The rules package knows no language but English. It returns templates with values; an interface translates the template
before it fills in the values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

Translate = Callable[[str], str]
Value: TypeAlias = "str | int | Sentence | Sequence[Sentence]"
"""Value in a sentence: as it is, a sentence to translate, or several joined by commas."""


def N_(text: str) -> str:  # noqa: N802  # gettext's own name for "mark, translate later"
    """Mark `text` for extraction and return it unchanged."""
    return text


OVER = N_("The game is over.")


class Sentence(NamedTuple):
    """A translatable sentence: a template in `str.format` style, and its values."""

    template: str
    values: Mapping[str, Value] = {}

    def translated(self, translate: Translate) -> str:
        """Return the sentence in the reader's language."""
        filled = {name: _in_words(value, translate) for name, value in self.values.items()}
        return translate(self.template).format(**filled)

    def __str__(self) -> str:
        """Return the sentence in English."""
        return self.translated(str)


def _in_words(value: Value, translate: Translate) -> str | int:
    if isinstance(value, str | int):
        return value
    parts = [value] if isinstance(value, Sentence) else value
    return ", ".join(part.translated(translate) for part in parts)
