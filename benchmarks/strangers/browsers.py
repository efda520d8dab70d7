"""Browsers and mail clients at loopback addresses that no server takes for its own machine."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.message import EmailMessage
from email.policy import SMTP as WIRE
from email.utils import make_msgid, parseaddr
from smtplib import SMTP
from typing import Any

import httpx

from tests.journeys.mail_player import text_of
from tests.sink import Received

GENERAL_ADDRESS = "play@sundial.localhost"
PATIENCE = 30.0
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


def line(source: str) -> httpx.HTTPTransport:
    """Create a transport from a source address, shared by its browsers: TLS setup takes longer than a page."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=100, keepalive_expiry=30)
    return httpx.HTTPTransport(verify=False, local_address=source, limits=limits)


class Browser:
    """A browser with a cookie of its own, without scripts."""

    def __init__(self, address: str, transport: httpx.HTTPTransport, cookie: str = "") -> None:
        self.client = httpx.Client(
            base_url=address, transport=transport, follow_redirects=True, timeout=PATIENCE, trust_env=False
        )
        if cookie:
            self.client.cookies.set("sundial", cookie, domain="127.0.0.1", path="/")
        self._csrf = ""

    def get(self, path: str) -> httpx.Response:
        """Open a page."""
        return self._noted(self.client.get(path))

    def post(self, path: str, fields: Mapping[str, str] | None = None, *, follow: bool = True) -> httpx.Response:
        """Submit a form, with the CSRF token of an earlier page."""
        if not self._csrf:
            self.get("/games/new/seasons")
        return self._noted(self.client.post(path, data={"csrf": self._csrf, **(fields or {})}, follow_redirects=follow))

    def _noted(self, answer: httpx.Response) -> httpx.Response:
        if found := _CSRF.search(answer.text):
            self._csrf = found[1]
        return answer


def letter(sender: str, box: str, text: str, answered: Received | None = None, **headers: str) -> EmailMessage:
    """Compose an email, or a reply."""
    written = EmailMessage(policy=WIRE)
    written["From"], written["To"], written["Subject"] = sender, box, "Re: Sundial"
    written["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    if answered is not None:
        written["In-Reply-To"] = str(answered.message["Message-ID"])
        quoted = "\n".join(f"> {line}" for line in text_of(answered).splitlines())
        text = f"{text}\n\nOn Monday, 4 May 2026, Sundial <{GENERAL_ADDRESS}> wrote:\n{quoted}\n"
    for name, value in headers.items():
        written[name] = value
    written.set_content(text)
    return written


def box_of(mail: Received) -> str:
    """Return the Reply-To address of an email."""
    return parseaddr(str(mail.message["Reply-To"]))[1]


class MailServer:
    """A person's mail server, with a persistent connection."""

    def __init__(self, port: int, source: str) -> None:
        self._port, self._source = port, source
        self._line: SMTP | None = None

    def send(self, sender: str, boxes: list[str], raw: bytes) -> str:
        """Send an email; return the code of the last answer, or `none` for a broken connection."""
        try:
            if self._line is None:
                self._line = SMTP("127.0.0.1", self._port, "client.test", PATIENCE, (self._source, 0))
            said = self._said(self._line, sender, boxes, raw)
        except OSError as failure:  # base of all exceptions of smtplib
            self._line = None
            return str(getattr(failure, "smtp_code", "none"))
        if said != 250:  # noqa: PLR2004  # RFC 5321: accepted
            self.hang_up()
        return str(said)

    def hang_up(self) -> None:
        """Close the connection."""
        if self._line is not None:
            self._line.close()
            self._line = None

    @staticmethod
    def _said(smtp: SMTP, sender: str, boxes: list[str], raw: bytes) -> int:
        smtp.ehlo_or_helo_if_needed()
        commands: list[tuple[Any, ...]] = [(smtp.mail, sender), *((smtp.rcpt, box) for box in boxes), (smtp.data, raw)]
        code = 0
        for command, value in commands:
            code = command(value)[0]
            if code != 250:  # noqa: PLR2004  # RFC 5321: accepted
                break
        return code
