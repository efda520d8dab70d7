"""Header fields and text decoding of untrusted email: fields may be missing, duplicated, without charset or too long.

The list of charsets that email is written in serves the body as well.
"""

from __future__ import annotations

import codecs
import re
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr

from service.mail.reading.limits import MAX_HEADERS, with_plain_line_ends

MAX_VALUE = 998
"""RFC 5322, 2.1.1: characters of a line."""
MAX_NAME = 100
MAX_ANSWERED = 4
"""Message-IDs that an email may reply to: In-Reply-To, then the last ones of References."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|\((?:[^()\\]|\\.)*\)')
"""A comment without nested ones, or a quoted string, in which parentheses are plain characters."""
_MAX_NESTED = 10
_WORD = re.compile(r'[^\s;"()]+')
_ANGLE = re.compile(r"<([^<>]*)>")
_ADDRESS = re.compile(r"[^\s<>@,;:\"()\[\]]+@[^\s<>@,;:\"()\[\]]+")
TAG = r"(?=.{2,35}\Z)[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*"
"""A language tag (BCP 47)."""
_MESSAGE_ID = re.compile(r"<[^<>\s]+>")
_ALIASES = {
    "us-ascii": "utf-8",  # declared by programs that then send UTF-8
    "iso-8859-1": "cp1252",  # as browsers do: Windows programs declare one and send the other
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "gb2312": "gb18030",  # a superset; programs declare gb2312 and exceed it
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "x-sjis": "cp932",
    "shift_jis": "cp932",
    "ks_c_5601-1987": "cp949",
    "utf8mb4": "utf-8",
    "iso-8859-8-i": "iso8859-8",
}
_SPOKEN = re.compile(
    r"utf-(?:7|8|16|32)(?:-[bl]e)?|ascii|(?:cp|iso8859-|mac-|koi8-)[a-z0-9-]+|gb18030|big5(?:hkscs)?|hz"
    r"|euc_[a-z0-9_]+|iso2022_[a-z0-9_]+|shift_[a-z0-9_]+|tis-620|ptcp154"
)
"""Python's codec names. Others are unsafe: punycode takes quadratic time, unicode-escape makes `>` from letters."""


def values(mail: Message, name: str) -> list[str]:
    """Return the unfolded values of a header field, each cut at `MAX_VALUE`; non-ASCII bytes are decoded as UTF-8."""
    return [_plain(str(value)) for key, value in mail.raw_items() if key.lower() == name.lower()]


def value(mail: Message, name: str) -> str:
    """Return the first value of a header field, or ""."""
    return next(iter(values(mail, name)), "")


def without_comments(written: str) -> str:
    """Remove comments from a field value (RFC 5322, 3.2.2). An unclosed one is plain text: people write smileys."""
    for _ in range(_MAX_NESTED):
        written, found = _COMMENT.subn(lambda piece: piece[1] or " ", written)
        if not found:
            break
    return " ".join(written.split())


def word(written: str) -> str:
    """Return the first word of a field value in lower case, without parameters and comments."""
    found = _WORD.search(without_comments(written))
    return found.group().lower() if found else ""


def content_type(part: Message) -> str:
    """Return the declared content type of a part in lower case, without comments."""
    declared = word(value(part, "Content-Type"))
    return declared if declared.count("/") == 1 else part.get_content_type()


def names_no_sender(mail: Message) -> bool:
    """Check for a null Return-Path, `<>` with any spacing: the sender wants no reply (RFC 5321, 4.5.5)."""
    return any("".join(without_comments(path).split()) == "<>" for path in values(mail, "Return-Path"))


def subject(mail: Message) -> str:
    """Return the subject with its encoded words (RFC 2047) decoded."""
    return _unencoded(value(mail, "Subject"))


def sender_name(raw: bytes) -> str:
    """Return the name beside the address in From, at most `MAX_NAME` printable characters; "" without one."""
    name, _ = parseaddr(value(_headers(raw), "From"))
    return "".join(filter(str.isprintable, _unencoded(name)))[:MAX_NAME]


def _unencoded(written: str) -> str:
    try:
        words = decode_header(written)
    except (HeaderParseError, ValueError):
        return written
    return "".join(word if isinstance(word, str) else decoded(word, charset) for word, charset in words)


def decoded(content: bytes, charset: str | None) -> str:
    """Decode text, with U+FFFD for invalid bytes. An unknown or missing charset counts as UTF-8."""
    name = (charset or "utf-8").strip().lower()
    try:
        codec = codecs.lookup(_ALIASES.get(name, name)).name
    except (LookupError, ValueError):
        codec = "utf-8"
    return content.decode(codec if _SPOKEN.fullmatch(codec) else "utf-8", "replace")


def sender(raw: bytes) -> str | None:
    """Return the only address in From, in lower case; None if there is none or more than one."""
    return _only_address(_headers(raw), "From")


def author_by_list(raw: bytes) -> str | None:
    """Return the author of an email that a mailing list has passed on, as `list_author` does."""
    return list_author(_headers(raw))


def list_author(mail: Message) -> str | None:
    """Return the only address in Reply-To of an email with List-Id (RFC 2919); None for any other email.

    Lists that put their own address into From name the author there, as DMARC makes them do.
    """
    return _only_address(mail, "Reply-To") if value(mail, "List-Id") else None


def _only_address(mail: Message, name: str) -> str | None:
    written = values(mail, name)
    if len(written) != 1:
        return None
    bare = without_names(written[0])
    named = _ANGLE.findall(bare) or _ADDRESS.findall(bare)
    if len(named) != 1 or not _ADDRESS.fullmatch(named[0].strip()):
        return None
    address: str = named[0].strip().lower()
    return address


def without_names(written: str) -> str:
    """Remove quoted names and comments from an address field."""
    return _QUOTED.sub(" ", without_comments(written))


def message_id(raw: bytes) -> str | None:
    """Return the Message-ID with its angle brackets, or None."""
    found = _MESSAGE_ID.search(value(_headers(raw), "Message-ID"))
    return found.group() if found else None


def answered(raw: bytes) -> tuple[str, ...]:
    """Return the Message-IDs that this email replies to, the nearest first (RFC 5322, 3.6.4)."""
    headers = _headers(raw)
    nearest = [_MESSAGE_ID.findall(value(headers, "In-Reply-To")), _MESSAGE_ID.findall(value(headers, "References"))]
    return tuple(dict.fromkeys([*nearest[0], *reversed(nearest[1])]))[:MAX_ANSWERED]


def content_language(raw: bytes) -> str | None:
    """Return the Content-Language tag (RFC 3282); None if the email names no language or several."""
    fields = (line.decode("ascii", "replace").partition(":") for line in _header_lines(raw))
    named = [written.strip() for name, _, written in fields if name.strip().lower() == "content-language"]
    return named[0] if len(named) == 1 and re.fullmatch(TAG, named[0]) else None


def _headers(raw: bytes) -> Message:
    """Parse the header without Content-* fields: Python may take long for their parameters."""
    kept = [line for line in _header_lines(raw) if line[:8].lower() != b"content-"]
    return message_from_bytes(b"\n".join(kept) + b"\n\n")


def _header_lines(raw: bytes) -> list[bytes]:
    return with_plain_line_ends(raw[:MAX_HEADERS]).partition(b"\n\n")[0].split(b"\n")


def _plain(written: str) -> str:
    unfolded = " ".join(written[: 2 * MAX_VALUE].split())
    return unfolded.encode("utf-8", "surrogateescape").decode("utf-8", "replace")[:MAX_VALUE]
