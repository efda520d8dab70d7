"""HTML to text, as far down as the writer's own words go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from service.mail.reading.markup import Token, unescaped
from service.mail.reading.page import seen

_QUOTE = re.compile(
    r"<blockquote|<[^>]*(?:gmail_quote|gmail_extra|gmail_attr|yahoo_quoted|protonmail_quote|tutanota_quote|moz-cite"
    r"|moz-forward|appendonsend|divrplyfwdmsg|reference-message|zmail_extra|olk_src_body|mailru-|aolreplacedquote"
    r"|gmail_signature|moz-signature|protonmail_signature|k9mail-signature)"
)
"""Where mail programs begin to quote or to sign: elements, classes and ids, in lower case."""
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
_RULE = "\n-----\n"
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_BLANK_LINES = re.compile(r"\n(?: *\n)+")


def text_of_html(source: str) -> str:
    """The visible text above the first quote, without blank lines; a horizontal rule shows as dashes."""
    text = "".join(_pieces(seen(source)))
    return _BLANK_LINES.sub("\n", unescaped(text))


def _pieces(found: Iterable[Token]) -> Iterator[str]:
    preformatted = False
    for tag, data in found:
        if _QUOTE.match(tag.source):
            return
        if tag.name == "pre":
            preformatted = not tag.closes
        yield _break(tag.name)
        yield data if preformatted else _BLANKS.sub(" ", data)


def _break(name: str) -> str:
    if name == "hr":
        return _RULE
    if name in {"td", "th"}:
        return " "
    return "" if not name or name in _INLINE else "\n"
