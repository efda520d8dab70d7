"""Texts that others could not read are refused at every door that takes a text, and nothing is kept of them."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.db.clock import now
from service.models import Visibility
from service.play.games import NewGame, SeatWish, create_game
from tests.service.api.program import Match, Program, code
from tests.service.tables import person
from tests.service.web.visitor import sign_in

INVISIBLE = "\u200b\u3164\ufe0f"
TOWER = "s" + "\u0336" * 30
UNREADABLE = {INVISIBLE: "invisible", TOWER: "tower-of-marks", "a\u202eb": "control-character"}
GAME: dict[str, Any] = {"ruleset": "seasons", "seats": [{"me": True}, {"ai": 1}]}


@pytest.fixture
def open_game(running: Match) -> str:
    """Create a game with an open seat."""
    wish = NewGame("seasons", [SeatWish(me=True), SeatWish(open=True)], visibility=Visibility.PUBLIC)
    return create_game(person("ann"), wish, now()).id


@pytest.fixture
def doors(running: Match, open_game: str) -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return every place where Bob can send a text, by member and operation."""
    assert running.bob.post("/bots", {"name": "bobs-bot"}).status_code == 201
    return {
        ("POST", f"{running.path}/messages", "text"): {},
        ("POST", f"/games/{open_game}/join", "contribution"): {},
        ("POST", "/games", "contribution"): GAME,
        ("POST", "/bots/bobs-bot/tokens", "name"): {},
        ("POST", "/bots", "description"): {"name": "other-bot"},
        ("PATCH", "/bots/bobs-bot", "description"): {},
        ("PATCH", "/bots/bobs-bot", "author"): {},
    }


def test_over_rest_they_are_refused_with_the_reason(running: Match, doors: Any) -> None:
    bob: Program = running.bob
    for (method, path, member), others in doors.items():
        for text, reason in UNREADABLE.items():
            answer = bob.call(method, path, json={**others, member: text})
            assert code(answer) == (422, "bad-message" if member == "text" else "bad-text"), (path, reason)
            assert answer.json
            assert answer.json["reason"] == reason
            assert answer.json.get("name", "text") == member
    assert bob.get("/bots/other-bot").status_code == 404
    assert bob.get(f"{running.path}/messages").json == {"messages": [], "next_after": None}


def test_over_rest_texts_in_any_script_are_taken(running: Match, doors: Any) -> None:
    for (method, path, member), others in doors.items():
        answer = running.bob.call(method, path, json={**others, member: "יְרוּשָׁלִַ֔ם"})
        assert answer.status_code in (200, 201), (path, answer.json)


def test_a_bot_may_say_nothing_of_itself(running: Match, doors: Any) -> None:
    answer = running.bob.call("PATCH", "/bots/bobs-bot", json={"description": "", "author": None})
    assert answer.status_code == 200


def test_on_pages_they_are_refused(app: Flask, running: Match, doors: Any) -> None:
    bob = sign_in(app, "bob")
    fields = bob.open("/me").tree.all("input")
    csrf = next(field.attributes["value"] for field in fields if field.attributes.get("name") == "csrf")
    for text in UNREADABLE:
        for page in (
            bob.post("/me/tokens", csrf=csrf, scopes="games:read", name=text),
            bob.post("/bots/bobs-bot/tokens", csrf=csrf, scopes="games:read", name=text),
            bob.press(bob.open("/bots/new"), "Create bot", name="page-bot", description=text),
        ):
            assert page.status == 422, page.address
            assert "Others could not read that text." in page.text
    assert bob.open("/bots/page-bot").status == 404
