"""A game that is one folder more, with nothing else edited, is served by every face and played by the computer."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

import rules
from service.accounts.tokens import create_token
from service.db import clock
from service.db.engines import session
from service.mail.compose import compose
from service.models import Account, Game, GameStatus, Notice
from service.notifications.links import turn_link
from service.play.games import NewGame, SeatWish, create_game
from service.play.seating import game_seen_by
from tests.service.tables import person
from workers.jobs import opponents

pytestmark = pytest.mark.real_pictures

TOYS = Path(__file__).parents[1] / "rules" / "toy_games"


@pytest.fixture(autouse=True)
def _countdown() -> Iterator[None]:
    """Make the toy game's folder importable like the others."""
    folders = import_module("rules.games").__path__
    folders.append(str(TOYS))
    rules.games.cache_clear()
    yield
    folders.remove(str(TOYS))
    rules.games.cache_clear()


@pytest.fixture
def ada(app: Flask) -> Account:
    return person("ada")


@pytest.fixture
def game(ada: Account) -> Game:
    """Create a game of Countdown against the computer in which it is Ada's turn; a coin decides who starts."""
    seats = [SeatWish(me=True), SeatWish(ai=3)]
    created = create_game(ada, NewGame("countdown", seats, shuffle_seats=False), clock.now())
    while opponents.run():
        pass
    return game_seen_by(created.id, ada)


def test_it_is_played_over_rest_against_the_computer_to_its_end(client: FlaskClient, ada: Account) -> None:
    token = create_token(ada, "test", ["games:read", "games:play"], clock.now()).secret
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    wish = {"ruleset": "countdown", "seats": [{"me": True}, {"ai": 3}]}
    here = f"/api/v1/games/{client.post('/api/v1/games', json=wish).get_json()['id']}"
    while (now := client.get(here).get_json())["status"] == "active":
        if now["to_move"] == now["your_seat"]:
            action = client.get(f"{here}/legal-actions").get_json()["actions"][0]
            assert client.post(f"{here}/moves", json={"version": now["version"], "move": action}).status_code == 201
        else:
            assert opponents.run()
    assert now["ended_by"] == "play"
    assert client.get(f"{here}/board.svg").status_code == 200
    assert client.get(f"{here}/record").get_json()["log"]


def test_its_turns_are_played_on_a_page(client: FlaskClient, game: Game, ada: Account) -> None:
    page = client.get(urlsplit(turn_link(game, 0)).path)
    assert page.status_code == 200
    assert "Countdown" in page.text
    move = {"version": game.version, "move": "take 1"}
    assert client.post(urlsplit(turn_link(game, 0)).path, data=move).status_code == 303
    assert game_seen_by(game.id, ada).to_move == 1


def test_its_turns_are_mailed_with_the_board(game: Game) -> None:
    [notice] = session().query(Notice).filter_by(kind="your-turn").all()
    raw = compose(notice)
    assert b"Countdown" in raw
    assert b"image/png" in raw


def test_its_rules_have_a_page(client: FlaskClient, ada: Account) -> None:
    assert "Countdown" in client.get("/rules").text
    assert client.get("/rules/countdown").status_code == 200


def test_the_computer_plays_it(game: Game, ada: Account, client: FlaskClient) -> None:
    client.post(urlsplit(turn_link(game, 0)).path, data={"version": game.version, "move": "take 1"})
    assert opponents.run()
    now = game_seen_by(game.id, ada)
    assert now.to_move == 0 or now.status == GameStatus.FINISHED


@pytest.mark.parametrize(("asked", "word"), [("el-GR", "Γράψε"), ("en", "Whoever")])
def test_its_guide_is_shown_in_a_language_that_it_is_written_in(
    client: FlaskClient, greek: None, asked: str, word: str
) -> None:
    headers = {"Accept-Language": asked}

    assert word in client.get("/rules/countdown", headers=headers).text
    assert word in client.get("/api/v1/rulesets/countdown", headers=headers).get_json()["guide"]
