"""Preview cards on other sites, and the web app manifest."""

from __future__ import annotations

import pytest
from flask import Flask

from service.db.clock import now
from service.models import Visibility
from service.notifications.links import join_link
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from tests.service.tables import person
from tests.service.web.visitor import Page, Visitor, path_of

pytestmark = pytest.mark.real_pictures


def told(page: Page) -> dict[str, str]:
    """Return the page's metadata for other sites."""
    metas = [meta.attributes for meta in page.tree.all("meta") if "property" in meta.attributes]
    return {meta["property"]: meta["content"] for meta in metas}


def set_up(visibility: Visibility, *others: SeatWish) -> str:
    wish = NewGame("seasons", [SeatWish(me=True), *others], visibility=visibility)
    game = create_game(person("ann"), wish, now())
    key = join_key_of(game)
    return join_link(game.id, key) if key else f"/games/{game.id}"


@pytest.mark.parametrize("path", ["/", "/today", "/today/2026-05-01", "/rules/siesta"])
def test_a_card_has_a_title_a_sentence_and_a_picture_of_a_board(visitor: Visitor, path: str) -> None:
    card = told(visitor.open(path))

    picture = visitor.client.get(path_of(card["og:image"]))
    assert card["og:image"].startswith("http://")
    assert (picture.status_code, picture.data[:4]) == (200, b"\x89PNG")
    assert "public" in picture.headers["Cache-Control"]
    assert card["og:title"]
    assert card["og:description"]


def test_a_public_game_shows_its_board_and_a_private_one_nothing(app: Flask, visitor: Visitor) -> None:
    public = visitor.open(set_up(Visibility.PUBLIC, SeatWish(ai=1)))

    picture = visitor.client.get(path_of(told(public)["og:image"]))

    assert (picture.status_code, picture.data[:4]) == (200, b"\x89PNG")
    assert visitor.open(set_up(Visibility.PRIVATE, SeatWish(ai=1))).status == 404


def test_the_link_for_a_friend_says_who_invites_to_what(visitor: Visitor) -> None:
    card = told(visitor.open(set_up(Visibility.PRIVATE, SeatWish(open=True))))

    assert card["og:title"] == "ann invites you to a game"
    assert visitor.client.get(path_of(card["og:image"])).status_code == 200


def test_a_telephone_can_keep_us_beside_its_apps(visitor: Visitor) -> None:
    page = visitor.open("/")
    [link] = [each.attributes["href"] for each in page.tree.all("link") if each.attributes["rel"] == "manifest"]

    manifest = visitor.client.get(link)

    assert manifest.json is not None
    assert visitor.client.get(manifest.json["icons"][0]["src"]).status_code == 200
    assert visitor.client.get(manifest.json["start_url"]).status_code == 200
    assert "manifest-src 'self'" in page.response.headers["Content-Security-Policy"]
