"""The local mailbox as files: the mails that an installation without a mail server would have sent."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from functools import cached_property
from pathlib import Path

from service.core.errors import Invalid

SHOWN_HEADERS = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "References", "List-Unsubscribe")


@dataclass(frozen=True)
class Mail:
    """A mail in the mailbox. Its number is the name of its file."""

    path: Path

    @property
    def number(self) -> str:
        """What it is called in addresses."""
        return self.path.stem

    @cached_property
    def message(self) -> EmailMessage:
        """The mail, parsed; we have written it ourselves."""
        return BytesParser(policy=policy.default).parsebytes(self.path.read_bytes())

    @property
    def recipient(self) -> str:
        """Whom it is to."""
        return str(self.message["To"] or "")

    @property
    def date(self) -> datetime | None:
        """When it was written."""
        date = self.message["Date"]
        return parsedate_to_datetime(date) if date else None

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The headers that people care about."""
        return [(name, self.message[name]) for name in SHOWN_HEADERS if self.message[name]]

    @property
    def text(self) -> str:
        """The part in plain text."""
        part = self.message.get_body(("plain",))
        return "\n".join(str(part.get_content()).splitlines()) if part else ""

    @property
    def opening(self) -> str:
        """The first line that says something, which the one to write above does not."""
        lines = (line.strip() for line in self.text.splitlines())
        return next((line for line in lines if line and not line.startswith("-----")), "")

    @property
    def html(self) -> str | None:
        """The part in HTML with its pictures put in, if there is one."""
        part = self.message.get_body(("html",))
        if part is None:
            return None
        html = str(part.get_content())
        for picture in self.message.walk():
            if name := picture.get("Content-ID", "").strip("<> "):
                html = html.replace(f"cid:{name}", _data_url(picture))
        return html


def mails_in(folder: Path) -> Sequence[Mail]:
    """The mails in a mailbox, newest first."""
    newest_first = sorted(folder.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return [Mail(path) for path in newest_first]


def page_after(mails: Sequence[Mail], last: str | None, limit: int) -> tuple[Sequence[Mail], bool]:
    """So many mails after the one of that number, and whether there are more; from the first on for None.

    Invalid `bad-cursor` if there is no such mail.
    """
    numbers = [mail.number for mail in mails]
    if last is not None and last not in numbers:
        raise Invalid("bad-cursor")
    begin = 0 if last is None else numbers.index(last) + 1
    return mails[begin : begin + limit], len(mails) > begin + limit


def _data_url(part: EmailMessage) -> str:
    content = part.get_payload(decode=True)
    body = content if isinstance(content, bytes) else b""
    return f"data:{part.get_content_type()};base64,{base64.b64encode(body).decode()}"
