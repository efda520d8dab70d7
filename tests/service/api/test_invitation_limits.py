"""Limits on invitations over the API."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.config.environment import Config
from tests.service.api.makers import made, program, told
from tests.service.api.program import Program, code, program_of

STRANGERS = [f"stranger{number}@example.net" for number in range(9)]


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """So few that a test can use them up."""
    return replace(sqlite_settings, rate_limits=sqlite_settings.rate_limits | {"invitations": 3, "open-invitations": 1})


def invite(creator: Program, address: str, door: str = "/games") -> Any:
    """Create a game or a match with a player; return the response."""
    return creator.post(door, {"ruleset": "seasons", "seats": [{"me": True}, {"email": address}]})


@pytest.mark.parametrize("door", ["/games", "/matches"])
def test_who_has_invited_enough_strangers_is_told_when_there_is_room(ann: Program, door: str) -> None:
    assert [invite(ann, address, door).status_code for address in STRANGERS[:3]] == [201] * 3

    refused = invite(ann, STRANGERS[3], door)

    assert code(refused) == (429, "too-many-invitations")
    problem = told(refused, 429)
    assert (problem["bucket"], problem["most"], problem["retry_after"]) == ("invitations", 3, 24 * 3600)
    assert refused.headers["Retry-After"] == str(24 * 3600)
    assert refused.headers["RateLimit"].startswith('"writes";r=296;')


@pytest.mark.parametrize("door", ["/games", "/matches"])
def test_a_stranger_who_has_not_answered_is_not_invited_again(ann: Program, door: str) -> None:
    first = told(invite(ann, STRANGERS[0]), 201)

    refused = invite(ann, STRANGERS[0].upper(), door)

    assert code(refused) == (409, "already-invited")
    assert (told(refused, 409)["name"], told(refused, 409)["game"]) == (STRANGERS[0], first["id"])


def test_bots_count_with_their_owner(client: FlaskClient, ann: Program) -> None:
    made(ann)
    rusty = program(ann)
    for number, creator in enumerate([ann, rusty, rusty]):
        assert invite(creator, STRANGERS[number]).status_code == 201

    assert code(invite(ann, STRANGERS[3])) == code(invite(rusty, STRANGERS[3])) == (429, "too-many-invitations")
    assert invite(program_of(client, "bob"), STRANGERS[3]).status_code == 201


def test_the_same_key_gets_the_first_answer_and_no_refusal(ann: Program) -> None:
    body = {"ruleset": "seasons", "seats": [{"me": True}, {"email": STRANGERS[0]}]}

    answers = [ann.post("/games", body, headers={"Idempotency-Key": "k"}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json == answers[1].json
