"""The mails that this installation would have sent, on machines where no mail server is set up.

They hold sign-in codes, so nobody but the machine itself sees them: not through a proxy, and not under a name that
somebody else's server answers to.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from functools import cached_property
from pathlib import Path

from flask import Response, current_app, render_template

from service.config import Config
from service.errors import NotFound
from service.here import is_from_here
from service.web.blueprints import pages

SHOWN = 100
"""Mails in the list; each is parsed for it."""
SHOWN_HEADERS = ("From", "To", "Reply-To", "Subject", "Date", "Message-ID", "References", "List-Unsubscribe")
FRAMED = (
    "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; default-src 'none'; "
    "img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"
)
"""What the HTML of a mail may do here: look like a mail and be clicked."""


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
        return str(part.get_content()) if part else ""

    @property
    def opening(self) -> str:
        """The first line that says something."""
        return next((line.strip() for line in self.text.splitlines() if line.strip()), "")

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


@pages.get("/mailbox")
def mailbox() -> str:
    """All mails, newest first."""
    return render_template("mailbox.html", mails=_mails()[:SHOWN])


@pages.get("/mailbox/<number>")
def mail(number: str) -> str:
    """One mail: how it looks, what it says, and its headers."""
    return render_template("mail.html", mail=_mail(number))


@pages.get("/mailbox/<number>/html")
def mail_html(number: str) -> Response:
    """The HTML part by itself, to be framed."""
    html = _mail(number).html
    if html is None:
        raise NotFound
    response = Response(f'<base target="_top">{html}', mimetype="text/html")
    response.headers["Content-Security-Policy"] = FRAMED
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    return response


def _mail(number: str) -> Mail:
    found = next((mail for mail in _mails() if mail.number == number), None)
    if found is None:
        raise NotFound
    return found


def _mails() -> list[Mail]:
    settings: Config = current_app.config["SETTINGS"]
    if not (settings.mailbox_is_shown and is_from_here()):
        raise NotFound
    newest_first = sorted(settings.mailbox.glob("*.eml"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return [Mail(path) for path in newest_first]


def _data_url(part: EmailMessage) -> str:
    content = part.get_payload(decode=True)
    body = content if isinstance(content, bytes) else b""
    return f"data:{part.get_content_type()};base64,{base64.b64encode(body).decode()}"
