"""Whose token was revoked is refused by every process at the next request, whatever fails meanwhile.

Each process remembers for some seconds who comes with which token. Here two of them do, which share a real Redis.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import redis
from flask import Flask
from sqlalchemy import Connection, event, select

from service.bots.accounts import bot_of
from service.bots.retirement import retire_bot
from service.core import clock as clocks
from service.core import rates
from service.core.config import Config
from service.core.db import db, session, transaction
from service.core.stamps import STAMPS
from service.edge.app import create_app
from service.leaving.departures import leave
from service.models import Account, ApiToken, AuthorizationCode
from service.people.authorization_codes import Permission, code_for_use, keep_code
from service.people.known_callers import KnownCallers
from service.people.revocations import SECONDS_KNOWN, Revocations
from service.people.scopes import SCOPES
from service.people.tokens import create_token, revoke_token
from tests.servers import Redis
from tests.service.api.program import Program, code
from tests.service.conftest import FakeClock
from tests.service.stages.conftest import Alone
from tests.service.tables import person
from tests.templates import share_templates

NOWHERE = "redis://127.0.0.1:1/0"
QUOTAS = dict.fromkeys(("reads", "writes", "moves", "sign-in"), 1000)


@dataclass
class Stopwatch:
    """Shows what the test says; whoever sleeps by it has slept at once."""

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
        """The program with that token, talking to each process."""
        return [Program(Alone(app, app.response_class), secret) for app in self.apps]

    def is_known(self, program: Program) -> bool:
        """Whether the program is let in without the database being asked who it is."""
        with self.asked(program) as statements:
            assert program.get("/me").status_code == 200
        return not statements

    @contextmanager
    def asked(self, program: Program) -> Iterator[list[str]]:
        """The statements meanwhile by which the process that the program talks to asks whose token it is."""
        statements: list[str] = []

        def note(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
            if "FROM api_token" in statement and "hash" in statement:
                statements.append(statement)

        with program.client.application.app_context():
            engine = db.engine
        event.listen(engine, "after_cursor_execute", note)
        try:
            yield statements
        finally:
            event.remove(engine, "after_cursor_execute", note)

    def learn(self, *programs: Program) -> None:
        """Let each program be known by its process."""
        for program in programs:
            for _ in range(2):
                assert program.get("/me").status_code == 200
            assert self.is_known(program)


@pytest.fixture
def settings(sqlite_settings: Config, redis_server: Redis) -> Config:
    """What is tried is done by the faces, so the database does not matter."""
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
    """A token of Ann's that is to be revoked, as both processes know it."""

    id: int
    secret: str
    first: Program
    second: Program


@pytest.fixture
def lost(here: Installation, ann: Account) -> Lost:
    made = create_token(ann, "lost", SCOPES, clocks.now())
    first, second = here.programs(made.secret)
    here.learn(first, second)
    return Lost(made.token.id, made.secret, first, second)


@pytest.fixture
def other(here: Installation, ann: Account) -> Program:
    """Another program of Ann's, which talks to the first process."""
    return here.programs(create_token(ann, "laptop", SCOPES, clocks.now()).secret)[0]


def assert_refused(*programs: Program) -> None:
    """None of them is let in."""
    for program in programs:
        assert code(program.get("/me")) == (401, "revoked-token")


def test_who_asks_is_known_once_the_stamp_was_read_before_the_database(here: Installation, ann: Account) -> None:
    [program, elsewhere] = here.programs(create_token(ann, "new", SCOPES, clocks.now()).secret)
    assert [here.is_known(program) for _ in range(4)] == [False, False, True, True]
    assert not here.is_known(elsewhere)


def test_nobody_is_known_for_longer_than_that(here: Installation, lost: Lost) -> None:
    here.stopwatch.sleep(SECONDS_KNOWN - 0.1)
    assert here.is_known(lost.first)
    here.stopwatch.sleep(0.1)
    assert [here.is_known(lost.first) for _ in range(2)] == [False, True]


def test_a_revoked_token_is_refused_by_every_process_at_the_next_request(lost: Lost, other: Program) -> None:
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    assert_refused(lost.first, lost.second)
    assert other.get("/me").status_code == 200


