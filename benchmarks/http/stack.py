"""All programs of a Sundial, started from the Procfile, and the bare server beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import psycopg

from benchmarks.http import bare
from service.config.environment import Config
from service.config.timeouts import WEB_THREADS
from service.embedded.ports import free_port
from service.embedded.readiness import redis_answers, web_answers
from service.embedded.redis import EmbeddedRedis
from tests.playing import KNOBS, SUNDIAL
from tests.secret_keys import KEY
from tests.servers import plain
from tests.service.conftest import migrate, settings_for
from tests.soak.database import Database
from tests.soak.programs import Program, children_of
from tests.waiting import eventually
from tests.web_server import APP
from workers.procfile import PROCFILE, read_procfile

BARE = "benchmarks.http.bare:create_server()"
WORKER = "service.server.web_worker.Worker"
LOGGER = "--logger-class service.telemetry.server_log.ServerLog"
PATIENCE = 120.0
TICKS = os.sysconf("SC_CLK_TCK")
CALM = 0.05
"""CPU seconds in `LOOK` seconds below which all programs have settled."""
LOOK = 0.5


@dataclass(frozen=True)
class Stack:
    """A running Sundial."""

    settings: Config
    port: int
    programs: dict[str, Program]
    pids: dict[str, int]
    """The first process of each program, of its Redis and of its database."""
    env: dict[str, str]

    def cpu(self) -> dict[str, float]:
        """Return the CPU seconds of each program, with all of its processes."""
        return {name: cpu_of(pid) for name, pid in self.pids.items()}

    @contextmanager
    def another(self, name: str, **knobs: str) -> Iterator[Program]:
        """Run another instance of a program, with other settings."""
        command = next(each.command for each in read_procfile(PROCFILE) if each.name == name)
        program = Program(f"another-{name}", command, self.env | knobs, self.settings.home)
        program.start()
        try:
            yield program
        finally:
            program.kill()

    def settle(self) -> None:
        """Wait until all programs are idle, or for some seconds."""
        last = sum(self.cpu().values())
        for _ in range(20):
            sleep(LOOK)
            now = sum(self.cpu().values())
            if now - last < CALM:
                return
            last = now


def cpu_of(pid: int) -> float:
    """Return the CPU seconds of a process and its descendants, including those that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(map(cpu_of, children_of(pid)))


def cpu_of_backends(server: int) -> float:
    """Return the CPU seconds, to the nanosecond, of a PostgreSQL's current backends."""
    used = 0
    for pid in children_of(server):
        with suppress(OSError):
            used += int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
    return used / 1e9


def database(stack: ExitStack, folder: Path) -> Database:
    """Start a PostgreSQL with fsync; stop it with the stack."""
    folder.mkdir(mode=0o700)
    server = Database(folder / "postgresql")
    stack.callback(server.stop)
    return server


def pid_of(server: Path) -> int:
    """Return the first process of the PostgreSQL with that directory."""
    return int((server / "postmaster.pid").read_text().splitlines()[0])


def installation(home: Path, url: str = "", **knobs: str) -> Config:
    """Create an installation with its tables; on SQLite by default."""
    home.mkdir(mode=0o700, parents=True)
    settings = settings_for(home, DATABASE_URL=url, **knobs)
    migrate(settings)
    return settings


@contextmanager
def redis(home: Path) -> Iterator[tuple[Program, str]]:
    """Run a Redis, and yield it with its URL."""
    server = EmbeddedRedis(home)
    program = Program("redis", server.command(), os.environ, home)
    program.start()
    try:
        if not eventually(lambda: redis_answers(server.url), PATIENCE):
            raise RuntimeError(program.output())
        yield program, server.url
    finally:
        program.end()


@contextmanager
def running(
    settings: Config, smtp_url: str, server: Path | None = None, without: tuple[str, ...] = (), **knobs: str
) -> Iterator[Stack]:
    """Run the programs of an installation until the end, except for `without`.

    `server` is the directory of its PostgreSQL.
    """
    with ExitStack() as stack:
        cache, redis_url = stack.enter_context(redis(settings.home))
        port = free_port()
        env = _environment() | {
            "SUNDIAL_HOME": str(settings.home),
            "SECRET_KEY": KEY,
            "DATABASE_URL": "" if settings.embedded else plain(settings.database_url),
            "REDIS_URL": redis_url,
            "SMTP_URL": smtp_url,
            "PUBLIC_URL": f"http://127.0.0.1:{port}",
            "PORT": str(port),
            "INBOUND_SMTP_PORT": str(free_port()),
            **knobs,
        }
        programs = {
            each.name: Program(each.name, each.command, env, settings.home)
            for each in read_procfile(PROCFILE)
            if each.name not in without
        }
        for each in programs.values():
            stack.callback(each.kill)
            each.start()
        if not eventually(lambda: web_answers(f"http://127.0.0.1:{port}/readyz"), PATIENCE):
            raise RuntimeError(programs["web"].output())
        pids = {name: program.pid for name, program in programs.items()} | {"redis": cache.pid}
        pids |= {"postgresql": pid_of(server)} if server else {}
        begun = Stack(settings, port, programs, pids, env)
        begun.settle()
        yield begun


@contextmanager
def bare_server(server: Database, folder: Path, worker: str = "asgi") -> Iterator[int]:
    """Run the bare app with the settings of Sundial's web server, except for the class of worker; yield its port."""
    port, url = free_port(), server.own_url
    command = next(each.command for each in read_procfile(PROCFILE) if each.name == "web")
    app = BARE if worker == "asgi" else BARE.replace("create_server", "create_app")
    command = command.replace(APP, app).replace(WORKER, worker).replace(LOGGER, "")
    env = _environment() | {"PORT": str(port), bare.DATABASE: plain(url)}
    folder.mkdir(exist_ok=True)
    program = Program(f"bare-{worker}", f"{command} --threads {WEB_THREADS}", env, folder)
    program.start()
    try:
        if not eventually(lambda: web_answers(f"http://127.0.0.1:{port}/empty"), PATIENCE):
            raise RuntimeError(program.output())
        yield port
    finally:
        program.kill()


def lay_bare_tables(server: Database) -> None:
    """Create the tables of the bare app."""
    with psycopg.connect(plain(server.own_url), autocommit=True) as connection:
        connection.execute(bare.TABLES)


def _environment() -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    return inherited | {"PATH": f"{SUNDIAL.parent}{os.pathsep}{os.environ['PATH']}"}
