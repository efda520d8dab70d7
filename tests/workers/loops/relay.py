"""The mail servers between Sundials and robots: they deliver by domain, report failures, and count."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from smtplib import SMTP, SMTPRecipientsRefused

from tests.service.conftest import FakeClock
from tests.sink import Received, Sink
from tests.workers.loops.robots import Robot
from tests.workers.loops.sundial import Sundial

MOST = 8
"""Mails from one to another that one mail may lead to: one before its owner is asked, one that asks, six in vain."""
TELLING = (b"auto-submitted:", b"x-sundial-mail:", b"x-auto-response-suppress:", b"list-unsubscribe")
DAEMON = "mailer-daemon@relay.example"


@dataclass
class Relay:
    """Delivers emails from the sink of all Sundials to their recipients."""

    sink: Sink
    clock: FakeClock
    sundials: dict[str, Sundial] = field(default_factory=dict)
    robots: dict[str, Robot] = field(default_factory=dict)
    strips_headers: bool = False
    """Whether what shows a machine is lost on the way, as it is behind some gateways."""
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many mails have gone from whom to whom; all addresses of a Sundial are one."""
    _taken: int = 0

    def run(self, hours: int) -> None:
        """Let everybody work, and time pass, for so long."""
        for _ in range(hours):
            self.run_until_quiet()
            self.clock.advance(hours=1)
        self.run_until_quiet()

    def run_until_quiet(self) -> None:
        """Run everybody's work until no emails are left."""
        while sum(sundial.work() for sundial in self.sundials.values()) + self._deliver():
            pass

    def send(self, mail: Received) -> None:
        """Deliver an email, and its immediate consequences."""
        for recipient in mail.recipients:
            self.pairs[self._party(mail.sender or DAEMON), self._party(recipient)] += 1
            if recipient in self.robots:
                for answer in self.robots[recipient].answers(mail, recipient):
                    self.send(answer)
            elif (domain := recipient.rpartition("@")[2]) in self.sundials:
                self._hand_over(mail, recipient, self.sundials[domain].port)

    def _deliver(self) -> int:
        new = self.sink.mails[self._taken :]
        self._taken += len(new)
        for mail in new:
            self.send(mail)
        return len(new)

    def _hand_over(self, mail: Received, recipient: str, port: int) -> None:
        raw = without_headers(mail.raw, TELLING) if self.strips_headers else mail.raw
        try:
            with SMTP("127.0.0.1", port, "relay.example", timeout=30) as smtp:
                smtp.sendmail(mail.sender, [recipient], raw)
        except SMTPRecipientsRefused as refused:
            if mail.sender:
                self.send(report(mail, recipient, refused.recipients[recipient][0]))

    def _party(self, address: str) -> str:
        domain = address.rpartition("@")[2]
        return domain if domain in self.sundials else address


def without_headers(raw: bytes, names: tuple[bytes, ...]) -> bytes:
    """Remove headers from an email; only List-Unsubscribe of ours is longer than a line."""
    head, gap, body = raw.partition(b"\r\n\r\n")
    unfolded = head.replace(b"\r\n ", b" ").replace(b"\r\n\t", b" ").split(b"\r\n")
    kept = [line for line in unfolded if not line.lower().startswith(names)]
    return b"\r\n".join(kept) + gap + body


def report(mail: Received, recipient: str, code: int) -> Received:
    """Return the bounce of an email (RFC 3464)."""
    raw = (
        f"From: {DAEMON}\nTo: {mail.sender}\nSubject: Undelivered\nMessage-ID: <{hash(mail.raw)}@relay.example>\n"
        "MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\n\n"
        f"--x\nContent-Type: text/plain\n\nThis did not work.\n\n"
        f"--x\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; relay.example\n\n"
        f"Final-Recipient: rfc822; {recipient}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; {code}\n\n--x--\n"
    )
    return Received("", (mail.sender,), raw.replace("\n", "\r\n").encode())
