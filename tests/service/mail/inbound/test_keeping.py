"""What is kept of mails that came in, and for how long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from email import policy
from email.message import EmailMessage
from threading import Barrier
from unittest.mock import ANY

import pytest
from flask import Flask
from sqlalchemy import select

from service.db.clock import now
from service.db.engines import session, transaction
from service.models import InboundContent, InboundMail, Outcome
from service.notifications import retention
from service.notifications.boxes import box_at
from service.notifications.inbound import MOST_LEFT, claim_inbound, close, raw_of, receive
from service.notifications.links import turn_box
from service.security import rates
from service.security.encryption import decrypt
from tests.service.conftest import FakeClock, settings
from tests.service.mail.inbound.correspondent import deliver, games, mail, mailed, process_all, say_yes, write
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
    assert b"nowhere" in raw_of(waiting)
    assert b"nowhere" not in session().scalars(select(InboundContent.encrypted)).one()
    assert box_at(waiting.recipient) is None
    process_all()
    assert session().scalars(select(InboundContent.encrypted)).all() == []


def contents() -> list[bytes]:
    """Return the stored contents of all emails."""
    session().rollback()
    return [decrypt(each) for each in session().scalars(select(InboundContent.encrypted).order_by(InboundContent.id))]


def long(address: str, text: str) -> bytes:
    """Write an email of 200 KB that consists almost entirely of a picture."""
    letter = EmailMessage()
    letter["From"], letter["Message-ID"] = address, f"<{len(text)}@example.net>"
    letter.set_content(text)
    letter.add_attachment(bytes(150_000), "image", "png")
    return letter.as_bytes(policy=policy.SMTP)


def test_a_mail_to_several_boxes_is_kept_once_until_the_last_of_them_is_done_with_it(clock: FakeClock) -> None:
    raw = mail(ADA, "hello")
    for _ in range(2):
        receive(["play", "postmaster", "sign-in"], sender=ADA, raw=raw, mark="one", now=clock())
    assert contents() == [raw]
    process_all()
    assert contents() == [raw, ANY]  # what the stranger has written waits as it was read
    clock.advance(days=31)
    for rule in (retention.inbound_mails, retention.held_mails):
        rule.apply(clock())
    assert contents() == []


def test_two_workers_that_are_done_with_a_mail_at_the_same_moment_leave_nothing_of_it(app: Flask) -> None:
    ended = []
    for number in range(10):
        receive(["bounces", "sign-in"], sender=ADA, raw=mail(ADA, "x"), mark=f"{number}", now=now())
        both, started = claim_inbound(now(), 2), Barrier(2)

        def end(one: InboundMail, started: Barrier = started) -> None:
            started.wait(10)
            with app.app_context(), transaction():
                close(one, Outcome.IGNORED)

        with ThreadPoolExecutor(2) as workers:
            ended += list(workers.map(end, both))
    assert (len(ended), contents()) == (20, [])


def test_the_operator_has_twenty_long_mails_a_day_whole_and_the_beginning_of_the_others() -> None:
    for number in range(22):
        deliver("abuse", long(ADA, "x" * number))
    deliver("abuse", mail(ADA, "short"))
    process_all()
    *whole, short, first, second = contents()
    assert [len(whole), min(map(len, whole)) > 200_000, b"Cut" in short] == [20, True, False]
    for cut in (first, second):
        assert len(cut) < 10_400
        assert cut.startswith(b"X-Sundial-Cut: 10240 of 2")


def test_of_a_mail_that_waits_for_its_writer_the_text_is_left_and_does_what_it_asks_for_after_the_yes() -> None:
    deliver("play", long(ADA, "new siesta level1\n\n" + "-- \nAda\n" + "> quoted\n" * 5000))
    assert process_all() == [Outcome.HELD]
    [waits] = contents()
    assert len(waits) <= MOST_LEFT
    say_yes(ADA)
    assert len(games()) == 1
    assert contents() == []


def test_a_strangers_mail_waits_for_seven_days_from_the_last_question_and_a_players_for_a_month(
    clock: FakeClock,
) -> None:
    table("ada", "bob")
    write(ADA, "play", "new siesta level1")
    write("eve@example.net", "play", "help")
    clock.advance(days=6)
    write("eve@example.net", "play", "games")
    clock.advance(days=6)
    assert retention.held_mails.apply(clock()) == 0
    clock.advance(days=1, seconds=1)
    assert retention.held_mails.apply(clock()) == 2
    assert len(contents()) == 1
    clock.advance(days=17)
    assert retention.inbound_mails.apply(clock()) == 1
    assert contents() == []


def test_the_network_of_a_mail_is_known_until_it_is_done_with_and_for_a_day_at_most(clock: FakeClock) -> None:
    network = rates.network("192.0.2.1")

    def known() -> list[str | None]:
        session().rollback()
        return list(session().scalars(select(InboundMail.network).order_by(InboundMail.id)))

    for number, box in enumerate(["play", "abuse"]):
        raw = mail("eve@example.net", "help")
        receive([box], sender=ADA, raw=raw, mark=f"{number}", now=clock(), network=network)
    assert known() == [network, network]
    process_all()
    assert known() == [network, None]
    clock.advance(days=1, seconds=1)
    assert retention.networks_of_mails.apply(clock()) == 1
    assert known() == [None, None]
