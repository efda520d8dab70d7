"""Only a mail box that does not exist marks an address, however we hear of a refusal; many at once mark nobody."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask

from rules.json_types import Json
from service.accounts.accounts import account_of, note_arrival
from service.db.clock import now
from service.db.engines import session
from service.metrics.exposition import exposition
from service.models import Outcome, Suppressed
from service.notifications.bounces import note_news
from service.notifications.suppressions import AT_ONCE, IN_A_ROW, MANY, SOFT_DAYS
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, process_all
from tests.service.tables import person
from tests.workers.outbox import announce, drain_by
from tests.workers.post import Post
from workers.cli.status import as_text
from workers.cli.status import examine as status_of
from workers.transports import Letter, TransportError

ADA = "ada@example.net"
GONE = (
    "550 5.1.1 <ada@example.net>: Recipient address rejected: User unknown in relay recipient table; see our policy",
    "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the address",
    "550 5.1.1 No such user",
    "550 5.1.2 Bad destination system address",
    "550 5.1.3 Bad destination mailbox address syntax",
    "550 5.1.6 Mailbox has moved",
    "556 5.1.10 Recipient address has null MX",
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "550 5.2.1 The email account that you tried to reach is inactive",
    "550 5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT023.example.net]",
    "550 5.4.310 DNS domain example.net does not exist",
    "550 5.1.0 Address rejected: no such user",
    "550 5.0.0 User unknown",
    "550 Unknown recipient",
    "550 Invalid recipient <ada@example.net>",
    "550 <ada@example.net>: Recipient address rejected: User unknown in virtual mailbox table",
    "550 Mailbox ada@example.net not found",
    "554 delivery error: dd This user doesn't have a yahoo.com account (ada@example.net) [0]",
    "554 delivery error: dd This account has been disabled or discontinued",
    "550 sorry, no mailbox here by that name",
    "550 Nessun account: destinatario sconosciuto",
    "550 Empfaenger unbekannt",
)
NOT_GONE = (
    # about who sends
    "550 5.1.8 <bounces@sundial.localhost>: Sender address rejected: Domain not found",
    "550 5.1.7 Bad sender mailbox address syntax",
    "550 5.1.0 Sender rejected",
    "554 Transaction failed Reject due to policy restrictions",
    "550 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.example",
    "550 JunkMail rejected - host [192.0.2.1] is in an RBL: https://rbl.example/?192.0.2.1",
    "550 Greylisted, try again in 300 seconds",
    "550 5.7.1 User unknown to this list, or not allowed",
    "550 5.7.606 Access denied, banned sending IP [192.0.2.1]",
    "550 5.7.26 Unauthenticated mail is not taken",
    "550-Verification failed for <bounces@sundial.localhost> 550-No Such User Here 550 Sender verify failed",
    "550 5.1.1 Message blocked, see https://bl.example",
    "550 Your domain is blacklisted: recipient does not exist",
    "550 relaying denied",
    "553 sorry, your mail server does not have a PTR record",
    "552 5.3.4 Message too big for the system",
    "550 5.6.1 Media not supported",
    # passes, or says nothing
    "550 5.4.7 Delivery expired",
    "550 5.4.6 routing loop",
    "550 5.4.4 Unable to route: DNS lookup failed",
    "550 5.4.1 No answer from host",
    "550 5.0.0 refused",
    "550 5.1.0 Address rejected",
    "550 5.1.4 Ambiguous address",
    "552 5.2.2 The email account that you tried to reach is over quota",
    "554 5.0.0 Requested action aborted: exceeded storage allocation",
    "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
    "550 5.1.1 mailbox full",
    "550 Requested action not taken: mailbox unavailable",
    "550 No",
)
REPORT = """\
From: MAILER-DAEMON@example.net
Message-ID: <{number}@example.net>
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; {recipient}
Action: failed
Status: {status}
Diagnostic-Code: smtp; {reply}

--x--
"""
PROSE = """\
From: Mail Delivery System <mailer-daemon@example.net>
Message-ID: <{number}@example.net>
Subject: Mail delivery failed: returning message to sender

A message that you sent could not be delivered. This is a permanent error. The sender's server said:

  {recipient}
    {reply}

"""


def refuse(reply: str) -> Callable[[Letter], None]:
    """Return a mail server that rejects everything with this reply."""

    def answer(letter: Letter) -> None:
        raise TransportError(reply, permanent=True)

    return answer


def sent(name: str) -> Letter:
    """Send an email to a new player and return it."""
    person(name)
    announce(name)
    post = Post()
    drain_by(post)
    [letter] = post.letters
    return letter


def refused(name: str, reply: str) -> None:
    """Reject the email while it is sent."""
    person(name)
    announce(name)
    drain_by(Post(refuse(reply)))


def came_back(form: str, letter: Letter, reply: str, status: str, number: int = 1) -> None:
    """Reject the email in a bounce report."""
    text = form.format(reply=reply, status=status, number=number, recipient=letter.recipient)
    deliver(letter.sender.partition("@")[0], text.replace("\n", "\r\n").encode(), sender="")
    assert process_all() == [Outcome.BOUNCE]


def reported(name: str, reply: str) -> None:
    """Reject it in a report with the server's status code."""
    found = re.search(r"5\.\d+\.\d+", reply)
    came_back(REPORT, sent(name), reply, found.group() if found else "5.0.0", int(name[1:]))


def reported_in_general(name: str, reply: str) -> None:
    """Reject it in a report with a general status code."""
    came_back(REPORT, sent(name), reply, "5.0.0 (permanent failure)", int(name[1:]))


