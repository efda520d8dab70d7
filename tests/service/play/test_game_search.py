"""Game search: visibility, order and pages."""

from __future__ import annotations

from typing import Any

import pytest

from service.accounts.accounts import new_visitor
from service.db.clock import now
from service.models import Account, Game, GameStatus, Visibility
from service.play.game_search import GameQuery, SortOrder, count_own_games, find_games
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table

pytestmark = pytest.mark.usefixtures("app")


def alone(player: Account, days: int = 3, visibility: Visibility = Visibility.PRIVATE) -> str:
    """Create a running game of one player, with so many days per move."""
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)], days_per_move=days, visibility=visibility)
    return create_game(player, wish, now()).id


def pages(viewer: Account | None, order: SortOrder, limit: int, **search: object) -> list[list[str]]:
    """Return the ids of the games on every page, read one after the other."""
    found: list[list[str]] = []
    after, is_first = None, True
    while after or is_first:
        is_first = False
        games, after = find_games(viewer, GameQuery(order=order, limit=limit, after=after, **search))  # type: ignore[arg-type]
        found.append([game.id for game in games])
        assert len(found) < 20, "the pages never end"
    return found


def test_who_is_not_known_finds_no_private_game_whoever_has_its_seats() -> None:
    ann = person("ann")
    for other in (SeatWish(ai=1), SeatWish(open=True), SeatWish(email="bob@example.net")):
        create_game(ann, NewGame("seasons", [SeatWish(me=True), other]), now())
    watched = alone(ann, visibility=Visibility.PUBLIC)

    assert pages(None, SortOrder.CREATED, 10) == [[watched]]
    assert pages(person("eve"), SortOrder.CREATED, 10) == [[watched]]


def test_what_is_due_next_comes_first_however_old_the_game_is(clock: FakeClock) -> None:
    ann = person("ann")
    urgent = alone(ann, days=1)
    for _ in range(4):
        clock.advance(minutes=1)
        alone(ann, days=14)
    waiting = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock()).id

    [first, second, third] = pages(ann, SortOrder.DEADLINE, 2, mine=True)

    assert first[0] == urgent
    assert third[-1] == waiting, "what has no deadline comes last"
    assert len({*first, *second, *third}) == 6


@pytest.mark.parametrize("order", [SortOrder.CREATED, SortOrder.DEADLINE])
def test_pages_hold_everything_once_though_times_are_the_same(order: SortOrder) -> None:
    ann = person("ann")
    games = {alone(ann) for _ in range(5)} | {alone(person("bob"), visibility=Visibility.PUBLIC)}

    found = pages(ann, order, 2)

    assert [len(page) for page in found] == [2, 2, 2]
    assert {game for page in found for game in page} == games


def test_what_has_no_deadline_comes_once_and_page_by_page_after_all_that_have_one() -> None:
    ann = person("ann")
    timed = [alone(ann) for _ in range(2)]
    open_seat = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)])
    waiting = [create_game(ann, open_seat, now()).id for _ in range(4)]

    found = pages(ann, SortOrder.DEADLINE, 2, mine=True)

    assert found == [sorted(timed), sorted(waiting)[:2], sorted(waiting)[2:]]


def test_a_page_goes_on_where_the_one_before_ended_whatever_came_meanwhile(clock: FakeClock) -> None:
    ann = person("ann")
    games = []
    for _ in range(4):
        games.append(alone(ann))
        clock.advance(minutes=1)
    first, _ = find_games(ann, GameQuery(limit=2))
    alone(ann)

    second, more = find_games(ann, GameQuery(limit=2, after=SortOrder.CREATED.place_of(first[-1])))

    assert [game.id for game in [*first, *second]] == games[::-1]
    assert not more


def test_it_is_told_apart_whose_turn_it_is() -> None:
    begun = table("ann", "bob")
    ann, bob = begun.players

    assert [found(player, to_move=True) for player in (ann, bob)] == [[begun.id], []]
    assert [found(player, to_move=False) for player in (ann, bob)] == [[], [begun.id]]


def test_where_nobody_is_to_move_it_is_nobodys_turn(clock: FakeClock) -> None:
    over = table("ann", "bob")
    resign(over.id, over.mover, clock())

    assert [found(player, to_move=True) for player in over.players] == [[], []]
    assert [found(player, to_move=False) for player in over.players] == [[over.id], [over.id]]


def test_a_seat_that_the_computer_has_taken_over_is_never_to_move() -> None:
    begun = table("ann", "bob", "cy")
    begun.game.seats[0].ai_level = 3

    assert (found(begun.players[0], to_move=True), found(begun.players[0], to_move=False)) == ([], [begun.id])


def test_games_that_wait_for_ones_part_of_the_dice_are_told_apart() -> None:
    ann = person("ann")
    waits, ready = (
        create_game(ann, NewGame("seasons", [SeatWish(me=True, contributes=contributes), SeatWish(open=True)]), now())
        for contributes in (True, False)
    )

    assert find_games(ann, GameQuery(mine=True, awaited=True))[0] == [waits]
    assert find_games(ann, GameQuery(mine=True, awaited=False))[0] == [ready]
    assert {game.id for game in find_games(ann, GameQuery(mine=True))[0]} == {waits.id, ready.id}


