"""Lists of games with boards: filters, order and cost."""

from __future__ import annotations

from flask import Flask

from service.db.clock import now
from service.http.code_version import CODE
from service.models import Visibility
from service.play.games import NewGame, SeatWish, create_game
from tests.service.conftest import FakeClock
from tests.service.statements import executed
from tests.service.tables import person, table
from tests.service.web.visitor import Page, Visitor, sign_in


def alone(name: str, days: int) -> str:
    """Create a game of one player to move, with so many days."""
    wish = NewGame("springtime-puzzle", [SeatWish(me=True)], days_per_move=days)
    return create_game(person(name), wish, now()).id


def public(name: str) -> str:
    """Create a public game against the computer."""
    wish = NewGame("siesta", [SeatWish(me=True), SeatWish(ai=1)], visibility=Visibility.PUBLIC)
    return create_game(person(name), wish, now()).id


def listed(page: Page) -> list[str]:
    """Return the ids of a list's games from top to bottom."""
    links = [anchor.attributes["href"] for anchor in page.tree.all("a") if anchor.attributes.get("class") == "whole"]
    return [link.removeprefix("/games/") for link in links if link.startswith("/games/")]


def pictures(page: Page) -> list[str]:
    """Return the addresses of the boards on a page."""
    return [image.attributes["src"] for image in page.tree.all("img") if "thumb" in image.attributes.get("class", "")]


def test_games_where_it_is_my_turn_are_listed_by_deadline(app: Flask) -> None:
    ann = sign_in(app, "ann")
    late, soon = alone("ann", days=14), alone("ann", days=1)
    table("bob", "ann")

    page = ann.press(ann.open("/games"), "Show", mine="turn")

    assert listed(page) == [soon, late]


def test_a_list_shows_the_time_left_of_each_game_as_a_shadow_and_in_words(app: Flask, clock: FakeClock) -> None:
    for days in (14, 1, 3):
        alone("ann", days)
    clock.advance(hours=20)
    ann = sign_in(app, "ann")

    for path in ("/", "/games?mine=turn"):
        clocks = [each for each in ann.open(path).tree.all("span") if "clock" in each.attributes.get("class", "")]
        told = [(each.attributes["class"], each.text.strip()) for each in clocks]
        assert told == [("clock short", "4 hr left"), ("clock", "2 days left"), ("clock", "13 days left")], path
        assert all(list(each.all("svg")) for each in clocks)


def test_each_game_of_a_list_shows_its_board_as_it_stands(app: Flask) -> None:
    ann = sign_in(app, "ann")
    alone("ann", days=3)

    [picture] = pictures(ann.open("/games?mine=yes"))
    drawn = ann.client.get(picture)

    assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    assert drawn.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert picture.endswith(f"-{CODE}")
    assert ann.client.get(picture.split("?")[0]).headers["Cache-Control"] == "private, no-cache"


def test_the_board_of_a_private_game_is_for_its_players(app: Flask, visitor: Visitor) -> None:
    game = alone("ann", days=3)

    assert visitor.client.get(f"/games/{game}/board.svg").status_code == 404
    assert visitor.client.get(f"/games/{public('ann')}/board.svg").status_code == 200


def test_a_game_that_has_not_begun_has_no_board_yet_and_its_list_shows_what_it_may_look_like(app: Flask) -> None:
    ann = sign_in(app, "ann")
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)])
    game = create_game(person("ann"), wish, now())

    [picture] = pictures(ann.open("/games?mine=yes"))

    assert ann.client.get(f"/games/{game.id}/board.svg").status_code == 404
    assert picture.startswith("/rules/seasons/board.svg?v=")
    assert "immutable" in ann.client.get(picture).headers["Cache-Control"]


def test_strangers_see_six_boards_in_mid_play_and_what_is_going_on(visitor: Visitor) -> None:
    game = public("ann")

    page = visitor.open("/")

    assert len([each for each in pictures(page) if each.startswith("/rules/")]) == 6
    assert listed(page) == [game]
    assert all(visitor.client.get(each).status_code == 200 for each in pictures(page))
    assert len(pictures(visitor.open("/rules"))) == 6
    assert len(pictures(visitor.open("/rules/dawn"))) == 1


def test_a_list_takes_six_statements_however_many_games_it_has_and_one_more_for_those_of_visitors(app: Flask) -> None:
    ann = sign_in(app, "ann")
    for _ in range(8):
        alone("ann", days=3)
    for path, most in (("/games?mine=yes", 6), ("/games?mine=turn", 6), ("/games", 7)):
        ann.open(path)
        with executed() as statements:
            ann.open(path)
        assert 0 < len(statements) <= most, statements
