"""Favourites and playing again on pages."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import select

from service.bots.accounts import bot_of
from service.db import clock
from service.db.engines import session
from service.models import Game
from service.play.games import NewGame, SeatWish, create_game
from service.play.seats import join
from service.play.timekeeping import Bank
from tests.service.tables import Table, person
from tests.service.web.visitor import Visitor, sign_in


@pytest.fixture
def ann(app: Flask) -> Visitor:
    person("bob")
    return sign_in(app, "ann")


def over() -> Game:
    """Return a finished game of Ann and Bob with terms of their own."""
    terms = {"days_per_move": 5, "bank": Bank(12, 10), "weekends_off": True, "shuffle_seats": False}
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(account="bob")], options={"version": "full"}, **terms)  # type: ignore[arg-type]
    game = create_game(person("ann"), wish, clock.now())
    join(game.id, person("bob"), clock.now())
    return Table(game.id, [person("ann"), person("bob")]).play_to_the_end()


def test_the_star_of_a_player_puts_them_first_in_the_form_of_new_games(ann: Visitor) -> None:
    page = ann.press(ann.open("/players/bob"), "☆ Add to favourites")

    assert "★ Remove from favourites" in page.text
    [first, *_] = ann.open("/games/new/seasons").tree.one("datalist").all("option")
    assert first.attributes["value"] == "bob"
    assert "Play again with bob" in ann.open("/").text

    ann.press(ann.open("/me"), "Remove: bob")
    assert "Every player's page has a star" in ann.open("/me").text


def test_the_last_game_with_a_player_fills_in_the_form(ann: Visitor) -> None:
    before = over()
    page = ann.open("/players/bob")
    [link] = [each for each in page.tree.all("a") if each.text == "Play again with bob"]
    assert "You and bob" in page.text

    ann.press(ann.open(link.attributes["href"]), "Start game")

    game = session().scalars(select(Game).where(Game.id != before.id)).one()
    assert {seat.account.name for seat in game.seats if seat.account} == {"ann", "bob"}
    kept = ("ruleset", "options", "days_per_move", "clock", "shuffle_seats", "visibility", "on_timeout")
    assert [getattr(game, name) for name in kept] == [getattr(before, name) for name in kept]


def test_a_game_that_is_over_leads_to_the_same_form(ann: Visitor) -> None:
    page = ann.open(f"/games/{over().id}")

    [link] = [each for each in page.tree.all("a") if each.text == "Play again with bob"]

    fields = {each.attributes.get("id"): each for each in ann.open(link.attributes["href"]).tree.all("input")}
    assert fields["who-1"].attributes["value"] == "bob"


def test_who_has_not_met_a_player_chooses_the_game_first(ann: Visitor) -> None:
    assert ann.open("/players/bob/again").address == "/games/new?who=bob"


def test_a_bot_has_a_star_on_its_page_too(ann: Visitor) -> None:
    bot_of(person("bob"), "rusty", clock.now())

    page = ann.press(ann.open("/bots/rusty"), "☆ Add to favourites")

    assert page.address == "/bots/rusty"
    assert "☆" in ann.press(page, "★ Remove from favourites").text
