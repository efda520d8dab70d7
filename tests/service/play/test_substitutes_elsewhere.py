"""Substitutions, abandoned seats and blocks in other games do not affect this one."""

from __future__ import annotations

import pytest

from service.config.environment import Config
from service.db.engines import session, transaction
from service.models import Account, Block, GameStatus, OnTimeout, Substitution, Visibility, Volunteer
from service.play.clocks import enforce_deadline
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import had_seat, lock_game, seat_of
from service.play.seats import return_to_seat
from service.play.substitutes import games_with_left_seats, take_over, volunteer, volunteers_for
from service.play.track_records import track_record
from tests.service.conftest import FakeClock
from tests.service.play.leaving import left
from tests.service.tables import Table, person, table

pytestmark = pytest.mark.usefixtures("app")
RULESETS = ("dawn", "seasons", "siesta", "tribes")


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Use SQLite alone, because nothing here depends on the database."""
    return sqlite_settings


@pytest.fixture
def people() -> list[Account]:
    """Return a person with older and newer accounts."""
    return [person(name) for name in ("old", "older", "eve", "new", "newer")]


def empty(clock: FakeClock, *names: str) -> Table:
    """Create a game in which the computer plays on for the first seat."""
    of = table(*(names or ("ada", "bob", "cyd")), on_timeout=OnTimeout.SUBSTITUTE)
    with transaction():
        seat = seat_of(lock_game(of.id), 0)
        seat.stood_in_at, seat.ai_level = clock(), 1
    return of


def tables(clock: FakeClock) -> tuple[Table, list[Table]]:
    """Create a game with an abandoned seat, and others of the same people with lower and higher ids."""
    found = sorted((empty(clock) for _ in range(3)), key=lambda each: each.id)
    return found.pop(1), found


def replaced(of: Table, former: Account, substitute: Account, clock: FakeClock, version: int, entry: int = 0) -> None:
    """Record that a player was replaced there."""
    kept = Substitution(game_id=of.id, version=version, seat=1, entry=entry, at=clock())
    kept.account_id, kept.substitute_id = former.id, substitute.id
    with transaction() as current:
        current.add(kept)


def test_who_was_replaced_elsewhere_may_take_over_here_and_not_there(clock: FakeClock, people: list[Account]) -> None:
    of, others = tables(clock)
    eve = people[2]
    for each in others:
        replaced(each, eve, people[0], clock, 90)
    for version, former in enumerate(people):
        if former is not eve:
            replaced(of, former, eve, clock, 90 + version)

    assert [game.id for game in games_with_left_seats(eve)] == [of.id]
    assert [had_seat(each.id, eve) for each in (of, *others)] == [False, True, True]
    assert take_over(of.id, 0, eve, clock()).id == of.id


def test_who_blocks_others_and_is_blocked_by_others_is_welcome(clock: FakeClock, people: list[Account]) -> None:
    ada, bob = person("ada"), person("bob")
    of = empty(clock)
    beside = sorted(
        (empty(clock, *(f"{name}-{side}" for name in "xyz")) for side in range(3)), key=lambda each: each.id
    )
    eve, others = people[2], [*(each for each in people if each.name != "eve"), person("newest")]
    pairs = [pair for other in others for each in (ada, bob, eve) for pair in ((other, each), (each, other))]
    pairs += [(eve, each.players[1]) for each in beside]
    with transaction() as current:
        current.add_all(Block(account_id=one.id, blocked_id=other.id, created_at=clock()) for one, other in pairs)

    assert [game.id for game in games_with_left_seats(eve)] == [of.id]
    assert [of.id in [game.id for game in games_with_left_seats(each)] for each in others] == [False] * len(others)
    assert take_over(of.id, 0, eve, clock()).id == of.id


def test_games_are_listed_that_are_played_and_have_a_seat_that_is_empty(clock: FakeClock) -> None:
    for status in GameStatus:
        if status != GameStatus.ACTIVE:
            over = empty(clock)
            with transaction():
                lock_game(over.id).status = status
    of, others = tables(clock)
    for each in others:
        return_to_seat(each.id, each.players[0], clock())
    for _ in range(3):
        table("dan", "fay", "gil", on_timeout=OnTimeout.SUBSTITUTE)

    assert [game.id for game in games_with_left_seats(person("eve"))] == [of.id]


@pytest.mark.parametrize("ruleset", RULESETS[1:])
def test_volunteers_are_asked_for_games_of_their_sort(clock: FakeClock, ruleset: str) -> None:
    volunteers = {name: person(f"of-{name}") for name in RULESETS}
    for name, each in volunteers.items():
        volunteer(each.id, [name], clock())
    left(clock, ruleset=ruleset)

    asked = {each.ruleset for each in session().query(Volunteer) if each.asked_at is not None}
    assert asked == {ruleset}
    assert {name: volunteers_for(each) for name, each in volunteers.items()} == {name: [name] for name in RULESETS}


def test_who_has_taken_over_seats_is_counted_by_themselves_and_no_more_than_that(
    clock: FakeClock, people: list[Account]
) -> None:
    of = left(clock, visibility=Visibility.PUBLIC)
    take_over(of.id, 0, people[2], clock())
    version = of.game.version
    for seat, account in ((0, people[0]), (0, people[4]), (1, people[2]), (2, people[2])):
        with pytest.raises(Exception, match=r"seat-not-left|not-found"):
            take_over(of.id, seat, account, clock())
    assert take_over(of.id, 0, people[2], clock()).version == version
    assert seat_of(of.game, 0).account_id == people[2].id


def test_who_lets_the_time_run_out_once_more_is_asked_no_more_and_all_others_are(
    clock: FakeClock, people: list[Account]
) -> None:
    of, eve = empty(clock), people[2]
    for each in people:
        volunteer(each.id, ["seasons", "siesta"], clock())
    take_over(of.id, 0, eve, clock())
    of.look()

    assert enforce_deadline(of.id, clock.advance(days=3, seconds=1))

    assert [volunteers_for(each) for each in people if each is not eve] == [["seasons", "siesta"]] * 4
    assert volunteers_for(eve) == []


def test_what_others_have_lost_and_taken_over_is_no_part_of_ones_track_record(
    clock: FakeClock, people: list[Account]
) -> None:
    eve, others = people[2], [people[0], people[1], people[3], people[4]]
    games = sorted((played(eve, clock) for _ in range(3)), key=lambda each: each.id)
    before = track_record(eve)
    for version, former in enumerate(others, 90):
        for each in (games[1], played(former, clock)):
            replaced(each, former, others[version % 4 - 1], clock, version)
    assert track_record(eve) == before
    assert before is not None
    assert (before.reliability.games_begun, before.reliability.moves_in_time) == (3, 6)

    replaced(games[1], others[0], eve, clock, 99, entry=4)
    after = track_record(eve)
    assert after is not None
    assert (after.reliability.games_begun, after.reliability.moves_in_time) == (3, 4)

    replaced(games[1], eve, others[0], clock, 100)
    lost = track_record(eve)
    assert lost is not None
    assert (lost.reliability.games_begun, lost.reliability.out_of_time) == (4, 1)


def played(by: Account, clock: FakeClock) -> Table:
    """Create a public game of one player with two moves."""
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)], visibility=Visibility.PUBLIC)
    of = Table(create_game(by, wish, clock()).id, [by])
    for _ in range(2):
        of.play_anything()
    return of
