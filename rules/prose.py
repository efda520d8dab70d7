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


def as_written(notation: str) -> Sentence:
    """Return words of the notation unchanged."""
    return Sentence("{notation}", {"notation": notation})


def worded(labels: Mapping[str, str]) -> Callable[[str], Sentence]:
    """Return a function that labels words of the notation by templates: `{"sun {square}": "Sun on {square}"}`.

    A name in braces stands for one word, which is labelled in turn if it has a label alone. The first pattern that
    fits counts; without one the words stay as they are written.
    """
    patterns = [(pattern.split(" "), template) for pattern, template in labels.items()]

    def in_words(notation: str) -> Sentence:
        said = notation.split(" ")
        for pattern, template in patterns:
            pairs = [(name, word) for name, word in zip(pattern, said, strict=False) if name != word]
            if len(pattern) == len(said) and all(name[0] == "{" for name, _ in pairs):
                return Sentence(
                    template, {name[1:-1]: Sentence(labels[word]) if word in labels else word for name, word in pairs}
                )
        return as_written(notation)

    return in_words
