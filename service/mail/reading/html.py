"""HTML to text, as far down as the writer's own words go.

Python's HTMLParser needs quadratic time for unclosed comments; this reader goes through the source once.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

_QUOTE = re.compile(
    r"<blockquote|<[^>]*(?:gmail_quote|gmail_extra|gmail_attr|yahoo_quoted|protonmail_quote|tutanota_quote|moz-cite"
    r"|moz-forward|appendonsend|divrplyfwdmsg|reference-message|zmail_extra|olk_src_body|mailru-|aolreplacedquote"
    r"|gmail_signature|moz-signature|protonmail_signature|k9mail-signature)"
)
"""Where mail programs begin to quote or to sign: elements, classes and ids, in lower case."""
_HIDDEN = re.compile(r"display:\s*none|mso-hide:\s*all|\shidden\b")
_NAME = re.compile(r"</?([a-z][a-z0-9]*)")
_MARKUP = re.compile(r"<[a-zA-Z/!?]")
_RAW = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "title")}
_STRUCK = frozenset({"s", "strike", "del"})
_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr"})
_INLINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "big",
        "code",
        "em",
        "font",
        "i",
        "img",
        "mark",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
    }
)
_LONG_REFERENCE = re.compile(r"&#x?[0-9a-f]{8,}", re.IGNORECASE)
"""No character has such a number, and Python refuses to read numbers of thousands of digits."""
_RULE = "\n-----\n"
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_BLANK_LINES = re.compile(r"\n(?: *\n)+")

Token = tuple[str, str]
"""A tag in lower case, or nothing, and the text that follows it."""


def text_of_html(source: str) -> str:
    """The visible text above the first quote, without blank lines; a horizontal rule shows as dashes."""
    text = "".join(_pieces(_visible(_tokens(source))))
    return _BLANK_LINES.sub("\n", html.unescape(_LONG_REFERENCE.sub("\ufffd", text)))


def _pieces(tokens: Iterable[Token]) -> Iterator[str]:
    preformatted = False
    for tag, data in tokens:
        if _QUOTE.match(tag):
            return
        name = _name(tag)
        if name == "pre":
            preformatted = not tag.startswith("</")
        yield _break(name)
        yield data if preformatted else _BLANKS.sub(" ", data)


def _visible(tokens: Iterable[Token]) -> Iterator[Token]:
    """What is neither hidden nor struck out."""
    hidden, depth = "", 0
    for tag, data in tokens:
        name = _name(tag)
        if depth:
            depth += _step(tag) if name == hidden else 0
            if not depth:
                yield "", data
        elif _step(tag) > 0 and name not in _VOID and (name in _STRUCK or _HIDDEN.search(tag)):
            hidden, depth = name, 1
        else:
            yield tag, data


def _tokens(source: str) -> Iterator[Token]:
    """The source in pieces; what follows a tag or comment that never ends is left out."""
    tag, begin = "", 0
    while begin >= 0:
        markup = _MARKUP.search(source, begin)
        yield tag, source[begin : markup.start() if markup else len(source)]
        if markup is None:
            return
        tag, begin = _tag(source, markup.start())


def _tag(source: str, at: int) -> tuple[str, int]:
    """The tag at that place, or nothing for a comment, and where the text after it begins; -1 if it has no end."""
    if source.startswith("<!--", at):
        return "", _after(source, "-->", at + 4)
    begin = _after(source, ">", at)
    tag = source[at:begin].lower()
    raw = _RAW.get(_name(tag)) if _step(tag) > 0 else None
    closing = raw.search(source, begin) if raw and begin > 0 else None
    return tag, (closing.start() if closing else -1) if raw else begin


def _after(source: str, end: str, at: int) -> int:
    found = source.find(end, at)
    return found + len(end) if found >= 0 else -1


def _name(tag: str) -> str:
    found = _NAME.match(tag)
    return found.group(1) if found else ""


def _step(tag: str) -> int:
    """How much deeper a tag leads."""
    return -1 if tag.startswith("</") else 1


def _break(name: str) -> str:
    if name == "hr":
        return _RULE
    if name in {"td", "th"}:
        return " "
    return "" if not name or name in _INLINE else "\n"
