"""A body in chunks is the same body: every route answers and changes the same as if its length had been said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask

from service import clock, links
from service.actions.games import NewGame, SeatWish, create_game
from service.actions.sessions import begin_session
from service.browsers import Device
from service.models import Account, Visibility
from tests.figures import Figures
from tests.service.access.conftest import CSRF, Private, token_of
from tests.service.access.routes import BODIES, PAGES, REST
from tests.service.edge.snapshot import Snapshot
from tests.service.edge.ways import Answer, Body, Client, form, json_body, multipart
from tests.service.tables import person
from tests.service.web.visitor import path_of
from tests.web_server import WebServer, web_server

WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")
ALONE = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}], "shuffle_seats": False}
TOGETHER = {"ruleset": "dawn", "seats": [{"me": True}, {"email": "eve@example.net"}], "shuffle_seats": False}
GOOD: dict[str, Any] = {
    **BODIES,
    "POST /api/v1/games": ALONE,
    "POST /api/v1/matches": TOGETHER,
    "PATCH /api/v1/me": {"name": "quilla"},
    "POST /api/v1/bots": {"name": "quills-other-bot"},
    "POST /api/v1/bots/<bot>/tokens": {"name": "a machine"},
    "PUT /api/v1/games/<game_id>/delivery": {"mode": "digest"},
}
"""Bodies that the API takes from Quill."""
SANDBOX: dict[str, Any] = {
    "POST /api/v1/sandbox/clock": {"advance": "PT1S"},
    "POST /api/v1/sandbox/accounts": {"name": "quill"},
    "PUT /api/v1/sandbox/faults": {"seed": 7},
}
FORM = {"csrf": CSRF, "version": "1", "move": "place max-15", "text": "Hello!", "days": "3", "name": "quilla",
        "time_zone": "Europe/Rome", "email": "quill@example.net", "code": "00000000", "scopes": "read",
        "url": "https://bot.example.net/other", "mode": "digest", "List-Unsubscribe": "One-Click"}  # fmt: skip
"""A field for every form: what it does not know it leaves alone."""


@dataclass(frozen=True)
class Errand:
    """A request of Quill's."""

    name: str
    path: str
    headers: dict[str, str]
    body: Body

    def done_by(self, server: WebServer, *, chunked: bool) -> Answer:
        """The answer to it."""
        return Client(server, self.headers, chunked=chunked).send(self.name.split(" ")[0], self.path, self.body)


@pytest.fixture(params=["", "1"], ids=["plain", "sandbox"])
def sandbox(request: pytest.FixtureRequest) -> str:
    """Whether requests go through the layer that makes them fail."""
    chosen: str = request.param
    return chosen


@pytest.fixture
def server(app: Flask, sandbox: str) -> Iterator[WebServer]:
    """The server of the installation that the test is in."""
    with web_server(app.config["SETTINGS"], SANDBOX=sandbox) as server:
        yield server


@pytest.fixture
def errands(app: Flask, private: Private, sandbox: str) -> list[Errand]:
    """A request to each route that can have a body; forms once in each of their encodings."""
    quill = private.table.players[0]
    token = {"Authorization": f"Bearer {token_of(quill)}"}
    cookie = {"Cookie": cookie_of(app, quill)}
    rest = {name: GOOD.get(name, {}) for name in REST} | (SANDBOX if sandbox else {})
    return [
        *(Errand(name, path(private, name), token, json_body(body)) for name, body in with_body(rest)),
        *(Errand(name, path(private, name), cookie, form(FORM)) for name, _ in with_body(PAGES)),
        *(Errand(name, path(private, name), cookie, multipart(FORM)) for name, _ in with_body(PAGES)),
    ]


def with_body(routes: dict[str, Any]) -> list[tuple[str, Any]]:
    return [(name, what) for name, what in routes.items() if name.split(" ")[0] in WITH_BODY]


def cookie_of(app: Flask, account: Account) -> str:
    """The header of a browser in which somebody is signed in, whose forms carry `CSRF`."""
    browser = app.test_client()
    with browser.session_transaction() as held:
        held.update(session=begin_session(account, Device(), clock.now()), csrf=CSRF)
    kept = browser.get_cookie("sundial")
    assert kept is not None
    return f"sundial={kept.value}"


def path(private: Private, name: str) -> str:
    """The path of a route filled in, with links that are good where the address is the permission."""
    game, route = private.table.game, name.split(" ")[1]
    good = {
        "/t/<token>": links.turn_link(game, 0),
        "/unsubscribe/<token>": links.unsubscribe_link(private.table.players[0], "reminder"),
    }
    return path_of(good[route]) if route in good else private.fill(route)


def told(answer: Answer) -> tuple[object, ...]:
    """What two equal requests are answered alike: not dates, ids and secrets."""
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
    """A game with a seat for whoever comes."""
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
