"""The MIME parts of an email, and the one with the writer's text.

Paragraphs in format=flowed (RFC 3676) are joined.
"""

from __future__ import annotations

from binascii import Error as Garbled
from collections.abc import Iterator, Sequence
from email.message import Message

from service.mail.reading.fields import content_type, decoded, value, word
from service.mail.reading.html import text_of_html
from service.mail.reading.limits import MAX_DEPTH, MAX_PARTS, Illegible
from service.mail.reading.quotes import begins_quote, cleaned

_ENCRYPTED = frozenset({"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")
"""The object identifier of signed data (RFC 5652, 5.1); we cannot read what is inside."""
_BEGINNING = 40
"""Bytes that hold the type of the content."""
_ENCODINGS = frozenset({"", "7bit", "8bit", "binary", "quoted-printable", "base64"})
_MAX_FLOWED = 1000
"""Lines. The writer's text is above, between or right below the lines of an email that is quoted once."""


def inside(part: Message) -> list[Message]:
    """Return the parts inside a part; empty for a leaf."""
    # For a leaf, get_payload would decode the content in any charset that it names.
    held = part.get_payload() if part.is_multipart() else []
    return [piece for piece in held if isinstance(piece, Message)] if isinstance(held, list) else []


def parts(mail: Message) -> list[Message]:
    """Return all leaves; raises Illegible `too-deep` or `too-many-parts`."""
    found: list[Message] = []
    for leaf in _leaves(mail):
        found.append(leaf)
        if len(found) > MAX_PARTS:
            raise Illegible("too-many-parts")
    return found


def _leaves(mail: Message, depth: int = 0) -> Iterator[Message]:
    """Yield the parts with content in order; an attached email is one part."""
    if depth > MAX_DEPTH:
        raise Illegible("too-deep")
    if mail.get_content_maintype() == "multipart" and mail.is_multipart():
        for part in inside(mail):
            yield from _leaves(part, depth + 1)
    else:
        yield mail


def body(found: list[Message]) -> str:
    """Return the writer's text, quotes included: the first plain text that is not blank, else the first HTML.

    If the two forms of an email differ (multipart/alternative), the plain text counts: every program shows all of it,
    while the visible part of HTML depends on the program. HTML counts if the email has no plain text.
    Raises Illegible `encrypted`, `signed`, `winmail` or `no-text` if there is no text.
    """
    spoken = [part for part in found if is_spoken(part)]
    texts = [text_of(part) for part in spoken if content_type(part) == "text/plain"]
    for text in texts:
        if text.strip():
            return text
    for part in spoken:
        if content_type(part) == "text/html":
            return text_of_html(_decoded(part))
    return _without_words(found, is_blank=bool(texts))


def _without_words(found: list[Message], *, is_blank: bool) -> str:
    names = [
        (content_type(part), str(part.get_param("filename", part.get_param("name", ""), "content-disposition")).lower())
        for part in found
    ]
    if any(kind in _ENCRYPTED or name.endswith((".p7m", "encrypted.asc")) for kind, name in names):
        raise Illegible("signed" if any(map(_is_signed, found)) else "encrypted")
    if any("ms-tnef" in kind or name == "winmail.dat" for kind, name in names):
        raise Illegible("winmail")
    if not is_blank:
        raise Illegible("no-text")
    return ""


def _is_signed(part: Message) -> bool:
    """Check for S/MIME content that is signed and not encrypted (RFC 8551, 3.2.2), by its label or its first bytes."""
    is_labelled = word(str(part.get_param("smime-type", ""))) == "signed-data"
    return is_labelled or _SIGNED_DATA in bytes(part.get_payload(decode=True) or b"")[:_BEGINNING]


def is_spoken(part: Message) -> bool:
    """Check whether a part is the writer's text and not an attached file, even one shown inline."""
    is_file = word(value(part, "Content-Disposition")) == "attachment"
    is_named = part.get_param("filename", None, "content-disposition")
    return not (is_file or is_named) and _encoding(part) in _ENCODINGS


def text_of(part: Message) -> str:
    """Decode the text of a part in its charset, and join its paragraphs if it is flowed."""
    text = _decoded(part)
    if word(str(part.get_param("format", ""))) == "flowed":
        return _unflowed(text, delete_space=word(str(part.get_param("delsp", ""))) == "yes")
    return text


def _decoded(part: Message) -> str:
    if _encoding(part):
        part.replace_header("Content-Transfer-Encoding", _encoding(part))  # Python does not skip comments
    try:
        content = part.get_payload(decode=True)
    except (Garbled, ValueError):
        content = None
    return decoded(content if isinstance(content, bytes) else b"", word(part.get_content_charset() or ""))


def _encoding(part: Message) -> str:
    return word(value(part, "Content-Transfer-Encoding"))


def _unflowed(text: str, *, delete_space: bool) -> str:
    """Join soft line breaks (format=flowed) in the first lines. No line is joined to one that begins a quote."""
    lines = text.split("\n")
    return "\n".join([*_paragraphs(lines[:_MAX_FLOWED], delete_space=delete_space), *lines[_MAX_FLOWED:]])


def _paragraphs(lines: Sequence[str], *, delete_space: bool) -> Iterator[str]:
    paragraph = ""
    is_soft = False
    for line in lines:
        if is_soft and not _is_border(line):
            paragraph += line.removeprefix(" ")
        else:
            yield paragraph
            paragraph = line.removeprefix(" ")
        is_soft = line.endswith(" ") and not _is_border(line)
        paragraph = paragraph.removesuffix(" ") if is_soft and delete_space else paragraph
    yield paragraph


def _is_border(line: str) -> bool:
    """Check whether a line is blank or quoted, or introduces a quote or a signature."""
    words = cleaned(line)
    return not words or begins_quote([words])
