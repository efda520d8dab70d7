"""Games and invitations are counted on as well; what a count that is cut short or overtaken leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from sqlalchemy import Connection

from service.core.db import db, session, transaction
from service.leaving.departures import leave
from service.metrics import ledger
from service.metrics.totals import count_totals, totals
from service.models import (
    Account,
    OnTimeout,
)
from service.people.visitors import new_visitor
from service.play.games import NewGame, SeatWish, create_game
from service.play.handing_over import hand_over
from service.play.seats import join, resign
from service.play.substitutes import take_over
from service.work import counters
from service.work.events import newest_number
from service.work.past_events import forget_events
from tests.service.conftest import FakeClock
from tests.service.metrics.whole import anew, counted, old_and_counted, whole
from tests.service.play.leaving import run_out
from tests.service.stages.trouble import listening
from tests.service.tables import Table, person, table
from tests.workers.outbox import drain_by
from tests.workers.post import Post
from workers.jobs import forgetting, opponents

pytestmark = pytest.mark.usefixtures("app")


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


def test_once_a_day_all_of_it_is_counted_anew_so_that_nothing_stays_wrong(clock: FakeClock) -> None:
    table("ann", "bob")
    drain_by(Post())
    newest_number()
    old_and_counted(clock)
    with transaction():
        for what in ("games seasons active", "invitations accepted", "work notice done"):
            counters.hold(f"{ledger.KEPT}{what}").value += 7
    assert counted() != whole()
    clock.advance(hours=24)
    assert counted(on=False) == whole()
