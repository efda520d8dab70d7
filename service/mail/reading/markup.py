"""HTML tokenizer: tags with their attributes, and the text between them, split as browsers do.

Python's HTMLParser takes quadratic time for unclosed comments; this tokenizer takes one pass.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_MARKUP = re.compile(r"<[a-zA-Z/!?]")
_NAME = re.compile(r"</?([a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(
    r"""[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)(?:"|\Z)|'([^']*)(?:'|\Z)|([^\s>]*)))?)?"""
)
"""The end of a tag; or a name and its value, whose quotes may hold what looks like the end."""
_COMMENT_END = re.compile(r"--!?>")
_RAW = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
}
_LONG_REFERENCE = re.compile(r"&#x?[0-9a-f]{8,}", re.IGNORECASE)
"""No character has such a number, and Python refuses to parse numbers of thousands of digits."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag with its decoded attributes, all in lower case; `source` and `name` are empty for text without a tag."""

    source: str = ""
    name: str = ""
    closes: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_raw(self) -> bool:
        """Check whether the text after this tag is not shown in the page: a script, a style sheet, a title."""
        return self.name in _RAW and not self.closes


NO_TAG = Tag()
Token = tuple[Tag, str]
"""A tag and the text that follows it, also the content of a script or a style sheet."""


def tokens(source: str) -> Iterator[Token]:
    """Split the source into tokens; the text after an unclosed tag or comment is dropped."""
    tag, begin = NO_TAG, 0
    while begin >= 0:
        markup = _text_end(tag, source, begin)
        yield tag, source[begin : markup if markup >= 0 else len(source)]
        if markup < 0:
            return
        tag, begin = _tag(source, markup)


def unescaped(text: str) -> str:
    """Resolve character references."""
    return html.unescape(_LONG_REFERENCE.sub("\ufffd", text)) if "&" in text else text


def _text_end(tag: Tag, source: str, begin: int) -> int:
    """Return where the next tag begins; -1 if none does."""
    found = (_RAW[tag.name] if tag.is_raw else _MARKUP).search(source, begin)
    return found.start() if found else -1


def _tag(source: str, at: int) -> tuple[Tag, int]:
    """Parse a tag, or skip a comment; return it with the position of the text after it, -1 if it is unclosed."""
    named = _NAME.match(source, at)
    if named:
        attributes, end = _attributes(source, named.end())
        tag = Tag(source[at:end].lower(), named[1].lower(), source[at + 1] == "/", attributes)
        return tag, end
    is_comment = source.startswith("<!--", at)
    found = _COMMENT_END.search(source, at + 2) if is_comment else re.compile(">").search(source, at)
    return NO_TAG, found.end() if found else -1


def _attributes(source: str, at: int) -> tuple[dict[str, str], int]:
    """Parse the attributes, the first of each name; return them with the end of the tag, -1 if it is unclosed."""
    found: dict[str, str] = {}
    while (piece := _ATTRIBUTE.match(source, at)) and not piece[1]:
        if not piece[2]:
            return found, -1
        at = piece.end()
        value = piece[3] or piece[4] or piece[5] or ""
        found.setdefault(piece[2].lower(), unescaped(value).lower())
    return found, piece.end() if piece else -1
