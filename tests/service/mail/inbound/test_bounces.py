"""Reports that a mail of ours came back: the true ones are noted, the forged ones are not."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.db.clock import now
from service.db.engines import session
from service.jobs.leases import settle
from service.mail.compose import compose
from service.models import Account, Envelope, Notice, Outcome, WorkState
from service.notifications.bounces import RETURNS_WITHIN
from service.notifications.links import read_link, row_box, turn_link
from service.notifications.notices import claim_envelopes, seal
from service.play.moves import in_time
from service.security.keys import RowPurpose
from tests.service.conftest import FakeClock, settings
from tests.service.mail.inbound.correspondent import deliver, mailed, process_all, write
from tests.service.tables import Table, move_by_link, table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

ADA = "ada@example.net"
REPORT = """\
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net
{recipient}
Action: failed
Status: 5.1.1

--x--
"""


UNUSUAL = """\
From: daemon@mx.example.net
Message-ID: <{number}@example.net>
Subject: Mail failure

This message was created automatically by mail delivery software.

A message that you sent was rejected by the server of its recipient:

    {about}
    550 5.1.1 User unknown

This is a copy of your message, including all the headers.
"""


@pytest.fixture
def seasons() -> Table:
    return table("ada", "bob")


def turn_notice() -> Notice:
    """Return the notice of Ada's newest turn."""
    session().rollback()
    turns = select(Notice).where(Notice.email == ADA, Notice.kind == "your-turn").order_by(Notice.id.desc())
    return session().scalars(turns.limit(1)).one()


def sealed() -> Notice:
    """Compose the email about Ada's turn without sending it; return its notice."""
    notice = turn_notice()
    session().expunge(notice)
    seal(notice, raw=compose(notice), now=now())
    return notice


def sent() -> Notice:
    """Send the email about Ada's turn; return its notice."""
    notice = sealed()
    for envelope in claim_envelopes(now()):
        settle(envelope, state=WorkState.DONE, sent_at=now())
    return notice


def report(box: str, about: str | None = ADA, number: int = 1) -> Outcome | None:
    """Deliver a bounce report about an address to one of our addresses; return its outcome."""
    recipient = f"\nFinal-Recipient: rfc822; {about}" if about else "\nX-Nobody: named"
    head = f"From: MAILER-DAEMON@example.net\nMessage-ID: <{number}@example.net>\n"
    deliver(box, (head + REPORT.format(recipient=recipient)).replace("\n", "\r\n").encode(), sender="")
    return process_all()[0]


def unusual_report(box: str, about: str = ADA, sender: str = "", number: int = 1) -> Outcome | None:
    """Deliver a bounce report in a server's own format; return its outcome."""
    deliver(box, UNUSUAL.format(about=about, number=number).replace("\n", "\r\n").encode(), sender=sender)
    return process_all()[0]


def marked() -> tuple[bool, bool]:
    """Check whether Ada's account is marked as unreachable, and whether an email is marked as bounced."""
    session().rollback()
    session().expire_all()
    account = session().scalars(select(Account).where(Account.email == ADA)).one()
    returned = session().scalars(select(Envelope.bounced_at).where(Envelope.bounced_at.is_not(None))).all()
    return account.unreachable_since is not None, bool(returned)


@pytest.mark.parametrize("about", [ADA, "ADA@Example.NET", None])
def test_a_report_on_a_mail_that_was_sent_marks_it_and_its_account(seasons: Table, about: str | None) -> None:
    assert report(row_box(RowPurpose.BOUNCE, sent()), about) == Outcome.BOUNCE
    assert marked() == (True, True)


def test_a_token_that_was_never_given_out_marks_nothing(seasons: Table) -> None:
    box = row_box(RowPurpose.BOUNCE, sent())
    assert report(box[:-1] + ("0" if box[-1] != "0" else "1")) == Outcome.IGNORED
    assert report(row_box(RowPurpose.BOUNCE, Notice(id=10**6, nonce="aaaaaaaa"))) == Outcome.IGNORED
    assert marked() == (False, False)


