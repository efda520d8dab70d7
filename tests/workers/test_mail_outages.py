"""A mail server that is away or takes nothing: operators are told within two minutes."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.db.engines import transaction
from service.metrics.exposition import exposition
from service.models import Restoration
from tests.service.conftest import FakeClock
from tests.sink import ACCEPT, REFUSE, TRY_AGAIN, Sink
from tests.workers.outbox import announce, drain_by
from tests.workers.post import through
from workers.cli.status import examine
from workers.jobs import heartbeat

pytestmark = pytest.mark.usefixtures("app")

FULL = "452 4.2.2 The mailbox is full"
NOT_US = "554 5.7.1 Not from you"


def complaints_after(seconds: int, sink: Sink, clock: FakeClock) -> list[str]:
    """Return what `sundial status` complains of after so many seconds of work."""
    for _ in range(seconds // 5):
        drain_by(through(sink))
        clock.advance(seconds=5)
    heartbeat.run()
    return examine(clock()).complaints


def test_a_mail_server_that_is_away_is_told_within_two_minutes(sink: Sink, clock: FakeClock) -> None:
    announce()
    sink.stop()
    [complaint] = complaints_after(90, sink, clock)
    assert complaint.startswith("1 of envelope overdue, the oldest for 1 min.")
    assert "The last error: no answer (ConnectionRefusedError)." in complaint


def test_a_mail_server_that_asks_to_try_later_is_told_within_two_minutes(sink: Sink, clock: FakeClock) -> None:
    announce()
    sink.answer = TRY_AGAIN
    [complaint] = complaints_after(90, sink, clock)
    assert complaint.startswith("1 of envelope overdue, the oldest for 1 min.")
    assert f"The last error: {TRY_AGAIN}." in complaint


def test_lateness_counts_from_when_a_mail_was_first_due(sink: Sink, clock: FakeClock) -> None:
    announce()
    sink.stop()
    [complaint] = complaints_after(14 * 60, sink, clock)
    assert "the oldest for 14 min." in complaint
    sink.start()
    clock.advance(minutes=11)
    assert complaints_after(5, sink, clock) == []


def test_a_mail_that_a_server_defers_is_not_late_where_others_are_taken(sink: Sink, clock: FakeClock) -> None:
    announce()
    sink.answer = TRY_AGAIN
    drain_by(through(sink))
    sink.clear()
    announce("bob")
    assert len(complaints_after(5, sink, clock)) == 0
    sink.answer = TRY_AGAIN
    assert complaints_after(300, sink, clock) == []


def test_a_full_mailbox_is_not_late(sink: Sink, clock: FakeClock) -> None:
    announce()
    sink.answer = FULL
    assert complaints_after(90, sink, clock) == []


def test_what_is_held_after_a_restore_is_not_late(clock: FakeClock) -> None:
    announce()
    with transaction() as current:
        current.add(Restoration(backed_up_at=clock(), restored_at=clock()))
    clock.advance(minutes=5)
    heartbeat.run()
    [complaint] = examine(clock()).complaints
    assert complaint.startswith("Held since a restore")


def test_a_server_that_refuses_everybody_is_told_with_its_reply(sink: Sink, clock: FakeClock) -> None:
    sink.answer = NOT_US
    announce("ada")
    announce("ada2")
    [complaint] = complaints_after(5, sink, clock)
    assert complaint.startswith(f"Emails to the last 2 addresses were refused, and given up: {NOT_US}.")


def test_one_dead_address_is_nothing_to_complain_of(sink: Sink, clock: FakeClock) -> None:
    sink.answer = REFUSE
    announce("ada")
    assert complaints_after(5, sink, clock) == []


def gauges(clock: FakeClock) -> dict[str, float]:
    """Return the gauges of emails, as any process reports them."""
    families = text_string_to_metric_families(exposition(clock()).decode())
    samples = [sample for family in families for sample in family.samples]
    mails = {each.labels["outcome"]: each.value for each in samples if each.name == "sundial_mail_attempts"}
    return mails | {each.name: each.value for each in samples if each.name == "sundial_refused_in_a_row"}


def test_every_process_counts_how_mail_servers_answer(sink: Sink, clock: FakeClock) -> None:
    for name, answer in {"ada": ACCEPT, "bob": TRY_AGAIN, "cem": REFUSE}.items():
        announce(name)
        sink.answer = answer
        drain_by(through(sink))
        clock.advance(seconds=1)
    sink.stop()
    announce("dan")
    drain_by(through(sink))
    assert gauges(clock) == {"sent": 1, "put-off": 1, "refused": 1, "away": 1, "sundial_refused_in_a_row": 1}
    clock.advance(minutes=4)
    assert gauges(clock) == {"sent": 0, "put-off": 1, "refused": 0, "away": 1, "sundial_refused_in_a_row": 1}
