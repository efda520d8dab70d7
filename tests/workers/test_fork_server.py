"""The fork server's promises to the supervisor."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from service.config.environment import from_environment
from service.embedded.ports import free_port, is_free
from tests.service.conftest import migrate
from tests.waiting import eventually
from workers.fork_server import CannotFork, Forked, ForkServer
from workers.procfile import Program
from workers.supervisor import keep, run

DOOR = Program("inbound", 'sundial "${WORD:-inbound}"')
"""A program that runs until it is asked to end; its command line is put together as a shell does."""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of programs, with an installation."""
    home = tmp_path_factory.mktemp("forked") / "home"
    settings = from_environment({"SUNDIAL_HOME": str(home)}, may_be_new=True)
    migrate(settings)
    return os.environ | {"SUNDIAL_HOME": str(home), "INBOUND_SMTP_PORT": str(free_port())}


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """Return an event loop for all tests of a server."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def server(runner: asyncio.Runner, env: dict[str, str]) -> Iterator[ForkServer]:
    """Start a fork server for all tests whose programs end, because its imports take a second."""
    stack = AsyncExitStack()
    yield runner.run(stack.enter_async_context(ForkServer(env)))
    runner.run(stack.aclose())


def listens(env: dict[str, str]) -> Callable[[], bool]:
    """Return a check whether the program listens."""
    return lambda: not is_free(int(env["INBOUND_SMTP_PORT"]))


async def code_after(meet: Callable[[int], None], server: ForkServer, env: dict[str, str]) -> int:
    """Return the exit code of a program after an action on its process id, once it listens."""
    pids = list[int]()

    async def start(program: Program, heard: int) -> Forked:
        forked = await server.fork(program, heard)
        pids.append(forked.pid)
        return forked

    running = asyncio.ensure_future(run(DOOR, start))
    assert await asyncio.to_thread(eventually, listens(env), 60)
    meet(*pids)
    return await running


def test_a_program_that_is_asked_to_end_ends_well(
    runner: asyncio.Runner, server: ForkServer, env: dict[str, str]
) -> None:
    assert runner.run(code_after(lambda pid: os.kill(pid, signal.SIGTERM), server, env)) == 0


def test_it_is_told_by_which_signal_a_program_was_killed(
    runner: asyncio.Runner, server: ForkServer, env: dict[str, str]
) -> None:
    killed = code_after(lambda pid: os.kill(pid, signal.SIGKILL), server, env)

    assert runner.run(killed) == -signal.SIGKILL


def test_a_program_is_called_by_its_name_where_processes_are_listed(
    runner: asyncio.Runner, server: ForkServer, env: dict[str, str]
) -> None:
    names = list[str]()

    def look(pid: int) -> None:
        names.append(Path(f"/proc/{pid}/comm").read_text())
        os.kill(pid, signal.SIGTERM)

    runner.run(code_after(look, server, env))

    assert names == ["inbound\n"]


def test_exit_codes_are_those_of_the_programs(runner: asyncio.Runner, server: ForkServer) -> None:
    async def codes() -> list[int]:
        lines = ("celery --version", "sundial no-such-command", "no-such-program")
        return await asyncio.gather(*(run(Program("short", line), server.fork) for line in lines))

    assert runner.run(codes()) == [0, 2, 1]


def test_what_is_cancelled_ends(runner: asyncio.Runner, server: ForkServer, env: dict[str, str]) -> None:
    async def cancel() -> None:
        keeping = asyncio.ensure_future(keep(DOOR, server.fork, lambda _: None))
        assert await asyncio.to_thread(eventually, listens(env), 60)
        keeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await keeping
        assert not listens(env)()

    runner.run(cancel())


def test_where_the_supervisor_is_killed_programs_end(env: dict[str, str]) -> None:
    code = """
import asyncio, os
from tests.workers.test_fork_server import DOOR
from workers.fork_server import ForkServer
from workers.supervisor import run

async def serve():
    async with ForkServer(os.environ) as server:
        await run(DOOR, server.fork)

asyncio.run(serve())
"""
    supervisor = subprocess.Popen([sys.executable, "-c", code], env=env, cwd=Path(__file__).parents[2])
    assert eventually(listens(env), 60)

    supervisor.kill()
    supervisor.wait()

    assert eventually(lambda: not listens(env)(), 60)


def test_a_fork_server_that_does_not_come_up_is_called_so(env: dict[str, str]) -> None:
    async def begin() -> None:
        async with ForkServer(env, command=["false"]) as server:
            await run(DOOR, server.fork)

    with pytest.raises(CannotFork):
        asyncio.run(begin())


def test_a_fork_server_that_still_comes_up_holds_up_no_end(env: dict[str, str], tmp_path: Path) -> None:
    begun = tmp_path / "pid"

    async def end_before_it_is_up() -> int:
        async with ForkServer(env, command=["sh", "-c", f"echo $$ > {begun}; exec sleep 600"]):
            pid = await asyncio.to_thread(eventually, lambda: begun.exists() and begun.read_text(), 60)
        return int(pid)

    ended = asyncio.run(asyncio.wait_for(end_before_it_is_up(), 60))
    with pytest.raises(ProcessLookupError):
        os.kill(ended, 0)
