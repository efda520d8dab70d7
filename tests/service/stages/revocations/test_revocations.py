"""A revoked token is refused by every process at the next request, despite failures."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, select

from service.accounts.oauth.codes import code_for_use, keep_code
from service.accounts.revocations import SECONDS_KNOWN
from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token, revoke_token
from service.bots.accounts import bot_of, retire_bot
from service.db.clock import now
from service.db.engines import db, session, transaction
from service.erasure.departures import leave
from service.models import Account, AuthorizationCode
from tests.service.api.program import Program, code
from tests.service.stages.revocations.conftest import Installation, Lost, assert_refused
from tests.service.stages.trouble import listening


def test_a_revoked_token_is_refused_by_every_process_at_the_next_request(lost: Lost, other: Program) -> None:
    assert other.call("DELETE", f"/tokens/{lost.id}").status_code == 204
    assert_refused(lost.first, lost.second)
    assert other.get("/me").status_code == 200


def test_a_token_that_its_program_has_ended_is_refused_by_every_process(lost: Lost) -> None:
    assert lost.first.client.post("/oauth/revoke", data={"token": lost.secret}).status_code == 200
    assert_refused(lost.first, lost.second)


def test_the_token_of_a_code_that_comes_twice_is_refused_by_every_process(lost: Lost, ann: Account) -> None:
    app, back = "https://app.example.net/", "https://app.example.net/back"
    with transaction():
        keep_code("stolen", ann, now(), app=app, scopes=["games:read"], redirect_uri=back, challenge="x")
        session().scalars(select(AuthorizationCode)).one().token_id = lost.id
    with transaction():
        assert code_for_use("stolen", app, now()) is None
    assert_refused(lost.first, lost.second)


def test_whoever_has_left_is_nobody_at_once_and_so_are_their_bots(here: Installation, ann: Account) -> None:
    bot = bot_of(ann, "rusty", now())
    secrets = [create_token(whose, "program", SCOPES, now()).secret for whose in (ann, bot)]
    programs = [program for secret in secrets for program in here.programs(secret)]
    here.learn(*programs)
    leave(session().get_one(Account, ann.id), now())
    assert [code(program.get("/me")) for program in programs] == [(401, "bad-token")] * 4


def test_a_bot_that_is_retired_is_let_in_no_more_and_is_waited_for_once(here: Installation, ann: Account) -> None:
    bot = bot_of(ann, "rusty", now())
    secrets = [create_token(bot, f"program {number}", SCOPES, now()).secret for number in range(3)]
    programs = [program for secret in secrets for program in here.programs(secret)]
    here.learn(*programs)
    here.redis.stop()
    retire_bot(ann, "rusty", now())
    assert here.stopwatch.slept == [SECONDS_KNOWN]
    here.redis.start()
    assert_refused(*programs)


def test_a_reading_that_was_under_way_is_worth_nothing_afterwards(here: Installation, ann: Account) -> None:
    made = create_token(ann, "lost", SCOPES, now())
    [first, second] = here.programs(made.secret)
    assert second.get("/me").status_code == 200
    with here.apps[1].app_context():
        engine = db.engine
    with revoking_after_the_reading(engine, lambda: revoke_token(ann.id, made.token.id, now())) as revoked:
        assert second.get("/me").status_code == 200
    assert revoked
    assert_refused(second, first)


@contextmanager
def revoking_after_the_reading(engine: Engine, revoke: Callable[[], None]) -> Iterator[list[str]]:
    """Revoke the token right after a process has read it as valid."""
    revoked: list[str] = []

    def strike(_connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        if "FROM api_token" in statement and not revoked:
            revoked.append(statement)
            revoke()

    with listening(engine, "after_cursor_execute", strike):
        yield revoked


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
    """Fail a commit."""
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
