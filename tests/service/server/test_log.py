"""The web server's log: a line of JSON for each request, without secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from flask import Flask

from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.config.environment import Config
from service.db import clock
from tests.service.tables import table
from tests.waiting import eventually
from tests.web_server import PATIENCE, WebServer, web_server

PATHS = {
    "/api/v1/me": "/api/v1/me",
    "/api/v1/nowhere": "none",
    "/t/k3xw7mq2hd5tn6ybe4rjc2av": "/t/<token>",
    "/sign-in/k3xw7mq2hd5tn6ybe4rjc2av": "/sign-in/<secret>",
    "/api/v1/events?after=0&wait=0": "/api/v1/events",
}


@pytest.fixture
def logging_web(settings: Config) -> Iterator[WebServer]:
    with web_server(settings, LOG_LEVEL="info", LOG_FORMAT="json") as server:
        yield server


def lines(server: WebServer) -> list[dict[str, Any]]:
    return [json.loads(each) for each in server.output().splitlines()]


def test_each_request_has_a_line_that_names_route_account_and_game(app: Flask, logging_web: WebServer) -> None:
    game = table("ann", "bob")
    secret = create_token(game.players[0], "test", SCOPES, clock.now()).secret
    ids = {}
    for path in [*PATHS, f"/api/v1/games/{game.id}", "/api/v1/events/stream"]:
        with closing(logging_web.connect()) as asked:
            asked.request("GET", path, headers={"Authorization": f"Bearer {secret}"})
            answer = asked.getresponse()
            ids[path] = answer.getheader("X-Request-Id")
    assert eventually(lambda: {line["request_id"] for line in lines(logging_web)} >= set(ids.values()), PATIENCE)
    by_id = {line["request_id"]: line for line in lines(logging_web)}
    assert {path: by_id[ids[path]]["route"] for path in PATHS} == PATHS
    of_game = by_id[ids[f"/api/v1/games/{game.id}"]]
    assert (of_game["event"], of_game["status"], of_game["game"]) == ("request", 200, game.id)
    assert of_game["account"] == game.players[0].id
    assert by_id[ids["/api/v1/nowhere"]]["code"] == "not-found"
    assert by_id[ids["/api/v1/events/stream"]]["status"] == 200
    assert secret not in logging_web.output()
    assert "k3xw7" not in logging_web.output()
    assert "example.net" not in logging_web.output()
