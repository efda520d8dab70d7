"""Delivery modes: at once, daily, after idle minutes or never; and reminders."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from service.models import Delivery, WorkState
from service.notifications.preferences import choose
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.on_sqlite import settings
from tests.service.tables import Table, person
from tests.workers.busy_player import AT_ONCE, DIGEST, IDLE, body, drain, post, states, tables, to_ada, turn_links
from tests.workers.post import Post

__all__ = ["post", "settings"]

pytestmark = pytest.mark.usefixtures("app")


def test_a_daily_mail_tells_of_all_turns_of_the_day_at_its_hour(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    tables(2)
    drain(clock, post)
    assert to_ada(post) == []
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 2


def test_a_daily_mail_with_one_turn_is_a_mail_about_that_turn(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    tables(1)
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert mail["X-Sundial-Mail"] == "your-turn"


def test_a_turn_that_is_over_before_the_hour_is_not_told(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    first, *_ = tables(3)
    first.play_anything()
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 2


def test_a_game_that_is_over_is_told_beside_the_turns(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), DIGEST)
    first, *_ = tables(2)
    resign(first.id, first.players[1], clock())
    clock.advance(hours=6)
    drain(clock, post)
    [mail] = to_ada(post)
    assert len(turn_links(mail)) == 1
    assert "Seasons of the Sun is over" in body(mail)
    assert "You won" in body(mail)


def test_a_reminder_is_sent_once_while_the_turn_is_on(clock: FakeClock, post: Post) -> None:
    tables(1)
    drain(clock, post)
    clock.advance(days=2)
    drain(clock, post)
    clock.advance(hours=5)
    drain(clock, post)
    [turn, reminder] = to_ada(post)
    assert "runs out in 24 hours" in body(reminder)
    assert turn_links(reminder) == turn_links(turn)
    assert reminder["Reply-To"] == turn["Reply-To"]
    assert reminder["References"] == turn["References"]
    assert reminder["Subject"] == turn["Subject"]
    assert "Wed, 06 May 2026 12:00" in reminder["Date"]


def test_no_reminder_is_sent_of_a_turn_that_was_played(clock: FakeClock, post: Post) -> None:
    [seasons] = tables(1)
    seasons.play_anything()
    clock.advance(days=2)
    drain(clock, post)
    assert to_ada(post, "reminder") == []
    assert states(person("ada"), "reminder") == [WorkState.SUPERSEDED]


def test_after_some_idle_minutes_only_turns_that_are_still_on_are_told(clock: FakeClock, post: Post) -> None:
    choose(person("ada").id, clock(), IDLE, idle_minutes=30)
    quick, slow = tables(2)
    clock.advance(minutes=29)
    drain(clock, post)
    assert to_ada(post) == []
    quick.play_anything()
    clock.advance(minutes=1)
    drain(clock, post)
    [mail] = to_ada(post)
    assert f"({slow.game.number})" in mail["Subject"]


Happening = Callable[[Table, FakeClock], object]
EVENTS: list[tuple[str, Happening]] = [
    ("your-turn", lambda seasons, clock: None),
    ("game-over", lambda seasons, clock: resign(seasons.id, seasons.players[1], clock())),
]


@pytest.mark.parametrize(("kind", "happens"), EVENTS)
@pytest.mark.parametrize(("mode", "minutes"), [(AT_ONCE, 0), (IDLE, 30), (DIGEST, 6 * 60), (Delivery.OFF, None)])
def test_each_event_is_mailed_when_each_policy_says(
    clock: FakeClock, post: Post, kind: str, happens: Happening, mode: Delivery, minutes: int | None
) -> None:
    choose(person("ada").id, clock(), mode)
    [seasons] = tables(1)
    happens(seasons, clock)
    drain(clock, post)
    assert len(to_ada(post, kind)) == (minutes == 0)
    clock.advance(minutes=minutes or 24 * 60)
    drain(clock, post)
    assert len(to_ada(post, kind)) == (minutes is not None)
