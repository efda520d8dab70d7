"""Eight people challenge bots at once when two bots play two games each: four of them get one."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask.testing import FlaskClient

from service.config.environment import Config
from tests.service.api.makers import made, program, told
from tests.service.api.program import Program, code, program_of

RACERS, AT_ONCE = 8, 2


@pytest.fixture
def settings(postgres_settings: Config) -> Config:
    """Where writers do not wait for each other from the start of a transaction on."""
    return postgres_settings


@pytest.fixture
def ann(client: FlaskClient) -> Program:
    """Return the owner of two online bots with few places."""
    ann = program_of(client, "ann")
    for name in ("rusty", "sparky"):
        made(ann, name, at_once=AT_ONCE, auto_accept=True)
        told(program(ann, name).post("/bots/me/heartbeat"))
    return ann


def race(client: FlaskClient, tokens: list[str | None]) -> list[tuple[int, str]]:
    racers = [Program(client.application.test_client(), token) for token in tokens]
    start = Barrier(len(racers))

    def ask(racer: Program) -> tuple[int, str]:
        start.wait()
        answer = racer.post("/challenges", {"to": {"bot": True}, "ruleset": "siesta"})
        return (201, "") if answer.status_code == 201 else code(answer)

    with ThreadPoolExecutor(len(racers)) as threads:
        return sorted(threads.map(ask, racers))


@pytest.mark.usefixtures("ann")
def test_bots_get_no_more_games_than_they_play_at_once(client: FlaskClient) -> None:
    tokens = [program_of(client, f"racer{number}").token for number in range(RACERS)]
    free = 2 * AT_ONCE
    assert race(client, tokens) == [(201, "")] * free + [(409, "no-bot-available")] * (RACERS - free)


def test_one_person_who_asks_many_times_at_once_waits_for_one_bot(ann: Program, client: FlaskClient) -> None:
    for name in ("rusty", "sparky"):
        told(ann.call("PATCH", f"/bots/{name}", json={"auto_accept": False}))
    token = program_of(client, "bob").token
    assert race(client, [token] * 4) == [(201, "")] + [(409, "asking-already")] * 3
