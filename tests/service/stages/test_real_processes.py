"""Two servers, each a process of its own, before one database."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from flask import Flask

from service.config.environment import Config
from service.embedded.ports import free_port
from tests.playing import KNOBS
from tests.service.api.program import program_of
from tests.service.stages.truth import assert_shows_its_log, told, two_moves
from tests.waiting import eventually

GUNICORN = Path(sys.executable).with_name("gunicorn")
SERVER = (
    "service.server.asgi:create_server()",
    "--worker-class",
    "asgi",
    "--asgi-lifespan",
    "off",
    "--no-control-socket",
)
RULESETS = ("seasons", "siesta", "dawn")
MOVES = 6
AFRESH = httpx.Limits(max_keepalive_connections=0)
"""On a busy machine a kept connection may be closed as it is used again."""


@dataclass(frozen=True)
class Answer:
    """A server's response."""

    status_code: int
    text: str
    json: Any


@dataclass(frozen=True)
class Program:
    """A program that talks to one of the servers."""

    http: httpx.Client

    def get(self, path: str) -> Answer:
        """Send a GET."""
        return self._answer(self.http.get(path))

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        """Send a POST."""
        return self._answer(self.http.post(path, json=body, headers=headers))

    @staticmethod
    def _answer(answer: httpx.Response) -> Answer:
        is_json = answer.headers["Content-Type"].endswith("json")
        return Answer(answer.status_code, answer.text, answer.json() if is_json else None)


Both = tuple[Program, Program]
"""The program of one person, talking to the first server and to the second."""


@contextmanager
def serving(settings: Config) -> Iterator[str]:
    """Start a server with a process of its own; yield its address."""
    address = f"127.0.0.1:{free_port()}"
    knobs = {"SUNDIAL_HOME": str(settings.home), "SECRET_KEY": settings.secret_key, "RATE_LIMITS": "off"}
    if not settings.database_url.startswith("sqlite"):
        knobs["DATABASE_URL"] = settings.database_url
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    server = subprocess.Popen([GUNICORN, *SERVER, "--bind", address, "--log-level", "error"], env=inherited | knobs)
    try:
        assert eventually(lambda: _is_ready(f"http://{address}/readyz"), 60)
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait(30)


def _is_ready(address: str) -> bool:
    try:
        return httpx.get(address).status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture
def programs(app: Flask, settings: Config) -> Iterator[dict[str, Both]]:
    """Return the programs of Ann and Bob for both servers."""
    with ExitStack() as stack:
        addresses = [stack.enter_context(serving(settings)) for _ in range(2)]

        def connected(name: str) -> Both:
            headers = {"Authorization": f"Bearer {program_of(app.test_client(), name).token}"}
            first, second = (
                httpx.Client(base_url=f"{address}/api/v1", headers=headers, timeout=60, limits=AFRESH)
                for address in addresses
            )
            return Program(stack.enter_context(first)), Program(stack.enter_context(second))

        yield {name: connected(name) for name in ("ann", "bob")}


def test_what_one_has_refused_neither_shows(programs: dict[str, Both]) -> None:
    for ruleset in RULESETS:
        refuse_and_play(programs["ann"], programs["bob"], ruleset)


def refuse_and_play(ann: Both, bob: Both, ruleset: str) -> None:
    """Before each change of a game that one server makes, the other refuses another change; both show the truth."""
    wish = {"ruleset": ruleset, "seats": [{"me": True}, {"account": "bob"}], "shuffle_seats": False}
    path, stale = f"/games/{ann[0].post('/games', wish).json['id']}", {"If-Match": '"another"'}
    assert bob[0].post(f"{path}/join", {"contribution": "one"}, **stale).status_code == 412
    assert bob[1].post(f"{path}/join", {"contribution": "another"}).status_code == 200
    for number in range(MOVES):
        here, there = number % 2, 1 - number % 2
        game = told(ann[there], path)
        mover, (first, second) = (ann, bob)[game["to_move"]], two_moves(ann[there], path)
        refused = mover[here].post(f"{path}/moves", {"version": game["version"], "move": first}, **stale)
        played = mover[there].post(f"{path}/moves", {"version": game["version"], "move": second})
        assert (refused.status_code, played.status_code) == (412, 201)
        for program in (*ann, *bob):
            assert_shows_its_log(program, path)
