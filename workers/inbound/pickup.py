"""IMAP pick-up: fetch emails from a mailbox elsewhere (INBOUND_IMAP_URL) as soon as they arrive.

The mailbox gets all email to our domain (a catch-all). Stored emails are deleted there. Others, for nobody here or
refused, stay there, marked as seen and flagged, for the mailbox's owner. Emails over a limit stay there until later. An
email that is fetched twice is stored once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from threading import Event, Thread
from time import monotonic
from urllib.parse import unquote, urlsplit

from flask import Flask
from imapclient import DELETED, FLAGGED, SEEN, IMAPClient
from imapclient.exceptions import IMAPClientError

from service.db import clock
from service.language.errors import TooMany
from service.notifications.boxes import box_at
from service.notifications.taking import (
    MAX_HEADER_BYTES,
    MAX_RECIPIENTS,
    MAX_WITH_FILES,
    WRITTEN,
    Intake,
    NotTaken,
    boxes_in,
    network_named,
    take,
)
from service.security.addresses import Named
from workers.error_barrier import survive

PORTS = {"imap": 143, "imaps": 993}
TIMEOUT = 60.0
"""Timeout of each answer of the server in seconds."""
IDLE_SECONDS = 120.0
"""Most seconds of IDLE before the next search, which also finds emails left for later."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0
"""Seconds until a failed server is tried again; they double each time."""
ADDRESSED = (
    "X-Original-To",
    "X-Envelope-To",
    "Envelope-To",
    "X-Gm-Original-To",
    "Delivered-To",
    "Received",
    "To",
    "Cc",
)
"""Headers that name the recipient. Delivered-To often names the box that gets all email of the domain."""
_FOR = rf"\bfor\s+<?({WRITTEN})"
"""The `for` clause of a Received header (RFC 5321, 4.4)."""
AT_ONCE = 20
"""Emails that are fetched before the next search."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class MailBox:
    """A folder of a mailbox on an IMAP server, with its login."""

    host: str
    port: int
    tls: bool
    user: str
    password: str = field(repr=False)
    folder: str
    patience: float = TIMEOUT
    """Timeout of each answer in seconds."""

    @contextmanager
    def opened(self) -> Iterator[IMAPClient]:
        """Open a connection that is logged in and has selected the folder; OSError or IMAPClientError."""
        server = IMAPClient(self.host, self.port, ssl=self.tls, timeout=self.patience)
        try:
            server.login(self.user, self.password)
            server.select_folder(self.folder)
            yield server
        finally:
            with suppress(OSError, IMAPClientError):
                server.shutdown()


def mail_box(url: str, patience: float = TIMEOUT) -> MailBox:
    """Parse the address of a mailbox such as `imaps://user:password@host/INBOX`."""
    parts = urlsplit(url)
    return MailBox(
        parts.hostname or "",
        parts.port or PORTS[parts.scheme],
        parts.scheme == "imaps",
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        unquote(parts.path.strip("/")) or "INBOX",
        patience,
    )


class Pickup:
    """Fetches emails in a thread, until it is stopped."""

    def __init__(self, app: Flask, url: str) -> None:
        self._app = app
        self._box = mail_box(url)
        self._stopping = Event()
        self._server: IMAPClient | None = None
        self._later: dict[int, float] = {}
        """Emails over a limit, and when to try them again."""
        self._thread = Thread(target=self._run, name="imap", daemon=True)

    def start(self) -> None:
        """Start the thread; it retries a server that does not answer."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread once the email in progress is stored."""
        self._stopping.set()
        server = self._server
        if server is not None:
            with suppress(OSError, IMAPClientError):
                server.socket().shutdown(2)
        self._thread.join(TIMEOUT)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                with self._box.opened() as server:
                    self._server, pause = server, FIRST_PAUSE
                    self._listen(server)
            except (OSError, IMAPClientError) as failure:
                if not self._stopping.is_set():
                    log.warning("the IMAP server does not do what is asked: %s", type(failure).__name__)
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _listen(self, server: IMAPClient) -> None:
        while not self._stopping.is_set():
            if self._fetch(server):
                continue
            if not server.has_capability("IDLE"):
                self._stopping.wait(TIMEOUT)
                server.noop()
                continue
            server.idle()
            server.idle_check(timeout=IDLE_SECONDS)
            server.idle_done()

    def _fetch(self, server: IMAPClient) -> bool:
        """Store some emails and return whether there were any. After a fault of ours, an email is fetched again."""
        self._later = {number: until for number, until in self._later.items() if until > monotonic()}
        due = [number for number in server.search(["UNDELETED", "UNFLAGGED"]) if number not in self._later][:AT_ONCE]
        kept = [number for number in due if self._kept(server, number)]
        if kept:
            server.add_flags(kept, [DELETED])
            server.expunge(kept)
        return bool(kept) or not self._later.keys().isdisjoint(due)

    def _kept(self, server: IMAPClient, number: int) -> bool:
        raw = _raw(server, number)
        outcome: list[bool] = []

        def tried() -> None:
            try:
                outcome.append(_taken(raw))
            except TooMany as full:
                self._later[number] = monotonic() + full.details["retry_after"]

        with self._app.app_context():
            survive(tried, "a mail that was picked up")
        if outcome == [False]:
            server.add_flags([number], [SEEN, FLAGGED])
        return outcome == [True]


def _raw(server: IMAPClient, number: int) -> bytes:
    """Fetch an email, or the beginning of one that is too large, which is enough to refuse it."""
    asked = f"BODY.PEEK[]<0.{MAX_WITH_FILES + 1}>"
    [answer] = server.fetch([number], [asked]).values()
    return next((data for name, data in answer.items() if name.startswith(b"BODY[")), b"")


def _taken(raw: bytes) -> bool:
    """Store an email and return whether it was accepted: neither for nobody here, nor refused."""
    boxes = boxes_of(raw)
    try:
        if boxes:
            header = raw[:MAX_HEADER_BYTES].partition(b"\r\n\r\n")[0]
            take(boxes, None, raw, clock.now(), Intake(network_named(header, looks_inside=True)))
    except NotTaken:
        return False
    return bool(boxes)


def boxes_of(raw: bytes) -> Sequence[str]:
    """Return our boxes that a mail was for: boxes with a key in any header, otherwise public ones.

    Public boxes come from the first header that names any, because a box for all mail may be called `play`.
    """
    header = message_from_bytes(raw[:MAX_HEADER_BYTES].partition(b"\r\n\r\n")[0])
    named = [
        boxes_in("\n".join(map(str, header.get_all(name, []))), _FOR if name == "Received" else WRITTEN)
        for name in ADDRESSED
    ]
    keyed = dict.fromkeys(box for boxes in named for box in boxes if not isinstance(box_at(box), Named))
    return list(keyed or dict.fromkeys(next(filter(None, named), ())))[:MAX_RECIPIENTS]
