"""The whole game for the holder of a turn link: log and chat, resigning, and rematch."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select

from service.db import clock
from service.db.engines import session
from service.models import Game, GameStatus
from service.play import chat
from tests.service.tables import Table
from tests.service.web.turns import link, placing, seasons
from tests.service.web.visitor import Page, Visitor

__all__ = ["seasons"]


def whole_game(visitor: Visitor, turn: str) -> Page:
    """Follow "The whole game" on a turn's page."""
    page = visitor.open(turn)
    found = next(each for each in page.tree.all("a") if each.text in ("The whole game", "The game up to this turn"))
    return visitor.open(found.attributes["href"])


def play_again(seasons: Table) -> None:
    """Let the others play until it is the turn of the first seat again."""
    seasons.play_anything()
    while seasons.game.to_move != 0:
        seasons.play_anything()


def test_the_link_to_a_turn_shows_all_that_was_played_and_said(visitor: Visitor, seasons: Table) -> None:
    play_again(seasons)
    chat.post(seasons.id, seasons.players[1], "Well played", clock.now())

    page = whole_game(visitor, link(seasons))

    assert (page.status, page.heading) == (200, "Your turn")
    assert "bob" in page.text
    assert "Well played" in page.text
    assert "Turn 1" in page.text
    assert not visitor.has_cookie()


def test_it_is_stepped_through_as_by_who_signs_in(visitor: Visitor, seasons: Table) -> None:
    play_again(seasons)
    page = whole_game(visitor, link(seasons))
    back = next(each for each in page.tree.all("a") if each.attributes.get("rel") == "first")
    assert visitor.open(back.attributes["href"]).heading == "Start of the game"


def test_an_old_link_shows_nothing_that_came_after_its_turn(visitor: Visitor, seasons: Table) -> None:
    old = link(seasons)
    seasons.play("place max-15")
    ended = seasons.game.log_length
    seasons.play_anything()
    chat.post(seasons.id, seasons.players[1], "Well played", clock.now())

    page = whole_game(visitor, old)

    assert page.heading == "The game at the end of this turn"
    assert "Well played" not in page.text
    assert "bob" not in page.text
    assert visitor.open(f"{old}/game?at={ended + 1}").status == 404


def test_who_has_the_link_may_resign_after_being_asked_once_more(visitor: Visitor, seasons: Table) -> None:
    asked = visitor.open(f"{link(seasons)}/resign")
    assert seasons.game.finished_at is None
    page = visitor.press(asked, "Yes, resign")
    assert seasons.game.status == GameStatus.FINISHED
    assert "This turn and the game are over" in page.text


def test_nobody_resigns_by_an_old_link(visitor: Visitor, seasons: Table) -> None:
    old = link(seasons)
    seasons.play("place max-15")
    page = visitor.post(f"{old}/resign")
    assert visitor.open(f"{old}/resign").heading == page.heading == "Waiting for bob"
    assert seasons.game.status == GameStatus.ACTIVE


def test_the_link_to_ones_last_turn_asks_for_a_rematch_once_all_is_over(visitor: Visitor, seasons: Table) -> None:
    first, last = link(seasons), link(seasons)
    while seasons.game.status == GameStatus.ACTIVE:
        last = link(seasons) if seasons.game.to_move == 0 else last
        seasons.play(placing(seasons))

    page = visitor.press(whole_game(visitor, last), "Rematch")
    old = visitor.post(f"{first}/rematch")

    new = session().scalars(select(Game).where(Game.rematch_of == seasons.id)).one()
    assert "The rematch is set up. We'll email you when it's your turn" in page.text
    assert [seat.account.name for seat in new.seats if seat.account and seat.state == "taken"] == ["ann"]
    assert old.status == 404


def test_whoever_has_no_link_sees_nothing(app: Flask, visitor: Visitor, seasons: Table) -> None:
    assert visitor.open(f"{link(seasons)[:-1]}x/game").status == 404
