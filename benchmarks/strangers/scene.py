"""A Sundial on the loopback, its players, and the process of a flood."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TypeVar

import httpx
from sqlalchemy import Engine, create_engine, inspect, text

from benchmarks.strangers.browsers import Browser, MailServer, letter, line
from benchmarks.strangers.figures import GaveUp
from benchmarks.strangers.post import Post
from service.accounts.accounts import account_of
from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.config.environment import from_environment
from service.db.clock import now
from service.embedded.ports import free_port
from service.models import Delivery
from service.notifications.preferences import choose
from service.server.app import create_app
from tests.playing import Playing, started
from tests.secret_keys import KEY
from tests.service.web.visitor import returning

FLOODS_FROM, PEOPLE_AT = "127.0.0.2", "127.0.0.3"
GRACE = 30.0
"""Seconds for a flood to end, once its time is over."""
POLL = 0.1
LARGEST = 6
"""Number of tables to report with the rows that a flood has left."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Known:
    """A person with an account: a confirmed address, a signed-in browser, and a token."""

    name: str
    email: str
    cookie: str
    token: str


@dataclass
class Scene:
    """All that runs."""

    sundial: Playing
    post: Post
    mail_port: int
    env: dict[str, str]
    seconds: float
    over: Event = field(default_factory=Event)
    """Set once nobody waits for anything any more."""
    closing: Event = field(default_factory=Event)
    """Set once nobody begins anything new."""
    _lines: dict[str, httpx.HTTPTransport] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Return the address of the pages."""
        return self.sundial.address

    def browser(self, cookie: str = "", source: str = PEOPLE_AT) -> Browser:
        """Create a browser at a source address, new except for its cookie."""
        return Browser(self.address, self._line(source), cookie)

    def program(self, token: str = "", source: str = PEOPLE_AT) -> httpx.Client:
        """Create an API client at a source address, with or without a token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        base = f"{self.address}/api/v1/"
        return httpx.Client(base_url=base, transport=self._line(source), headers=headers, timeout=30, trust_env=False)

    def write(self, sender: str, box: str, text: str) -> tuple[str, bytes]:
        """Send an email of a person; return the code of the answer, and the email."""
        raw = letter(sender, box, text).as_bytes()
        server = MailServer(self.mail_port, PEOPLE_AT)
        said = server.send(sender, [box], raw)
        server.hang_up()
        return said, raw

    def accounts(self, names: Sequence[str], delivery: Delivery = Delivery.AT_ONCE) -> list[Known]:
        """Create accounts, none of them a newcomer."""
        found, app = [], create_app(from_environment(self.env))
        with app.app_context():
            for name in names:
                email = f"{name}@example.net"
                cookie = returning(app, email).client.get_cookie("sundial")
                account = account_of(email, now())
                choose(account.id, now(), delivery)
                token = create_token(account, "benchmark", SCOPES, now(), is_told=False)
                found.append(Known(account.name, email, cookie.value if cookie else "", token.secret))
        return found

    def outcome(self, mark: str) -> str | None:
        """Return the outcome of the email with this fingerprint; None while there is none."""
        with self._engine() as engine, engine.connect() as connection:
            found = connection.execute(
                text("SELECT outcome FROM inbound_mail WHERE fingerprint = :mark"), {"mark": mark}
            )
            return found.scalar()

    def rows(self) -> dict[str, int]:
        """Count the rows of each table."""
        with self._engine() as engine, engine.connect() as connection:
            names = inspect(connection).get_table_names()
            return {name: connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar_one() for name in names}  # noqa: S608  # its own names

    def size(self) -> int:
        """Return the size of the database in bytes."""
        with self._engine() as engine, engine.connect() as connection:
            if engine.dialect.name == "postgresql":
                return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())
            pages, size = (connection.execute(text(f"PRAGMA page_{each}")).scalar_one() for each in ("count", "size"))
            return int(pages * size)

    def rest(self, seconds: float = POLL) -> None:
        """Wait; raise GaveUp once all is over."""
        if self.over.wait(seconds):
            raise GaveUp

    def until(self, ask: Callable[[], Found], seconds: float | None = None) -> Found:
        """Poll until an answer is true; return the last one after `seconds`. Raise GaveUp once all is over."""
        times = 0
        while not (found := ask()) and (seconds is None or times * POLL < seconds):
            self.rest()
            times += 1
        return found

    @contextmanager
    def flood(self, name: str, told: dict[str, object]) -> Iterator[dict[str, int]]:
        """Run a flood meanwhile; afterwards the dictionary has its answers."""
        command = [sys.executable, "-m", "benchmarks.strangers.stranger", name]
        told = {"address": self.address, "mail_port": self.mail_port, "seconds": self.seconds, **told}
        got: dict[str, int] = {}
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as stranger:
            print(json.dumps(told), file=stranger.stdin, flush=True)
            next(iter(stranger.stdout or ()), "")  # it has begun
            yield got
            try:
                said, _ = stranger.communicate(timeout=GRACE)
                got.update(json.loads(said or '{"it broke down": 1}'))
            except subprocess.TimeoutExpired:
                stranger.kill()
                got["did not end"] = 1

    def hang_up(self) -> None:
        """Close all connections, for which the server would wait as it stops."""
        for each in self._lines.values():
            each.close()

    def _line(self, source: str) -> httpx.HTTPTransport:
        return self._lines.setdefault(source, line(source))

    @contextmanager
    def _engine(self) -> Iterator[Engine]:
        engine = create_engine(from_environment(self.env).database_url)
        try:
            yield engine
        finally:
            engine.dispose()


@contextmanager
def played(home: Path, seconds: float, database: str = "", **knobs: str) -> Iterator[Scene]:
    """Run a Sundial in a home of its own, in that database or an SQLite, with the default limits."""
    post, mail_port = Post(), free_port()
    post.start()
    knobs |= {"DATABASE_URL": database, "SECRET_KEY": KEY} if database else {}
    try:
        with started(
            home, INBOUND_SMTP_PORT=str(mail_port), INBOUND_RELAYS="127.0.0.1", SMTP_URL=post.url, **knobs
        ) as sundial:
            sundial.wait_until_ready()
            scene = Scene(sundial, post, mail_port, {"SUNDIAL_HOME": str(home)} | knobs, seconds)
            yield scene
            scene.over.set()
            scene.hang_up()
    finally:
        post.stop()
