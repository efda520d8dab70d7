"""The cache of callers: its content, its duration, and what is still checked."""

from __future__ import annotations

import pytest

from service.accounts.revocations import SECONDS_KNOWN
from service.accounts.scopes import SCOPES
from service.accounts.tokens import create_token
from service.config.environment import Config
from service.db.clock import now
from service.db.engines import session
from service.models import Account, ApiToken
from service.security import rates
from tests.service.api.program import code
from tests.service.conftest import FakeClock
from tests.service.stages.revocations.conftest import QUOTAS, Installation, Lost


def test_who_asks_is_known_once_the_stamp_was_read_before_the_database(here: Installation, ann: Account) -> None:
    [program, elsewhere] = here.programs(create_token(ann, "new", SCOPES, now()).secret)
    assert [here.is_known(program) for _ in range(4)] == [False, False, True, True]
    assert not here.is_known(elsewhere)


def test_nobody_is_known_for_longer_than_that(here: Installation, lost: Lost) -> None:
    here.stopwatch.sleep(SECONDS_KNOWN - 0.1)
    assert here.is_known(lost.first)
    here.stopwatch.sleep(0.1)
    assert [here.is_known(lost.first) for _ in range(2)] == [False, True]


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
    [program, _] = here.programs(create_token(ann, "reader", ["games:read"], now()).secret)
    here.learn(program)
    assert code(program.post("/games", {})) == (403, "missing-scope")


def test_a_known_caller_empties_the_bucket_of_the_token_by_one_each_time(here: Installation, ann: Account) -> None:
    [program, _] = here.programs(create_token(ann, "new", SCOPES, now()).secret)
    left = [program.get("/me").headers["RateLimit"] for _ in range(4)]
    assert [told.split(";")[1] for told in left] == ["r=999", "r=998", "r=997", "r=996"]


@pytest.mark.parametrize("without", ["redis", "limits"])
def test_where_no_stamp_is_read_nobody_is_known(
    here: Installation, settings: Config, ann: Account, without: str
) -> None:
    limits, url = ({}, settings.redis_url) if without == "limits" else (QUOTAS, "")
    rates.init_app(here.apps[0], limits, url)
    [program, _] = here.programs(create_token(ann, "new", SCOPES, now()).secret)
    assert [here.is_known(program) for _ in range(4)] == [False] * 4
