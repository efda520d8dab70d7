"""One process is frozen while it holds what others need: they are answered all the same, and it has changed nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import psycopg
import pytest
from flask import Flask

from service.actions.opponents import claim_turns
from service.clock import now
from service.config import Config
from service.patience import DEFAULT, Role
from tests.figures import Figures
from tests.playing import KNOBS
from tests.service.api.program import program_of
from tests.service.stages.test_real_processes import Both, Program, serving
from tests.service.stages.truth import assert_shows_its_log, told, two_moves
from tests.waiting import eventually

pytestmark = pytest.mark.parametrize("settings", ["postgresql"], indirect=True)
"""SQLite cannot take a lock from whoever holds it; there, one is told to come back."""

IN_TIME = 5.0
"""Seconds within which a move is answered, beside what it takes on this machine anyway."""
USUAL = 10
"""Times as long as the slowest of some moves without trouble: what a busy machine may add."""
LOCKS = {"game": "SELECT 1 FROM game FOR UPDATE", "counter": "UPDATE counter SET value = value"}
PEOPLE = [{"me": True}, {"account": "bob"}]


@contextmanager
def frozen(settings: Config, role: Role, statement: str) -> Iterator[subprocess.Popen[str]]:
    """A process of that role that has done that and was frozen before it could commit."""
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
def addresses(app: Flask, settings: Config) -> Iterator[list[str]]:
    with ExitStack() as stack:
        yield [stack.enter_context(serving(settings)) for _ in range(2)]


@pytest.fixture
def players(app: Flask, addresses: list[str]) -> Iterator[tuple[Both, Both]]:
    """Ann and bob, each at both servers."""
    with ExitStack() as stack:

        def connected(name: str) -> Both:
            headers = {"Authorization": f"Bearer {program_of(app.test_client(), name).token}"}
            first, second = (
                Program(stack.enter_context(httpx.Client(base_url=f"{address}/api/v1", headers=headers, timeout=60)))
                for address in addresses
            )
            return first, second

        yield connected("ann"), connected("bob")


def begun(players: tuple[Both, Both], other: Any = None) -> str:
    """A game between the two, or of ann and somebody else."""
    seats = [{"me": True}, other] if other else PEOPLE
    game = players[0][0].post("/games", {"ruleset": "dawn", "seats": seats, "shuffle_seats": False})
    assert game.status_code == 201, game.text
    path = f"/games/{game.json['id']}"
    if not other:
        assert players[1][0].post(f"{path}/join", {}).status_code == 200
    return path


def seconds_of_a_move(players: tuple[Both, Both], path: str, server: int) -> float:
    """How long the next move in a game takes at a server; it has to be accepted."""
    game = told(players[0][server], path)
    move = two_moves(players[0][server], path)[0]
    started = monotonic()
    answer = players[game["to_move"]][server].post(f"{path}/moves", {"version": game["version"], "move": move})
    took = monotonic() - started
    assert answer.status_code == 201, answer.text
    return took


def slowest(players: tuple[Both, Both], games: list[str]) -> float:
    """How long the slowest took of moves in all these games, all made at the same time, at either server."""
    with ThreadPoolExecutor(len(games)) as pool:
        moves = [pool.submit(seconds_of_a_move, players, path, number % 2) for number, path in enumerate(games)]
        return max(move.result() for move in moves)


@pytest.mark.parametrize("what", list(LOCKS))
@pytest.mark.parametrize("role", [Role.WEB, Role.WORKER])
def test_moves_are_answered_although_a_process_is_frozen(
    settings: Config, players: tuple[Both, Both], role: Role, what: str, figures: Figures
) -> None:
    games = [begun(players) for _ in range(6)]
    usual = slowest(players, games)

    with frozen(settings, role, LOCKS[what]) as process:
        took = slowest(players, games)
        read = players[1][1].get("/events")
        assert took < IN_TIME + USUAL * usual
        assert read.status_code == 200

        process.send_signal(signal.SIGCONT)
        assert process.communicate(timeout=60)[0] == "undone\n"

    figures(f"{what} held by a frozen {role}", slowest_ms=round(1000 * took), usual_ms=round(1000 * usual))
    for path in games:
        for program in (*players[0], *players[1]):
            assert_shows_its_log(program, path)


def test_a_server_that_is_frozen_in_mid_request_holds_up_no_other(
    settings: Config, app: Flask, players: tuple[Both, Both], addresses: list[str]
) -> None:
    path, other = begun(players), begun(players)
    usual = slowest(players, [path, other])
    game = told(players[0][1], path)
    mover, move = players[game["to_move"]], two_moves(players[0][1], path)[0]
    [worker] = _workers(addresses[0])

    with ThreadPoolExecutor(1) as pool:
        stuck = pool.submit(mover[0].post, f"{path}/moves", {"version": game["version"], "move": move})
        os.kill(worker, signal.SIGSTOP)
        started = monotonic()
        again = mover[1].post(f"{path}/moves", {"version": game["version"], "move": move})
        took = monotonic() - started
        alone = seconds_of_a_move(players, other, 1)
        os.kill(worker, signal.SIGCONT)
        late = stuck.result(60)

    assert again.status_code == 201
    assert max(took, alone) < IN_TIME + USUAL * usual
    assert late.status_code in (201, 503)
    assert told(players[0][1], path)["version"] == game["version"] + 1
    for program in players[0]:
        assert_shows_its_log(program, path)


def _workers(address: str) -> list[int]:
    """The processes that serve an address, but not the one that started them."""
    bound = f"--bind\0{address.removeprefix('http://')}\0".encode()
    found = [int(folder.name) for folder in Path("/proc").glob("[0-9]*") if _holds(folder / "cmdline", bound)]
    return sorted(found)[1:]


def _holds(file: Path, text: bytes) -> bool:
    try:
        return text in file.read_bytes()
    except OSError:
        return False


def test_servers_are_not_ready_while_the_counter_of_events_is_held_and_moves_go_on(
    settings: Config, players: tuple[Both, Both], addresses: list[str]
) -> None:
    """Held by somebody whom our times do not bind, as an operator at a prompt is."""
    path = begun(players)
    usual = seconds_of_a_move(players, path, 0)
    with psycopg.connect(settings.database_url.replace("+psycopg", "")) as prompt:
        prompt.execute(LOCKS["counter"])
        ready = [httpx.get(f"{address}/readyz", timeout=60).status_code for address in addresses]
        took = seconds_of_a_move(players, path, 1)
        read = players[1][0].get("/events")

    assert ready == [503, 503]
    assert took < IN_TIME + USUAL * usual
    assert read.status_code == 200
    for address in addresses:
        assert httpx.get(f"{address}/readyz", timeout=60).status_code == 200


def test_the_computer_moves_although_a_worker_is_frozen_over_its_turn(
    settings: Config, app: Flask, players: tuple[Both, Both]
) -> None:
    path = begun(players, {"ai": 1})
    if told(players[0][0], path)["to_move"] == 0:
        seconds_of_a_move(players, path, 0)
    with frozen(settings, Role.WORKER, "SELECT 1 FROM opponent_turn FOR UPDATE") as process:
        assert eventually(lambda: claim_turns(now(), limit=1), DEFAULT[Role.WORKER].idle + 30)
        process.send_signal(signal.SIGCONT)
        assert process.communicate(timeout=60)[0] == "undone\n"
