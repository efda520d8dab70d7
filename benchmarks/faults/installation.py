"""An installation with all its servers and programs, and a Prometheus that has the rules of docs/alerts.yml."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock

from aiosmtpd.smtp import SMTP, Envelope, Session

from service.embedded.ports import free_port
from service.embedded.readiness import redis_answers, web_answers
from service.embedded.redis import EmbeddedRedis
from tests.playing import KNOBS, SUNDIAL
from tests.receiver import Receiver
from tests.secret_keys import KEY
from tests.servers import Postgres
from tests.sink import ACCEPT, Sink
from tests.soak import faked_time
from tests.soak.database import Database
from tests.soak.programs import Program
from tests.waiting import eventually
from workers.procfile import PROCFILE, read_procfile

RULES = Path(__file__).parents[2] / "docs" / "alerts.yml"
HOST = "127.0.0.1"
SCRAPE = "10s"
STARTS = 300.0
"""Seconds to start in, on a machine that has a lot of other work."""
ROOM = "4g"
"""Of each small disk; memory is taken only for what is written."""
ONE_BY_ONE = Lock()
"""Starts wait for each other: later ones would be late otherwise. The wheel's PostgreSQL is not made for threads."""


class NotTried(Exception):
    """The fault cannot be made here; the text says why."""


class MailServer(Sink):
    """A mail server that gives its answer to each recipient."""

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd calls it
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept or refuse a recipient; called by aiosmtpd."""
        if self.answer == ACCEPT:
            envelope.rcpt_tos.append(address)
        return self.answer


@dataclass(frozen=True)
class Installation:
    """Everything that runs; each part can be stopped."""

    folder: Path
    knobs: dict[str, str]
    """The environment of all programs and commands."""
    database: Database
    mail_server: MailServer
    hooks: Receiver
    programs: dict[str, Program]
    prometheus: str
    """The address of Prometheus."""

    @property
    def address(self) -> str:
        """The address of `web`."""
        return f"http://{HOST}:{self.knobs['PORT']}"

    @property
    def clock(self) -> Path:
        """The file with the seconds by which the clock of the machine is wrong."""
        return self.folder / "clock"

    def sundial(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the operator."""
        command = [str(SUNDIAL), *arguments]
        return subprocess.run(command, env=self.knobs, capture_output=True, text=True, check=False, timeout=STARTS)

    def told(self, *arguments: str) -> str:
        """Run a command that has to succeed, and return its output."""
        done = self.sundial(*arguments)
        if done.returncode:
            raise NotTried(f"sundial {arguments[0]} failed: {done.stderr.strip()}")
        return done.stdout.strip()

    def fill(self, name: str) -> None:
        """Leave no room on the disk of `home` or `database`."""
        disk = self.folder / name
        if not disk.is_mount():
            raise NotTried("only root can mount the small disk that is to be full")
        _run(f"mount -o remount,size={shutil.disk_usage(disk).used} {disk}")

    def start_stranger(self) -> None:
        """Start a second `web` as another machine would, with its own name and secret key."""
        if os.geteuid():
            raise NotTried("only root can give a process another host name")
        home = self.folder / "other-home"
        home.mkdir(mode=0o700)
        changed = {"SUNDIAL_HOME": str(home), "PORT": str(free_port()), "SECRET_KEY": secrets.token_hex(32)}
        named = f"unshare --uts sh -c 'hostname web-b && exec {SUNDIAL} run web'"
        self.programs["web-b"] = Program("web-b", named, self.knobs | changed, self.folder)
        self.programs["web-b"].start()

    def is_ready(self) -> bool:
        """Check whether pages are served and Prometheus runs."""
        return web_answers(f"{self.address}/readyz") and web_answers(f"{self.prometheus}/-/ready")


def prometheus_server() -> str | None:
    """Return the path of Prometheus, if it is installed."""
    return shutil.which("prometheus")


@contextmanager
def installed(over: Event) -> Iterator[Installation]:
    """Start it all in a new directory; at the end everything is stopped and removed."""
    with ExitStack() as stack:
        with ONE_BY_ONE:
            if over.is_set():
                raise NotTried("interrupted")
            running = _started(stack)
        yield running


