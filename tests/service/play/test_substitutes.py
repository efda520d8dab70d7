"""Somebody else takes over the seat of a player whose time has run out, where the table has agreed to that."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from service.accounts.accounts import new_visitor
from service.accounts.blocks import block
from service.accounts.measures import suspend
from service.accounts.vacations import Vacation, take_vacation
from service.db.engines import session
from service.jobs.events import Filter, read
from service.language.errors import Forbidden, Invalid, NotFound
from service.models import Account, GameStatus, OnTimeout, PlayedBy, Substitution, Visibility, Volunteer
from service.play.chat import messages_of, post
from service.play.games import NewGame, SeatWish, create_match
from service.play.plans import PlanWish, plan_of, set_plan
from service.play.positions import log_of
from service.play.records import signed_record
from service.play.seating import game_seen_by, seat_of
from service.play.seats import return_to_seat
from service.play.substitutes import (
    games_with_left_seats,
    take_over,
    volunteer,
    volunteers_for,
)
from service.play.track_records import track_record
from service.verification.verify import Verdict, check
from tests.service.conftest import FakeClock
from tests.service.play.leaving import eve, left, refused, run_out
from tests.service.tables import person, table
from workers.jobs import opponents

__all__ = ["eve"]

pytestmark = pytest.mark.usefixtures("app")


def test_the_computer_plays_on_until_somebody_has_the_seat_whose_turn_it_is_then(
    clock: FakeClock, eve: Account
) -> None:
    of = left(clock)
    assert (of.game.status, seat_of(of.game, 0).ai_level) == (GameStatus.ACTIVE, 1)

    take_over(of.id, 0, eve, clock())

    seat = seat_of(of.game, 0)
    assert (seat.account_id, seat.ai_level, seat.stood_in_at, seat.taken_over_at) == (eve.id, None, None, clock())
    assert (of.game.to_move, of.game.deadline) == (0, clock() + timedelta(days=3))
    while opponents.run():
        pass
    assert of.game.to_move == 0
    of.play_anything()
    assert {entry.played_by for entry in log_of(of.game)} == {None}


def test_what_was_played_before_stays_whose_it_was_and_the_record_verifies(clock: FakeClock, eve: Account) -> None:
    of = left(clock)
    while opponents.run():
        pass
    before = of.game.log_length
    take_over(of.id, 0, eve, clock())
    of.play_to_the_end()
    assert {entry.played_by for entry in log_of(of.game)[:before] if entry.seat == 0} == {PlayedBy.COMPUTER}
    verdicts = {finding.verdict for finding in check(signed_record(of.game, log_of(of.game)))}
    assert Verdict.WRONG not in verdicts


def test_taking_over_twice_is_taking_over_once_and_only_the_first_gets_it(clock: FakeClock, eve: Account) -> None:
    of = left(clock)
    take_over(of.id, 0, eve, clock())
    version = of.game.version
    take_over(of.id, 0, eve, clock())
    assert of.game.version == version
    assert refused(lambda: take_over(of.id, 0, person("fay"), clock()), NotFound) == "not-found"
    assert len(session().scalars(select(Substitution)).all()) == 1


def test_in_public_who_comes_too_late_is_told_that_nobody_has_left_the_seat(clock: FakeClock, eve: Account) -> None:
    of = left(clock, visibility=Visibility.PUBLIC)
    return_to_seat(of.id, of.players[0], clock())
    assert refused(lambda: take_over(of.id, 0, eve, clock())) == "seat-not-left"


def test_who_was_replaced_does_not_come_back_but_may_look(clock: FakeClock, eve: Account) -> None:
    of = left(clock)
    take_over(of.id, 0, eve, clock())
    ada = of.players[0]
    assert refused(lambda: return_to_seat(of.id, ada, clock()), NotFound) == "not-found"
    assert game_seen_by(of.id, ada).id == of.id
    of.look()
    run_out(of, clock)
    assert refused(lambda: take_over(of.id, 0, ada, clock())) == "at-the-table"


def test_a_private_game_is_seen_by_people_while_a_seat_is_left_and_no_longer(clock: FakeClock, eve: Account) -> None:
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE)
    assert refused(lambda: game_seen_by(of.id, eve), NotFound) == "not-found"
    of.look()
    run_out(of, clock)
    assert game_seen_by(of.id, eve).id == of.id
    for nobody in (None, new_visitor(clock())):
        with pytest.raises(NotFound):
            game_seen_by(of.id, nobody)
    take_over(of.id, 0, person("fay"), clock())
    assert refused(lambda: game_seen_by(of.id, eve), NotFound) == "not-found"


def test_who_sits_at_the_table_takes_over_no_other_seat(clock: FakeClock) -> None:
    of = left(clock)
    assert refused(lambda: take_over(of.id, 0, of.players[1], clock())) == "at-the-table"


@pytest.mark.parametrize("blocks", ["eve", "bob"])
def test_who_blocks_somebody_there_or_is_blocked_stays_away(clock: FakeClock, eve: Account, blocks: str) -> None:
    of = left(clock)
    one, other = (eve, of.players[1]) if blocks == "eve" else (of.players[1], eve)
    block(one, other, clock())
    assert games_with_left_seats(eve) == []
    assert refused(lambda: take_over(of.id, 0, eve, clock())) == "substitute-unwelcome"


def test_who_has_blocked_somebody_at_another_table_takes_over_here(clock: FakeClock, eve: Account) -> None:
    of, elsewhere = left(clock), table("dan", "fay")
    block(eve, elsewhere.players[0], clock())

    take_over(of.id, 0, eve, clock())

    assert seat_of(of.game, 0).account == eve


def test_only_people_who_are_not_suspended_take_over_seats(clock: FakeClock, eve: Account) -> None:
    of = left(clock)
    bot, visitor = person("bot"), person("visitor")
    bot.owner_id, visitor.visitor_since = eve.id, clock()
    session().commit()
    suspend(eve, "spam", clock())
    assert refused(lambda: take_over(of.id, 0, eve, clock()), Forbidden) == "suspended"
    for other in (bot, visitor):
        with pytest.raises(NotFound):
            take_over(of.id, 0, other, clock())
    assert seat_of(of.game, 0).account_id == of.players[0].id


def test_a_match_has_no_substitutes(clock: FakeClock) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], on_timeout=OnTimeout.SUBSTITUTE)
    assert refused(lambda: create_match(person("ada"), wish, clock()), Invalid) == "no-substitutes"


def test_what_was_said_to_one_alone_is_not_for_whoever_comes_later(clock: FakeClock, eve: Account) -> None:
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE)
    ada, bob, _ = of.players
    post(of.id, bob, "to all", clock())
    post(of.id, bob, "to ada alone", clock(), to=0)
    post(of.id, ada, "to bob alone", clock(), to=1)
    of.look()
    run_out(of, clock)
    take_over(of.id, 0, eve, clock())
    clock.advance(seconds=1)
    post(of.id, bob, "to eve alone", clock(), to=0)

    heard, _ = messages_of(of.id, eve, 0, 100)
    assert [message.text for message in heard] == ["to all", "to eve alone"]
    told = read(eve, 0, Filter(("message.posted",)), 100).events
    assert len(told) == len(heard)
    assert len(messages_of(of.id, bob, 0, 100)[0]) == len(["all", "ada", "bob", "eve"])


def test_what_the_former_has_planned_is_off(clock: FakeClock, eve: Account) -> None:
    of = table("ada", "bob", on_timeout=OnTimeout.SUBSTITUTE)
    of.play_anything()
    set_plan(of.id, of.players[0], PlanWish("", plays_only_moves=True), clock())
    while of.game.to_move != 0:
        of.play_anything()
    assert seat_of(of.game, 0).planned_at is not None
    of.look()
    run_out(of, clock)
    take_over(of.id, 0, eve, clock())
    assert seat_of(of.game, 0).planned_at is None
    assert plan_of(of.game, eve) is None


def test_the_lost_seat_is_a_loss_by_time_of_the_former_and_moves_count_for_who_played_them(
    clock: FakeClock, eve: Account
) -> None:
    of = left(clock, visibility=Visibility.PUBLIC)
    take_over(of.id, 0, eve, clock())
    of.play_to_the_end()
    ada, later = track_record(of.players[0]), track_record(eve)
    assert ada is not None
    assert later is not None
    assert (ada.reliability.out_of_time, ada.reliability.moves_missed, ada.reliability.moves_in_time) == (1, 1, 0)
    assert [(each.played, each.lost) for each in ada.results] == [(1, 1)]
    assert (later.reliability.out_of_time, later.reliability.moves_missed) == (0, 0)
    assert later.reliability.moves_in_time > 0


def test_volunteers_are_asked_the_longest_unasked_first_and_not_who_is_away(clock: FakeClock, eve: Account) -> None:
    fay, gil, hal = person("fay"), person("gil"), person("hal")
    for each in (eve, fay, gil, hal):
        volunteer(each.id, ["seasons"], clock())
        clock.advance(seconds=1)
    volunteer(person("ivy").id, ["siesta"], clock())
    today = clock().date()
    take_vacation(gil.id, Vacation(today, today + timedelta(days=20)), clock())
    block(hal, person("bob"), clock())
    left(clock)
    assert {each.asked_at for each in _kept(eve, fay)} == {clock()}
    assert {each.asked_at for each in _kept(gil, hal)} == {None}
    assert volunteers_for(eve) == ["seasons"]


def test_a_substitute_who_lets_the_time_run_out_too_is_asked_no_more(clock: FakeClock, eve: Account) -> None:
    volunteer(eve.id, ["seasons", "siesta"], clock())
    of = left(clock)
    take_over(of.id, 0, eve, clock())
    of.look()
    run_out(of, clock)
    assert seat_of(of.game, 0).stood_in_at == clock()
    assert volunteers_for(eve) == []


def test_who_has_let_the_time_of_a_seat_of_their_own_run_out_is_still_asked_elsewhere(clock: FakeClock) -> None:
    of = table("ada", "bob", "cyd", on_timeout=OnTimeout.SUBSTITUTE, stand_in_level=1)
    volunteer(of.players[0].id, ["siesta"], clock())
    of.look()
    run_out(of, clock)
    assert seat_of(of.game, 0).stood_in_at == clock()
    assert volunteers_for(of.players[0]) == ["siesta"]


def test_volunteering_is_changed_as_a_whole_and_only_for_games_that_are_here(clock: FakeClock, eve: Account) -> None:
    assert volunteer(eve.id, ["siesta", "dawn"], clock()) == ["dawn", "siesta"]
    assert volunteer(eve.id, ["siesta"], clock()) == ["siesta"]
    assert refused(lambda: volunteer(eve.id, ["chess"], clock()), NotFound) == "no-such-ruleset"
    assert volunteers_for(eve) == ["siesta"]
    assert volunteer(eve.id, [], clock()) == []


def test_seats_that_are_left_are_listed_longest_first_and_by_game(clock: FakeClock, eve: Account) -> None:
    first = left(clock)
    second = left(clock, "ada", "bob")
    assert [game.id for game in games_with_left_seats(eve)] == [first.id, second.id]
    assert games_with_left_seats(eve, "siesta") == []
    assert games_with_left_seats(first.players[1]) == []
    assert games_with_left_seats(None) == [], "private games are for people who are signed in"
    public = left(clock, "dan", "fay", visibility=Visibility.PUBLIC)
    assert [game.id for game in games_with_left_seats(None)] == [public.id]


def test_nobody_is_a_substitute_in_more_games_than_can_be_played(clock: FakeClock, eve: Account) -> None:
    for number in range(10):
        take_over(left(clock, f"a{number}", f"b{number}", f"c{number}").id, 0, eve, clock())
    another = left(clock)
    assert refused(lambda: take_over(another.id, 0, eve, clock())) == "substitute-enough"


def test_where_nobody_else_is_left_the_seat_is_given_up_as_anywhere(clock: FakeClock) -> None:
    of = left(clock, "ada", "bob")
    while opponents.run():
        pass
    of.look()
    run_out(of, clock)
    assert of.game.status == GameStatus.FINISHED


def _kept(*accounts: Account) -> list[Any]:
    session().rollback()
    ids = [account.id for account in accounts]
    return list(session().scalars(select(Volunteer).where(Volunteer.account_id.in_(ids))))
