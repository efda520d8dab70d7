"""The job that takes up mails, with the process that reads them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import select, update

from service.core.db import session, transaction
from service.core.encryption import decrypt
from service.mail.inbound.letter import Letter, open_letter
from service.mail.inbound.processing import process
from service.models import InboundMail, Notice, Outcome, WorkState
from service.play.positions import log_of
from service.post.inbound import MAX_ATTEMPTS, LeaseLost, claim_inbound
from service.post.links import turn_box
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail
from tests.service.tables import Table, table
from workers.inbound.child import Reader
from workers.jobs.inbound import process_due

ADA = "ada@example.net"
LIAR = """
import socket, sys
line = socket.socket(fileno=int(sys.argv[1]))
line.sendall(b"\\0\\0\\0\\5ready")
line.recv(9)
line.sendall({said!r})
"""
"""A reader that says something else than what it has read."""


@pytest.fixture
def child() -> Iterator[Reader]:
    started = Reader()
    yield started
    started.stop()


@pytest.fixture
def seasons(app: Flask) -> Table:
    return table("ada", "bob")


def outcomes() -> list[Outcome | None]:
    session().rollback()
    return list(session().scalars(select(InboundMail.outcome).order_by(InboundMail.id)))


def answers() -> int:
    session().rollback()
    return len(session().scalars(select(Notice).where(Notice.kind == "answer")).all())


def test_what_waits_is_read_and_done(seasons: Table, clock: FakeClock, child: Reader) -> None:
    deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15"))
    deliver("postmaster", mail(ADA, "hello"))
    assert process_due(clock, child) == 2
    assert process_due(clock, child) == 0
    assert outcomes() == [Outcome.PLAYED, Outcome.KEPT]
    assert [entry.action for entry in log_of(seasons.game) if entry.seat == 0] == ["place max-15"]


def test_two_workers_at_once_answer_each_mail_once(app: Flask, seasons: Table, clock: FakeClock) -> None:
    for _ in range(6):
        deliver(turn_box(seasons.game, 0), mail(ADA, "board"))
    together = Barrier(2)

    def worker() -> None:
        with app.app_context():
            child = Reader()
            together.wait()
            process_due(clock, child)
            child.stop()

    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(worker) for _ in range(2)]:
            future.result()
    assert outcomes() == [Outcome.ANSWERED] * 6
    assert answers() == 6


def test_a_worker_that_has_lost_its_lease_does_nothing(seasons: Table, clock: FakeClock, child: Reader) -> None:
    deliver(turn_box(seasons.game, 0), mail(ADA, "board"))
    [slow] = claim_inbound(clock())
    clock.advance(minutes=2)
    process_due(clock, child)
    with pytest.raises(LeaseLost):
        process(slow, open_letter(decrypt(slow.encrypted)), clock())
    assert answers() == 1


class Attentive(Reader):
    """A child that keeps what it was given to read."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[bytes] = []

    def open(self, raw: bytes) -> Letter:
        self.seen.append(raw)
        return open_letter(raw)


def test_the_reader_is_told_of_a_mail_that_nobody_is_to_be_answered_for(seasons: Table, clock: FakeClock) -> None:
    child, raw = Attentive(), mail(ADA, "board")
    deliver(turn_box(seasons.game, 0), raw)
    deliver(turn_box(seasons.game, 1), raw, sender="")
    process_due(clock, child)
    assert child.seen == [raw, b"Return-Path: <>\r\n" + raw]
    assert outcomes() == [Outcome.ANSWERED, Outcome.IGNORED]


class Broken(Reader):
    """A child that cannot be started."""

    def open(self, raw: bytes) -> Letter:
        raise ChildProcessError


def test_a_mail_that_cannot_be_taken_up_now_is_tried_again_and_stops_no_other(
    seasons: Table, clock: FakeClock, child: Reader
) -> None:
    deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15"))
    process_due(clock, Broken())
    assert outcomes() == [None]
    clock.advance(minutes=5)
    process_due(clock, child)
    assert outcomes() == [Outcome.PLAYED]


@pytest.mark.parametrize("said", [b"rubbish", b"\0\0\0\4null", b"\0\0\0\x0ccposix\nsystem", b"\x7f\xff\xff\xff", b""])
def test_a_reader_that_was_taken_over_costs_one_mail_and_not_the_worker(
    seasons: Table, clock: FakeClock, child: Reader, said: bytes
) -> None:
    turned = [sys.executable, "-c", LIAR.format(said=said)]
    for number in range(2):
        deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15", Message_ID=f"<{number}@example.net>"))
        process_due(clock, Reader(program=turned) if number == 0 else child)
    assert outcomes() == [Outcome.HELD, Outcome.PLAYED]


def test_a_mail_that_never_can_be_is_given_up(seasons: Table, clock: FakeClock) -> None:
    deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15"))
    with transaction() as current:
        current.execute(update(InboundMail).values(attempts=MAX_ATTEMPTS - 1))
    process_due(clock, Broken())
    assert list(session().scalars(select(InboundMail.state))) == [WorkState.FAILED]
