"""Public results of a player: only their own games count."""

from __future__ import annotations

import pytest
from flask import Flask

from rules import CHANCE
from service.accounts.accounts import new_visitor
from service.config.environment import Config
from service.db.engines import transaction
from service.models import Account, Game, GameStatus, OnTimeout, Visibility
from service.play.games import NewGame, SeatWish, create_game
from service.play.positions import log_of
from service.play.seats import resign
from service.play.substitutes import take_over
from service.play.track_records import has_page, median_answer, public_games_of, show_results, track_record
from tests.service.conftest import FakeClock
from tests.service.play.leaving import run_out
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


def public(*names: str) -> Table:
    return table(*names, visibility=Visibility.PUBLIC)


def ids(account: Account, status: GameStatus) -> list[str]:
    return [game.id for game in public_games_of(account, status, 50)]


def test_games_are_listed_for_who_has_a_seat_the_latest_first_by_how_they_stand(clock: FakeClock) -> None:
    games = []
    for names in (("ann", "ben"), ("ada", "bob"), ("ada", "ann"), ("bob", "ben"), ("ada", "cyd")):
        games.append(public(*names).id)
        clock.advance(minutes=1)
    table("ada", "bob")
    ada, bob = person("ada"), person("bob")
    invited = NewGame("seasons", [SeatWish(me=True), SeatWish(account="ada")], visibility=Visibility.PUBLIC)
    create_game(bob, invited, clock())

    resign(games[2], ada, clock())

    assert ids(ada, GameStatus.ACTIVE) == [games[4], games[1]]
    assert ids(ada, GameStatus.FINISHED) == [games[2]]
    assert ids(bob, GameStatus.ACTIVE) == [games[3], games[1]]
    assert [game.id for game in public_games_of(ada, GameStatus.ACTIVE, 1)] == [games[4]]
    assert ids(ada, GameStatus.INVITING) == []


def test_what_others_play_counts_for_them_alone(clock: FakeClock) -> None:
    tables = [public(*names) for names in (("ann", "ben"), ("ada", "bob"), ("cyd", "dan"))]
    for each in tables:
        for _ in range(3):
            clock.advance(minutes=7)
            each.play_anything()
    resign(tables[0].id, tables[0].players[0], clock())
    resign(tables[2].id, tables[2].players[1], clock())

    shown = {each.name: track_record(each) for of in tables for each in of.players}
    told = {name: record.reliability for name, record in shown.items() if record is not None}
    assert {name: each.resigned for name, each in told.items() if each.resigned} == {"ann": 1, "dan": 1}
    assert {each.games_begun for each in told.values()} == {1}
    assert {name for name, each in told.items() if each.under_way} == {"ada", "bob"}
    assert told["ada"].moves_in_time + told["bob"].moves_in_time == 3
    assert median_answer(person("bob")) == 7 * 60


def test_who_wins_alone_has_won_and_who_wins_with_others_has_shared(clock: FakeClock) -> None:
    for winners in ([0], [1], [0, 1], [0]):
        game = public("ada", "bob").play_to_the_end()
        with transaction() as current:
            current.get_one(Game, game.id).winners = winners
    [ada], [bob] = (track_record(person(name)).results for name in ("ada", "bob"))  # type: ignore[union-attr]
    assert (ada.played, ada.won, ada.shared, ada.lost) == (4, 2, 1, 1)
    assert (bob.played, bob.won, bob.shared, bob.lost) == (4, 1, 1, 2)


@pytest.mark.parametrize(("moves", "counts"), [(0, False), (1, False), (2, True)])
def test_a_game_counts_for_somebody_once_two_of_its_seats_have_moved(
    moves: int,
    counts: bool,  # noqa: FBT001
    clock: FakeClock,
) -> None:
    for _ in range(6):
        over = public("ada", "bob")
        for _ in range(moves):
            over.play_anything()
        resign(over.id, over.players[1], clock())

    [ada, bob] = (track_record(person(name)) for name in ("ada", "bob"))
    assert ada is not None
    assert bob is not None
    assert [(each.won, each.lost) for each in (*ada.results, *bob.results)] == ([(6, 0), (0, 6)] if counts else [])
    assert (ada.reliability.finished, bob.reliability.resigned) == ((6, 6) if counts else (0, 0))
    assert ada.reliability.games_begun == (6 if counts else 0)


