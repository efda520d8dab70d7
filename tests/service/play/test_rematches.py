"""Rematches: the same terms with seats exchanged, one game for all requests."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.db.engines import session, transaction
from service.erasure.departures import leave
from service.language.errors import Conflict, Forbidden, NotFound
from service.models import Game, GameStatus, SeatState, Visibility
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.standing import standing
from service.play.rematches import rematch
from service.play.seating import game_seen_by, lock_game, seat_number, seat_of
from service.play.seats import decline, join, resign
from tests.service.tables import Table, person, table


@pytest.fixture
def over(app: Flask) -> Table:
    """Create a finished game with Ann on the first seat and Bob on the second."""
    of = table("ann", "bob", days_per_move=5)
    of.play_to_the_end()
    return of


def agreed(game: Game) -> list[object]:
    return [game.ruleset, game.options, game.days_per_move, game.visibility, len(game.seats)]


def test_who_asks_first_invites_the_others_and_who_asks_then_sits_down(over: Table) -> None:
    ann, bob = over.players
    asked = rematch(over.id, bob, clock.now())
    assert asked.status == GameStatus.INVITING

    begun = rematch(over.id, ann, clock.now())

    assert begun.id == asked.id
    assert begun.status == GameStatus.ACTIVE
    assert agreed(begun) == agreed(over.game)
    assert [seat_number(begun, player) for player in (ann, bob)] == [1, 0]


def test_asking_twice_is_asking_once(over: Table) -> None:
    [ann, _] = over.players

    assert rematch(over.id, ann, clock.now()).id == rematch(over.id, ann, clock.now()).id


def test_after_somebody_has_said_no_it_can_be_asked_again(over: Table) -> None:
    ann, bob = over.players
    refused = rematch(over.id, ann, clock.now())
    decline(refused.id, bob, clock.now())

    again = rematch(over.id, bob, clock.now())

    assert again.id != refused.id
    assert again.status == GameStatus.INVITING
    assert game_seen_by(refused.id, ann).rematch_of is None


def test_who_plays_alone_begins_at_once(app: Flask) -> None:
    ann = person("ann")
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)])
    alone = Table(create_game(ann, wish, clock.now()).id, [ann])
    alone.play_to_the_end()

    assert rematch(alone.id, ann, clock.now()).status == GameStatus.ACTIVE


def test_there_is_none_of_a_game_that_goes_on_nor_for_who_has_only_watched(app: Flask, over: Table) -> None:
    going_on = table("cleo", "dan")

    with pytest.raises(Conflict, match="not-over"):
        rematch(going_on.id, going_on.players[0], clock.now())
    with pytest.raises(NotFound):
        rematch("aaaaaaaaaaaa", over.players[0], clock.now())
    with pytest.raises(NotFound):
        rematch(over.id, person("eve"), clock.now())
    with transaction():
        over.game.visibility = Visibility.PUBLIC
    with pytest.raises(Forbidden):
        rematch(over.id, person("eve"), clock.now())


def test_after_a_match_the_rematch_is_a_match(app: Flask) -> None:
    ann, bob = person("ann"), person("bob")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email=bob.email)], shuffle_seats=False)
    match = create_match(ann, wish, clock.now(), simultaneous=True)
    [first, *_] = standing(match).games
    join(first.id, bob, clock.now())
    first, second = standing(match).games
    Table(first.id, [ann, bob]).play_to_the_end()
    with pytest.raises(Conflict, match="not-over"):
        rematch(first.id, ann, clock.now())
    Table(second.id, [ann, bob]).play_to_the_end()

    again = rematch(second.id, ann, clock.now())

    assert again.match_id not in (None, match.id)
    assert again.match_round == 1
    assert rematch(first.id, bob, clock.now()).id == again.id
    assert [seat_number(again, player) for player in (ann, bob)] == [1, 0]


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_whoever_has_gone_has_left_a_seat_for_anybody(over: Table) -> None:
    ann, bob = over.players
    leave(bob, clock.now())
    with transaction():
        seat_of(lock_game(over.id), 1).account_id = None
    session().expire_all()

    again = rematch(over.id, ann, clock.now())

    assert [(seat.state, seat.for_anybody) for seat in again.seats] == [
        (SeatState.OPEN, True),
        (SeatState.TAKEN, False),
    ]


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_whoever_has_played_last_begins_and_the_others_follow_as_they_did(app: Flask) -> None:
    of = table("ann", "bob", "cyd")
    for player in of.players[:2]:
        resign(of.id, player, clock.now())

    again = rematch(of.id, of.players[1], clock.now())

    assert [seat.account_id for seat in again.seats] == [of.players[at].id for at in (2, 0, 1)]
