"""Two processes that cache tokens for some seconds and share a real Redis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest
from flask import Flask

from service.accounts.known_callers import KnownCallers
from service.accounts.revocations import Revocations
from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import db
from service.models import Account
from service.server.app import create_app
from tests.servers import Redis
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock
from tests.service.stages.conftest import Alone
from tests.service.statements import executed
from tests.service.tables import person
from tests.templates import share_templates

QUOTAS = dict.fromkeys(("reads", "writes", "moves", "sign-in"), 1000)


@dataclass
class Stopwatch:
    """A fake clock; sleeping returns at once."""

    seconds: float = 1000.0
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Let so much time pass."""
        self.slept.append(seconds)
        self.seconds += seconds


@dataclass
class Installation:
    """Two processes, and the Redis that they share."""

    apps: list[Flask]
    redis: Redis
    stopwatch: Stopwatch

    def programs(self, secret: str) -> list[Program]:
        """Return the programs with that token, for each process."""
        return [Program(Alone(app, app.response_class), secret) for app in self.apps]

    def is_known(self, program: Program) -> bool:
        """Whether the program is let in without the database being asked whose token it is."""
        with program.client.application.app_context(), executed() as statements:
            assert program.get("/me").status_code == 200
        return not any("FROM api_token" in statement and "hash" in statement for statement, _ in statements)

    def learn(self, *programs: Program) -> None:
        """Let each program be known by its process."""
        for program in programs:
            for _ in range(2):
                assert program.get("/me").status_code == 200
            assert self.is_known(program)


@pytest.fixture
def settings(sqlite_settings: Config, redis_server: Redis) -> Config:
    """Use SQLite alone, because the faces do the work, not the database."""
    return replace(sqlite_settings, redis_url=redis_server.url, rate_limits=QUOTAS)


@pytest.fixture
def here(app: Flask, settings: Config, clock: FakeClock, redis_server: Redis) -> Iterator[Installation]:
    second, stopwatch = create_app(settings, clock), Stopwatch()
    share_templates(second)
    for each in (app, second):
        each.extensions["known-callers"] = KnownCallers(stopwatch)
        each.extensions["revocations"] = Revocations(settings.redis_url, stopwatch.sleep)
    yield Installation([app, second], redis_server, stopwatch)
    with second.app_context():
        db.engine.dispose()


@pytest.fixture
def ann(here: Installation) -> Account:
    return person("ann")


@dataclass(frozen=True)
class Lost:
    """A token of Ann's to be revoked, cached by both processes."""

    id: int
    secret: str
    first: Program
    second: Program


@pytest.fixture
def lost(here: Installation, ann: Account) -> Lost:
    made = create_token(ann, "lost", SCOPES, now())
    first, second = here.programs(made.secret)
    here.learn(first, second)
    return Lost(made.token.id, made.secret, first, second)


@pytest.fixture
def other(here: Installation, ann: Account) -> Program:
    """Another program of Ann's, which talks to the first process."""
    return here.programs(create_token(ann, "laptop", SCOPES, now()).secret)[0]


def assert_refused(*programs: Program) -> None:
    """None of them is let in."""
    for program in programs:
        assert code(program.get("/me")) == (401, "revoked-token")
