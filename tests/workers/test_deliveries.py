"""Delivery status of turn emails, each state reached through the outbox and a real mail server."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from service.bots.accounts import bot_of
from service.db.engines import session, transaction
from service.jobs.events import Filter, read
from service.language.errors import Forbidden, NotFound
from service.models import Event, Game, Visibility
from service.notifications.digests import claim_notices
from service.notifications.preferences import stop_mail
from service.notifications.tracking import Silence, Stage, deliveries_seen_by, turn_under_way
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import join
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.sink import REFUSE, TRY_AGAIN, Sink
from tests.workers.dispatches import drain, mail_of, now_of, report, seasons, turns
from tests.workers.post import Post
from workers.jobs.notices import seal_due, send_due

__all__ = ["seasons"]

pytestmark = pytest.mark.usefixtures("app")


def came_back(sink: Sink) -> None:
    """Bounce the email to Ada that the sink accepted."""
    [sent] = [mail for mail in sink.mails if mail.recipients == ("ada@example.net",)]
    report(sent)


def test_a_mail_is_queued_until_it_is_sent(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    began = clock()
    assert (mail_of(seasons).stage, mail_of(seasons).due_at) == (Stage.QUEUED, began)
    seal_due(clock)
    assert mail_of(seasons).stage == Stage.QUEUED
    clock.advance(minutes=4)
    drain(sink)
    mail = mail_of(seasons)
    assert (mail.stage, mail.written_at, mail.sent_at, mail.next_at) == (Stage.SENT, began, clock(), None)


def test_a_mail_that_is_put_off_is_retried_and_says_when(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    sink.answer = TRY_AGAIN
    drain(sink)
    clock.advance(seconds=10)
    drain(sink)
    mail = mail_of(seasons)
    assert (mail.stage, mail.attempts, mail.status) == (Stage.RETRIED, 2, "4.3.0")
    assert mail.next_at == clock() + timedelta(seconds=20)


def test_a_mail_on_its_first_way_is_not_called_retried(seasons: Table, clock: FakeClock) -> None:
    seen: list[Stage] = []
    seal_due(clock)
    send_due(clock, Post(lambda letter: seen.append(mail_of(seasons).stage)))
    assert seen[-1] == Stage.QUEUED


def test_a_mail_that_is_refused_has_failed_and_only_the_status_is_told(seasons: Table, sink: Sink) -> None:
    sink.answer = REFUSE
    drain(sink)
    mail = mail_of(seasons)
    assert (mail.stage, mail.status) == (Stage.FAILED, "5.1.1")
    assert "Nobody" not in repr(mail)


def test_a_mail_that_came_back_after_it_was_taken_has_bounced(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    drain(sink)
    clock.advance(hours=1)
    came_back(sink)
    mail = mail_of(seasons)
    assert (mail.stage, mail.bounced_at, mail.status) == (Stage.BOUNCED, clock(), "5.1.1")


def test_a_mail_whose_turn_is_over_is_superseded(seasons: Table, sink: Sink) -> None:
    seasons.play("place max-15")
    drain(sink)
    assert [mail.stage for turn in turns(seasons) for mail in turn.deliveries] == [Stage.SENT, Stage.SUPERSEDED]


def test_a_mail_that_was_put_off_and_never_taken_is_superseded(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    sink.answer = TRY_AGAIN
    drain(sink)
    seasons.play("place max-15")
    clock.advance(seconds=10)
    drain(sink)
    assert turns(seasons)[-1].deliveries[0].stage == Stage.SUPERSEDED


def test_a_mail_that_we_cannot_compose_is_retried(seasons: Table, sink: Sink) -> None:
    with transaction() as current:
        current.execute(update(Game).values(ruleset="chess"))
    drain(sink)
    assert mail_of(seasons).stage == Stage.RETRIED


def test_who_wants_no_mail_is_told_nothing_and_that_is_told(seasons: Table) -> None:
    stop_mail(seasons.players[1].id, "your-turn")
    seasons.play("place max-15")
    newest = turns(seasons)[0]
    assert (newest.seat, newest.deliveries, newest.silence) == (1, [], Silence.UNWANTED)


def test_a_program_is_told_by_no_mail(clock: FakeClock) -> None:
    ada = person("ada")
    bot = bot_of(ada, "robot", clock())
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(account="robot")], shuffle_seats=False)
    with_program = Table(join(create_game(ada, wish, clock()).id, bot, clock()).id, [ada])
    with_program.play("place max-15")
    told = now_of(with_program)
    assert (told.seat, told.deliveries, told.silence) == (1, [], Silence.PROGRAM)


def test_the_turns_of_the_computer_are_left_out(clock: FakeClock) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False)
    ada = person("ada")
    with_computer = Table(create_game(ada, wish, clock()).id, [ada])
    with_computer.play("place max-15")
    assert turn_under_way(with_computer.game, clock()) is None
    assert [turn.seat for turn in turns(with_computer)] == [0]


def test_turns_come_newest_first_and_page_by_page(seasons: Table, clock: FakeClock) -> None:
    for _ in range(4):
        seasons.play_anything()
    everything = turns(seasons)
    assert [turn.version for turn in everything] == [5, 4, 3, 2, 1]
    page, more = deliveries_seen_by(seasons.id, seasons.players[1], clock(), limit=2)
    assert (list(page), more) == (everything[:2], True)
    rest, more = deliveries_seen_by(seasons.id, seasons.players[1], clock(), before=page[-1].version, limit=3)
    assert (list(rest), more) == (everything[2:], False)


def test_only_players_see_it(clock: FakeClock) -> None:
    private = table("ada", "bob")
    with pytest.raises(NotFound):
        deliveries_seen_by(private.id, person("eve"), clock())
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC)
    public = create_game(person("cyd"), wish, clock())
    with pytest.raises(Forbidden, match="not-a-player"):
        deliveries_seen_by(public.id, person("eve"), clock())


def test_whoever_watches_is_not_told_whom_mail_does_not_reach(sink: Sink, clock: FakeClock) -> None:
    ada = person("ada")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False, visibility=Visibility.PUBLIC)
    game = create_game(ada, wish, clock())
    sink.answer = REFUSE
    drain(sink)
    told = {
        name: {event.type for event in read(reader, 0, Filter(game_id=game.id), 100).events}
        for name, reader in (("player", ada), ("watcher", person("eve")))
    }
    assert told["player"] - told["watcher"] == {"delivery.failed"}
    assert told["watcher"]


@pytest.mark.parametrize("answer", ["refused", "came back"])
def test_who_cannot_be_told_is_in_the_event_log(seasons: Table, sink: Sink, answer: str) -> None:
    sink.answer = REFUSE if answer == "refused" else sink.answer
    drain(sink)
    if answer == "came back":
        came_back(sink)
    events = session().scalars(select(Event).where(Event.type == "delivery.failed")).all()
    told = {"mail": "your-turn", "seat": 0, "status": "5.1.1"}
    assert told in [event.data for event in events]
    assert {event.game_id for event in events} == {seasons.id}


def one_round(of: Table) -> None:
    """Play until it is the first player's turn again."""
    of.play_anything()
    while of.mover != of.players[0]:
        of.play_anything()


