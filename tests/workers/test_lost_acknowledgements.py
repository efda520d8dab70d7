"""Emails that a mail server received without acknowledging, and their delivery status."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from service.db.clock import now
from service.db.engines import session, transaction
from service.metrics.exposition import exposition
from service.models import Event, Game
from service.notifications.tracking import Stage
from tests.service.conftest import FakeClock
from tests.service.tables import Table
from tests.sink import HANG, REFUSE, TRY_AGAIN, Sink
from tests.workers.dispatches import drain, mail_of, report, seasons, turns
from tests.workers.outbox import drain_by
from tests.workers.post import Post, through
from workers.jobs.notices import seal_due, send_due
from workers.transports import Letter, TransportError

__all__ = ["seasons"]

pytestmark = pytest.mark.usefixtures("app")


def unanswered(sink: Sink) -> None:
    """Seal all that is due, and send it to a server that takes it and never says so."""
    sink.answer = HANG
    seal_due(now)
    send_due(now, replace(through(sink), timeout=0.3))
    sink.clear()


def test_a_mail_whose_answer_was_lost_is_called_probably_delivered_when_its_turn_is_over(
    seasons: Table, sink: Sink, clock: FakeClock
) -> None:
    unanswered(sink)
    assert mail_of(seasons).stage == Stage.RETRIED
    seasons.play("place max-15")
    clock.advance(seconds=10)
    drain(sink)
    mail = turns(seasons)[-1].deliveries[0]
    assert (mail.stage, mail.sent_at, mail.next_at) == (Stage.PROBABLY_DELIVERED, None, None)
    assert "sundial_mails_probably_delivered 1.0" in exposition(clock()).decode()


@pytest.mark.parametrize("answer", [TRY_AGAIN, REFUSE])
def test_a_later_answer_does_not_tell_what_an_earlier_one_was(
    seasons: Table, sink: Sink, clock: FakeClock, answer: str
) -> None:
    unanswered(sink)
    sink.answer = answer
    clock.advance(seconds=10)
    drain(sink)
    seasons.play("place max-15")
    clock.advance(seconds=20)
    drain(sink)
    expected = Stage.PROBABLY_DELIVERED if answer == TRY_AGAIN else Stage.FAILED
    assert turns(seasons)[-1].deliveries[0].stage == expected


def test_a_mail_that_a_worker_was_killed_over_was_probably_delivered(seasons: Table, clock: FakeClock) -> None:
    def killed(letter: Letter) -> None:
        raise KeyboardInterrupt

    seal_due(clock)
    with pytest.raises(KeyboardInterrupt):
        send_due(clock, Post(killed))
    seasons.play("place max-15")
    clock.advance(minutes=6)
    drain_by(Post())
    assert turns(seasons)[-1].deliveries[0].stage == Stage.PROBABLY_DELIVERED


def test_a_mail_that_was_sent_at_the_second_attempt_is_sent(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    unanswered(sink)
    clock.advance(seconds=10)
    drain(sink)
    seasons.play("place max-15")
    assert turns(seasons)[-1].deliveries[0].stage == Stage.SENT


def test_a_mail_that_nobody_answers_for_days_was_probably_delivered(
    seasons: Table, sink: Sink, clock: FakeClock
) -> None:
    unanswered(sink)
    sink.answer = TRY_AGAIN
    clock.advance(days=5)
    with transaction() as current:
        current.execute(update(Game).values(deadline=clock() + timedelta(days=1)))
    drain(sink)
    assert mail_of(seasons).stage == Stage.PROBABLY_DELIVERED
    assert session().scalars(select(Event).where(Event.type == "delivery.failed")).all() == []


def test_a_mail_whose_answer_was_lost_can_come_back(seasons: Table, clock: FakeClock) -> None:
    seal_due(clock)
    letters: list[Letter] = []

    def unknown(letter: Letter) -> None:
        letters.append(letter)
        raise TransportError("no answer", permanent=False, unknown=True)

    send_due(clock, Post(unknown))
    seasons.play("place max-15")
    clock.advance(seconds=10)
    drain_by(Post())
    report(next(letter for letter in letters if letter.recipient == "ada@example.net"))
    mail = turns(seasons)[-1].deliveries[0]
    assert (mail.stage, mail.bounced_at) == (Stage.BOUNCED, clock())
