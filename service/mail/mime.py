"""A mail as bytes: text and HTML, with the picture of the board inside."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from email.headerregistry import BaseHeader, HeaderRegistry
from email.message import EmailMessage, MIMEPart
from email.policy import SMTP
from functools import lru_cache

from service.mail.headers import set_headers
from service.models import Notice


class _Headers(HeaderRegistry):
    """Headers as the library reads them, each once: most are the same in every mail, and there are thirty."""

    def __init__(self) -> None:
        super().__init__()
        self._kind = lru_cache(64)(super().__getitem__)
        self._read = lru_cache(256)(super().__call__)

    def __getitem__(self, name: str) -> type[BaseHeader]:
        return self._kind(name)

    def __call__(self, name: str, value: str) -> BaseHeader:
        return self._read(name, value)


_POLICY = SMTP.clone(max_line_length=500, header_factory=_Headers())
"""CR LF, and no address of a link is broken in two: RFC 5322 would have it read, not every program does."""


def picture_name(number: int) -> str:
    """By what name the HTML part shows a picture; the first has the number 0."""
    return f"board-{number + 1}@sundial" if number else "board@sundial"


@dataclass(frozen=True)
class Content:
    """What a mail says, in both forms.

    `reply_to` is the box that reads answers, `thread` the name of the thread where that is not the game's.
    """

    subject: str
    text: str
    html: str
    reply_to: str | None = None
    thread: str | None = None


def build(notice: Notice, content: Content) -> EmailMessage:
    """The mail, without the pictures that its HTML shows."""
    mail = EmailMessage(policy=_POLICY)
    set_headers(mail, notice, content.subject, content.reply_to, content.thread)
    mail.set_content(content.text, cte="quoted-printable")
    mail.add_alternative(content.html, subtype="html", cte="quoted-printable")
    return mail


def finished(mail: EmailMessage, boards: Sequence[bytes]) -> bytes:
    """The whole mail with its pictures (PNG), with CR LF line ends; the same mail and pictures give the same bytes."""
    html = mail.get_body(("html",))
    for number, board in enumerate(boards):
        _show(board, number, html)
    _fix_boundaries(mail, mail["Message-ID"])
    return mail.as_bytes()


def _show(board: bytes, number: int, html: MIMEPart | None) -> None:
    name, file_name = picture_name(number), f"board-{number + 1}.png" if number else "board.png"
    if isinstance(html, EmailMessage):
        html.add_related(board, "image", "png", cid=f"<{name}>", filename=file_name, disposition="inline")


def _fix_boundaries(mail: EmailMessage, message_id: str) -> None:
    """Boundaries follow from the Message-ID; Python would draw them at random."""
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"=_{hashlib.sha256(f'{message_id} {number}'.encode()).hexdigest()[:32]}")
