"""HTML to text as an email program would convert it, with a mark before each quoted line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from service.mail.reading.limits import Illegible
from service.mail.reading.markup import Tag, Token, unescaped
from service.mail.reading.page import seen

_QUOTE = re.compile(
    r"<[^>]*(?:gmail_quote|gmail_extra|gmail_attr|yahoo_quoted|protonmail_quote|tutanota_quote|moz-cite"
    r"|moz-forward|appendonsend|divrplyfwdmsg|reference-message|zmail_extra|olk_src_body|mailru-|aolreplacedquote)"
)
"""Classes and ids, in lower case, where email programs begin an unmarked quote or introduce a quote."""
_SIGNATURE = re.compile(r"<[^>]*(?:gmail_signature|moz-signature|protonmail_signature|k9mail-signature)")
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
REACTIONS = {
    "like": "👍",
    "heart": "❤️",
    "celebrate": "🎉",
    "laugh": "😆",
    "surprised": "😮",
    "sad": "😢",
    "0": "",
}
"""Outlook's names for the picture at the beginning of a reaction email; the last one removes a reaction."""
_RULE = "\n-----\n"
_SIGNED = "\n--\n"
_MARK = "> "
_BLANKS = re.compile(r"[ \t\n\r\f]+")
_BLANK_LINES = re.compile(r"\n(?: *\n)+")


def text_of_html(source: str) -> str:
    """Convert HTML to visible text: quotes get marks, rules become dashes, blank lines remain only around quotes."""
    return "\n\n".join(_runs(_pieces(seen(source))))


def _runs(found: Iterable[tuple[bool, str]]) -> Iterator[str]:
    """Yield the unquoted and the quoted passages of the text in turn."""
    for is_quoted, pieces in groupby(found, key=lambda piece: piece[0]):
        text = _BLANK_LINES.sub("\n", unescaped("".join(text for _, text in pieces)))
        yield "\n".join(_MARK + line for line in text.splitlines() if line.strip()) if is_quoted else text


def _pieces(found: Iterable[Token]) -> Iterator[tuple[bool, str]]:
    """Yield each visible piece of text, and whether it is in a quote."""
    preformatted = is_begun = False
    depth = 0
    for tag, data in _to_the_end_or_a_quote(found):
        if tag.name == "blockquote":
            depth = max(0, depth - 1) if tag.closes else depth + 1
        if tag.name == "pre":
            preformatted = not tag.closes
        if tag.name == "img" and not is_begun and (alt := tag.attributes.get("alt")) in REACTIONS:
            yield False, f"[{alt}] "
        is_begun = is_begun or bool(data.strip())
        yield depth > 0, _break(tag)
        yield depth > 0, data if preformatted else _BLANKS.sub(" ", data)


def _to_the_end_or_a_quote(found: Iterable[Token]) -> Iterator[Token]:
    """Yield all tokens, or the readable ones if a quote begins among them; else raise Illegible."""
    is_begun = False
    try:
        for tag, data in found:
            is_begun = is_begun or tag.name == "blockquote" or bool(_QUOTE.match(tag.source))
            yield tag, data
    except Illegible:
        if not is_begun:
            raise


def _break(tag: Tag) -> str:
    if tag.name == "hr" or _QUOTE.match(tag.source):
        return _RULE
    if _SIGNATURE.match(tag.source):
        return _SIGNED
    if tag.name in {"td", "th"}:
        return " "
    return "" if not tag.name or tag.name in _INLINE else "\n"
