"""Eight people invite a bot at the same time that plays two games at once: two of them succeed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask.testing import FlaskClient

from service.config.environment import Config
from tests.service.api.makers import invite, made
from tests.service.api.program import Program, code, program_of

RACERS, AT_ONCE = 8, 2


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Where writers do not wait for each other from the start of a transaction on."""
    return postgres_settings


def test_a_bot_gets_no_more_games_than_it_plays_at_once(client: FlaskClient) -> None:
    ann = program_of(client, "ann")
    made(ann, at_once=AT_ONCE)
    racers = [Program(client.application.test_client(), ann.token) for _ in range(RACERS)]
    start = Barrier(RACERS)

    def ask(racer: Program) -> tuple[int, str]:
        start.wait()
        answer = invite(racer, "rusty")
        return (201, "") if answer.status_code == 201 else code(answer)

    with ThreadPoolExecutor(RACERS) as threads:
        answers = list(threads.map(ask, racers))
    assert sorted(answers) == sorted([(201, "")] * AT_ONCE + [(409, "bot-full")] * (RACERS - AT_ONCE))
