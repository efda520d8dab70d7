"""Series on pages: chosen with a new game, and shown on its games' pages."""

from __future__ import annotations

from flask import Flask

from service.db import clock
from service.models import Game
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from service.play.matches.series import series_of
from service.play.rematches import rematch_of
from service.play.seating import game_seen_by
from service.play.seats import resign
from tests.service.tables import Table, person, table
from tests.service.web.visitor import Page, Visitor, sign_in


def begun(first_to: int) -> Table:
    """Create the first game of a series of Ann and Bob."""
    return table("ann", "bob", first_to=first_to)


def following(of: Table) -> Game:
    found = rematch_of(of.game)
    assert found is not None
    return found


def addresses(page: Page) -> list[str | None]:
    """Where its links lead."""
    return [link.attributes.get("href") for link in page.tree.all("a")]


def set_up(visitor: Visitor, **chosen: str) -> Page:
    page = visitor.press(visitor.open("/games/new/seasons"), "Start game", **chosen)
    return visitor.press(page, "Start game") if page.heading == "Waiting for you to start" else page


def test_it_is_chosen_with_a_new_game(app: Flask) -> None:
    page = set_up(sign_in(app, "ann"), **{"seat-1": "computer-1", "series": "3"})

    assert "Game 1 of a series, " in page.text
    assert "first to 3." in page.text


def test_a_game_by_itself_says_nothing_of_a_series(app: Flask) -> None:
    page = set_up(sign_in(app, "ann"), **{"seat-1": "computer-1"})

    assert "series" not in page.text


def test_a_series_of_matches_comes_back_with_the_reason(app: Flask) -> None:
    page = set_up(sign_in(app, "ann"), **{"seat-1": "computer-1", "series": "2", "form": "in-turn"})

    assert page.status == 422
    assert "That cannot be played as a series." in page.text


def test_the_page_of_a_game_says_how_it_stands_and_leads_to_the_games_beside_it(app: Flask) -> None:
    first = begun(first_to=2)
    resign(first.id, first.players[1], clock.now())
    ann, second = sign_in(app, "ann"), following(first)

    over, going_on = ann.open(f"/games/{first.id}"), ann.open(f"/games/{second.id}")

    assert "Game 1 of a series, ann 1, bob 0, first to 2. The next game has started." in over.text
    assert "Rematch" not in over.buttons
    assert f"/games/{second.id}" in addresses(over)
    assert "Game 2 of a series, bob 0, ann 1, first to 2." in going_on.text
    assert f"/games/{first.id}" in addresses(going_on)
    assert "Game 2 of a series" in ann.open("/").text


def test_the_page_of_the_last_game_says_who_has_won_it_and_offers_another(app: Flask) -> None:
    first = begun(first_to=1)
    resign(first.id, first.players[1], clock.now())

    page = sign_in(app, "ann").open(f"/games/{first.id}")

    assert "ann won the series." in page.text
    assert "Rematch" in page.buttons


def test_who_is_invited_is_told_what_they_agree_to(app: Flask, visitor: Visitor) -> None:
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(email="bob@example.net")], first_to=3)
    game = create_game(person("ann"), wish, clock.now())

    page = visitor.open(links.invitation_link(game, 1))

    assert "first to 3 wins. After each game the next one starts by itself" in page.text
    visitor.press(page, "Accept and play")
    series = series_of(game_seen_by(game.id, person("bob")))
    assert series is not None
    assert not series.is_over
