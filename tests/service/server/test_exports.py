"""Exports through the web server: streamed in parts, complete, and slow readers block nobody."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing

from flask import Flask

from service.accounts.tokens import create_token
from service.db import clock
from service.models import Account
from service.play.games import NewGame, SeatWish, create_game
from service.presentation.exports import GAMES
from tests.service.tables import person
from tests.web_server import WebServer

MANY = 3 * GAMES + 1
READERS = 40
"""More than a process has threads."""


def prolific() -> tuple[Account, dict[str, str]]:
    """Create an account with many games; return it with its program's headers."""
    ann = person("ann")
    for _ in range(MANY):
        create_game(ann, NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)]), clock.now())
    return ann, {"Authorization": f"Bearer {create_token(ann, 'export', ('account',), clock.now()).secret}"}


def test_an_export_comes_whole(app: Flask, web: WebServer) -> None:
    ann, headers = prolific()
    with closing(web.connect()) as line:
        line.request("GET", "/api/v1/me/export", headers=headers)
        answer = line.getresponse()
        told = json.load(answer)
    assert (answer.status, answer.getheader("Content-Length")) == (200, None)
    assert answer.getheader("Content-Disposition") == 'attachment; filename="sundial.json"'
    assert (told["account"]["name"], len({game["id"] for game in told["games"]})) == (ann.name, MANY)


def test_whoever_takes_it_slowly_holds_up_nobody(app: Flask, web: WebServer) -> None:
    _, headers = prolific()
    with ExitStack() as lines:
        for _ in range(READERS):
            reader = lines.enter_context(closing(web.connect()))
            reader.request("GET", "/api/v1/me/export", headers=headers)  # and nothing of the answer is read
        other = lines.enter_context(closing(web.connect()))
        other.request("GET", "/healthz")
        assert other.getresponse().status == 200


def test_who_may_not_have_it_is_told_so(app: Flask, web: WebServer) -> None:
    for path in ("/api/v1/me/export", "/api/v1/me/export.mbox"):
        with closing(web.connect()) as line:
            line.request("GET", path)
            answer = line.getresponse()
            assert (answer.status, json.load(answer)["code"]) == (401, "unauthenticated")
