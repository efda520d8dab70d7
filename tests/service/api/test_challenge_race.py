"""Two players who challenge each other at once, or one who sends the same challenge twice at once: one game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.challenges.lobby import meet_all
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.models import Challenge, Game
from tests.service.api.makers import told
from tests.service.api.program import Program, program_of

TIMES = 4


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Where writers do not wait for each other from the start of a transaction on."""
    return postgres_settings


def at_once(client: FlaskClient, wishes: list[tuple[str | None, dict[str, Any]]]) -> list[Any]:
    """Send challenges at the same time, each with the token of its sender; return status and body of the answers."""
    start = Barrier(len(wishes))

    def send(wish: tuple[str | None, dict[str, Any]]) -> tuple[int, Any]:
        racer = Program(client.application.test_client(), wish[0])
        start.wait()
        answer = racer.post("/challenges", {"ruleset": "siesta", **wish[1]})
        return answer.status_code, answer.json

    with ThreadPoolExecutor(len(wishes)) as threads:
        return list(threads.map(send, wishes))


def games() -> list[str]:
    session().rollback()
    session().expire_all()
    return [game.status for game in session().query(Game)]


def test_two_players_who_challenge_each_other_at_once_play_one_game(client: FlaskClient) -> None:
    ann, bob = (program_of(client, name).token for name in ("ann", "bob"))
    for number in range(1, TIMES + 1):
        days = {"days_per_move": number}
        both = [(ann, {"to": {"account": "bob"}, **days}), (bob, {"to": {"account": "ann"}, **days})]
        answers = at_once(client, both)
        assert {answer["game_id"] for status, answer in answers if status == 201} == {answers[0][1]["game_id"]}
        assert games() == ["active"] * number


def test_the_same_challenge_to_one_player_sent_twice_at_once_is_one(client: FlaskClient) -> None:
    ann, _ = (program_of(client, name).token for name in ("ann", "bob"))
    answers = at_once(client, [(ann, {"to": {"account": "bob"}})] * TIMES)
    assert len({answer["game_id"] for _, answer in answers}) == 1
    assert games() == ["inviting"]


def test_the_same_challenge_to_anybody_sent_twice_at_once_waits_once(client: FlaskClient) -> None:
    ann = program_of(client, "ann").token
    answers = at_once(client, [(ann, {"to": {"anybody": True}})] * TIMES)
    assert sorted(status for status, _ in answers) == [201] + [409] * (TIMES - 1)
    assert {answer["code"] for status, answer in answers if status == 409} == {"challenge-stands"}


def test_two_who_look_for_anybody_at_once_play_one_game(client: FlaskClient) -> None:
    tokens = [program_of(client, name).token for name in ("ann", "bob")]
    at_once(client, [(token, {"to": {"anybody": True}}) for token in tokens])
    session().rollback()
    meet_all(now())
    assert games() == ["active"]
    assert session().query(Challenge).count() == 2
    assert meet_all(now()) == 0
    assert (
        told(Program(client.application.test_client(), tokens[0]).get("/me/challenges"))["challenges"][0]["games"] == 1
    )
