"""Stamps of accounts, in a real Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis

from service.security.auth_epoch import SECONDS_KEPT, STAMPS, SharedStamps, Stamp
from service.security.rates import Portion, SharedBuckets
from tests.servers import Redis

ANN, BOB = 1, 2


@pytest.fixture
def buckets(redis_server: Redis) -> SharedBuckets:
    return SharedBuckets(redis_server.url)


@pytest.fixture
def stamps(redis_server: Redis) -> SharedStamps:
    return SharedStamps(redis_server.url)


@pytest.fixture
def server(redis_server: Redis) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_server.url, decode_responses=True) as client:
        yield client


def stamp_of(buckets: SharedBuckets, account_id: int) -> Stamp:
    """Return the stamp that comes with the account's next request."""
    stamp = buckets.take([Portion(f"reads:account {account_id}", 100, 60)], account_id=account_id).stamp
    assert stamp
    return stamp


def test_a_stamp_is_the_same_until_something_is_taken_from_that_account(
    buckets: SharedBuckets, stamps: SharedStamps
) -> None:
    stamp_of(buckets, ANN)  # connects
    before = [stamp_of(buckets, account) for account in (ANN, BOB)]
    assert [stamp.is_still(stamp_of(buckets, account)) for account, stamp in zip((ANN, BOB), before, strict=True)] == [
        True, True,
    ]  # fmt: skip
    stamps.renew([ANN])
    assert not before[0].is_still(stamp_of(buckets, ANN))
    assert before[1].is_still(stamp_of(buckets, BOB))


def test_who_is_asked_about_nobody_is_told_no_stamp(buckets: SharedBuckets, server: redis.Redis) -> None:
    assert buckets.take([Portion("reads:ann", 100, 60)]).stamp is None
    assert not server.exists(STAMPS)


def test_once_the_value_for_all_is_gone_every_stamp_is_another(buckets: SharedBuckets, server: redis.Redis) -> None:
    stamp_of(buckets, ANN)
    before = stamp_of(buckets, ANN)
    server.delete(STAMPS)
    assert not before.is_still(stamp_of(buckets, ANN))


def test_they_are_forgotten_an_hour_after_the_first_and_not_after_the_last(
    buckets: SharedBuckets, stamps: SharedStamps, server: redis.Redis
) -> None:
    stamps.renew([ANN])
    assert 0 < int(server.ttl(STAMPS)) <= SECONDS_KEPT
    server.delete(STAMPS)
    stamp_of(buckets, ANN)
    server.expire(STAMPS, 100)
    stamps.renew([BOB])
    stamp_of(buckets, ANN)
    assert 0 < int(server.ttl(STAMPS)) <= 100


def test_a_stamp_that_came_over_another_connection_is_another(buckets: SharedBuckets, server: redis.Redis) -> None:
    stamp_of(buckets, ANN)
    before = stamp_of(buckets, ANN)
    server.client_kill_filter(_type="normal", skipme=True)
    after = stamp_of(buckets, ANN)
    assert before.value == after.value
    assert not before.is_still(after)