def told_in_prose(name: str, reply: str) -> None:
    """Reject it in a report in prose."""
    came_back(PROSE, sent(name), reply, "", int(name[1:]))


def told_by_provider(name: str, reply: str) -> None:
    """Reject it in the email provider's webhook event."""
    letter = sent(name)
    event: dict[str, Json] = {"event": "failed", "severity": "permanent", "recipient": letter.recipient}
    event |= {"message": {"headers": {"message-id": letter.message_id}}, "delivery-status": {"message": reply}}
    assert note_news(name, event, now())


def is_marked(name: str = "ada") -> bool:
    """Check whether an account is suppressed, which agrees with its mark as unreachable."""
    session().rollback()
    session().expire_all()
    account = account_of(f"{name}@example.net", now())
    assert (account.suppressed_for is None) == (account.unreachable_since is None)
    return account.suppressed_for is not None


@pytest.mark.parametrize("way", [refused, reported, reported_in_general, told_in_prose, told_by_provider])
def test_only_a_mail_box_that_does_not_exist_marks_its_address(
    app: Flask, clock: FakeClock, way: Callable[[str, str], None]
) -> None:
    marks = {}
    for number, reply in enumerate([*GONE, *NOT_GONE]):
        way(f"p{number}", reply)
        marks[reply] = is_marked(f"p{number}")
        clock.advance(seconds=AT_ONCE.total_seconds())
    assert marks == dict.fromkeys(GONE, True) | dict.fromkeys(NOT_GONE, False)


@pytest.fixture
def ada(app: Flask) -> None:
    person("ada")


def fails_for_now(letter: Letter) -> None:
    """Reject an email as a server does for a full mailbox."""
    raise TransportError("552 5.2.2 over quota", permanent=True)


def day(clock: FakeClock, trouble: Callable[[Letter], None] | None = None) -> None:
    """Let a day pass on which Ada gets two emails."""
    for _ in range(2):
        announce("ada")
        drain_by(Post(trouble) if trouble else Post())
        clock.advance(hours=1)
    clock.advance(hours=22)


def test_what_passes_marks_after_five_days_and_not_after_five_mails(ada: None, clock: FakeClock) -> None:
    for number in range(SOFT_DAYS):
        assert (number, is_marked()) == (number, False)
        day(clock, fails_for_now)
    assert account_of(ADA, now()).suppressed_for == Suppressed.SOFT_BOUNCES


def test_days_on_which_the_sender_is_at_fault_do_not_count(ada: None, clock: FakeClock) -> None:
    for _ in range(SOFT_DAYS):
        day(clock, refuse("550 5.7.1 blocked"))
    assert not is_marked()


def test_a_mail_that_arrives_begins_the_count_anew(ada: None, clock: FakeClock) -> None:
    for trouble in (fails_for_now, fails_for_now, None, *[fails_for_now] * (SOFT_DAYS - 1)):
        day(clock, trouble)
    assert not is_marked()
    day(clock, fails_for_now)
    assert is_marked()


def test_who_plays_by_a_mail_has_got_it(ada: None, clock: FakeClock) -> None:
    for _ in range(SOFT_DAYS - 1):
        day(clock, fails_for_now)
    note_arrival(account_of(ADA, now()))
    day(clock, fails_for_now)
    assert not is_marked()


def test_days_of_last_month_are_forgotten(ada: None, clock: FakeClock) -> None:
    for _ in range(SOFT_DAYS - 1):
        day(clock, fails_for_now)
    clock.advance(seconds=IN_A_ROW.total_seconds())
    day(clock, fails_for_now)
    assert not is_marked()


def test_mails_that_were_taken_and_came_back_have_not_arrived(ada: None, clock: FakeClock) -> None:
    for number in range(SOFT_DAYS):
        assert not is_marked()
        announce("ada")
        post = Post()
        drain_by(post)
        clock.advance(hours=1)
        for which, letter in enumerate(post.letters):
            came_back(REPORT, letter, "552 over quota", "5.2.2", number * 10 + which)
        clock.advance(days=1)
    assert is_marked()


NAMES = ("ada", "bob", "cleo", "dora", "eve", "finn", "gus")


def written_to(names: tuple[str, ...], answer: str) -> None:
    """Write to these people, whose mail server answers so."""
    for name in names:
        person(name)
        announce(name)
        drain_by(Post(refuse(answer)))


def marked() -> list[str]:
    """Return the names marked as unreachable."""
    session().rollback()
    return [name for name in NAMES if account_of(f"{name}@example.net", now()).unreachable_since is not None]


def test_a_domain_that_refuses_many_at_once_marks_nobody_and_the_operator_is_told(
    app: Flask, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    written_to(NAMES[: MANY - 1], "550 5.1.1 User unknown")
    assert marked() == list(NAMES[: MANY - 1])
    written_to(NAMES[MANY - 1 :], "550 5.1.1 User unknown")
    assert marked() == []

    assert "example.net refuses our mail to many addresses" in caplog.text
    assert "ada@" not in caplog.text
    found = status_of(now())
    assert found.refusing_domains == {"example.net": len(NAMES)}
    assert "example.net refuses our emails to 7 addresses" in as_text(found)
    assert "sundial_refusing_domains 1.0" in exposition(now()).decode()


def test_once_that_is_over_a_mail_box_that_does_not_exist_counts_again(app: Flask, clock: FakeClock) -> None:
    written_to(NAMES, "550 5.1.1 User unknown")
    clock.advance(seconds=AT_ONCE.total_seconds())
    assert status_of(now()).refusing_domains == {}
    written_to(("ada",), "550 5.1.1 User unknown")
    assert marked() == ["ada"]