def test_a_mail_that_was_not_sent_yet_cannot_have_come_back(seasons: Table) -> None:
    assert report(row_box(RowPurpose.BOUNCE, turn_notice())) == Outcome.IGNORED
    assert report(row_box(RowPurpose.BOUNCE, sealed()), number=2) == Outcome.IGNORED
    assert marked() == (False, False)


def test_a_report_on_another_address_marks_the_mail_but_not_the_account(seasons: Table) -> None:
    assert report(row_box(RowPurpose.BOUNCE, sent()), "ada@forwarded.example.org") == Outcome.BOUNCE
    assert marked() == (False, True)


def test_a_report_sent_again_after_the_owner_has_shown_up_marks_nothing(seasons: Table) -> None:
    box = row_box(RowPurpose.BOUNCE, sent())
    report(box)
    write(ADA, mailed(ADA, "your-turn")[0].box, "board")
    assert report(box, number=2) == Outcome.IGNORED
    assert marked() == (False, True)


def test_a_report_that_comes_after_the_days_that_servers_try_is_too_old(seasons: Table, clock: FakeClock) -> None:
    box = row_box(RowPurpose.BOUNCE, sent())
    clock.advance(days=RETURNS_WITHIN.days, seconds=1)
    assert report(box) == Outcome.IGNORED
    assert marked() == (False, False)


def test_who_plays_by_the_link_from_a_mail_can_be_reached(seasons: Table) -> None:
    report(row_box(RowPurpose.BOUNCE, sent()))
    link = read_link(turn_link(seasons.game, 0).rsplit("/", 1)[1])
    assert link is not None
    move_by_link(link, version=seasons.game.version, move="place max-15", now=now())
    assert marked() == (False, True)


def test_who_only_repeats_an_old_move_has_shown_nothing(seasons: Table) -> None:
    link = read_link(turn_link(seasons.game, 0).rsplit("/", 1)[1])
    assert link is not None
    version, box = seasons.game.version, row_box(RowPurpose.BOUNCE, sent())
    move_by_link(link, version=version, move="place max-15", now=now())
    report(box)
    assert in_time(move_by_link(link, version=version, move="place max-15", now=now())).repeated
    assert marked() == (True, True)


def test_a_report_in_a_form_of_its_own_is_as_good_as_any(seasons: Table) -> None:
    assert unusual_report(row_box(RowPurpose.BOUNCE, sent())) == Outcome.BOUNCE
    assert marked() == (True, True)


def test_such_a_report_on_another_address_marks_the_mail_but_not_the_account(seasons: Table) -> None:
    assert unusual_report(row_box(RowPurpose.BOUNCE, sent()), "ada@forwarded.example.org") == Outcome.BOUNCE
    assert marked() == (False, True)


def test_such_a_report_from_somebody_who_can_be_answered_marks_nothing(seasons: Table) -> None:
    assert unusual_report(row_box(RowPurpose.BOUNCE, sent()), sender="mallory@example.net") == Outcome.IGNORED
    assert marked() == (False, False)


def test_such_a_report_without_the_address_that_the_mail_was_sent_from_marks_nothing(seasons: Table) -> None:
    box = row_box(RowPurpose.BOUNCE, sent())
    guessed = box[:-1] + ("0" if box[-1] != "0" else "1")
    elsewhere = [
        guessed,
        row_box(RowPurpose.BOUNCE, Notice(id=10**6, nonce="aaaaaaaa")),
        "bounces",
        mailed(ADA, "your-turn")[0].box,
    ]
    outcomes = [unusual_report(one, number=number) for number, one in enumerate(elsewhere)]
    assert outcomes == [Outcome.IGNORED] * 4
    assert marked() == (False, False)


def test_such_a_report_on_a_mail_that_was_not_sent_yet_marks_nothing(seasons: Table) -> None:
    assert unusual_report(row_box(RowPurpose.BOUNCE, sealed())) == Outcome.IGNORED
    assert marked() == (False, False)
