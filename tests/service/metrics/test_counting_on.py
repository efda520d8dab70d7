"""Work that is over is counted on from what was kept; whoever takes away what was kept says so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from service.core.db import session, transaction
from service.core.keys import RowKey, RowPurpose
from service.models import (
    Analysis,
    Game,
    InboundMail,
    Notice,
    Outcome,
    Suppressed,
    WebhookDelivery,
    WorkState,
)
from service.play.analyses import ask
from service.play.seats import resign
from service.post.preferences import resume_mail, stop_mail
from service.post.questions import approve
from service.post.suppressions import lift
from service.webhooks.deliveries import redeliver, send_test
from service.webhooks.endpoints import delete_webhook
from service.work.recounts import name_of
from tests.service.conftest import FakeClock
from tests.service.metrics.whole import anew, counted, old_and_counted, whole
from tests.service.tables import person, table
from tests.workers.outbox import drain_by
from tests.workers.post import Post
from tests.workers.receiving import endpoint
from workers.jobs import forgetting

pytestmark = pytest.mark.usefixtures("app")


def set_all(kind: type[Analysis | InboundMail | Notice | WebhookDelivery], /, **values: object) -> None:
    with transaction() as current:
        current.execute(update(kind).values(values))


def kept_back(clock: FakeClock) -> Callable[[], object]:
    """Mails that wait until somebody may be written to again."""
    bob = table("ann", "bob").players[1]
    bob.suppressed_for = Suppressed.COMPLAINT
    session().commit()
    clock.advance(minutes=1)
    set_all(Notice, state=WorkState.FAILED, account_id=bob.id, kind="your-turn", version=Notice.id)
    return lambda: lift(bob.id, clock())


def unwanted(clock: FakeClock) -> Callable[[], object]:
    """The mail about a turn that somebody did not want, and wants now."""
    of = table("ann", "bob")
    mover = of.mover
    stop_mail(mover.id, "your-turn")
    set_all(Notice, state=WorkState.SUPERSEDED, due_at=clock())
    return lambda: resume_mail(mover.id, "your-turn", clock())


def held(clock: FakeClock) -> Callable[[], object]:
    """A mail that waits until its owner says that it is theirs."""
    mail = InboundMail(sender="ann@example.net", recipient="box", fingerprint="one", received_at=clock())
    mail.account_id, mail.due_at, mail.state, mail.outcome = person("ann").id, clock(), WorkState.DONE, Outcome.HELD
    with transaction() as current:
        current.add(mail)
    return lambda: approve(RowKey(RowPurpose.APPROVAL, mail.id, mail.nonce or ""), clock())


def delivered(clock: FakeClock) -> Callable[[], object]:
    """What an endpoint has got, and is to get again."""
    webhook = endpoint()
    test = send_test(person("ada"), webhook.id, clock())
    set_all(WebhookDelivery, state=WorkState.DONE)
    return lambda: redeliver(person("ada"), webhook.id, test.id, clock())


def unanswered(clock: FakeClock) -> Callable[[], object]:
    """An analysis that came to nothing, and is asked for again."""
    of = table("ann", "bob", ruleset="dawn")
    of.play_anything()
    resign(of.id, of.players[0], clock())
    ask(of.id, of.players[0], clock())
    set_all(Analysis, state=WorkState.FAILED)
    return lambda: ask(of.id, of.players[0], clock())


@pytest.mark.parametrize("arrange", [kept_back, unwanted, held, delivered, unanswered])
def test_work_that_is_queued_again_is_settled_no_more(
    clock: FakeClock, arrange: Callable[[FakeClock], Callable[[], object]]
) -> None:
    queue_again = arrange(clock)
    old_and_counted(clock)
    before = whole()
    queue_again()
    assert whole() != before
    assert counted() == whole()


def test_work_that_was_settled_of_late_is_counted_each_time(clock: FakeClock) -> None:
    queue_again = delivered(clock)
    assert counted() == whole()
    queue_again()
    assert anew(name_of(WebhookDelivery)) == 0
    assert counted() == whole()


def test_where_nobody_can_say_whether_a_row_was_kept_all_of_its_kind_is_counted_anew(clock: FakeClock) -> None:
    queue_again = delivered(clock)
    assert counted() == whole()
    clock.advance(minutes=90)
    queue_again()
    assert anew(name_of(WebhookDelivery)) == 1
    old_and_counted(clock)


def test_what_goes_with_an_endpoint_is_not_counted_any_more(clock: FakeClock) -> None:
    delivered(clock)
    old_and_counted(clock)
    webhook_id = session().scalars(select(WebhookDelivery.webhook_id)).one()
    delete_webhook(person("ada"), webhook_id)
    assert counted() == whole()
    assert anew(name_of(WebhookDelivery)) == 0


def test_mails_that_are_forgotten_are_not_counted_and_have_left_all_the_same(clock: FakeClock) -> None:
    of = table("ann", "bob")
    drain_by(Post())
    resign(of.id, of.players[0], clock())
    drain_by(Post())
    old_and_counted(clock)
    before = whole()
    clock.advance(days=200)
    assert counted() == whole()
    while forgetting.run():
        pass
    now = counted()
    assert now == whole()
    assert (before["work notice done"] > 0, now.get("work notice done")) == (True, None)
    assert now["mails sent"] == before["mails sent"]
    assert anew(name_of(Notice)) == 0


def test_nothing_is_kept_of_work_that_is_due_as_late_as_some_that_waits(clock: FakeClock) -> None:
    table("ann", "bob")
    table("cyd", "dan")
    set_all(Notice, due_at=clock())
    first, *others = session().scalars(select(Notice.id).where(Notice.state == WorkState.QUEUED)).all()
    with transaction() as current:
        current.execute(update(Notice).where(Notice.id.in_(others)).values(state=WorkState.DONE))
    old_and_counted(clock)
    with transaction() as current:
        current.execute(update(Notice).where(Notice.id == first).values(state=WorkState.DONE))
    assert len(others) > 1
    assert counted() == whole()


def test_work_that_waits_behind_the_mark_is_counted_once_it_is_over_if_a_count_has_seen_it(clock: FakeClock) -> None:
    table("ann", "bob")
    drain_by(Post())
    old_and_counted(clock)
    one = session().scalars(select(Notice.id).where(Notice.state == WorkState.QUEUED)).first()
    for changes in ({"due_at": clock() - timedelta(days=3)}, {"state": WorkState.DONE}):
        with transaction() as current:
            current.execute(update(Notice).where(Notice.id == one).values(changes))
        assert counted() == whole()


def test_a_mail_that_is_dated_back_is_counted_once_it_is_sent(clock: FakeClock) -> None:
    of = table("ann", "bob")
    mover = of.mover
    set_all(Notice, created_at=clock() + timedelta(days=1), due_at=clock() + timedelta(days=1))
    old_and_counted(clock)
    with transaction() as current:
        current.execute(update(Notice).where(Notice.kind == "your-turn").values(created_at=clock() - timedelta(days=9)))
        current.execute(update(Game).values(deadline=clock() - timedelta(hours=30)))
    resume_mail(mover.id, "your-turn", clock())
    drain_by(Post())
    assert counted() == whole()
