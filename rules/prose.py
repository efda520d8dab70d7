"""Prose for people, marked for translation here and translated by whoever shows it.

The rules package knows no language but English: it hands out templates with values, and a face looks the template up
in its catalogue before it fills the values in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

Translate = Callable[[str], str]
Value: TypeAlias = "str | int | Sentence | Sequence[Sentence]"
"""What fills a sentence: as it is, in words of its own, or several of those with commas between them."""


def N_(text: str) -> str:  # noqa: N802  # gettext's own name for "mark, translate later"
    """Mark `text` for extraction and return it unchanged."""
    return text


OVER = N_("The game is over.")


class Sentence(NamedTuple):
    """A translatable sentence: a template in `str.format` style and the values that fill it."""

    template: str
    values: Mapping[str, Value] = {}

    def translated(self, translate: Translate) -> str:
        """The sentence in the reader's language."""
        filled = {name: _in_words(value, translate) for name, value in self.values.items()}
        return translate(self.template).format(**filled)

    def __str__(self) -> str:
        """The sentence in English."""
        return self.translated(str)


def _in_words(value: Value, translate: Translate) -> str | int:
    if isinstance(value, str | int):
        return value
    parts = [value] if isinstance(value, Sentence) else value
    return ", ".join(part.translated(translate) for part in parts)
