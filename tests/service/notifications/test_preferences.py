"""Email preferences, and the rescheduling of queued emails."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.accounts import account_numbered
from service.db import clock
from service.db.engines import session
from service.language.errors import Forbidden, Invalid, NotFound
from service.models import Account, Delivery, Notice, Visibility, WorkState
from service.notifications.preferences import (
    LONGEST_PAUSE,
    choose,
    choose_for_game,
    pause,
    resume_mail,
    stop_mail,
    turns_ending_before,
)
from service.notifications.relevance import is_still_true
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import decline, join, resign
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
EVENING = NOON + timedelta(hours=6)
DAY_BEFORE_THE_END = NOON + timedelta(days=2)


@pytest.fixture
def ada(app: Flask) -> Account:
    return person("ada")


def waiting(account: Account, kind: str = "your-turn") -> list[datetime]:
    """When the notices of a kind that wait for an account are due."""
    session().rollback()
    wanted = Notice.account_id == account.id, Notice.kind == kind, Notice.state == WorkState.QUEUED
    return list(session().scalars(select(Notice.due_at).where(*wanted).order_by(Notice.due_at)))


def test_whoever_chooses_nothing_is_told_at_once_and_reminded_a_day_before_the_end(ada: Account) -> None:
    table("ada", "bob")
    assert (waiting(ada), waiting(ada, "reminder")) == ([NOON], [DAY_BEFORE_THE_END])


def test_a_turn_is_told_of_when_its_player_wants_it(ada: Account) -> None:
    choose(ada.id, clock.now(), Delivery.IDLE, idle_minutes=90)
    table("ada", "bob")
    assert waiting(ada) == [NOON + timedelta(minutes=90)]


def test_what_is_chosen_for_a_game_holds_for_that_game_alone(ada: Account) -> None:
    one, _ = table("ada", "bob"), table("ada", "cyd")
    choose_for_game(one.id, ada, Delivery.DIGEST, clock.now())
    assert waiting(ada) == [NOON, EVENING]


def test_who_changes_from_a_daily_mail_to_at_once_gets_what_has_waited(ada: Account, clock: FakeClock) -> None:
    choose(ada.id, clock(), Delivery.DIGEST)
    table("ada", "bob")
    clock.advance(hours=2)
    choose(ada.id, clock(), Delivery.AT_ONCE)
    assert waiting(ada) == [clock()]


def test_a_time_zone_or_quiet_hours_chosen_later_hold_for_what_waits(ada: Account, clock: FakeClock) -> None:
    choose(ada.id, clock(), Delivery.DIGEST)
    table("ada", "bob")
    choose(ada.id, clock(), quiet_from=18, quiet_to=20)
    assert waiting(ada) == [NOON + timedelta(hours=8)]


def test_what_waits_is_not_sent_once_nobody_wants_it(ada: Account) -> None:
    choose(ada.id, clock.now(), Delivery.DIGEST)
    table("ada", "bob")
    choose(ada.id, clock.now(), Delivery.OFF)
    assert waiting(ada) == waiting(ada, "reminder") == []


@pytest.mark.parametrize("begun", [True, False])
def test_whoever_wants_mails_again_is_told_of_the_turn_under_way(
    ada: Account, clock: FakeClock, *, begun: bool
) -> None:
    if begun:
        table("ada", "bob")
    choose(ada.id, clock(), Delivery.OFF)
    if not begun:
        table("ada", "bob")
    assert waiting(ada) == []
    clock.advance(hours=1)
    choose(ada.id, clock(), Delivery.AT_ONCE)
    assert (waiting(ada), waiting(ada, "reminder")) == ([clock()], [DAY_BEFORE_THE_END])


def test_a_kind_that_is_taken_up_again_tells_of_the_turn_under_way(ada: Account) -> None:
    stop_mail(ada.id, "all")
    table("ada", "bob")
    resume_mail(ada.id, "all", clock.now())
    assert (waiting(ada), waiting(ada, "reminder")) == ([NOON], [DAY_BEFORE_THE_END])


def test_a_turn_is_announced_once_however_often_its_player_chooses(ada: Account, clock: FakeClock) -> None:
    table("ada", "bob")
    for mode in (Delivery.DIGEST, Delivery.OFF, Delivery.IDLE, Delivery.AT_ONCE):
        choose(ada.id, clock.advance(minutes=1), mode)
    assert waiting(ada) == [clock()]


def test_a_pause_holds_everything_back_until_its_end(ada: Account, clock: FakeClock) -> None:
    end = clock() + timedelta(days=2)
    pause(ada.id, end, clock())
    table("ada", "bob", days_per_move=5)
    assert waiting(ada) == [end]
    assert waiting(ada, "reminder") == [NOON + timedelta(days=4)]


def test_a_pause_can_be_ended_before_its_end(ada: Account, clock: FakeClock) -> None:
    table("ada", "bob")
    pause(ada.id, clock() + timedelta(days=7), clock())
    pause(ada.id, None, clock.advance(hours=3))
    assert (waiting(ada), waiting(ada, "reminder")) == ([clock()], [DAY_BEFORE_THE_END])


@pytest.mark.parametrize("length", [timedelta(0), -timedelta(days=1), LONGEST_PAUSE + timedelta(seconds=1)])
def test_a_pause_ends_in_the_future_and_not_too_late(ada: Account, length: timedelta) -> None:
    with pytest.raises(Invalid, match="bad-pause"):
        pause(ada.id, clock.now() + length, clock.now())


def test_it_is_known_how_many_turns_a_pause_would_cost(ada: Account) -> None:
    table("ada", "bob"), table("ada", "cyd", days_per_move=14)
    assert turns_ending_before(ada, clock.now() + timedelta(days=7)) == 1


@pytest.mark.parametrize(
    "number", [{"idle_minutes": 0}, {"idle_minutes": 1441}, {"digest_hour": 24}, {"quiet_from": -1}, {"quiet_to": 24}]
)
def test_no_other_hours_can_be_chosen_than_clocks_have(ada: Account, number: dict[str, int]) -> None:
    with pytest.raises(Invalid, match="bad-delivery"):
        choose(ada.id, clock.now(), None, **number)
    assert account_numbered(ada.id).quiet_to == 0


def test_only_who_sits_there_can_choose_for_a_game() -> None:
    private, eve = table("ada", "bob"), person("eve")
    with pytest.raises(NotFound):
        choose_for_game(private.id, eve, Delivery.OFF, clock.now())
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    public = create_game(person("ada"), NewGame("seasons", seats, visibility=Visibility.PUBLIC), clock.now())
    with pytest.raises(Forbidden, match="not-a-player"):
        choose_for_game(public.id, eve, Delivery.OFF, clock.now())


def test_who_takes_an_open_seat_does_not_get_what_somebody_else_has_chosen_for_it() -> None:
    ada, bob, cyd = person("ada"), person("bob"), person("cyd")
    seats = [SeatWish(me=True), SeatWish(open=True), SeatWish(email="dan@example.net")]
    game = create_game(ada, NewGame("seasons", seats, visibility=Visibility.PUBLIC), clock.now())
    join(game.id, bob, clock.now())
    choose_for_game(game.id, bob, Delivery.OFF, clock.now())
    decline(game.id, bob, clock.now())
    join(game.id, cyd, clock.now())
    assert [seat.delivery for seat in game.seats] == [None, None, None]


def reminder(seasons: Table) -> Notice:
    found = select(Notice).where(Notice.game_id == seasons.id, Notice.kind == "reminder").order_by(Notice.id.desc())
    notice = session().scalars(found).first()
    assert notice is not None
    return notice


def test_nobody_is_reminded_of_a_turn_that_is_over(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    first = reminder(seasons)
    assert is_still_true(first)
    seasons.play("place max-15")
    assert not is_still_true(first)
    second = reminder(seasons)
    resign(seasons.id, seasons.players[0], clock())
    assert not is_still_true(second)


def test_nobody_is_reminded_of_a_turn_that_they_hear_of_only_then(ada: Account) -> None:
    choose(ada.id, clock.now(), Delivery.DIGEST, digest_hour=11)
    seasons = table("ada", "bob", days_per_move=1)
    assert waiting(ada) == waiting(ada, "reminder") == [NOON + timedelta(hours=16)]
    assert not is_still_true(reminder(seasons))


def test_who_wants_no_mails_about_turns_is_reminded_all_the_same(ada: Account) -> None:
    stop_mail(ada.id, "your-turn")
    seasons = table("ada", "bob")
    assert is_still_true(reminder(seasons))
    stop_mail(ada.id, "reminder")
    assert not is_still_true(reminder(seasons))
