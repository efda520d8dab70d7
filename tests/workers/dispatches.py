"""Emails about turns: sent by the tests, with their delivery status."""

from __future__ import annotations

import pytest

from service.db.clock import now
from service.db.engines import session
from service.models import Account
from service.notifications.tracking import Dispatch, TurnTold, deliveries_seen_by, turn_under_way
from tests.service.mail.inbound.correspondent import deliver, process_all
from tests.service.tables import Table, table
from tests.sink import Received, Sink
from tests.workers.outbox import drain_by
from tests.workers.post import through
from workers.transports import Letter

REPORT = """\
From: MAILER-DAEMON@example.net
Message-ID: <report@example.net>
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.net

Final-Recipient: rfc822; ada@example.net
Action: failed
Status: 5.1.1

--x--
"""


@pytest.fixture
def seasons() -> Table:
    return table("ada", "bob")


def drain(sink: Sink) -> None:
    """Seal and send all that is due."""
    drain_by(through(sink))


def now_of(of: Table) -> TurnTold:
    """Return how the seat to move was notified."""
    session().rollback()
    told = turn_under_way(of.game, now())
    assert told is not None
    return told


def mail_of(of: Table) -> Dispatch:
    """Return the only email about the current turn."""
    [mail] = (each for each in now_of(of).deliveries if each.kind == "your-turn")
    return mail


def turns(of: Table, viewer: Account | None = None) -> list[TurnTold]:
    """Every turn as one of the players sees it."""
    session().rollback()
    return list(deliveries_seen_by(of.id, viewer or of.players[0], now(), limit=100)[0])


def report(sent: Received | Letter) -> None:
    """Bounce an email to Ada."""
    deliver(sent.sender.partition("@")[0], REPORT.replace("\n", "\r\n").encode(), sender="")
    process_all()
