"""A join key opens exactly two routes, the offer and the seat; without it neither opens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.db import clock
from service.db.engines import session
from service.models import Game
from service.play.games import NewGame, SeatWish, create_game
from service.play.open_seats import join_key_of
from tests.figures import Figures
from tests.service.access.answers import KNOWN
from tests.service.access.bodies import BODIES
from tests.service.access.conftest import Private
from tests.service.access.routes import REST
from tests.service.access.test_access_of_routes import AWAY
from tests.service.access.whose import Whose
from tests.service.tables import Table

OFFER = "/api/v1/games/<game_id>/join"
OTHERS = [
    name
    for name, rule in REST.items()
    if rule.whose is Whose.PLAYERS and "game_id" in name and name.split(" ")[1] != OFFER
]


@pytest.fixture
def waiting(private: Private) -> Private:
    """Let Quill wait for Wren, and for anybody with the key."""
    quill, wren = private.table.players
    seats = [SeatWish(me=True), SeatWish(account=wren.name), SeatWish(open=True)]
    game = create_game(quill, NewGame("seasons", seats), clock.now())
    return replace(private, table=Table(game.id, private.table.players))


def keys(waiting: Private) -> dict[str, str]:
    """Return a valid key, and some invalid ones."""
    right = join_key_of(session().get_one(Game, waiting.table.id))
    assert right is not None
    other = "b" if right.endswith("a") else "a"
    return {"right": right, "none": "", "wrong": "a" * 24, "of another game": f"{right[:-1]}{other}"}


def ask(client: FlaskClient, name: str, waiting: Private, token: str | None, key: str) -> TestResponse:
    """Send a request with the key in every possible place."""
    method, path = name.split(" ")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Join-Key": key} if key else {}
    body = dict(BODIES.get(name, {}))
    if key and path == OFFER:
        body["key"] = key
    sent: dict[str, Any] = {"json": body} if method in ("POST", "PUT") else {}
    return client.open(waiting.fill(path), method=method, headers=headers, **AWAY, **sent)


def test_what_is_offered_is_shown_for_the_right_key_alone(
    client: FlaskClient, waiting: Private, strangers: dict[str, str | None], figures: Figures
) -> None:
    for principal, token in strangers.items():
        for kind, key in keys(waiting).items():
            answer = ask(client, f"GET {OFFER}", waiting, token, key)
            may_ask = principal in KNOWN or principal == "nobody"
            assert answer.status_code == (401 if not may_ask else 200 if kind == "right" else 404), (principal, kind)
            assert [leak for leak in waiting.leaks_into(answer.text) if "@" in leak] == []
            figures("access", requests=1)


@pytest.mark.parametrize("name", OTHERS)
def test_the_key_opens_no_other_door(
    client: FlaskClient, waiting: Private, strangers: dict[str, str | None], name: str, figures: Figures
) -> None:
    for principal, token in strangers.items():
        answer = ask(client, name, waiting, token, keys(waiting)["right"])
        assert answer.status_code in (401, 404), principal
        assert waiting.leaks_into(answer.text) == []
        figures("access", requests=1)


def test_the_seat_is_taken_with_the_right_key_alone(
    client: FlaskClient, waiting: Private, strangers: dict[str, str | None]
) -> None:
    for kind, key in reversed(keys(waiting).items()):
        for principal, token in strangers.items():
            before = waiting.table.game.version
            answer = ask(client, f"POST {OFFER}", waiting, token, key)
            if principal in KNOWN and kind == "right":
                assert answer.status_code == (200 if principal == "other player" else 409)
            else:
                assert answer.status_code == (404 if principal in KNOWN else 401)
                session().expire_all()
                assert waiting.table.game.version == before
