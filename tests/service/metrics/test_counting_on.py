"""Totals are counted on from what was kept; whoever takes something away that was kept says so."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import Connection, select, update

from service.core.db import db, session, transaction
from service.core.keys import RowKey, RowPurpose
from service.leaving.departures import leave
from service.metrics import ledger
from service.metrics.totals import count_totals, totals
from service.models import (
    Account,
    Analysis,
    Game,
    InboundMail,
    Notice,
    OnTimeout,
    Outcome,
    Suppressed,
    WebhookDelivery,
    WorkState,
)
from service.people.visitors import new_visitor
from service.play.analyses import ask
from service.play.games import NewGame, SeatWish, create_game
from service.play.handing_over import hand_over
from service.play.seats import join, resign
from service.play.substitutes import take_over
from service.post.inbound import approve
from service.post.preferences import resume_mail, stop_mail
from service.post.suppressions import lift
from service.webhooks.deliveries import redeliver, send_test
from service.webhooks.endpoints import delete_webhook
from service.work import counters
from service.work.events import newest_number
from service.work.past_events import forget_events
from service.work.recounts import ANEW, name_of
from tests.service.conftest import FakeClock
from tests.service.metrics.whole import counted, whole
from tests.service.play.leaving import run_out
from tests.service.stages.trouble import listening
from tests.service.tables import Table, person, table
from tests.workers.outbox import drain_by
from tests.workers.post import Post
from tests.workers.receiving import endpoint
from workers.jobs import forgetting, opponents

pytestmark = pytest.mark.usefixtures("app", "no_net")


@pytest.fixture
def no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is counted anew only because a day is over, which would mend what is wrong."""
    monkeypatch.setattr(ledger, "DAY", 1_000_000)


def anew(what: str) -> int:
    """How often all of something was to be counted anew."""
    session().rollback()
    return counters.value_of(f"{ANEW}{what}")


def set_all(kind: type[Analysis | InboundMail | Notice | WebhookDelivery], /, **values: object) -> None:
    with transaction() as current:
        current.execute(update(kind).values(values))


def old_and_counted(clock: FakeClock) -> None:
    """What was settled by now has been so for a while, and is kept."""
    clock.advance(hours=5)
    assert counted() == whole()


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
    mail = InboundMail(sender="ann@example.net", recipient="box", fingerprint="one", encrypted=b"", received_at=clock())
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


def test_games_that_visitors_leave_behind_are_not_counted_any_more(clock: FakeClock) -> None:
    visitors, wish = [new_visitor(clock()) for _ in range(2)], NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)])
    games = [create_game(visitor, wish, clock()) for visitor in visitors]
    resign(games[0].id, visitors[0], clock())
    opponents.run()
    newest_number()
    old_and_counted(clock)
    assert whole()["games seasons active"] == whole()["games seasons finished"] == 1
    forgetting.run()
    assert (counted(), anew("games")) == (whole(), 0)
    assert [name for name in whole() if name.startswith("games")] == []


def test_games_that_go_before_their_ends_were_counted_are_counted_anew(clock: FakeClock) -> None:
    visitor = new_visitor(clock())
    game = create_game(visitor, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)]), clock())
    newest_number()
    old_and_counted(clock)
    resign(game.id, visitor, clock())
    forgetting.run()
    assert (counted(), anew("games")) == (whole(), 1)


def test_games_whose_events_have_no_numbers_yet_are_counted(clock: FakeClock) -> None:
    of = table("ann", "bob")
    assert counted() == whole()
    newest_number()
    assert counted() == whole()
    resign(of.id, of.players[0], clock())
    assert counted() == whole()
    newest_number()
    assert counted() == whole()


def test_games_whose_ends_were_forgotten_before_they_were_counted_are_counted_all_the_same(clock: FakeClock) -> None:
    first, second = table("ann", "bob"), table("cyd", "dan")
    newest_number()
    assert counted() == whole()
    for of in (first, second):
        resign(of.id, of.players[0], clock())
        again = create_game(of.players[0], two(of.players[1]), clock())
        join(again.id, of.players[1], clock())
        resign(again.id, of.players[1], clock())
    newest_number()
    clock.advance(days=1000)
    with transaction():
        assert forget_events(clock(), limit=1000)
    assert counted() == whole()


