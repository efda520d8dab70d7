"""The job that processes emails, with its parser process."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Timer

import pytest
from flask import Flask
from sqlalchemy import select, update

from service.db.engines import db, session, transaction
from service.mail.inbound.letter import Letter, open_letter
from service.mail.inbound.processing import process
from service.models import InboundMail, Notice, Outcome, WorkState
from service.notifications.inbound import MAX_ATTEMPTS, LeaseLost, claim_inbound, raw_of
from service.notifications.links import turn_box
from service.play.positions import log_of
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import deliver, mail, mailed
from tests.service.statements import executed
from tests.service.tables import Table, table
from workers.inbound.child import Reader
from workers.jobs.inbound import MOST_LOSSES, process_due

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


def test_a_move_by_mail_takes_few_statements(seasons: Table, child: Reader, clock: FakeClock) -> None:
    """Statements: the email; the game; repeats; all writes, mostly one on PostgreSQL; the end; the next player."""
    taken = []
    for _ in range(2):  # what is read once for all is read for the first
        box, move = turn_box(seasons.game, seasons.game.to_move or 0), seasons.whole_moves(1)[0]
        deliver(box, mail(seasons.mover.email or "", move))
        with executed() as statements:
            process_due(clock, child)
        taken.append(len(statements))
    assert outcomes() == [Outcome.PLAYED] * 2
    assert taken[-1] == {"postgresql": 7, "sqlite": 11}[db.engine.dialect.name]


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
        process(slow, open_letter(raw_of(slow)), clock())
    assert answers() == 1


class Attentive(Reader):
    """Child that records what it was given to parse."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[bytes] = []
        self.verified: list[bool] = []

    def open(self, raw: bytes, *, verify: bool = False) -> Letter:
        self.seen.append(raw)
        self.verified.append(verify)
        return open_letter(raw)


def test_the_reader_is_told_of_a_mail_that_nobody_is_to_be_answered_for(seasons: Table, clock: FakeClock) -> None:
    child, raw = Attentive(), mail(ADA, "board")
    deliver(turn_box(seasons.game, 0), raw)
    deliver(turn_box(seasons.game, 1), raw, sender="")
    process_due(clock, child)
    assert child.seen == [raw, b"Return-Path: <>\r\n" + raw]
    assert outcomes() == [Outcome.ANSWERED, Outcome.IGNORED]


def test_dns_is_asked_about_mails_to_boxes_that_everybody_knows_and_no_others(seasons: Table, clock: FakeClock) -> None:
    child = Attentive()
    deliver("play", mail(ADA, "games"))
    deliver(turn_box(seasons.game, 0), mail(ADA, "board"))
    process_due(clock, child)
    assert child.verified == [False, True]  # a mail about a game is read first


class Broken(Reader):
    """A child that cannot be started."""

    def open(self, raw: bytes, *, verify: bool = False) -> Letter:
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
def test_a_reader_that_was_taken_over_costs_one_attempt_and_not_the_worker(
    seasons: Table, clock: FakeClock, child: Reader, said: bytes
) -> None:
    deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15"))
    process_due(clock, Reader(program=[sys.executable, "-c", LIAR.format(said=said)]))
    assert outcomes() == [None]
    clock.advance(seconds=10)
    process_due(clock, child)
    assert outcomes() == [Outcome.PLAYED]


@pytest.fixture
def impatient(child: Reader) -> Iterator[Reader]:
    """Return a reader with a running child and a timeout of a second."""
    started = Reader(patience=1)
    started.open(b"")
    yield started
    started.stop()


def strike(reader: Reader, blow: signal.Signals) -> None:
    """Stop its child, and send it a signal while it parses an email."""
    assert reader._process is not None
    os.kill(reader._process.pid, signal.SIGSTOP)
    Timer(0.1, os.kill, [reader._process.pid, blow]).start()


@pytest.mark.parametrize("blow", [signal.SIGSTOP, signal.SIGKILL])
def test_a_mail_whose_reader_was_lost_is_read_again_later_while_others_are_read(
    seasons: Table, clock: FakeClock, child: Reader, impatient: Reader, blow: signal.Signals
) -> None:
    deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15"))
    strike(impatient, blow)
    process_due(clock, impatient)
    deliver("postmaster", mail(ADA, "hello"))
    process_due(clock, child)
    assert outcomes() == [None, Outcome.KEPT]

    clock.advance(seconds=10)
    process_due(clock, child)
    assert outcomes() == [Outcome.PLAYED, Outcome.KEPT]
    assert mailed(ADA, "confirm") == []


def test_a_mail_over_which_several_readers_were_lost_is_too_hard_and_its_writer_is_told(
    seasons: Table, clock: FakeClock
) -> None:
    """Each time by another worker, and with a longer pause before the next."""
    deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15"))
    pauses = []
    while outcomes() == [None]:
        process_due(clock, Reader(program=[sys.executable, "-c", LIAR.format(said=b"")]))
        [row] = session().scalars(select(InboundMail))
        pauses.append(row.due_at - clock())
        clock.time = max(clock(), row.due_at)
        session().rollback()

    assert outcomes() == [Outcome.ANSWERED]
    assert len(pauses) == MOST_LOSSES
    assert pauses[:-1] == sorted({*pauses[:-1]})
    assert mailed(ADA, "confirm") == []
    assert mailed(ADA, "answer")[-1].topic == "unreadable"


def test_a_mail_of_a_stranger_that_is_too_hard_is_held_as_ever(seasons: Table, clock: FakeClock) -> None:
    deliver(turn_box(seasons.game, 0), mail("eve@example.net", "place max-15"))
    with transaction() as current:
        current.execute(update(InboundMail).values(attempts=MOST_LOSSES - 1))
    process_due(clock, Reader(program=[sys.executable, "-c", LIAR.format(said=b"")]))
    assert outcomes() == [Outcome.HELD]


def test_a_mail_that_never_can_be_is_given_up(seasons: Table, clock: FakeClock) -> None:
    deliver(turn_box(seasons.game, 0), mail(ADA, "place max-15"))
    with transaction() as current:
        current.execute(update(InboundMail).values(attempts=MAX_ATTEMPTS - 1))
    process_due(clock, Broken())
    assert list(session().scalars(select(InboundMail.state))) == [WorkState.FAILED]
