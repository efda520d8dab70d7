"""Addresses within the service, of which those that give nothing away are put together once."""

from __future__ import annotations

import pytest
from flask import Flask, url_for

from service.core.config import Config
from service.edge.app import create_app


@pytest.fixture
def app(sqlite_settings: Config) -> Flask:
    return create_app(sqlite_settings)


def test_an_address_is_below_the_path_under_which_it_is_asked_for(app: Flask) -> None:
    def shown(site: str) -> str:
        with app.test_request_context(base_url=site):
            return url_for("web.show_game", game_id="abcdefghijkm")

    assert [shown(f"http://example.org{below}") for below in ("", "/sundial", "")] == [
        "/games/abcdefghijkm",
        "/sundial/games/abcdefghijkm",
        "/games/abcdefghijkm",
    ]


def test_what_is_alike_but_not_the_same_has_an_address_of_its_own(app: Flask) -> None:
    with app.test_request_context():
        found = [url_for("web.show_game", game_id="abcdefghijkm", at=at) for at in (1, True, 1.0, "1", None)]
    assert found == [f"/games/abcdefghijkm{end}" for end in ("?at=1", "?at=True", "?at=1.0", "?at=1", "")]


def test_an_address_can_be_one_of_another_site_and_have_an_anchor(app: Flask) -> None:
    with app.test_request_context():
        plain = url_for("web.show_game", game_id="abcdefghijkm")
        anchored = url_for("web.show_game", game_id="abcdefghijkm", _anchor="result")
        whole = url_for("web.show_game", game_id="abcdefghijkm", _external=True)
    assert anchored == f"{plain}#result"
    assert whole == f"http://localhost{plain}"


def test_no_address_is_remembered_by_which_whoever_knows_it_may_do_something(app: Flask) -> None:
    with app.test_request_context():
        url_for("web.show_game", game_id="abcdefghijkm")
        url_for("links.play_turn", token="a-secret")
        url_for("web.show_game", game_id="abcdefghijkm", chosen="place max-8")
    assert vars(app)["_plain"].cache_info().currsize == 1