def test_a_game_that_goes_on_counts_as_such_though_nobody_has_moved(clock: FakeClock) -> None:
    public("ada", "bob")
    record = track_record(person("ada"))
    assert record is not None
    assert (record.reliability.games_begun, record.reliability.under_way) == (1, 1)


def test_whoever_hides_it_is_not_told_of_until_they_show_it_again(clock: FakeClock) -> None:
    over = public("ada", "bob")
    ada = person("ada")
    for shown in (False, False, True):
        show_results(ada.id, clock(), shown=shown)
        session_of_ada = person("ada")
        assert (track_record(session_of_ada) is not None) is shown
        assert (ids(session_of_ada, GameStatus.ACTIVE) == [over.id]) is shown


def test_only_who_has_an_address_and_is_here_has_a_page(app: Flask, clock: FakeClock) -> None:
    ada = person("ada")
    guest = create_game(ada, NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.org")]), clock())
    invited = next(seat.account for seat in guest.seats if seat.account_id != ada.id)
    assert invited is not None
    assert [has_page(each) for each in (ada, invited, new_visitor(clock()))] == [True, False, False]
    with transaction():
        visitor = new_visitor(clock())
        visitor.verified_at = clock()
    assert not has_page(visitor)


def test_what_was_played_most_is_told_first_and_of_what_was_played_as_often_by_name(clock: FakeClock) -> None:
    for ruleset in ("tribes", "siesta", "siesta", "dawn", "seasons"):
        over = table("ada", "bob", ruleset=ruleset, visibility=Visibility.PUBLIC)
        while len({entry.seat for entry in log_of(over.game)} - {CHANCE}) < len(over.players):
            over.play(over.whole_moves(1)[0])
        resign(over.id, over.players[0], clock())

    record = track_record(person("bob"))
    assert record is not None
    assert [(each.ruleset, each.played) for each in record.results] == [
        ("siesta", 2),
        ("dawn", 1),
        ("seasons", 1),
        ("tribes", 1),
    ]


def test_what_is_played_alone_is_neither_won_nor_lost_however_others_play(clock: FakeClock) -> None:
    over = public("ada", "bob")
    over.play_anything()
    over.play_anything()
    resign(over.id, over.players[1], clock())
    ada = person("ada")
    alone = create_game(ada, NewGame("springtime-puzzle", [SeatWish(me=True)], visibility=Visibility.PUBLIC), clock())
    resign(alone.id, ada, clock())

    record = track_record(ada)
    assert record is not None
    assert [(each.ruleset, each.won, each.lost) for each in record.results] == [
        ("seasons", 1, 0),
        ("springtime-puzzle", 0, 0),
    ]


def test_a_substitute_has_answered_as_soon_as_they_did_and_not_as_whoever_was_there_before(clock: FakeClock) -> None:
    of = table("ada", "bob", "cyd", visibility=Visibility.PUBLIC, on_timeout=OnTimeout.SUBSTITUTE)
    answers = dict[int, int]()
    while (former := of.mover).id not in answers:
        answers[former.id] = 3600 * (1 + len(answers))
        clock.advance(seconds=answers[former.id])
        of.play_anything()
    seat = of.game.to_move
    assert seat is not None
    of.look()
    run_out(of, clock)
    eve = person("eve")
    take_over(of.id, seat, eve, clock())
    clock.advance(minutes=10)
    of.play_anything()

    assert median_answer(former) == answers[former.id]
    assert median_answer(eve) == 3 * 86400 + 1 + 10 * 60
