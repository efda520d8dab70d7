"""Deadlines that pass."""

import pytest

from service.db.clock import time_json
from service.jobs.events import Filter, read
from service.models import EndedBy, GameStatus
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from tests.workers.computers import computer_to_move
from workers.jobs import clocks, opponents

pytestmark = pytest.mark.usefixtures("app")


def test_who_lets_a_deadline_pass_forfeits_a_game_of_two(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    seasons.look()
    slow = seasons.game.to_move
    clock.advance(days=3, seconds=1)
    assert clocks.run()
    game = seasons.game
    assert (game.status, game.ended_by) == (GameStatus.FINISHED, EndedBy.TIME)
    assert game.winners == [1 - (slow or 0)]


def test_until_its_last_second_a_deadline_has_not_passed(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    clock.advance(days=3)
    assert not clocks.run()
    assert seasons.game.status == GameStatus.ACTIVE


def test_in_a_game_of_three_the_computer_plays_on(clock: FakeClock) -> None:
    seasons = table("ada", "bob", "cyd")
    seasons.look()
    late = seasons.game.to_move
    clock.advance(days=4)
    clocks.run()
    assert seasons.game.status == GameStatus.ACTIVE
    assert seasons.game.to_move == late
    while opponents.run():
        pass
    assert seasons.game.status == GameStatus.ACTIVE
    assert seasons.game.to_move != late


def test_every_game_that_is_overdue_is_seen_to(clock: FakeClock) -> None:
    tables = [table(f"ada{number}", f"bob{number}") for number in range(3)]
    for each in tables:
        each.look()
    clock.advance(days=4)
    clocks.run()
    assert [each.game.status for each in tables] == [GameStatus.FINISHED] * 3


def test_the_computer_is_never_late(clock: FakeClock) -> None:
    computer_to_move(person("ada"))
    clock.advance(days=30)
    assert not clocks.run()


def test_one_game_that_cannot_be_ended_does_not_stop_the_others(clock: FakeClock) -> None:
    broken, sound = table("ada", "bob"), table("cyd", "dan")
    sound.look()
    clock.advance(days=4)
    assert clocks.enforce([broken.id[::-1], sound.id], clock()) == 1
    assert sound.game.status == GameStatus.FINISHED


def told(seasons: Table) -> list[tuple[int, str]]:
    page = read(seasons.players[0], 0, Filter(("deadline.near",)), 100)
    return [(event.data["seat"], event.data["deadline"]) for event in page.events]


@pytest.mark.parametrize(("days", "hours_before"), [(1, 8), (2, 24), (3, 24)])
def test_an_event_tells_once_that_a_deadline_is_near(clock: FakeClock, days: int, hours_before: int) -> None:
    seasons = table("ada", "bob", days_per_move=days)
    clock.advance(days=days, hours=-hours_before, seconds=-1)
    clocks.run()
    assert told(seasons) == []
    clock.advance(seconds=1)
    clocks.run()
    clocks.run()
    assert told(seasons) == [(seasons.game.to_move, time_json(seasons.game.deadline))]


def test_each_turn_has_a_near_deadline_of_its_own(clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    for _ in range(2):
        clock.advance(days=2)
        clocks.run()
        seasons.play_anything()
    assert [seat for seat, _ in told(seasons)] == [0, 1]


def test_more_near_deadlines_than_one_run_sees_to_are_not_left_until_the_next_sweep(clock: FakeClock) -> None:
    tables = [table(f"ada{number}", f"bob{number}") for number in range(3)]
    clock.advance(days=2)
    assert clocks.run(batch=2)
    assert not clocks.run(batch=2)
    assert [len(told(each)) for each in tables] == [1, 1, 1]
