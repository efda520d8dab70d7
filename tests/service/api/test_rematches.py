"""A rematch over REST."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.api.program import Program, code, program_of

WISH = {"ruleset": "siesta", "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}


@pytest.fixture
def going_on(ann: Program, bob: Program) -> str:
    """Create a running game of two."""
    made = ann.post("/games", WISH).json
    assert made
    bob.post(f"/games/{made['id']}/join")
    game_id: str = made["id"]
    return game_id


@pytest.fixture
def over(bob: Program, going_on: str) -> str:
    """One that is over."""
    bob.post(f"/games/{going_on}/resign")
    return going_on


def asked(program: Program, game_id: str) -> dict[str, Any]:
    answer = program.post(f"/games/{game_id}/rematch", {})
    assert answer.status_code == 200, answer.text
    assert answer.json
    shown: dict[str, Any] = answer.json
    assert answer.headers["Location"].endswith(f"/api/v1/games/{shown['id']}")
    return shown


def test_the_table_is_set_up_once_with_seats_exchanged_and_begins_as_the_other_asks_too(
    ann: Program, bob: Program, over: str
) -> None:
    new = asked(bob, over)
    assert (new["status"], new["ruleset"]) == ("inviting", "siesta")
    assert [seat["account"] for seat in new["seats"]] == ["bob", "ann"]
    assert asked(bob, over)["id"] == new["id"]
    begun = asked(ann, over)
    assert (begun["id"], begun["status"]) == (new["id"], "active")


def test_there_is_none_before_the_end(ann: Program, going_on: str) -> None:
    refused = ann.post(f"/games/{going_on}/rematch", {})
    assert code(refused) == (409, "not-over")


def test_nobody_else_can_ask_for_one(client: FlaskClient, over: str) -> None:
    eve = program_of(client, "eve")
    assert eve.post(f"/games/{over}/rematch", {}).status_code == 404