def test_ones_own_games_are_counted_as_they_are_found() -> None:
    ann = person("ann")
    for _ in range(3):
        alone(ann)
    alone(person("bob"), visibility=Visibility.PUBLIC)
    alone(ann, visibility=Visibility.PUBLIC)

    assert count_own_games(ann, GameQuery(status=GameStatus.ACTIVE)) == 4
    assert count_own_games(ann, GameQuery(to_move=False)) == 0


def found(player: Account, *, to_move: bool) -> list[str]:
    games: list[Game] = list(find_games(player, GameQuery(mine=True, to_move=to_move))[0])
    return [game.id for game in games]


def test_a_page_has_a_hundred_games_at_most() -> None:
    ann = person("ann")
    for _ in range(101):
        alone(ann)

    assert [len(page) for page in pages(ann, SortOrder.CREATED, 1000)] == [100, 1]


@pytest.mark.parametrize("status", [None, *GameStatus])
def test_by_deadline_each_state_has_its_games_page_by_page(clock: FakeClock, status: GameStatus | None) -> None:
    ann = person("ann")
    of = {GameStatus.ACTIVE: {alone(ann) for _ in range(3)}}
    open_seat = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)])
    of[GameStatus.INVITING] = {create_game(ann, open_seat, clock()).id for _ in range(3)}
    of[GameStatus.FINISHED] = {alone(ann) for _ in range(3)}
    for game in of[GameStatus.FINISHED]:
        resign(game, ann, clock())
    of[GameStatus.CANCELLED] = {create_game(ann, open_seat, clock()).id for _ in range(3)}
    for game in of[GameStatus.CANCELLED]:
        resign(game, ann, clock())

    found = pages(ann, SortOrder.DEADLINE, 2, mine=True, status=status)

    wanted = set.union(*of.values()) if status is None else of[status]
    assert sorted(game for page in found for game in page) == sorted(wanted)
    assert [len(page) for page in found] == [2] * (len(wanted) // 2) + [1] * (len(wanted) % 2)


def test_what_ended_last_comes_first_and_what_is_not_over_is_left_out(clock: FakeClock) -> None:
    ann = person("ann")
    over = [alone(ann) for _ in range(3)]
    alone(ann)
    for game in reversed(over):
        clock.advance(minutes=1)
        resign(game, ann, clock())

    for status in (None, GameStatus.FINISHED):
        assert pages(ann, SortOrder.FINISHED, 2, mine=True, status=status) == [over[:2], over[2:]]
    assert pages(ann, SortOrder.FINISHED, 2, mine=True, status=GameStatus.ACTIVE) == [[]]


def offered(host: Account, clock: FakeClock, **wish: Any) -> str:
    """Create a public game with an open seat, a minute after the one before."""
    clock.advance(minutes=1)
    seats = [SeatWish(me=True), SeatWish(open=True)]
    return create_game(host, NewGame("seasons", seats, visibility=Visibility.PUBLIC, **wish), clock()).id


def test_a_browser_with_many_open_games_has_one_on_the_first_page_after_those_of_accounts(clock: FakeClock) -> None:
    of_ann = offered(person("ann"), clock)
    mallory = new_visitor(clock(), "a network")
    many = [offered(mallory, clock) for _ in range(29)] + [offered(new_visitor(clock(), "a network"), clock)]
    other = offered(new_visitor(clock(), "another one"), clock)

    for search in ({}, {"status": GameStatus.INVITING}, {"ruleset": "seasons"}):
        for order in (SortOrder.CREATED, SortOrder.DEADLINE):
            found = pages(person("bob"), order, 20, **search)
            assert found == [[of_ann, other, many[0]], many[:9:-1], many[9:0:-1]]
    assert pages(mallory, SortOrder.CREATED, 20)[0] == [*many[28:10:-1], other, many[29]], "her own come as ever"


def test_the_first_page_has_room_for_visitors_however_many_games_accounts_have(clock: FakeClock) -> None:
    anns = [offered(person("ann"), clock) for _ in range(8)][::-1]
    guests = [offered(new_visitor(clock(), f"network {number}"), clock) for number in range(4)][::-1]

    found = pages(None, SortOrder.CREATED, 6)

    assert found == [[*anns[:4], *guests[:2]], [*anns[4:], *guests[2:]]]


def test_games_that_are_set_up_while_somebody_reads_on_neither_move_others_nor_come_twice(clock: FakeClock) -> None:
    ann, guest = person("ann"), new_visitor(clock(), "a network")
    anns, guests = [offered(ann, clock) for _ in range(5)][::-1], [offered(guest, clock) for _ in range(3)]
    first, after = find_games(None, GameQuery(limit=3))
    for host in (ann, guest, new_visitor(clock(), "another one")):
        offered(host, clock)

    second, after = find_games(None, GameQuery(limit=3, after=after))
    third, _ = find_games(None, GameQuery(limit=10, after=after))

    assert [game.id for game in (*first, *second)] == [*anns[:2], guests[0], *anns[2:]]
    assert guests[:0:-1] == [game.id for game in third if game.id in guests]
    assert not {game.id for game in third} & {*anns, guests[0]}


def test_games_of_visitors_that_are_played_are_one_of_a_network_too(clock: FakeClock) -> None:
    played = alone(person("ann"), visibility=Visibility.PUBLIC)
    mallory = new_visitor(clock(), "a network")
    many = [alone(mallory, visibility=Visibility.PUBLIC) for _ in range(5)]

    [first, second] = pages(None, SortOrder.CREATED, 6, status=GameStatus.ACTIVE)

    assert (first[0], len(first)) == (played, 2)
    assert {*first[1:], *second} == {*many}