def test_a_token_that_its_program_has_ended_is_refused_by_every_process(lost: Lost) -> None:
    assert lost.first.client.post("/oauth/revoke", data={"token": lost.secret}).status_code == 200
    assert_refused(lost.first, lost.second)


def test_the_token_of_a_code_that_comes_twice_is_refused_by_every_process(lost: Lost, ann: Account) -> None:
    allowed = Permission(ann, "https://app.example.net/", ["games:read"], "https://app.example.net/back", "challenge")
    with transaction():
        keep_code("stolen", allowed, clocks.now())
        session().scalars(select(AuthorizationCode)).one().token_id = lost.id
    with transaction():
        assert code_for_use("stolen", allowed.app, clocks.now()) is None
    assert_refused(lost.first, lost.second)


def test_whoever_has_left_is_nobody_at_once_and_so_are_their_bots(here: Installation, ann: Account) -> None:
    bot = bot_of(ann, "rusty", clocks.now())
    secrets = [create_token(whose, "program", SCOPES, clocks.now()).secret for whose in (ann, bot)]
    programs = [program for secret in secrets for program in here.programs(secret)]
    here.learn(*programs)
    leave(session().get_one(Account, ann.id), clocks.now())
    assert [code(program.get("/me")) for program in programs] == [(401, "bad-token")] * 4


def test_a_bot_that_is_retired_is_let_in_no_more_and_is_waited_for_once(here: Installation, ann: Account) -> None:
    bot = bot_of(ann, "rusty", clocks.now())
    secrets = [create_token(bot, f"program {number}", SCOPES, clocks.now()).secret for number in range(3)]
    programs = [program for secret in secrets for program in here.programs(secret)]
    here.learn(*programs)
    here.redis.stop()
    retire_bot(ann, "rusty", clocks.now())
    assert here.stopwatch.slept == [SECONDS_KNOWN]
    here.redis.start()
    assert_refused(*programs)


def test_what_ends_by_itself_ends_for_who_is_known(here: Installation, ann: Account, clock: FakeClock) -> None:
    end = clock.advance(days=1)
    clock.advance(days=-1)
    [program, _] = here.programs(create_token(ann, "day", SCOPES, clock(), end).secret)
    clock.advance(hours=23, minutes=59)
    here.learn(program)
    clock.advance(minutes=1)
    assert code(program.get("/me")) == (401, "expired-token")


def test_when_a_token_was_last_used_is_noted_of_who_is_known(lost: Lost, clock: FakeClock) -> None:
    clock.advance(minutes=6)
    assert lost.first.get("/me").status_code == 200
    session().rollback()
    assert session().get_one(ApiToken, lost.id).last_used_at == clock()


def test_what_a_token_may_do_is_known_too(here: Installation, ann: Account) -> None:
    [program, _] = here.programs(create_token(ann, "reader", ["read"], clocks.now()).secret)
    here.learn(program)
    assert code(program.post("/games", {})) == (403, "missing-scope")


def test_a_known_caller_empties_the_bucket_of_the_token_by_one_each_time(here: Installation, ann: Account) -> None:
    [program, _] = here.programs(create_token(ann, "new", SCOPES, clocks.now()).secret)
    left = [program.get("/me").headers["RateLimit"] for _ in range(4)]
    assert [told.split(";")[1] for told in left] == ["r=999", "r=998", "r=997", "r=996"]


def test_a_reading_that_was_under_way_is_worth_nothing_afterwards(here: Installation, ann: Account) -> None:
    made = create_token(ann, "lost", SCOPES, clocks.now())
    [first, second] = here.programs(made.secret)
    assert second.get("/me").status_code == 200
    with here.apps[1].app_context():
        engine = db.engine
    with revoking_after_the_reading(engine, lambda: revoke_token(ann.id, made.token.id, clocks.now())) as revoked:
        assert second.get("/me").status_code == 200
    assert revoked
    assert_refused(second, first)