def two(guest: Account) -> NewGame:
    return NewGame("seasons", [SeatWish(me=True), SeatWish(email=guest.email)])


def test_who_leaves_was_not_invited_any_more(clock: FakeClock) -> None:
    of = table("ann", "bob")
    create_game(of.players[0], two(of.players[1]), clock())
    newest_number()
    assert counted()["invitations accepted"] == 1
    leave(of.players[1], clock())
    assert "invitations accepted" not in whole()
    assert counted() == whole()


def test_who_takes_a_seat_over_that_they_had_given_away_has_not_invited_themselves(clock: FakeClock) -> None:
    ann, bob, cyd = (person(name) for name in ("ann", "bob", "cyd"))
    seats = [SeatWish(email=bob.email), SeatWish(email=cyd.email)]
    wish = NewGame("seasons", seats, shuffle_seats=False, on_timeout=OnTimeout.SUBSTITUTE)
    of = Table(create_game(ann, wish, clock()).id, [bob, cyd])
    for guest in of.players:
        join(of.id, guest, clock())
    of.look()
    run_out(of, clock)
    newest_number()
    assert counted()["invitations accepted"] == 2
    take_over(of.id, 0, ann, clock())
    assert whole()["invitations accepted"] == 1
    assert counted() == whole()


def test_who_signs_in_after_they_have_invited_themselves_was_not_invited(clock: FakeClock) -> None:
    visitor, ann = new_visitor(clock()), person("ann")
    join(create_game(visitor, two(ann), clock()).id, ann, clock())
    newest_number()
    assert counted()["invitations accepted"] == 1
    with transaction():
        hand_over(visitor, ann)
    assert counted() == whole()
    assert "invitations accepted" not in whole()


def test_a_count_that_is_killed_halfway_has_counted_nothing_and_the_next_one_all(clock: FakeClock) -> None:
    of = table("ann", "bob")
    drain_by(Post())
    old_and_counted(clock)
    resign(of.id, of.players[0], clock())
    drain_by(Post())
    newest_number()
    clock.advance(hours=5)
    before = all_counters()
    for number in range(1, 6):
        with listening(db.engine, "before_cursor_execute", Killing(number)), pytest.raises(KilledError):
            count_totals()
        assert all_counters() == before
    assert counted() == whole()


class KilledError(Exception):
    """The process ends here."""


class Killing:
    """Ends the process before a count writes for the so manieth time."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, _connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        self.left -= statement.startswith(("UPDATE", "INSERT"))
        if not self.left:
            raise KilledError


def all_counters() -> dict[str, int]:
    session().rollback()
    return counters.with_prefix("")


def test_of_two_counts_at_once_the_one_that_ends_first_stands(app: Flask, clock: FakeClock) -> None:
    first, second = table("ann", "bob"), table("cyd", "dan")
    newest_number()
    assert counted() == whole()
    resign(first.id, first.players[0], clock())

    def end_and_count() -> None:
        with app.app_context():
            resign(second.id, session().get_one(Account, second.players[0].id), clock())
            newest_number()
            count_totals()

    meanwhile = Once("game_seat", end_and_count)
    with listening(db.engine, "after_cursor_execute", meanwhile):
        count_totals()
    assert meanwhile.is_done
    assert {name: count for name, count in totals().items() if count and not name.startswith("events")} == whole()
    assert counted() == whole()


class Once:
    """Lets somebody else do something at the first statement with that word, and waits until it is done."""

    def __init__(self, word: str, do: Callable[[], None]) -> None:
        self.word, self.do, self.is_done = word, do, False

    def __call__(self, _connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if not self.is_done and self.word in statement:
            self.is_done = True
            with ThreadPoolExecutor(1) as threads:
                threads.submit(self.do).result(60)


def test_once_a_day_all_of_it_is_counted_anew_so_that_nothing_stays_wrong(
    clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "DAY", 24)
    table("ann", "bob")
    drain_by(Post())
    newest_number()
    old_and_counted(clock)
    with transaction():
        for what in ("games seasons active", "invitations accepted", "work notice done"):
            counters.hold(f"{ledger.KEPT}{what}").value += 7
    assert counted() != whole()
    clock.advance(hours=24)
    assert counted() == whole()
