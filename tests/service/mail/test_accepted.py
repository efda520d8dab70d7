"""Whoever has set a game up hears by name who joins it."""

from __future__ import annotations

import pytest

from service.accounts.accounts import account_of
from service.db import clock
from service.models import Game
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import decline, join
from tests.service.mail.inbound.correspondent import mailed
from tests.service.tables import person

pytestmark = pytest.mark.usefixtures("app")

HOST = "host@example.net"


def set_up(*guests: str) -> Game:
    seats = [SeatWish(me=True), *(SeatWish(email=f"{name}@example.net") for name in guests)]
    return create_game(person("host"), NewGame("tribes", seats, shuffle_seats=False), clock.now())


def accept(game: Game, name: str) -> None:
    join(game.id, person(name), clock.now())


def told() -> list[str]:
    return [mail.text for mail in mailed(HOST, "accepted")]


def test_the_host_hears_by_name_of_each_who_accepts() -> None:
    game = set_up("bob", "cyd")
    accept(game, "bob")
    accept(game, "cyd")
    first, second = told()
    assert "bob@example.net (bob) joined your game of Tribes" in first
    assert "cyd@example.net (cyd) joined" in second
    assert "Waiting for cyd." in second


def test_whose_turn_it_is_at_once_is_told_of_that_alone() -> None:
    game = create_game(
        person("host"),
        NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], shuffle_seats=False),
        clock.now(),
    )
    accept(game, "bob")
    assert told() == []
    assert mailed(HOST, "your-turn")


def test_as_long_as_somebody_is_missing_the_mail_says_so() -> None:
    accept(set_up("bob", "cyd"), "bob")
    assert "Waiting for one more player." in told()[0]


def test_who_joins_twice_is_told_of_once() -> None:
    game = set_up("bob", "cyd")
    accept(game, "bob")
    accept(game, "bob")
    assert len(told()) == 1


def test_of_a_game_that_is_called_off_nobody_hears_who_was_to_play() -> None:
    game = set_up("bob", "cyd")
    accept(game, "bob")
    decline(game.id, account_of("cyd@example.net", clock.now()), clock.now())
    assert told() == []
