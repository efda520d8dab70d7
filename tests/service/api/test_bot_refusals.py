"""Refusals of bots and their alternatives. They do not depend on the database."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.config.limits import TABLE
from tests.service.api.makers import invite, made, program, told
from tests.service.api.program import Program, code, program_of


@pytest.mark.parametrize(
    ("manifest", "name", "allowed"),
    [
        ({"games": {"chess": {}}}, "games.chess", "seasons"),
        ({"games": {"seasons": {"seats": [7]}}}, "games.seasons.seats", 3),
        ({"games": {"seasons": {"options": {"board": ["big"]}}}}, "games.seasons.options", "version"),
        ({"games": {"seasons": {"options": {"version": ["odd"]}}}}, "games.seasons.options.version", "full"),
        ({"homepage": "javascript:alert(1)"}, "homepage", "https://…"),
        ({"homepage": "https://[::1"}, "homepage", "https://…"),
    ],
)
def test_a_manifest_that_cannot_be_is_refused_with_what_could(
    ann: Program, manifest: dict[str, Any], name: str, allowed: object
) -> None:
    refused = ann.post("/bots", {"name": "rusty", **manifest})
    assert code(refused) == (422, "bad-manifest")
    problem = told(refused, 422)
    assert problem["name"] == name
    assert allowed in problem["allowed"]
    assert code(ann.get("/bots/rusty")) == (404, "not-found")


@pytest.mark.parametrize("name", ["Big", "guest-7", "x", "paypal.com", "me", "new", "adm1n"])
def test_a_name_that_people_cannot_have_is_refused_to_bots_alike(ann: Program, name: str) -> None:
    refused = code(ann.post("/bots", {"name": name}))
    assert refused in [(422, "bad-name"), (422, "reserved-name")]
    assert refused == code(ann.call("PATCH", "/me", json={"name": name}))


def test_nobody_has_more_bots_than_so_many(ann: Program) -> None:
    for number in range(TABLE["bots"].amount):
        made(ann, f"bot-{number}")
    assert code(ann.post("/bots", {"name": "bot-more"})) == (409, "too-many-bots")
    ann.call("DELETE", "/bots/bot-0")
    made(ann, "bot-more")


def test_a_bot_cannot_own_bots(ann: Program) -> None:
    made(ann)
    rusty = program(ann, scopes=["bots"])
    assert code(rusty.post("/bots", {"name": "sprocket"})) == (403, "not-a-person")


@pytest.mark.parametrize(
    ("manifest", "wish", "refusal", "instead"),
    [
        ({"accepts": "owner"}, {}, "bot-not-for-you", {"accepts": "owner"}),
        ({"accepts": "accounts", "accounts": ["ann"]}, {}, "bot-not-for-you", {"accepts": "accounts"}),
        ({"games": {"dawn": {}}}, {}, "bot-not-this-game", {"rulesets": ["dawn"]}),
        ({"games": {"seasons": {"seats": [3]}}}, {}, "bot-not-these-seats", {"seats": [3]}),
        (
            {"games": {"seasons": {"options": {"version": ["basic"]}}}},
            {},
            "bot-not-this-option",
            {"option": "version", "values": ["basic"]},
        ),
        ({"seconds_per_move": 86401}, {"days_per_move": 1}, "bot-needs-more-time", {"days_per_move": 2}),
    ],
)
def test_a_bot_is_not_invited_to_what_it_does_not_play(
    ann: Program, bob: Program, manifest: dict[str, Any], wish: dict[str, Any], refusal: str, instead: dict[str, Any]
) -> None:
    made(ann, **manifest)
    refused = invite(bob, "rusty", **wish)
    assert code(refused) == (409, refusal)
    assert {name: refused.json[name] for name in instead} == instead
    assert refused.json["bot"] == "rusty"
    assert told(bob.get("/games?mine=true"))["games"] == []


def test_people_have_no_heartbeat(client: FlaskClient) -> None:
    assert code(program_of(client, "cyd").post("/bots/me/heartbeat")) == (404, "not-found")
