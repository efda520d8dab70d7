"""Taking, declining and resigning seats; and deadlines that do it for absent players."""

import pytest
from flask import Flask

from service.db.clock import now
from service.language.errors import Conflict, Forbidden, Invalid, NotFound
from service.models import Game, Visibility
from service.play.clocks import enforce_deadline, overdue_games
from service.play.games import NewGame, SeatWish, create_game
from service.play.moves import legal_actions
from service.play.opponents import claim_turns, task_of
from service.play.seating import game_seen_by
from service.play.seats import decline, join, resign
from tests.service.conftest import FakeClock
from tests.service.tables import person, table


def inviting(*seats: SeatWish, visibility: Visibility = Visibility.PRIVATE) -> Game:
    wish = NewGame("seasons", [SeatWish(me=True), *seats], visibility=visibility, shuffle_seats=False)
    return create_game(person("host"), wish, now())


def test_a_game_begins_when_all_seats_are_taken(app: Flask) -> None:
    game = inviting(SeatWish(email="bob@example.net"))
    assert game.status == "inviting"
    assert join(game.id, person("bob"), now()).status == "active"


def test_a_game_against_the_computer_begins_at_once(app: Flask) -> None:
    assert inviting(SeatWish(ai=3)).status == "active"


def test_joining_twice_is_joining_once(app: Flask) -> None:
    game = inviting(SeatWish(email="bob@example.net"), SeatWish(email="cy@example.net"))
    bob = person("bob")
    assert join(game.id, bob, now()).version == join(game.id, bob, now()).version


def test_an_open_seat_goes_to_whoever_joins_first(app: Flask) -> None:
    game = inviting(SeatWish(open=True), visibility=Visibility.PUBLIC)
    join(game.id, person("first"), now())
    with pytest.raises(Conflict, match="game-started"):
        join(game.id, person("second"), now())


def test_a_stranger_does_not_learn_that_a_private_game_exists(app: Flask) -> None:
    game = inviting(SeatWish(email="bob@example.net"))
    with pytest.raises(NotFound):
        join(game.id, person("mallory"), now())
    with pytest.raises(NotFound):
        game_seen_by(game.id, person("eve"))


def test_who_declines_ends_the_matter(app: Flask) -> None:
    game = inviting(SeatWish(email="bob@example.net"))
    game = decline(game.id, person("bob"), now())
    assert (game.status, game.ended_by) == ("cancelled", "declined")


def test_who_leaves_an_open_seat_before_the_beginning_makes_room(app: Flask) -> None:
    game = inviting(SeatWish(open=True), SeatWish(open=True), visibility=Visibility.PUBLIC)
    join(game.id, person("bob"), now())
    game = decline(game.id, person("bob"), now())
    assert [seat.state for seat in game.seats] == ["taken", "open", "open"]


def test_nobody_sits_twice(app: Flask) -> None:
    with pytest.raises(Invalid, match="seat-twice"):
        inviting(SeatWish(email="host@example.net"))


def test_a_table_of_computers_alone_is_refused(app: Flask) -> None:
    wish = NewGame("seasons", [SeatWish(ai=1), SeatWish(ai=1)])
    with pytest.raises(Invalid, match="bad-seats"):
        create_game(person("host"), wish, now())


def test_an_option_that_does_not_exist_is_refused_by_name(app: Flask) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], options={"colour": "red"})
    with pytest.raises(Invalid) as refused:
        create_game(person("host"), wish, now())
    assert (refused.value.code, refused.value.details["name"]) == ("bad-setup", "colour")


def test_shuffled_seats_are_drawn_from_the_seed(app: Flask) -> None:
    orders = set()
    for number in range(8):
        players = [person(f"p{number}-{seat}") for seat in range(3)]
        wish = NewGame("seasons", [SeatWish(me=True), *(SeatWish(email=player.email) for player in players[1:])])
        game = create_game(players[0], wish, now())
        for player in players[1:]:
            game = join(game.id, player, now())
        orders.add(tuple(seat.place for seat in game.seats))
        assert sorted(seat.number for seat in game.seats) == [0, 1, 2]
    assert len(orders) > 1


def test_who_resigns_a_game_of_two_has_lost_it(app: Flask) -> None:
    seasons = table("ada", "bob")
    game = resign(seasons.id, seasons.players[0], now())
    assert (game.status, game.ended_by, game.winners) == ("finished", "resignation", [1])


def test_in_a_game_of_three_the_computer_plays_on(app: Flask) -> None:
    seasons = table("ada", "bob", "cy")
    game = resign(seasons.id, seasons.players[0], now())
    assert (game.status, game.seats[0].ai_level, game.seats[0].left_by) == ("active", 3, "resignation")
    [turn] = claim_turns(now())
    task = task_of(turn)
    assert task is not None
    assert (task.seat, task.level) == (0, 3)


def test_somebody_who_leaves_out_of_turn_takes_no_link_away_from_the_one_to_move(app: Flask) -> None:
    seasons = table("ada", "bob", "cy")
    turn = seasons.game.turn
    game = resign(seasons.id, seasons.players[2], now())
    assert (game.turn, game.to_move) == (turn, 0)
    assert game.version > turn
    seasons.play(legal_actions(game).actions[0])
    assert seasons.mover.name == "bob"


def test_a_game_that_nobody_plays_any_more_ends(app: Flask) -> None:
    seasons = table("ada", "bob", "cy")
    resign(seasons.id, seasons.players[0], now())
    resign(seasons.id, seasons.players[1], now())
    assert seasons.game.status == "finished"
    assert seasons.game.winners == [2]


def test_who_watches_cannot_resign(app: Flask) -> None:
    game = inviting(SeatWish(ai=1), visibility=Visibility.PUBLIC)
    with pytest.raises(Forbidden, match="not-a-player"):
        resign(game.id, person("watcher"), now())


def test_a_deadline_is_enforced_once_and_not_before_its_time(app: Flask, clock: FakeClock) -> None:
    seasons = table("ada", "bob")
    seasons.look()
    clock.advance(days=3)
    assert overdue_games(clock()) == []
    assert not enforce_deadline(seasons.id, clock())
    clock.advance(seconds=1)
    assert overdue_games(clock()) == [seasons.id]
    assert enforce_deadline(seasons.id, clock())
    assert not enforce_deadline(seasons.id, clock())
    assert (seasons.game.ended_by, seasons.game.winners) == ("time", [1])
