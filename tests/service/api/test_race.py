"""Eight programs move in every version of a game at the same time: one succeeds, and nothing is overwritten."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

import rules
from service.config.environment import Config
from tests.service.api.program import Program, code, program_of

RACERS, VERSIONS = 8, 100
WISH = {"ruleset": "seasons", "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Where writers do not wait for each other from the start of a transaction on."""
    return postgres_settings


def race(programs: list[Program], game: dict[str, Any], moves: list[str]) -> list[TestResponse]:
    """Send different moves of the same seat for the same version at once; return the responses."""
    start = Barrier(len(programs))

    def send(program: Program, move: str) -> TestResponse:
        start.wait()
        return program.play(game["id"], move, version=game["version"])

    with ThreadPoolExecutor(len(programs)) as threads:
        return list(threads.map(send, programs, moves))


def test_one_of_eight_wins_each_version_and_the_others_are_told_what_happened(client: FlaskClient) -> None:
    chooser, answered = Random(8), 0
    tokens = [program_of(client, name).token for name in ("ann", "bob")]
    racers = [[Program(client.application.test_client(), token) for _ in range(RACERS)] for token in tokens]
    ann, bob = racers[0][0], racers[1][0]
    while answered < VERSIONS:
        path = f"/games/{(ann.post('/games', WISH).json or {})['id']}"
        game, played = bob.post(f"{path}/join").json or {}, []
        while game["status"] == "active" and answered < VERSIONS:
            legal = (ann.get(f"{path}/legal-actions").json or {})["actions"]
            moves = chooser.sample(legal, min(RACERS, len(legal)))
            answers = race(racers[game["to_move"]][: len(moves)], game, moves)

            won = [move for move, answer in zip(moves, answers, strict=True) if answer.status_code == 201]
            lost = [answer for answer in answers if answer.status_code != 201]
            assert len(won) == 1
            for answer in lost:
                assert code(answer)[0] == 409
                assert code(answer)[1] in ("stale-version", "game-over")
                happened = (answer.json or {}).get("happened")
                assert happened is None or happened[0]["action"] == won[0]
            played += won
            game = ann.get(path).json or {}
            answered += 1
        record = ann.get(f"{path}/record").json or {}
        log = [entry["action"] for entry in record["log"]]
        assert [action for action in log if not action.startswith("roll")] == played
        assert {"ruleset": game["ruleset"], **rules.replay(record["setup"], log).to_json()} == game["position"]


def test_programs_that_need_the_same_account_at_once_share_it(client: FlaskClient) -> None:
    start = Barrier(5)

    def send(_: int) -> int:
        start.wait()
        answer = Program(client.application.test_client()).post("/sign-in", {"email": "new@example.net"})
        return answer.status_code

    with ThreadPoolExecutor(5) as threads:
        assert set(threads.map(send, range(5))) == {202}


def test_of_those_who_want_the_same_name_at_once_one_gets_it(client: FlaskClient) -> None:
    start = Barrier(RACERS)
    programs = [program_of(client, f"player-{number}") for number in range(RACERS)]

    def send(program: Program) -> int:
        start.wait()
        return (
            Program(client.application.test_client(), program.token)
            .call("PATCH", "/me", json={"name": "sun"})
            .status_code
        )

    with ThreadPoolExecutor(RACERS) as threads:
        assert sorted(threads.map(send, programs)) == [200, *[409] * (RACERS - 1)]
