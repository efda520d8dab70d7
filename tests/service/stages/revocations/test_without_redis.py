"""Whose token was revoked is refused at the next request, whether Redis is away, says nothing or has forgotten."""

from __future__ import annotations

import redis

from service.accounts.revocations import SECONDS_KNOWN, Revocations
from service.config.environment import Config
from service.security.auth_epoch import STAMPS
from tests.service.api.program import Program
from tests.service.stages.revocations.conftest import Installation, Lost, assert_refused

NOWHERE = "redis://127.0.0.1:1/0"


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
    """Return Redis's stamps."""
    with redis.Redis.from_url(here.redis.url) as client:
        held: dict[bytes, bytes] = client.hgetall(STAMPS)
        return held


def restart(here: Installation, settings: Config, held: dict[bytes, bytes]) -> None:
    """Restart Redis with those stamps before any process noticed its absence."""
    here.redis.stop()
    here.redis.start()
    if held:
        with redis.Redis.from_url(here.redis.url) as client:
            client.hset(STAMPS, mapping=held)