def test_a_refusal_for_good_marks_the_account_and_what_comes_after_it_fails_unsent(
    seasons: Table, sink: Sink, clock: FakeClock
) -> None:
    sink.answer = REFUSE
    drain(sink)
    session().expire_all()
    assert seasons.players[0].unreachable_since == clock()
    sink.clear()
    one_round(seasons)
    drain(sink)
    assert ("ada@example.net",) not in [mail.recipients for mail in sink.mails]
    assert mail_of(seasons).stage == Stage.FAILED


def test_a_server_that_is_away_marks_nobody(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    sink.answer = TRY_AGAIN
    drain(sink)
    clock.advance(days=5)
    drain(sink)
    session().expire_all()
    assert mail_of(seasons).stage == Stage.FAILED
    assert seasons.players[0].unreachable_since is None


def test_a_reminder_is_told_of_once_it_is_sent(seasons: Table, sink: Sink, clock: FakeClock) -> None:
    drain(sink)
    assert [each.kind for each in now_of(seasons).deliveries] == ["your-turn"]
    clock.advance(days=2)
    drain(sink)
    told = now_of(seasons).deliveries
    assert [(each.kind, each.stage) for each in told] == [("your-turn", Stage.SENT), ("reminder", Stage.SENT)]


def test_each_game_of_a_digest_is_told_of_alike(sink: Sink, clock: FakeClock) -> None:
    games = [table("ada", opponent) for opponent in ("cyd", "dan", "eli")]
    clock.advance(minutes=10)
    claim_notices(clock())
    assert [mail_of(each).stage for each in games] == [Stage.QUEUED] * 3
    clock.advance(minutes=3)
    drain(sink)
    assert [mail_of(each).stage for each in games] == [Stage.SENT] * 3
