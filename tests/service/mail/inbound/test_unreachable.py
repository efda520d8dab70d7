"""Whom mail does not reach: marked by a report, seen by everybody at the table, and reached again once they write."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.accounts.accounts import account_of
from service.api.views import as_listed
from service.db import clock
from service.db.engines import session
from service.jobs.leases import settle
from service.mail.compose import compose
from service.models import Envelope, Notice, Outcome, WorkState
from service.notifications.links import row_box
from service.notifications.notices import claim_envelopes, seal
from service.security.keys import RowPurpose
from tests.service.conftest import settings
from tests.service.mail.inbound.correspondent import deliver, games, mailed, process_all, write
from tests.service.tables import table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

ADA = "ada@example.net"

REPORT = """Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

Could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ada@example.net
Action: {action}
Status: {status}
--b--
"""


def report(action: str = "failed", status: str = "5.1.1") -> bytes:
    text = REPORT.format(action=action, status=status)
    return f"From: MAILER-DAEMON@example.net\nMessage-ID: <b@example.net>\n{text}".replace("\n", "\r\n").encode()


def sent() -> Notice:
    """Send the email about ada's turn; return its notice."""
    table("ada", "bob")
    notice = session().scalars(select(Notice).where(Notice.email == ADA, Notice.kind == "your-turn")).one()
    session().expunge(notice)
    seal(notice, raw=compose(notice), now=clock.now())
    for envelope in claim_envelopes(clock.now()):
        settle(envelope, state=WorkState.DONE, sent_at=clock.now())
    return notice


def ada_is_unreachable() -> bool:
    session().rollback()
    session().expire_all()
    return account_of(ADA, clock.now()).unreachable_since is not None


def test_a_mail_that_came_back_for_good_marks_its_envelope_and_its_account() -> None:
    deliver(row_box(RowPurpose.BOUNCE, sent()), report(), sender="")
    assert process_all() == [Outcome.BOUNCE]
    assert ada_is_unreachable()
    envelope = session().scalars(select(Envelope)).one()
    assert (envelope.bounced_at, envelope.last_reply) == (clock.now(), "failed 5.1.1")


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("failed", "4.2.2")])
def test_a_mail_that_may_still_arrive_marks_nothing(action: str, status: str) -> None:
    deliver(row_box(RowPurpose.BOUNCE, sent()), report(action, status), sender="")
    assert process_all() == [Outcome.BOUNCE]
    assert not ada_is_unreachable()


def test_a_report_to_any_other_box_marks_nothing() -> None:
    sent()
    for box in ("bounces", "play"):
        deliver(box, report(), sender="")
    assert process_all() == [Outcome.IGNORED] * 2
    assert not ada_is_unreachable()


def test_everybody_at_the_table_sees_whom_mail_does_not_reach() -> None:
    deliver(row_box(RowPurpose.BOUNCE, sent()), report(), sender="")
    process_all()
    [game] = games()
    assert [seat["reachable"] for seat in as_listed(game, 1)["seats"]] == [False, True]


def test_who_writes_can_be_reached_again() -> None:
    notice = sent()
    deliver(row_box(RowPurpose.BOUNCE, notice), report(), sender="")
    process_all()
    write(ADA, mailed(ADA, "your-turn")[0].box, "board")
    assert not ada_is_unreachable()
