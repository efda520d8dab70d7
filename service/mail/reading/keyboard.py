"""Lines as one would have typed them on a plain keyboard, whatever a phone or a word processor has made of them."""

from __future__ import annotations

import unicodedata

MAX_CLEANED = 4000
"""Characters; the rest is cut off, since putting many combining marks in order takes quadratic time."""
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\ufe63"), "-")
"""What keyboards and word processors make of a hyphen."""
_QUOTES = {**dict.fromkeys(map(ord, "\u201c\u201d\u201e"), '"'), **dict.fromkeys(map(ord, "\u2018\u2019\u201a"), "'")}
_PUNCTUATION = {**_DASHES, **_QUOTES, ord("\u3001"): ",", ord("\u3002"): "."}
_INVISIBLE = frozenset({"Cf", "Cs"})
_VARIATIONS = frozenset(map(chr, range(0xFE00, 0xFE10)))


def cleaned(line: str) -> str:
    """The line without full-width and invisible characters, in single blanks, plain quotation marks and hyphens."""
    seen = "".join(" " if unicodedata.category(char) == "Cc" else char for char in line if _is_visible(char))
    plain = unicodedata.normalize("NFKC", " ".join(seen.split())[:MAX_CLEANED])
    return " ".join(plain.translate(_PUNCTUATION).split())


def _is_visible(char: str) -> bool:
    return char.isascii() or not (unicodedata.category(char) in _INVISIBLE or char in _VARIATIONS)
