"""Taking back and draws on the page of a game."""

from __future__ import annotations

from typing import Any

from flask import Flask

from service.db import clock
from service.models import GameStatus
from service.play.games import NewGame, SeatWish, create_game
from tests.service.play.leading import FAR_AHEAD, play_until
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Visitor, returning


def siesta(**agreed: Any) -> Table:
    """Create a game in which Ann has moved."""
    at = table("ann", "bob", ruleset="siesta", **agreed)
    [move] = at.whole_moves(1)
    at.play(move)
    return at


def buttons(visitor: Visitor, at: Table) -> list[str]:
    return visitor.open(f"/games/{at.id}").buttons


def test_within_the_grace_one_press_takes_the_move_back(app: Flask) -> None:
    at = siesta(grace_minutes=10)
    ann = returning(app, "ann@example.net")
    ann.press(ann.open(f"/games/{at.id}"), "Undo")
    assert at.game.to_move == 0
    assert "undoes their last move" in ann.open(f"/games/{at.id}").text


def test_the_other_agrees_by_a_press(app: Flask) -> None:
    at = siesta()
    ann, bob = returning(app, "ann@example.net"), returning(app, "bob@example.net")
    ann.press(ann.open(f"/games/{at.id}"), "Ask to undo")
    assert "You asked to undo your last move. Waiting for bob." in ann.open(f"/games/{at.id}").text
    assert "ann would like to undo their last move" in bob.open(f"/games/{at.id}").text
    bob.press(bob.open(f"/games/{at.id}"), "Agree")
    assert at.game.to_move == 0


def test_who_asks_may_withdraw_and_who_is_asked_may_decline(app: Flask) -> None:
    at = siesta()
    ann, bob = returning(app, "ann@example.net"), returning(app, "bob@example.net")
    for who, press in ((ann, "Withdraw"), (bob, "Decline")):
        ann.press(ann.open(f"/games/{at.id}"), "Ask to undo")
        who.press(who.open(f"/games/{at.id}"), press)
        assert "Ask to undo" in buttons(ann, at)
    assert at.game.to_move == 1


def test_a_draw_is_offered_and_taken(app: Flask) -> None:
    at = siesta()
    ann, bob = returning(app, "ann@example.net"), returning(app, "bob@example.net")
    bob.press(bob.open(f"/games/{at.id}"), "Offer draw")
    ann.press(ann.open(f"/games/{at.id}"), "Agree")
    assert at.game.status == GameStatus.FINISHED
    assert "The players agreed on a draw." in ann.open(f"/games/{at.id}").text


def test_a_computer_that_is_ahead_declines_a_draw_and_the_page_says_so(app: Flask) -> None:
    ann = person("ann")
    seats = [SeatWish(me=True), SeatWish(ai=1)]
    at = Table(create_game(ann, NewGame("siesta", seats, shuffle_seats=False), clock.now()).id, [ann])
    play_until(at, {1}, lambda chances: chances[1] > FAR_AHEAD)
    visitor = returning(app, "ann@example.net")
    answered = visitor.press(visitor.open(f"/games/{at.id}"), "Offer draw")
    assert (answered.status, at.game.status) == (409, GameStatus.ACTIVE)
    assert "The computer declined the draw. It expects a better result." in answered.text


def test_who_watches_and_games_of_dice_are_offered_nothing(app: Flask) -> None:
    at = table("ann", "bob", ruleset="springtime")
    assert not {"Offer draw", "Undo"} & set(buttons(returning(app, "ann@example.net"), at))


def test_a_press_that_comes_too_late_says_so_and_shows_the_game(app: Flask) -> None:
    at = siesta()
    ann, bob = returning(app, "ann@example.net"), returning(app, "bob@example.net")
    ann.press(ann.open(f"/games/{at.id}"), "Ask to undo")
    asked = bob.open(f"/games/{at.id}")
    [move] = at.whole_moves(1)
    at.play(move)
    answered = bob.press(asked, "Agree")
    assert answered.status == 409
    assert "That proposal is no longer open." in answered.text
