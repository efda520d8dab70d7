"""Last reminders, three hours before a deadline: once, with the consequences."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from service.db.clock import time_json
from service.db.engines import session
from service.jobs.events import Filter, read
from service.models import Delivery, Notice, OnTimeout
from service.notifications.preferences import choose, stop_mail
from service.play.timekeeping import Bank, Fast
from tests.service.conftest import FakeClock
from tests.service.mail.inbound.correspondent import mailed
from tests.service.tables import Table, table
from workers.jobs import clocks

pytestmark = pytest.mark.usefixtures("app")
ADA = "ada@example.net"
HOURS = 3


def nearly_late(clock: FakeClock, **agreed: Any) -> Table:
    """Create a game whose player to move has three hours left, after the turn's email and a reminder."""
    of = table("ada", "bob", **agreed)
    mailed(ADA, "your-turn")
    clock.advance(days=3, hours=-HOURS)
    mailed(ADA, "reminder")
    clocks.run()
    return of


def told(of: Table) -> list[dict[str, object]]:
    return [dict(event.data) for event in read(of.players[1], 0, Filter(("deadline.last_call",)), 100).events]


def calls() -> list[str]:
    return [" ".join(mail.text.split()) for mail in mailed(ADA, "last-call")]


def test_it_comes_once_by_mail_and_event_and_can_be_answered_with_the_move(clock: FakeClock) -> None:
    of = nearly_late(clock)
    clocks.run()
    [text] = calls()
    assert "Last call in Seasons of the Sun: only 3 hours left." in text
    assert "After that, you forfeit the game." in text
    assert "place max-15" in text
    assert told(of) == [{"seat": 0, "deadline": time_json(of.game.deadline)}]
    assert mailed("bob@example.net", "last-call") == []


def test_it_says_that_the_computer_plays_on_where_the_table_wants_that(clock: FakeClock) -> None:
    nearly_late(clock, on_timeout=OnTimeout.COMPUTER)
    assert "After that, the computer plays for you." in calls()[0]


def test_nobody_hears_of_it_a_moment_earlier_nor_after_a_move(clock: FakeClock) -> None:
    of = table("ada", "bob")
    mailed(ADA, "your-turn")
    clock.advance(days=3, hours=-HOURS, seconds=-1)
    clocks.run()
    assert told(of) == []
    clock.advance(seconds=1)
    clocks.run()
    of.play_anything()
    assert calls() == []


def test_each_turn_has_a_last_call_of_its_own(clock: FakeClock) -> None:
    of = nearly_late(clock)
    of.play_anything()
    clock.advance(days=3, hours=-HOURS)
    clocks.run()
    assert [each["seat"] for each in told(of)] == [0, 1]


def test_it_can_be_stopped_by_itself_and_who_wants_no_mails_gets_none(clock: FakeClock) -> None:
    of = table("ada", "bob")
    stop_mail(of.players[0].id, "last-call")
    clock.advance(days=3, hours=-HOURS)
    clocks.run()
    assert calls() == []
    of.play_anything()
    choose(of.players[1].id, clock(), Delivery.OFF)
    clock.advance(days=3, hours=-HOURS)
    clocks.run()
    assert mailed("bob@example.net", "last-call") == []
    assert len(told(of)) == len(of.players)


def test_who_gets_one_mail_a_day_hears_of_it_an_hour_before_the_end_at_the_latest(clock: FakeClock) -> None:
    of = table("ada", "bob")
    choose(of.players[0].id, clock(), Delivery.DIGEST, digest_hour=0)
    clock.advance(days=3, hours=-HOURS)
    clocks.run()
    due = session().scalar(select(Notice.due_at).where(Notice.kind == "last-call"))
    assert of.game.deadline is not None
    assert due == of.game.deadline - timedelta(hours=1)


def test_a_turn_that_begins_with_hours_is_told_by_one_mail(clock: FakeClock) -> None:
    of = table("ada", "bob", days_per_move=1, bank=Bank(0, 2))
    clock.advance(hours=23)
    of.play_anything()
    while of.game.to_move != 0:
        of.play_anything()
    clocks.run()
    assert of.game.deadline is not None
    assert of.game.deadline - clock() <= timedelta(hours=HOURS)
    assert len(told(of)) == 1
    assert calls() == []


def test_on_a_fast_clock_there_is_none(clock: FakeClock) -> None:
    of = table("ada", "bob", days_per_move=1, fast=Fast(15, 20))
    clock.advance(hours=22)
    clocks.run()
    assert told(of) == []
