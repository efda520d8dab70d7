"""HTML in pieces: tags with their attributes, and the text between them, as browsers tell them apart.

Python's HTMLParser needs quadratic time for unclosed comments; this reader goes through the source once.
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
"""No character has such a number, and Python refuses to read numbers of thousands of digits."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag: its source and name in lower case, neither where text only goes on; its attributes, decoded likewise."""

    source: str = ""
    name: str = ""
    closes: bool = False
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_raw(self) -> bool:
        """Whether what follows is no text of the page: a script, a style sheet, a title."""
        return self.name in _RAW and not self.closes


NO_TAG = Tag()
Token = tuple[Tag, str]
"""A tag and the text that follows it; what stands in a script or a style sheet follows its tag, too."""


def tokens(source: str) -> Iterator[Token]:
    """The source in pieces; what follows a tag or comment that never ends is left out."""
    tag, begin = NO_TAG, 0
    while begin >= 0:
        markup = _text_end(tag, source, begin)
        yield tag, source[begin : markup if markup >= 0 else len(source)]
        if markup < 0:
            return
        tag, begin = _tag(source, markup)


def unescaped(text: str) -> str:
    """The text with its character references resolved."""
    return html.unescape(_LONG_REFERENCE.sub("\ufffd", text)) if "&" in text else text


def _text_end(tag: Tag, source: str, begin: int) -> int:
    """Where the next tag begins, or -1 if none does."""
    found = (_RAW[tag.name] if tag.is_raw else _MARKUP).search(source, begin)
    return found.start() if found else -1


def _tag(source: str, at: int) -> tuple[Tag, int]:
    """The tag at that place, or none for a comment, and where the text after it begins; -1 if it has no end."""
    named = _NAME.match(source, at)
    if named:
        attributes, end = _attributes(source, named.end())
        tag = Tag(source[at:end].lower(), named[1].lower(), source[at + 1] == "/", attributes)
        return tag, end
    is_comment = source.startswith("<!--", at)
    found = _COMMENT_END.search(source, at + 2) if is_comment else re.compile(">").search(source, at)
    return NO_TAG, found.end() if found else -1


def _attributes(source: str, at: int) -> tuple[dict[str, str], int]:
    """The attributes from there on, the first of each name, and where their tag ends."""
    found: dict[str, str] = {}
    while (piece := _ATTRIBUTE.match(source, at)) and not piece[1]:
        if not piece[2]:
            return found, -1
        at = piece.end()
        value = piece[3] or piece[4] or piece[5] or ""
        found.setdefault(piece[2].lower(), unescaped(value).lower())
    return found, piece.end() if piece else -1
