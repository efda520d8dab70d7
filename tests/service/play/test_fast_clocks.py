"""Fast clocks: days to come to the table, then minutes, and nothing that fits only days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from service.db.clock import now
from service.db.engines import session
from service.jobs.heartbeats import NOTICED_FAST
from service.models import Account, EndedBy, Game, GameStatus, OnTimeout
from service.play.clocks import enforce_deadline, games_near_deadline
from service.play.downtime_credit import keep_schedule
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import TimeIsUp, accept_move
from service.play.pauses import end_pause, wish_pause
from service.play.proposals import ask_back
from service.play.rematches import rematch
from service.play.seats import return_to_seat
from service.play.timekeeping import Fast
from service.play.turn_clocks import terms_of
from tests.service.conftest import FakeClock
from tests.service.tables import Table, person, table
from workers.jobs import clocks

pytestmark = pytest.mark.usefixtures("app")
QUICK = Fast(minutes=5, seconds_per_move=10)


@pytest.fixture
def quick() -> Table:
    return fast()


def fast(*names: str, **agreed: Any) -> Table:
    return table(*(names or ("ada", "bob")), ruleset="siesta", days_per_move=1, fast=QUICK, **agreed)


def go(of: Table) -> None:
    of.play(of.whole_moves(1)[0])


def go_to_the_end(of: Table) -> None:
    while of.game.status == GameStatus.ACTIVE:
        go(of)


def left(of: Table) -> float:
    game = of.game
    assert game.deadline is not None
    return (game.deadline - now()).total_seconds()


def test_the_first_turn_of_each_has_days_and_the_next_ones_minutes(quick: Table, clock: FakeClock) -> None:
    assert left(quick) == 86400
    clock.advance(hours=20)
    go(quick)
    assert left(quick) == 86400
    clock.advance(hours=3)
    go(quick)
    assert left(quick) == 5 * 60 + 10
    clock.advance(seconds=70)
    go(quick)
    assert left(quick) == 5 * 60 + 10
    go(quick)
    assert left(quick) == 5 * 60 + 10 - 70 + 10


def in_haste(quick: Table) -> Table:
    """Advance to the part of the game in which the clock counts minutes."""
    for _ in range(2):
        go(quick)
    return quick


def test_whose_time_is_over_loses(quick: Table, clock: FakeClock) -> None:
    late = in_haste(quick).game.to_move
    quick.look()
    clock.advance(minutes=5, seconds=11)
    assert clocks.run()
    game = quick.game
    assert (game.status, game.ended_by, game.winners) == (GameStatus.FINISHED, EndedBy.TIME, [1 - (late or 0)])


def test_a_move_after_the_last_second_is_refused(quick: Table, clock: FakeClock) -> None:
    game = in_haste(quick).game
    quick.look()
    move = quick.whole_moves(1)[0]
    clock.advance(minutes=5, seconds=11)
    assert game.to_move is not None
    played = accept_move(game.id, seat=game.to_move, version=game.version, move=move, now=clock())
    assert isinstance(played, TimeIsUp)


def test_weekends_nights_and_vacations_are_no_matter(clock: FakeClock) -> None:
    terms = terms_of(fast(weekends_off=True, nights_off=True, vacations=True).game)
    assert (terms.weekends_off, terms.nights_off, terms.vacations) == (False, False, False)


def test_no_event_says_that_a_fast_deadline_is_near(quick: Table, clock: FakeClock) -> None:
    in_haste(quick)
    assert not games_near_deadline(clock())
    table("cyd", "dan", days_per_move=1)
    clock.advance(hours=17)
    assert len(games_near_deadline(clock())) == 1


def test_an_outage_of_a_minute_costs_nobody_time(quick: Table, clock: FakeClock) -> None:
    slow = table("cyd", "dan", days_per_move=1)
    in_haste(quick)
    keep_schedule(clock())
    before, slowly = quick.game.deadline, slow.game.deadline
    clock.time += NOTICED_FAST * 2
    keep_schedule(clock())
    assert before is not None
    assert quick.game.deadline == before + NOTICED_FAST * 2
    assert slow.game.deadline == slowly


def test_nobody_loses_by_time_while_an_outage_was_not_made_up_for(quick: Table, clock: FakeClock) -> None:
    in_haste(quick)
    quick.look()
    keep_schedule(clock())
    clock.advance(minutes=6)
    clocks.run()
    assert quick.game.status == GameStatus.ACTIVE
    assert left(quick) == 5 * 60 + 10


def test_an_outage_that_counts_for_fast_clocks_alone_saves_nobody_else(quick: Table, clock: FakeClock) -> None:
    in_haste(quick)
    quick.look()
    slow = table("cyd", "dan", days_per_move=1)
    slow.look()
    clock.advance(hours=24, seconds=-1)
    keep_schedule(clock())
    clock.time += NOTICED_FAST + timedelta(seconds=1)

    assert enforce_deadline(slow.id, clock())
    assert not enforce_deadline(quick.id, clock())


def test_all_can_stop_it(quick: Table, clock: FakeClock) -> None:
    in_haste(quick)
    for player in quick.players:
        wish_pause(quick.id, player, clock())
    clock.advance(days=2)
    clocks.run()
    end_pause(quick.id, quick.players[0], clock())
    assert left(quick) == 5 * 60 + 10


def test_who_comes_back_has_the_minutes_of_the_beginning(clock: FakeClock) -> None:
    quick = in_haste(fast(on_timeout=OnTimeout.COMPUTER, stand_in_level=1))
    quick.look()
    late = quick.mover
    clock.advance(minutes=5, seconds=11)
    clocks.run()
    return_to_seat(quick.id, late, clock())
    assert left(quick) == 5 * 60 + 10


def test_whose_first_turn_was_interrupted_has_days_for_it_again(clock: FakeClock) -> None:
    quick = fast(grace_minutes=10)
    hasty = quick.mover
    go(quick)
    ask_back(quick.id, hasty, clock())
    go(quick)
    assert quick.mover is not hasty
    assert left(quick) == 86400


def test_a_rematch_is_as_fast(quick: Table, clock: FakeClock) -> None:
    go_to_the_end(quick)
    assert terms_of(rematch(quick.id, quick.players[0], clock())).fast == QUICK


def test_so_is_the_next_game_of_a_series() -> None:
    first = fast(first_to=2)
    go_to_the_end(first)
    following = next(game for game in session().scalars(select(Game)) if game.rematch_of == first.id)
    assert terms_of(following).fast == QUICK


def test_against_the_computer_only_the_person_has_a_clock(clock: FakeClock) -> None:
    ada: Account = person("ada")
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(ai=1)], shuffle_seats=False, days_per_move=1, fast=QUICK)
    game = create_game(ada, wish, clock())
    quick = Table(game.id, [ada])
    go(quick)
    assert quick.game.deadline is None
