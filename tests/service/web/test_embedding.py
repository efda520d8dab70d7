"""The board of a public game in pages of others."""

from __future__ import annotations

from html import unescape

from flask import Flask

from service.db import clock
from service.models import Visibility
from service.play.games import NewGame, SeatWish, create_game
from tests.service.tables import person, table
from tests.service.web.visitor import Visitor, returning

STRICT = {"default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors *"}


def public_game(seats: list[SeatWish]) -> str:
    wish = NewGame("seasons", seats, visibility=Visibility.PUBLIC)
    return create_game(person("ann"), wish, clock.now()).id


def test_anybody_may_frame_the_board_of_a_public_game_and_nothing_else(app: Flask, visitor: Visitor) -> None:
    game_id = public_game([SeatWish(me=True), SeatWish(ai=1)])
    page = visitor.open(f"/games/{game_id}")
    [snippet] = [unescape(each.text) for each in page.tree.all("textarea") if each.attributes["id"] == "embed"]
    address = snippet.split('"')[1]

    framed = visitor.open(address)

    policy = framed.response.headers["Content-Security-Policy"]
    assert set(policy.split("; ")) >= STRICT
    assert "script" not in policy
    assert "X-Frame-Options" not in framed.response.headers
    assert list(framed.tree.all("svg"))
    assert "Set-Cookie" not in framed.response.headers
    assert not list(framed.tree.all("form", "script"))
    assert visitor.open(f"{address}?at=0").status == 200
    assert visitor.open(f"{address}?at=999").status == 404
    for other in ("/", f"/games/{game_id}"):
        headers = visitor.open(other).response.headers
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def test_a_private_game_has_none_even_for_its_players(app: Flask, visitor: Visitor) -> None:
    private = table("ann", "bob")
    ann = returning(app, "ann@example.net")

    page = ann.open(f"/games/{private.id}")
    assert "embed" not in [area.attributes["id"] for area in page.tree.all("textarea")]
    assert {each.open(f"/games/{private.id}/board").status for each in (ann, visitor)} == {404}


def test_a_game_that_waits_says_so(app: Flask, visitor: Visitor) -> None:
    waiting = public_game([SeatWish(me=True), SeatWish(open=True)])

    assert "The board appears at the start" in visitor.open(f"/games/{waiting}/board").text