def _started(stack: ExitStack) -> Installation:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sundial-faults-")))
    folder.chmod(0o755)
    for name in ("home", "database"):
        _small_disk(folder / name, stack)
    database = Database(folder / "database" / "files")
    stack.callback(_stop, database)
    mail_server = MailServer()
    mail_server.start()
    stack.callback(mail_server.stop)
    hooks = stack.enter_context(Receiver())
    redis = EmbeddedRedis(folder)
    knobs = _knobs(folder, database, redis, mail_server)
    names = [program.name for program in read_procfile(PROCFILE)]
    programs = {name: _program(name, name, knobs, folder) for name in names}
    programs["redis"] = Program("redis", redis.command(), os.environ, folder)
    port = free_port()
    programs["prometheus"] = Program("prometheus", _prometheus(folder, knobs, port), os.environ, folder)
    running = Installation(folder, knobs, database, mail_server, hooks, programs, prometheus=f"http://{HOST}:{port}")
    stack.callback(_kill_all, programs)
    programs["redis"].start()
    eventually(lambda: redis_answers(redis.url), STARTS)
    running.told("upgrade")
    for program in programs.values():
        program.start()
    if not eventually(running.is_ready, STARTS):
        raise NotTried(f"it does not start: {programs['web'].output()[-500:]}")
    return running


def _small_disk(path: Path, stack: ExitStack) -> None:
    """Create a directory: for root, with a file system of its own, in memory."""
    path.mkdir()
    if os.geteuid() == 0:
        _run(f"mount -t tmpfs -o size={ROOM},mode=755 tmpfs {path}")
        stack.callback(_run, f"umount --lazy {path}")


def _knobs(folder: Path, database: Database, redis: EmbeddedRedis, mail_server: Sink) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in KNOBS}
    port = str(free_port())
    return (
        inherited
        | faked_time.environment(folder / "clock")
        | {
            "SUNDIAL_HOME": str(folder / "home"),
            "DELETIONS_FILE": str(folder / "deletions"),
            "PORT": port,
            "PUBLIC_URL": f"http://{HOST}:{port}",
            "DATABASE_URL": database.own_url,
            "REDIS_URL": redis.url,
            "SMTP_URL": mail_server.url,
            "MAIL_DOMAIN": "mail.example.net",
            "INBOUND_SMTP_PORT": str(free_port()),
            "SECRET_KEY": KEY,
            "METRICS_TOKEN": secrets.token_hex(16),
            "RATE_LIMITS": "off",
            "WEBHOOK_ALLOW": "127.0.0.0/8",
            "WEBHOOK_PORTS": "1-65535",
            "WEB_CONCURRENCY": "1",
            "WORKER_CONCURRENCY": "1",
        }
    )


def _program(name: str, kind: str, knobs: Mapping[str, str], folder: Path) -> Program:
    return Program(name, f"{SUNDIAL} run {kind}", knobs, folder)


def _prometheus(folder: Path, knobs: Mapping[str, str], port: int) -> str:
    """Write the settings of Prometheus, and return the command that starts it."""
    server = prometheus_server()
    if server is None:
        raise NotTried("prometheus is not installed")
    target = {
        "job_name": "sundial",
        "authorization": {"credentials": knobs["METRICS_TOKEN"]},
        "static_configs": [{"targets": [f"{HOST}:{knobs['PORT']}"]}],
    }
    every = {"scrape_interval": SCRAPE, "evaluation_interval": SCRAPE}
    settings = folder / "prometheus.yml"
    settings.write_text(json.dumps({"global": every, "rule_files": [str(RULES)], "scrape_configs": [target]}))
    places = f"--config.file={settings} --storage.tsdb.path={folder / 'prometheus'}"
    return f"{server} {places} --web.listen-address={HOST}:{port} --log.level=error"


def _run(command: str) -> None:
    subprocess.run(shlex.split(command), check=True)


def _stop(database: Postgres) -> None:
    with ONE_BY_ONE:
        database.stop()


def _kill_all(programs: Mapping[str, Program]) -> None:
    for program in programs.values():
        program.kill()
