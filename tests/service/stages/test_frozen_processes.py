"""A process freezes while it holds locks: others are still answered, and it changes nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import psycopg
import pytest
from flask import Flask

from service.config.environment import Config
from service.config.timeouts import DEFAULT, Role
from service.db.engines import db
from service.server.app import create_app
from tests.figures import Figures
from tests.playing import KNOBS
from tests.servers import plain
from tests.service.api.program import Program, program_of
from tests.service.stages.conftest import Alone
from tests.service.stages.test_real_processes import serving
from tests.service.stages.truth import assert_shows_its_log, told, two_moves
from tests.waiting import eventually
from workers.jobs import opponents

pytestmark = pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
"""SQLite cannot take a lock from whoever holds it; there, one is told to come back."""

IN_TIME = 5.0
"""Seconds within which a move is answered, beside what it takes on this machine anyway."""
USUAL = 10
"""Times as long as the slowest of some moves without trouble: what a busy machine may add."""
PATIENT = {Role.WEB: replace(DEFAULT[Role.WEB], lock=60, statement=60, idle=60)}
"""For the process that is not frozen, so that it is the end of the other one's patience that counts."""
LOCKS = {"game": "SELECT 1 FROM game FOR UPDATE", "counter": "UPDATE counter SET value = value"}

Players = tuple[Program, Program]
"""Ann and bob, who play by programs."""


@contextmanager
def frozen(settings: Config, role: Role, statement: str) -> Iterator[subprocess.Popen[str]]:
    """Start a process of that role that runs the statement and is frozen before its commit."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    knobs = {"SECRET_KEY": settings.secret_key, "DATABASE_URL": settings.database_url}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.service.stages.freezing", role, statement],
        env=inherited | knobs | {"SUNDIAL_HOME": str(settings.home)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert eventually(lambda: _is_stopped(process.pid), 60)
        yield process
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"


@pytest.fixture
def server(settings: Config) -> Iterator[Flask]:
    """Serve pages and API from this process; the test is not in its context."""
    app = create_app(replace(settings, patience=PATIENT), role=Role.WEB)
    yield app
    with app.app_context():
        db.engine.dispose()


def players_at(server: Flask) -> Players:
    """Both, each of whose requests has a session of its own."""
    with server.app_context():
        tokens = [program_of(server.test_client(), name).token for name in ("ann", "bob")]
        db.session.remove()
    first, second = (Program(Alone(server, server.response_class), token) for token in tokens)
    return first, second


def begun(players: Players, other: Any = None) -> str:
    """Create a game between the two, or of Ann and another player; return its path."""
    seats = [{"me": True}, other or {"account": "bob"}]
    game = players[0].post("/games", {"ruleset": "dawn", "seats": seats, "shuffle_seats": False})
    assert game.status_code == 201, game.text
    path = f"/games/{(game.json or {})['id']}"
    if not other:
        assert players[1].post(f"{path}/join", {}).status_code == 200
    return path


def seconds_of_a_move(players: Players, path: str) -> float:
    """How long the next move in a game takes; it has to be accepted."""
    game = told(players[0], path)
    move = two_moves(players[0], path)[0]
    started = monotonic()
    answer = players[game["to_move"]].post(f"{path}/moves", {"version": game["version"], "move": move})
    took = monotonic() - started
    assert answer.status_code == 201, answer.text
    return took


def slowest(players: Players, games: Sequence[str]) -> float:
    """Move in all these games at the same time; return the seconds of the slowest."""
    with ThreadPoolExecutor(len(games)) as pool:
        return max(pool.map(partial(seconds_of_a_move, players), games))


@pytest.mark.parametrize(("role", "what"), [(Role.WEB, "game"), (Role.WORKER, "game"), (Role.WEB, "counter")])
def test_moves_are_answered_although_a_process_is_frozen(
    settings: Config, server: Flask, role: Role, what: str, figures: Figures
) -> None:
    players = players_at(server)
    games = [begun(players) for _ in range(4)]
    usual = slowest(players, games)

    with frozen(settings, role, LOCKS[what]) as process:
        took = slowest(players, games)
        read = players[1].get("/events")
        assert took < IN_TIME + USUAL * usual
        assert read.status_code == 200
        assert eventually(lambda: server.test_client().get("/readyz").status_code == 200, 60)

        process.send_signal(signal.SIGCONT)
        assert process.communicate(timeout=60)[0] == "undone\n"

    figures(f"{what} held by a frozen {role}", slowest_ms=round(1000 * took), usual_ms=round(1000 * usual))
    for path in games:
        assert_shows_its_log(players[0], path)


def test_moves_go_on_while_the_counter_of_events_is_held_without_end(settings: Config, server: Flask) -> None:
    """Hold the counter without our timeouts, as an operator at a prompt could."""
    players = players_at(server)
    path = begun(players)
    usual = seconds_of_a_move(players, path)
    with psycopg.connect(plain(settings.database_url)) as prompt:
        prompt.execute(LOCKS["counter"])
        assert server.test_client().get("/readyz").status_code == 503
        assert seconds_of_a_move(players, path) < IN_TIME + USUAL * usual
        assert players[1].get("/events").status_code == 200
    assert server.test_client().get("/readyz").status_code == 200


def test_the_computer_moves_although_a_worker_is_frozen_over_its_turn(settings: Config, server: Flask) -> None:
    players = players_at(server)
    path = begun(players, {"ai": 1})
    if told(players[0], path)["to_move"] == 0:
        seconds_of_a_move(players, path)
    version = told(players[0], path)["version"]

    with frozen(settings, Role.WORKER, "SELECT 1 FROM opponent_turn FOR UPDATE") as process, server.app_context():
        assert eventually(opponents.run, DEFAULT[Role.WORKER].idle + 30)
        process.send_signal(signal.SIGCONT)
        assert process.communicate(timeout=60)[0] == "undone\n"

    assert told(players[0], path)["version"] > version


def test_a_server_that_is_frozen_in_mid_request_holds_up_no_other(settings: Config, server: Flask) -> None:
    here = players_at(server)
    path, other = begun(here), begun(here)
    usual = slowest(here, [path, other])
    game = told(here[0], path)
    number, move = game["to_move"], two_moves(here[0], path)[0]
    body = {"version": game["version"], "move": move}

    with (
        serving(settings) as address,
        httpx.Client(headers={"Authorization": f"Bearer {here[number].token}"}, timeout=120) as there,
        ThreadPoolExecutor(1) as pool,
    ):
        [worker] = _workers(address)
        stuck = pool.submit(there.post, f"{address}/api/v1{path}/moves", json=body)
        os.kill(worker, signal.SIGSTOP)
        started = monotonic()
        again = here[number].post(f"{path}/moves", body)
        took = monotonic() - started
        alone = seconds_of_a_move(here, other)
        os.kill(worker, signal.SIGCONT)
        late = stuck.result(120)

    assert again.status_code == 201
    assert max(took, alone) < IN_TIME + USUAL * usual
    assert late.status_code in (201, 503)
    assert told(here[0], path)["version"] == game["version"] + 1
    assert_shows_its_log(here[0], path)


def _workers(address: str) -> list[int]:
    """Return the worker processes of an address, without the master."""
    bound = f"--bind\0{address.removeprefix('http://')}\0".encode()
    found = [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _holds(folder / "cmdline", bound)]
    return sorted(found)[1:]


def _holds(file: Path, text: bytes) -> bool:
    try:
        return text in file.read_bytes()
    except OSError:
        return False
