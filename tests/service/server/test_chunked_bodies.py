"""Chunked bodies: every route responds and changes the same as with a content length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from flask import Flask

from service.db import clock
from service.models import Account, Visibility
from service.notifications import links
from service.play.games import NewGame, SeatWish, create_game
from tests.figures import Figures
from tests.service.access.conftest import Private, token_of
from tests.service.access.pages import PAGES
from tests.service.access.routes import REST
from tests.service.server.good import FORM, GOOD, SANDBOX, cookie_of, with_body
from tests.service.server.snapshot import Snapshot
from tests.service.server.ways import Answer, Body, Client, form, json_body, multipart
from tests.service.tables import person
from tests.service.web.visitor import path_of
from tests.web_server import WebServer, web_server


@dataclass(frozen=True)
class Errand:
    """A request of Quill's."""

    name: str
    path: str
    headers: dict[str, str]
    body: Body

    def done_by(self, server: WebServer, *, chunked: bool) -> Answer:
        """Send the request."""
        return Client(server, self.headers, chunked=chunked).send(self.name.split(" ")[0], self.path, self.body)


@pytest.fixture(params=["", "1"], ids=["plain", "sandbox"])
def sandbox(request: pytest.FixtureRequest) -> str:
    """Whether requests go through the layer that makes them fail."""
    chosen: str = request.param
    return chosen


@pytest.fixture
def server(app: Flask, sandbox: str) -> Iterator[WebServer]:
    """Start the server of the test's installation."""
    with web_server(app.config["SETTINGS"], SANDBOX=sandbox) as server:
        yield server


@pytest.fixture
def errands(app: Flask, private: Private, sandbox: str) -> list[Errand]:
    """Return a request for each route with a body; forms in each of their encodings."""
    quill = private.table.players[0]
    token = {"Authorization": f"Bearer {token_of(quill)}"}
    cookie = {"Cookie": cookie_of(app, quill)}
    rest = {name: GOOD.get(name, {}) for name in REST} | (SANDBOX if sandbox else {})
    return [
        *(Errand(name, path(private, name), token, json_body(body)) for name, body in with_body(rest)),
        *(Errand(name, path(private, name), cookie, form(FORM)) for name, _ in with_body(PAGES)),
        *(Errand(name, path(private, name), cookie, multipart(FORM)) for name, _ in with_body(PAGES)),
    ]


def path(private: Private, name: str) -> str:
    """Fill in a route's path, with valid links for capability routes."""
    game, route = private.table.game, name.split(" ")[1]
    good = {
        "/t/<token>": links.turn_link(game, 0),
        "/unsubscribe/<token>": links.unsubscribe_link(private.table.players[0], "reminder"),
    }
    return path_of(good[route]) if route in good else private.fill(route)


def told(answer: Answer) -> tuple[object, ...]:
    """Return the parts of a response that are equal for equal requests: no dates, ids and secrets."""
    shape = sorted(answer.json) if answer.kind.endswith("json") and answer.text else answer.kind
    refused = answer.json["code"] if answer.kind == "application/problem+json" else None
    return answer.status, shape, refused, answer.headers.get("location", "").count("/")


def test_every_route_takes_a_chunked_body_for_the_same_body(
    app: Flask, server: WebServer, errands: list[Errand], figures: Figures
) -> None:
    snapshot = Snapshot(app.config["SETTINGS"].home / "sundial.sqlite")
    otherwise, changing = {}, 0
    for errand in errands:
        found = []
        for chunked in (False, True):
            answer = errand.done_by(server, chunked=chunked)
            found.append((*told(answer), snapshot.changed()))
            snapshot.restore()
        changing += found[0][-1] != set()
        if found[0] != found[1]:
            otherwise[errand.name, errand.body.content_type] = found
    figures("chunked bodies", requests=len(errands), that_changed_something=changing, done_otherwise=len(otherwise))
    assert otherwise == {}
    assert changing > len(errands) / 3


def open_seat(host: Account) -> str:
    """Create a game with an open seat."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)], visibility=Visibility.PUBLIC)
    return create_game(host, wish, clock.now()).id


def test_the_words_for_the_dice_arrive_in_chunks(private: Private, web: WebServer) -> None:
    seat, token = f"/api/v1/games/{open_seat(private.table.players[0])}", token_of(person("eve"))
    eve = Client(web, {"Authorization": f"Bearer {token}"}, chunked=True)

    joined = eve.send("POST", f"{seat}/join", json_body({"contribution": "my own dice words"}))

    assert joined.status == 200
    assert "my own dice words" in eve.send("GET", f"{seat}/record", json_body({})).text


def test_one_click_in_chunks_is_not_redirected(private: Private, web: WebServer) -> None:
    address = path_of(links.unsubscribe_link(private.table.players[0], "reminder"))

    for encode in (form, multipart):
        clicked = Client(web, {}, chunked=True).send("POST", address, encode({"List-Unsubscribe": "One-Click"}))
        assert clicked.status == 200, encode
