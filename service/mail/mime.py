"""A mail as bytes: text and HTML, with the picture of the board inside."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP

from service.mail.headers import set_headers
from service.models import Notice

_POLICY = SMTP.clone(max_line_length=500)
"""CR LF, and no address of a link is broken in two: RFC 5322 would have it read, not every program does."""
BOARD_CID = "board@sundial"
"""By this name the HTML part shows the picture."""


@dataclass(frozen=True)
class Content:
    """What a mail says, in both forms, the picture that the HTML shows (PNG), and the box that reads answers."""

    subject: str
    text: str
    html: str
    board: bytes | None = None
    reply_to: str | None = None


def build(notice: Notice, content: Content) -> bytes:
    """The whole mail, with CR LF line ends; the same notice and content give the same bytes."""
    mail = EmailMessage(policy=_POLICY)
    set_headers(mail, notice, content.subject, content.reply_to)
    mail.set_content(content.text, cte="quoted-printable")
    mail.add_alternative(content.html, subtype="html", cte="quoted-printable")
    html = mail.get_body(("html",))
    if content.board is not None and isinstance(html, EmailMessage):
        html.add_related(
            content.board, "image", "png", cid=f"<{BOARD_CID}>", filename="board.png", disposition="inline"
        )
    _fix_boundaries(mail, notice.message_id)
    return mail.as_bytes()


def _fix_boundaries(mail: EmailMessage, message_id: str) -> None:
    """Boundaries follow from the Message-ID; Python would draw them at random."""
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"=_{hashlib.sha256(f'{message_id} {number}'.encode()).hexdigest()[:32]}")
