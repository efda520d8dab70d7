"""What mail programs and providers read in our headers, beside what people see: which list, and how it is left."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from service.accounts.accounts import account_of
from service.models import Outcome
from service.notifications.kinds import stoppable
from tests.gauntlet.mails import come_about
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail, process_all
from tests.service.mail.occasions import mail as mail_of
from tests.service.mail.occasions import signing_in

BACK = b"From: MAILER-DAEMON@example.net\r\nSubject: Undelivered mail\r\n\r\nCould not be delivered: 5.1.1\r\n"


def muted(address: str, clock: FakeClock) -> list[str]:
    return account_of(address, clock()).muted


@pytest.mark.parametrize("kind", stoppable())
def test_a_mail_to_the_box_in_the_header_stops_the_kind_and_a_report_to_it_does_not(
    app: Flask, clock: FakeClock, kind: str
) -> None:
    sent = come_about(kind.replace("-", "_"), clock)
    process_all()
    [box] = re.findall(r", <mailto:([a-z0-9]{1,64})@sundial\.localhost>$", str(sent.message["List-Unsubscribe"]))

    deliver(box, BACK, sender="")
    ignored = process_all()
    before = muted(sent.recipient, clock)
    deliver(box.upper(), mail("program@example.net", "", Auto_Submitted="auto-generated"))

    assert (ignored, before) == ([Outcome.IGNORED], [])
    assert process_all() == [Outcome.DONE]
    assert muted(sent.recipient, clock) == [kind]
    assert sent.message["List-Id"] == f"<{kind}.sundial.localhost>"


def test_a_mail_to_a_box_of_that_sort_that_we_never_gave_out_stops_nothing(app: Flask, clock: FakeClock) -> None:
    sent = come_about("reminder", clock)
    process_all()
    [box] = re.findall(r"mailto:([a-z0-9]+)@", str(sent.message["List-Unsubscribe"]))
    deliver(box[:-1] + ("0" if box[-1] != "0" else "1"), mail("program@example.net", ""))
    assert process_all() == [Outcome.IGNORED]
    assert muted(sent.recipient, clock) == []


def test_every_mail_says_of_which_kind_it_is_to_whoever_counts_complaints(app: Flask) -> None:
    signing_in()
    message = mail_of("sign-in")
    assert (message["Feedback-ID"], message["List-Id"]) == ("sign-in:sundial", None)
