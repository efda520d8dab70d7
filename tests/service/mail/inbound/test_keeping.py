"""What is kept of mails that came in, and for how long."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from service.core.db import session
from service.core.encryption import decrypt
from service.models import InboundMail, Outcome
from service.post import retention
from service.post.boxes import box_at
from service.post.links import turn_box
from tests.service.conftest import FakeClock, settings
from tests.service.mail.inbound.correspondent import deliver, mail, mailed, process_all, write
from tests.service.tables import table

__all__ = ["settings"]

pytestmark = pytest.mark.usefixtures("app")

ADA = "ada@example.net"


def test_mails_for_the_operator_are_kept_and_not_answered() -> None:
    assert write(ADA, "postmaster", "hello") == Outcome.KEPT
    assert write(ADA, "abuse", "hello") == Outcome.KEPT
    assert mailed(ADA) == []


def test_mails_are_forgotten_after_a_month_unless_nobody_has_seen_to_them(clock: FakeClock) -> None:
    write(ADA, "postmaster", "hello")
    deliver("play", mail(ADA, "help"))
    clock.advance(days=30, seconds=1)
    assert retention.inbound_mails.apply(clock()) == 1
    assert [waiting.recipient for waiting in session().scalars(select(InboundMail))] == ["play"]


def test_what_a_mail_says_is_gone_once_it_was_read_and_its_box_cannot_be_written_to() -> None:
    deliver(turn_box(table("ada", "bob").game, 0), mail(ADA, "place nowhere"))
    waiting = session().scalars(select(InboundMail)).one()
    assert b"nowhere" in decrypt(waiting.encrypted)
    assert b"nowhere" not in waiting.encrypted
    assert box_at(waiting.recipient) is None
    process_all()
    assert session().scalars(select(InboundMail.encrypted)).all() == [b""]
