"""Conditional requests see every change at once, and each counts against the rate limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from sqlalchemy import text
from werkzeug.test import TestResponse

from service.accounts.accounts import change
from service.accounts.tokens import revoke_token, tokens_of
from service.config.environment import Config
from service.db.engines import transaction
from tests.servers import Redis
from tests.service import installations
from tests.service.api.program import Match, code, match
from tests.service.conftest import FakeClock, settings
from tests.service.statements import executed

__all__ = ["settings"]

EACH_TIME = ("X-Request-Id", "RateLimit")
HEADERS = {"Accept-Encoding": "br", "Accept-Language": "de", "X-Request-Id": "one-of-the-test"}


@pytest.fixture
def begun(settings: Config, clock: FakeClock, redis_server: Redis) -> Iterator[Match]:
    """Create a game in an installation with Redis and five requests a minute."""
    limited = replace(settings, redis_url=redis_server.url, rate_limits={"reads": 5, "writes": 5, "moves": 5})
    with installations.running(limited, clock) as app:
        yield match(app.test_client())


def ask_again(begun: Match, tag: str, part: str = "") -> TestResponse:
    """Bob asks with the tag that he knows."""
    return begun.bob.get(begun.path + part, headers={**HEADERS, "If-None-Match": tag})


def known_tag(begun: Match, part: str = "") -> str:
    """Return the ETag of a response that Bob has requested twice."""
    tag = begun.bob.get(begun.path + part, headers=HEADERS).headers["ETag"]
    assert ask_again(begun, tag, part).status_code == 304
    return tag


@pytest.mark.parametrize("part", ["", "/board.svg?at=0", "/log?start=1"])
def test_it_is_answered_as_before_with_one_statement_and_counted(begun: Match, part: str) -> None:
    tag = begun.bob.get(begun.path + part, headers=HEADERS).headers["ETag"]
    first = ask_again(begun, tag, part)
    with executed() as statements:
        second = ask_again(begun, tag, part)
    assert (len(statements), second.status_code, second.data) == (1, 304, b"")
    assert second.headers["X-Request-Id"] == "one-of-the-test"
    assert [first.headers["RateLimit"][:11], second.headers["RateLimit"][:11]] == ['"reads";r=3', '"reads";r=2']
    told = [sorted(each for each in answer.headers if each[0] not in EACH_TIME) for answer in (first, second)]
    assert told[0] == told[1]


def test_whatever_changes_is_told_at_once_and_counted_once(begun: Match) -> None:
    tag = known_tag(begun)
    change(begun.table.players[0].id, name="anna")
    answer = ask_again(begun, tag)
    assert answer.status_code == 200
    assert answer.headers["ETag"] != tag
    assert answer.headers["RateLimit"].startswith('"reads";r=2')


def test_who_may_not_ask_any_more_is_refused_at_once(begun: Match, clock: FakeClock) -> None:
    tag = known_tag(begun)
    bob = begun.table.players[1].id
    [token] = tokens_of(bob, clock())
    revoke_token(bob, token.id, clock())
    assert code(ask_again(begun, tag)) == (401, "revoked-token")


def test_who_asks_too_often_is_refused(begun: Match) -> None:
    tag = known_tag(begun)
    assert [ask_again(begun, tag).status_code for _ in range(3)] == [304, 304, 304]
    assert code(ask_again(begun, tag)) == (429, "rate-limited")


def test_a_form_that_there_is_not_is_refused_whatever_is_known(begun: Match) -> None:
    tag = known_tag(begun)
    answer = begun.bob.get(begun.path, headers={**HEADERS, "If-None-Match": tag, "Accept": "text/html"})
    assert code(answer) == (406, "not-acceptable")


def test_a_database_that_fails_is_not_asked_again(begun: Match) -> None:
    tag = known_tag(begun)
    with transaction() as current:
        current.execute(text("ALTER TABLE game_seat RENAME TO away"))
    with executed() as statements:
        assert code(ask_again(begun, tag)) == (500, "internal-error")
    assert len(statements) == 1, statements