@contextmanager
def revoking_after_the_reading(engine: Any, revoke: Callable[[], None]) -> Iterator[list[str]]:
    """The token is revoked right after a process has read that it is good."""
    revoked: list[str] = []

    def strike(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if "FROM api_token" in statement and not revoked:
            revoked.append(statement)
            revoke()

    event.listen(engine, "after_cursor_execute", strike)
    try:
        yield revoked
    finally:
        event.remove(engine, "after_cursor_execute", strike)


def test_a_revocation_that_is_undone_changes_nothing(
    here: Installation, lost: Lost, other: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(db.engine.dialect, "do_commit", failing_before)
        assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 503
    assert lost.first.get("/me").status_code == lost.second.get("/me").status_code == 200
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    assert_refused(lost.first, lost.second)


def failing_before(_dbapi: Any) -> None:
    """A commit that does not come through."""
    raise sqlite3.OperationalError("disk I/O error")


def test_a_commit_whose_answer_was_lost_is_over_everywhere_once_that_is_said(
    here: Installation, lost: Lost, other: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = db.engine.dialect.do_commit

    def lose(dbapi: Any) -> None:
        commit(dbapi)
        raise sqlite3.OperationalError("disk I/O error")

    assert other.get("/me").status_code == 200
    with monkeypatch.context() as patch:
        patch.setattr(db.engine.dialect, "do_commit", lose)
        assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 503
    assert here.is_known(lost.second)  # nobody has said yet that it is over
    assert code(other.call("DELETE", f"/tokens/{lost.id}")) == (404, "not-found")
    assert_refused(lost.first, lost.second)


def test_without_redis_nobody_is_known(here: Installation, lost: Lost, other: Program) -> None:
    here.redis.stop()
    assert not here.is_known(lost.second)
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    assert here.stopwatch.slept == [SECONDS_KNOWN]
    assert_refused(lost.first, lost.second)


def test_a_redis_that_says_nothing_is_as_good_as_none(here: Installation, lost: Lost, other: Program) -> None:
    with here.redis.hanging():
        assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
        assert here.stopwatch.slept == [SECONDS_KNOWN]
        assert_refused(lost.second)
    assert_refused(lost.first, lost.second)


def test_who_cannot_reach_the_redis_of_the_others_waits_until_they_know_nobody(
    here: Installation, lost: Lost, other: Program
) -> None:
    still_known: list[bool] = []

    def sleep(seconds: float) -> None:
        still_known.append(here.is_known(lost.second))
        here.stopwatch.sleep(seconds)

    here.apps[0].extensions["revocations"] = Revocations(NOWHERE, sleep)
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    assert still_known == [True]
    assert_refused(lost.second)


def test_a_redis_that_goes_afterwards_takes_nothing_along(here: Installation, lost: Lost, other: Program) -> None:
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    here.redis.stop()
    assert_refused(lost.first, lost.second)


def test_a_redis_that_comes_back_empty_knows_nobody(
    here: Installation, settings: Config, lost: Lost, other: Program
) -> None:
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    restart(here, settings, {})
    assert_refused(lost.first, lost.second)


def test_a_redis_that_is_set_back_to_before_the_revocation_knows_nobody(
    here: Installation, settings: Config, lost: Lost, other: Program
) -> None:
    before = stamps(here)
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    assert stamps(here) != before
    restart(here, settings, before)
    assert_refused(lost.first, lost.second)


def stamps(here: Installation) -> dict[bytes, bytes]:
    """What Redis holds of them."""
    with redis.Redis.from_url(here.redis.url) as client:
        held: dict[bytes, bytes] = client.hgetall(STAMPS)
        return held


def restart(here: Installation, settings: Config, held: dict[bytes, bytes]) -> None:
    """Let Redis die and come back with those stamps, before any process has met that it was away."""
    here.redis.stop()
    here.redis.start()
    if held:
        with redis.Redis.from_url(here.redis.url) as client:
            client.hset(STAMPS, mapping=held)


@pytest.mark.parametrize("without", ["redis", "limits"])
def test_where_no_stamp_is_read_nobody_is_known(
    here: Installation, settings: Config, ann: Account, without: str
) -> None:
    limits, url = ({}, settings.redis_url) if without == "limits" else (QUOTAS, "")
    rates.init_app(here.apps[0], limits, url)
    [program, _] = here.programs(create_token(ann, "new", SCOPES, clocks.now()).secret)
    assert [here.is_known(program) for _ in range(4)] == [False] * 4
