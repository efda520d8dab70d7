"""The local mailbox: emails as files, in an installation without a mail server."""

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

from service.language.errors import Invalid

SHOWN_HEADERS = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "References", "List-Unsubscribe")


@dataclass(frozen=True)
class Mail:
    """An email in the mailbox. Its number is the name of its file."""

    path: Path

    @property
    def number(self) -> str:
        """Its id in addresses."""
        return self.path.stem

    @cached_property
    def message(self) -> EmailMessage:
        """The parsed email."""
        return BytesParser(policy=policy.default).parsebytes(self.path.read_bytes())

    @property
    def recipient(self) -> str:
        """The recipient."""
        return str(self.message["To"] or "")

    @property
    def date(self) -> datetime | None:
        """When it was written."""
        date = self.message["Date"]
        return parsedate_to_datetime(date) if date else None

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The headers to show."""
        return [(name, self.message[name]) for name in SHOWN_HEADERS if self.message[name]]

    @property
    def text(self) -> str:
        """The plain text part."""
        part = self.message.get_body(("plain",))
        return "\n".join(str(part.get_content()).splitlines()) if part else ""

    @property
    def opening(self) -> str:
        """The first line with text, other than the reply marker."""
        lines = (line.strip() for line in self.text.splitlines())
        return next((line for line in lines if line and not line.startswith("-----")), "")

    @property
    def html(self) -> str | None:
        """The HTML part with its images inlined, if there is one."""
        part = self.message.get_body(("html",))
        if part is None:
            return None
        html = str(part.get_content())
        for picture in self.message.walk():
            if name := picture.get("Content-ID", "").strip("<> "):
                html = html.replace(f"cid:{name}", _data_url(picture))
        return html


def mails_in(folder: Path) -> Sequence[Mail]:
    """List the emails in a mailbox, newest first."""
    newest_first = sorted(folder.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return [Mail(path) for path in newest_first]


def page_after(mails: Sequence[Mail], last: str | None, limit: int) -> tuple[Sequence[Mail], bool]:
    """Return `limit` emails after the number `last` (from the first for None), and whether there are more.

    Invalid `bad-cursor` if there is no such email.
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
