"""The outbox."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import pairwise
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import select

from service.db import clock
from service.db.engines import db, session, transaction
from service.models import Envelope, Notice, WorkState
from service.notifications.digests import MAX_COMPOSINGS, claim_notices
from service.notifications.notices import claim_envelopes, seal, write_notice
from service.security.encryption import decrypt
from tests.service.conftest import FakeClock
from tests.service.stages.trouble import listening
from tests.service.statements import executed
from tests.service.tables import Table, person, table
from tests.sink import REFUSE, TRY_AGAIN, Sink
from tests.workers.outbox import announce, bytes_kept, drain_by, states
from tests.workers.post import Post, through
from workers.jobs.notices import seal_due, send_due
from workers.transports import Letter, TransportError

pytestmark = pytest.mark.usefixtures("app")


class Killed(BaseException):
    """The end of a process in mid-work."""


@pytest.fixture
def seasons(app: Flask) -> Table:  # its database
    """Create a game whose first turn has a notice."""
    return table("ada", "bob")


def test_a_notice_becomes_a_mail_to_its_account() -> None:
    table("ada", "bob")
    post = Post()
    drain_by(post)
    assert "ada@example.net" in post.recipients
    due = session().scalars(select(Notice.state).where(Notice.due_at <= clock.now()))
    assert set(due) == {WorkState.DONE, WorkState.SUPERSEDED}
    assert set(states(Envelope)) == {WorkState.DONE}


def test_a_mail_is_sent_once_however_often_the_outbox_is_drained() -> None:
    announce()
    post = Post()
    drain_by(post)
    drain_by(post)
    assert len(post.letters) == 1


def test_two_drains_at_once_send_each_mail_once(app: Flask) -> None:
    for number in range(6):
        announce(f"reader{number}")
    post, together = Post(), Barrier(2)

    def worker() -> None:
        with app.app_context():
            together.wait()
            drain_by(post)

    with ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(worker) for _ in range(2)]:
            future.result()
    drain_by(post)
    assert sorted(post.recipients) == [f"reader{number}@example.net" for number in range(6)]


def test_no_transaction_is_open_while_a_mail_is_sent() -> None:
    announce()
    post = Post()
    drain_by(post)
    assert (len(post.letters), post.transactions_open) == (1, 0)


def test_a_worker_killed_in_mid_send_leaves_the_same_bytes_to_be_sent_again(clock: FakeClock) -> None:
    announce()
    sent: list[Letter] = []

    def die(letter: Letter) -> None:
        sent.append(letter)
        raise Killed

    with pytest.raises(Killed):
        drain_by(Post(die))
    post = Post()
    drain_by(post)
    assert post.letters == []
    clock.advance(minutes=6)
    drain_by(post)
    assert post.letters == sent


def test_a_worker_that_has_lost_its_lease_changes_nothing(clock: FakeClock) -> None:
    announce()
    seal_due(clock)
    post = Post()

    def overslept(letter: Letter) -> None:
        clock.advance(minutes=6)
        send_due(clock, post)
        raise TransportError("451 later", permanent=False)

    send_due(clock, Post(overslept))
    assert len(post.letters) == 1
    assert states(Envelope) == [WorkState.DONE]


def test_a_notice_is_sealed_by_nobody_who_has_lost_its_lease(clock: FakeClock) -> None:
    announce()
    [slow] = claim_notices(clock(), limit=1)
    [quick] = claim_notices(clock.advance(minutes=3), limit=1)
    seal(slow, raw=b"late", now=clock())
    assert (states(Envelope), states(Notice)) == ([], [WorkState.QUEUED])
    seal(quick, raw=b"in time", now=clock())
    seal(slow, raw=b"too late", now=clock())
    assert [decrypt(each) for each in bytes_kept()] == [b"in time"]
    assert states(Notice) == [WorkState.DONE]


def test_what_a_mail_tells_of_its_game_is_read_once(seasons: Table) -> None:
    db.session.remove()
    seen = list[str]()
    with listening(db.engine, "before_cursor_execute", lambda *told: seen.append(told[2])):
        seal_due(clock.now)
    read = [statement for statement in seen if re.search(r"FROM (game|account)", statement)]
    assert len(read) == 1, read
    assert states(Envelope) == [WorkState.QUEUED]


def test_a_turn_is_told_in_few_statements(seasons: Table) -> None:
    """Statements: claim, game, log, signing key, seal; claim, content, game, offer, sent."""
    drain_by(Post())
    seasons.play_anything()
    with executed() as statements:
        drain_by(post := Post())
    assert len(post.letters) == 1
    assert len(statements) == 11, statements


def test_a_temporary_refusal_is_tried_again_later_with_the_same_bytes(sink: Sink, clock: FakeClock) -> None:
    announce()
    sink.answer = TRY_AGAIN
    drain_by(through(sink))
    assert states(Envelope) == [WorkState.QUEUED]
    waiting = decrypt(session().scalars(select(Envelope.encrypted)).one())
    sink.clear()
    drain_by(through(sink))
    assert sink.mails == []
    clock.advance(seconds=10)
    drain_by(through(sink))
    assert [mail.recipients for mail in sink.mails] == [("ada@example.net",)]
    assert sink.mails[0].raw == waiting


@pytest.mark.parametrize(("answer", "said"), [(TRY_AGAIN, "for now"), (REFUSE, "for good")])
def test_the_log_says_of_a_refusal_whether_it_is_for_good(
    sink: Sink, answer: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    announce()
    sink.answer = answer
    drain_by(through(sink))
    [line] = [record.getMessage() for record in caplog.records if "was refused" in record.getMessage()]
    assert line.endswith(said)


def test_a_permanent_refusal_is_final_and_kept_with_its_words(sink: Sink, clock: FakeClock) -> None:
    announce()
    sink.answer = REFUSE
    drain_by(through(sink))
    assert states(Envelope) == [WorkState.FAILED]
    assert session().scalar(select(Envelope.last_reply)) == REFUSE
    sink.clear()
    clock.advance(days=1)
    drain_by(through(sink))
    assert sink.attempts == 0


def test_attempts_come_further_and_further_apart_and_end_after_some_days(clock: FakeClock) -> None:
    announce()
    seal_due(clock)
    attempts = [clock.time]

    def busy(letter: Letter) -> None:
        attempts.append(clock.time)
        raise TransportError("451 busy", permanent=False)

    while states(Envelope) == [WorkState.QUEUED]:
        clock.time = session().scalars(select(Envelope.due_at)).one()
        session().rollback()
        send_due(clock, Post(busy))
    gaps = [(after - before).total_seconds() for before, after in pairwise(attempts)]
    assert gaps[:6] == [0, 10, 20, 40, 80, 160]
    assert max(gaps) == 3600
    assert attempts[-1] - attempts[0] > timedelta(days=4)
    assert states(Envelope) == [WorkState.FAILED]


def test_one_notice_that_cannot_be_composed_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    with transaction():
        write_notice("no-such-kind", person("ada"), clock.now(), data={"secret": "hush"})
    announce("bob")
    post = Post()
    drain_by(post)
    assert post.recipients == ["bob@example.net"]
    assert states(Notice) == [WorkState.QUEUED, WorkState.DONE]
    assert "ModuleNotFoundError" in caplog.text


def test_a_notice_that_cannot_be_composed_is_tried_for_days_and_then_given_up(clock: FakeClock) -> None:
    with transaction():
        write_notice("no-such-kind", person("ada"), clock(), data={})
    began, composings = clock.time, 0
    while states(Notice) == [WorkState.QUEUED]:
        clock.time = session().scalars(select(Notice.due_at)).one()
        session().rollback()
        assert seal_due(clock) == 1
        composings += 1
        assert clock.time - began < timedelta(days=5)
    assert clock.time - began > timedelta(days=3)
    assert composings == MAX_COMPOSINGS
    assert states(Notice) == [WorkState.FAILED]


def test_one_mail_that_cannot_be_sent_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    announce("ada")
    announce("bob")

    def trouble(letter: Letter) -> None:
        if letter.recipient == "ada@example.net":
            raise ValueError("cannot send to ada@example.net, code 123456")

    post = Post(trouble)
    drain_by(post)
    assert post.recipients == ["bob@example.net"]
    assert states(Envelope) == [WorkState.QUEUED, WorkState.DONE]
    assert "ValueError" in caplog.text
    assert "ada@example.net" not in caplog.text
    assert "123456" not in caplog.text


def test_a_claim_ends_with_its_lease(clock: FakeClock) -> None:
    announce()
    seal_due(clock)
    assert len(claim_envelopes(clock())) == 1
    assert len(claim_envelopes(clock())) == 0
    clock.advance(minutes=6)
    assert len(claim_envelopes(clock())) == 1
