"""MIME encoding of an email: text and HTML, with inline pictures of the board.

The standard library parses and folds the headers. The parts are assembled here in the library's format: its generator
splits and joins each line several times, which took a quarter of the composing time.
"""

from __future__ import annotations

import hashlib
import re
from base64 import encodebytes
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.headerregistry import BaseHeader, HeaderRegistry
from email.policy import SMTP
from email.quoprimime import body_encode
from functools import lru_cache

from service.mail.headers import headers
from service.models import Notice

LONGEST_LINE = 76
"""Characters of encoded text (RFC 2045, 6.7 and 6.8) and of a header with encoded words (RFC 2047, 2)."""
LONGEST_HEADER = 998
"""Characters of other headers (RFC 5322, 2.1.1). The library would encode a link that does not fit into a line."""
_END = b"\r\n"
_VERSION = b"MIME-Version: 1.0\r\n"
_TEXT = b'Content-Type: text/%s; charset="utf-8"\r\nContent-Transfer-Encoding: %s\r\n%s\r\n%s'
_STANDS = re.compile(rb"(?:[ -~]{0,998}\n)*")
"""Text that no server has to change: ASCII, in lines within the limit (RFC 5322, 2.1.1)."""
_PICTURE = (
    b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n"
    b'Content-Disposition: inline; filename="%s"\r\nContent-ID: <%s>\r\n' + _VERSION
)
_WORDS = re.compile("[!-~]+(?: [!-~]+)*")
_BARE = r"[\w+-]+(?:\.[\w+-]+)*@[\w-]+(?:\.[\w-]+)*"
_ADDRESS = re.compile(rf"{_BARE}|[A-Za-z]+(?: [A-Za-z]+)* <{_BARE}>", re.ASCII)
_AS_IT_STANDS = {"From": _ADDRESS, "To": _ADDRESS, "Reply-To": _ADDRESS}
"""Values that need no parsing: an address without quotes in address headers; ASCII words in all others."""
_SEVERAL = b'Content-Type: multipart/%s; boundary="%s"\r\n'


class _Headers(HeaderRegistry):
    """A header registry that caches the class of each header."""

    def __init__(self) -> None:
        super().__init__()
        self._kind = lru_cache(64)(super().__getitem__)

    def __getitem__(self, name: str) -> type[BaseHeader]:
        return self._kind(name)


_ASCII = SMTP.clone(max_line_length=LONGEST_HEADER, header_factory=_Headers())
_ENCODED = _ASCII.clone(max_line_length=LONGEST_LINE)


@dataclass(frozen=True)
class Content:
    """The content of an email, in both forms.

    `reply_to` is the local part of the reply address, `thread` the name of a thread other than the game's, `sender` the
    name of the person that the news is about.
    """

    subject: str
    text: str
    html: str
    reply_to: str | None = None
    thread: str | None = None
    sender: str = ""


@dataclass(frozen=True)
class EncodedText:
    """An encoded text, and the name of its encoding."""

    encoding: bytes
    lines: bytes


@dataclass(frozen=True)
class Draft:
    """An email without its pictures: its headers but for the last two, and both forms encoded."""

    message_id: str
    headers: bytes
    text: EncodedText
    html: EncodedText


@dataclass(frozen=True)
class Picture:
    """A picture in an email (PNG), and the Content-ID by which the HTML shows it."""

    name: str
    png: bytes = field(repr=False)


def build(notice: Notice, content: Content) -> Draft:
    """Build the email without its pictures. Its HTML is ASCII: quoted-printable has no shorter code for a letter."""
    said = headers(notice, content.subject, content.reply_to, content.thread, content.sender)
    lines = b"".join(_folded(name, value) for name, value in said)
    html = content.html.encode("ascii", "xmlcharrefreplace").decode()
    return Draft(notice.message_id, lines, _encoded(content.text), _encoded(html))


def finished(draft: Draft, boards: Sequence[Picture]) -> bytes:
    """Assemble the email with its pictures, with CRLF line ends; the same input gives the same bytes."""
    text = _text_part(b"plain", draft.text)
    if boards:
        related = [_text_part(b"html", draft.html), *map(_part, boards)]
        html = _VERSION + _several(b"related", related, draft.message_id, 1)
    else:
        html = _text_part(b"html", draft.html, _VERSION)
    return draft.headers + _VERSION + _several(b"alternative", [text, html], draft.message_id, 0)


def held(size: int) -> int:
    """Return how many bytes of pictures fit into that many bytes of an email."""
    lines = max(size, 0) // (LONGEST_LINE + len(_END))
    return lines * LONGEST_LINE * 3 // 4


@lru_cache(256)
def _folded(name: str, value: str) -> bytes:
    """Fold and encode a header; raises ValueError for line ends. Cached, as half of the headers are always the same.

    Most others are written unchanged: parsing them in the library took as long as all else.
    """
    line = f"{name}: {value}"
    is_encoded = "=?" in value or not value.isascii()
    stands = not is_encoded and _AS_IT_STANDS.get(name, _WORDS).fullmatch(value)
    if stands and len(line) <= LONGEST_HEADER:
        return f"{line}\r\n".encode("ascii")
    policy = _ENCODED if is_encoded else _ASCII
    return policy.fold_binary(*policy.header_store_parse(name, value))


def _encoded(text: str) -> EncodedText:
    """Encode text as 7bit if no server would change it; else as quoted-printable (RFC 2045, 6.7)."""
    lines = b"\n".join(text.encode().splitlines()) + b"\n"
    if _STANDS.fullmatch(lines):
        return EncodedText(b"7bit", lines.replace(b"\n", _END))
    quoted = body_encode(lines.decode("latin-1"), LONGEST_LINE)
    return EncodedText(b"quoted-printable", quoted.replace("\n", "\r\n").encode("ascii"))


def _text_part(kind: bytes, text: EncodedText, more: bytes = b"") -> bytes:
    return _TEXT % (kind, text.encoding, more, text.lines)


def _part(picture: Picture) -> bytes:
    name = picture.name.encode()
    file_name = name.partition(b".")[0] + b".png"
    return _PICTURE % (file_name, name) + _END + encodebytes(picture.png).replace(b"\n", _END)


def _several(kind: bytes, parts: Sequence[bytes], message_id: str, number: int) -> bytes:
    """Join parts with a boundary derived from the Message-ID; the library would draw it at random."""
    boundary = b"=_" + hashlib.sha256(f"{message_id} {number}".encode()).hexdigest()[:24].encode()
    between = b"\r\n--" + boundary
    return b"".join([_SEVERAL % (kind, boundary), *(between + _END + part for part in parts), between, b"--", _END])
