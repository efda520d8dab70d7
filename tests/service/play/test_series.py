"""Series: each game starts the next, until a player has won enough."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.accounts.blocks import block
from service.accounts.measures import suspend
from service.db import clock
from service.db.engines import session, transaction
from service.erasure.departures import leave
from service.language.errors import Conflict, Invalid
from service.models import Account, Event, Game, GameStatus, Visibility
from service.play.games import NewGame, SeatWish, create_game, create_match
from service.play.matches.series import Series, series_of
from service.play.rematches import rematch, rematch_of
from service.play.seating import game_seen_by, seat_number
from service.play.seats import decline, resign
from tests.service.tables import Table, person, table


def series_after(game: Game) -> Series:
    found = series_of(game)
    assert found is not None
    return found


def following(game_id: str, player: Account) -> Game:
    """Return the game that followed that one."""
    found = rematch_of(game_seen_by(game_id, player))
    assert found is not None
    return found


def agreed(game: Game) -> list[object]:
    return [game.ruleset, game.options, game.days_per_move, game.visibility, game.on_timeout, game.creator_id]


@pytest.fixture
def first(app: Flask) -> Table:
    """Create the first game of a series with Ann on the first seat, and Bob: first to 2."""
    return table("ann", "bob", days_per_move=5, visibility=Visibility.PUBLIC, first_to=2)


def test_the_next_game_begins_with_the_end_of_the_one_before_seats_exchanged(first: Table) -> None:
    ann, bob = first.players
    resign(first.id, bob, clock.now())

    second = following(first.id, ann)

    assert second.status == GameStatus.ACTIVE
    assert agreed(second) == agreed(first.game)
    assert [seat_number(second, player) for player in (ann, bob)] == [1, 0]
    assert series_after(second) == Series(first.id, 2, 2, wins=[0, 1], winner=None, is_over=False)


def test_who_has_won_so_many_games_has_won_the_series_and_no_game_follows(first: Table) -> None:
    ann, bob = first.players
    resign(first.id, bob, clock.now())
    second = following(first.id, ann)
    resign(second.id, ann, clock.now())
    third = following(second.id, ann)
    resign(third.id, bob, clock.now())

    over = series_after(game_seen_by(third.id, ann))

    assert over == Series(first.id, 3, 2, wins=[2, 1], winner=seat_number(third, ann), is_over=True)
    assert rematch_of(third) is None
    [told] = session().scalars(select(Event).where(Event.type == "series.finished")).all()
    assert told.data == {"series": first.id, "winner": 0, "wins": [2, 1]}
    assert told.game_id == third.id


def test_a_game_that_is_played_to_its_end_counts_for_its_winner_and_a_draw_for_nobody(first: Table) -> None:
    over = first.play_to_the_end()
    winners = over.winners or []

    wins = series_after(over).wins

    assert list(wins) == [int(winners == [seat]) for seat in range(2)]
    with transaction():
        over.winners = [0, 1]
    assert list(series_after(over).wins) == [0, 0]


def test_a_rematch_is_had_once_the_series_is_over_and_is_another_series(app: Flask) -> None:
    short = table("ann", "bob", first_to=1)
    [_, bob] = short.players
    resign(short.id, bob, clock.now())

    again = rematch(short.id, bob, clock.now())

    assert series_after(again) == Series(again.id, 1, 1, wins=[0, 0], winner=None, is_over=False)
    assert again.status == GameStatus.INVITING
    going_on = table("cleo", "dan", first_to=2)
    resign(going_on.id, going_on.players[0], clock.now())
    with pytest.raises(Conflict, match="not-over"):
        rematch(going_on.id, going_on.players[0], clock.now())


def test_it_ends_unfinished_when_somebody_is_suspended(first: Table) -> None:
    ann, bob = first.players
    suspend(bob, "cheats", clock.now())

    resign(first.id, ann, clock.now())

    assert series_after(first.game) == Series(first.id, 1, 2, wins=[0, 1], winner=None, is_over=True)
    assert rematch_of(first.game) is None


def test_it_ends_unfinished_when_somebody_takes_no_invitations_of_the_other_any_more(first: Table) -> None:
    ann, bob = first.players
    block(bob, ann, clock.now())

    resign(first.id, ann, clock.now())

    assert series_after(first.game).is_over
    assert rematch_of(first.game) is None


def test_it_ends_unfinished_when_somebody_deletes_their_account(first: Table) -> None:
    [_, bob] = first.players

    leave(bob, clock.now())

    assert first.game.status == GameStatus.FINISHED
    assert series_after(first.game) == Series(first.id, 1, 2, wins=[1, 0], winner=None, is_over=True)
    assert rematch_of(first.game) is None


def test_an_invitation_that_is_declined_ends_it_before_it_began(app: Flask) -> None:
    ann, bob = person("ann"), person("bob")
    game = create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")], first_to=3), clock.now())

    decline(game.id, bob, clock.now())

    assert series_after(game_seen_by(game.id, ann)) == Series(game.id, 1, 3, wins=[0, 0], winner=None, is_over=True)


def test_with_three_at_the_table_everybody_moves_on_by_a_seat_and_a_seat_that_was_given_up_wins_nothing(
    app: Flask,
) -> None:
    three = table("ann", "bob", "cleo", ruleset="siesta", first_to=2)
    ann, bob, cleo = three.players
    resign(three.id, bob, clock.now())
    assert three.game.status == GameStatus.ACTIVE
    resign(three.id, ann, clock.now())

    second = following(three.id, ann)

    assert [seat_number(second, player) for player in (cleo, ann, bob)] == [0, 1, 2]
    assert all(seat.is_played_by_a_person for seat in second.seats)
    assert list(series_after(second).wins) == [1, 0, 0]


def test_who_plays_the_computer_has_the_next_game_with_it(app: Flask) -> None:
    ann = person("ann")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(ai=2)], shuffle_seats=False, first_to=2)
    game = create_game(ann, wish, clock.now())

    resign(game.id, ann, clock.now())

    second = following(game.id, ann)
    assert [seat.ai_level for seat in second.seats] == [2, None]
    assert list(series_after(second).wins) == [1, 0]


@pytest.mark.parametrize("first_to", [0, 6])
def test_none_is_without_end(app: Flask, first_to: int) -> None:
    with pytest.raises(Invalid, match="no-series"):
        create_game(
            person("ann"), NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], first_to=first_to), clock.now()
        )


def test_there_is_none_alone_and_none_of_matches(app: Flask) -> None:
    ann = person("ann")
    with pytest.raises(Invalid, match="no-series"):
        create_game(ann, NewGame("springtime-puzzle", [SeatWish(me=True)], first_to=2), clock.now())
    with pytest.raises(Invalid, match="no-series"):
        create_match(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(ai=1)], first_to=2), clock.now())
