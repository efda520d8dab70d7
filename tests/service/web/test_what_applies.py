"""A game's page offers nothing that cannot apply: to ask nobody, to talk to nobody, dice that are never rolled."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db import clock
from service.models import Game, Visibility
from service.play.games import NewGame, SeatWish, create_game
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor, sign_in


@pytest.fixture
def ann(app: Flask) -> Visitor:
    return sign_in(app, "ann")


def against_computer(ruleset: str) -> Table:
    """Create a game of Ann's against the computer."""
    creator = person("ann")
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    return Table(create_game(creator, NewGame(ruleset, seats, shuffle_seats=False), clock.now()).id, [creator])


def open_to_anybody(ruleset: str, *, shuffle_seats: bool) -> Game:
    """Create a public game of Ann's with a free seat."""
    seats = [SeatWish(me=True), SeatWish(open=True)]
    wish = NewGame(ruleset, seats, shuffle_seats=shuffle_seats, visibility=Visibility.PUBLIC)
    return create_game(person("ann"), wish, clock.now())


def test_against_the_computer_alone_there_is_no_chat_and_no_pause_of_clocks(ann: Visitor) -> None:
    page = ann.open(f"/games/{against_computer('siesta').id}")
    assert "Chat" not in page.text
    assert not {"Send", "Pause clocks"} & set(page.buttons)


def test_with_others_there_are_both(ann: Visitor) -> None:
    page = ann.open(f"/games/{table('ann', 'bob', ruleset='siesta').id}")
    assert {"Send", "Pause clocks"} <= set(page.buttons)


def test_whoever_asks_nobody_undoes_at_once(ann: Visitor) -> None:
    of = against_computer("siesta")
    of.play(of.whole_moves(1)[0])
    page = ann.open(f"/games/{of.id}")
    assert "Undo" in page.buttons
    ann.press(page, "Undo")
    assert of.game.to_move == 0


@pytest.mark.parametrize(
    ("ruleset", "has_dice"),
    [("siesta", False), ("springtime", False), ("tribes", False), ("seasons", True), ("dawn", True)],
)
def test_dice_are_checked_where_some_are_rolled(ann: Visitor, ruleset: str, *, has_dice: bool) -> None:
    page = ann.open(f"/games/{table('ann', 'bob', ruleset=ruleset).id}")
    assert ("Check the dice" in page.text) is has_dice
    assert "Download the record" in page.text


@pytest.mark.parametrize(
    ("ruleset", "shuffle_seats", "is_drawn"),
    [("siesta", False, False), ("siesta", True, True), ("springtime", False, True), ("seasons", False, True)],
)
def test_a_word_for_the_dice_is_asked_where_something_is_drawn(
    app: Flask, ruleset: str, *, shuffle_seats: bool, is_drawn: bool
) -> None:
    game = open_to_anybody(ruleset, shuffle_seats=shuffle_seats)
    page = sign_in(app, "bob").open(f"/games/{game.id}")
    assert ("Your word for the dice" in page.text) is is_drawn
