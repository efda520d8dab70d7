"""Sundial in production form on the loopback: two machines' programs and one PostgreSQL.

Every connection of a program to PostgreSQL, Redis, the mail server or a client uses a line that can be broken.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from service.embedded.ports import free_port
from service.embedded.readiness import redis_answers, web_answers
from service.embedded.redis import EmbeddedRedis
from tests.playing import KNOBS, SUNDIAL, done_here
from tests.receiver import Receiver
from tests.secret_keys import KEY
from tests.soak import faked_time
from tests.soak.database import Database
from tests.soak.lines import HOST, Lines, Mode
from tests.soak.post_office import PostOffice
from tests.soak.programs import Keeper, Program
from tests.waiting import eventually
from tests.web_server import APP
from workers.cli.upgrade import upgrade
from workers.procfile import PROCFILE, read_procfile

SITES = ("a", "b")
WORKERS = "workers.app"
AT_BOTH = ("web", "worker", "thinkers", "mails", "inbound")
AT_ONE = {"a": ("beat",), "b": ("webhooks",)}
PATIENCE = 300.0
"""Seconds to begin in, on a machine that has a lot of other work."""


@dataclass(frozen=True)
class Shape:
    """The size of the installation, and its server programs."""

    processes: int = 2
    """Of each web server and each worker."""
    app: str = APP
    """What makes the app of the web servers."""
    workers: str = WORKERS
    """Where Celery finds the app of the workers."""
    knobs: Mapping[str, str] = field(default_factory=dict)
    """What programs find in their environment beside what every Sundial does."""
    jumps: bool = True
    """Whether the clocks of programs can jump, where the machine has what that takes."""


@dataclass(frozen=True)
class Installation:
    """Everything that runs."""

    home: Path
    knobs: dict[str, str]
    database: Database
    redis: Program
    redis_url: str
    post_office: PostOffice
    hooks: Receiver
    lines: Lines
    programs: dict[str, Program]
    ports: dict[str, int]

    @property
    def addresses(self) -> list[str]:
        """Of the web servers, each by itself."""
        return [f"http://{HOST}:{self.ports[f'web-{site}']}" for site in SITES]

    @property
    def address(self) -> str:
        """Return the address of the load balancer, which links in emails have."""
        return f"http://{HOST}:{self.ports['front']}"

    def sundial(self, *arguments: str) -> str:
        """Run the command line with these arguments, and return its output."""
        done = subprocess.run(
            [SUNDIAL, *arguments],
            env=os.environ | self.knobs,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        return done.stdout.strip()

    def everything(self) -> list[Program]:
        """Return all programs."""
        return [self.redis, *self.programs.values()]

    def named(self, kind: str) -> list[Program]:
        """Return the programs of a Procfile line."""
        return [program for name, program in self.programs.items() if name.split("-")[0] == kind]

    def of_site(self, site: str) -> list[Program]:
        """Return the programs on one of the two machines."""
        return [program for name, program in self.programs.items() if name.endswith(f"-{site}")]

    def is_ready(self) -> bool:
        """Check whether both web servers are ready."""
        return all(web_answers(f"{address}/readyz") for address in self.addresses)

    def output(self) -> str:
        """All that its programs have printed."""
        return "".join(program.output() for program in self.programs.values())


@contextmanager
def installed(home: Path, shape: Shape) -> Iterator[Installation]:
    """Run it all in a new directory; at the end every process of it has ended."""
    with ExitStack() as stack:
        database = Database(home / "postgres")
        stack.callback(database.stop)
        stack.callback(database.revive)
        redis = EmbeddedRedis(home)
        post_office = PostOffice()
        post_office.start()
        stack.callback(post_office.stop)
        hooks = stack.enter_context(Receiver())
        ports = _ports()
        lines = Lines(_ends(ports, database, redis, post_office, hooks))
        stack.callback(lines.stop)
        knobs = _knobs(home, database, redis, ports)
        running = Installation(
            home=home,
            knobs=knobs["a"],
            database=database,
            redis=Program("redis", redis.command(), os.environ, home),
            redis_url=redis.url,
            post_office=post_office,
            hooks=hooks,
            lines=lines,
            programs=_programs(home, knobs, ports, shape),
            ports=ports,
        )
        stack.callback(_end_all, running)
        _start(running)
        keeper = Keeper(running.everything)
        keeper.start()
        stack.callback(keeper.stop)
        yield running


def _lines() -> list[str]:
    return ["front", "smtp", "hooks", *(f"{kind}-{site}" for kind in ("database", "redis") for site in SITES)]


def _ports() -> dict[str, int]:
    servers = [f"{kind}-{site}" for kind in ("web", "inbound") for site in SITES]
    return {name: free_port() for name in (*_lines(), *servers)}


def _ends(
    ports: dict[str, int], database: Database, redis: EmbeddedRedis, post_office: PostOffice, hooks: Receiver
) -> dict[str, tuple[int, list[int | str]]]:
    """Where each line begins and where it leads: a port, and ports or the path of a socket."""
    return {
        "front": (ports["front"], [ports[f"web-{site}"] for site in SITES]),
        "smtp": (ports["smtp"], [urlsplit(post_office.url).port or 0]),
        "hooks": (ports["hooks"], [hooks.port]),
        **{f"database-{site}": (ports[f"database-{site}"], [database.socket]) for site in SITES},
        **{f"redis-{site}": (ports[f"redis-{site}"], [redis.port]) for site in SITES},
    }


def _knobs(home: Path, database: Database, redis: EmbeddedRedis, ports: dict[str, int]) -> dict[str, dict[str, str]]:
    """Return the environment of the programs on each machine."""
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    inherited["PATH"] = f"{SUNDIAL.parent}{os.pathsep}{os.environ['PATH']}"
    return {
        site: inherited
        | {
            "SUNDIAL_HOME": str(home / f"site-{site}"),
            "DELETIONS_FILE": str(home / "deletions"),
            "DATABASE_URL": f"postgresql://postgres@{HOST}:{ports[f'database-{site}']}/{database.name}?sslmode=disable",
            "REDIS_URL": redis.url.replace(str(redis.port), str(ports[f"redis-{site}"])),
            "SMTP_URL": f"smtp://{HOST}:{ports['smtp']}",
            "PUBLIC_URL": f"http://{HOST}:{ports['front']}",
            "SECRET_KEY": KEY,
            "RATE_LIMITS": "off",
            "WEBHOOK_ALLOW": "127.0.0.0/8",
            "WEBHOOK_PORTS": "1-65535",
        }
        for site in SITES
    }


def _programs(home: Path, knobs: dict[str, dict[str, str]], ports: dict[str, int], shape: Shape) -> dict[str, Program]:
    commands = {program.name: program.command for program in read_procfile(PROCFILE)}
    found = {}
    for site in SITES:
        Path(knobs[site]["SUNDIAL_HOME"]).mkdir(mode=0o700)
        for kind in AT_BOTH + AT_ONE[site]:
            name = f"{kind}-{site}"
            command = commands[kind].replace(APP, shape.app).replace(f"--app {WORKERS}", f"--app {shape.workers}")
            if kind in ("worker", "mails") and command.startswith("celery"):
                command += f" --hostname {name}@%h"
            env = {**knobs[site], **shape.knobs} | {
                "PORT": str(ports.get(f"web-{site}", 0)),
                "INBOUND_SMTP_PORT": str(ports[f"inbound-{site}"]),
                "WEB_CONCURRENCY": str(shape.processes),
                "WORKER_CONCURRENCY": str(shape.processes),
            }
            if shape.jumps:
                env |= faked_time.environment(home / f"time-{name}")
            found[name] = Program(name, command, env, home)
    return found


def _start(running: Installation) -> None:
    running.redis.start()
    assert eventually(lambda: redis_answers(running.redis_url), PATIENCE)
    done_here(upgrade, knobs=running.knobs)
    for program in running.programs.values():
        program.start()
    assert eventually(running.is_ready, PATIENCE), running.output()


def _end_all(running: Installation) -> None:
    for line in _lines():
        running.lines.switch(line, Mode.OPEN)
    for program in running.everything():
        program.kill()


@contextmanager
def folder(path: Path, *, keep: bool) -> Iterator[Path]:
    """Create a directory for a run, removed at the end unless it is kept for inspection."""
    yield path
    if not keep:
        shutil.rmtree(path, ignore_errors=True)
