"""Buckets that all processes share, in a real Redis."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from service.security.rates import Portion, SharedBuckets, Taken
from tests.servers import Redis
from tests.waiting import eventually


@pytest.fixture
def buckets(redis_server: Redis) -> SharedBuckets:
    return SharedBuckets(redis_server.url)


@pytest.fixture
def server(redis_server: Redis) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_server.url, decode_responses=True) as client:
        yield client


def take(buckets: SharedBuckets, quota: int = 2, seconds: int = 60, *, counts: bool = True) -> Taken:
    """Take from Ann's bucket for another request."""
    return buckets.take([Portion("writes:ann", quota, seconds)], counts=counts)


GRANTED_WITH_2_LEFT = Taken(refused=0, remaining=2, seconds=60)
GRANTED_WITH_1_LEFT = Taken(refused=0, remaining=1, seconds=60)
GRANTED_WITH_0_LEFT = Taken(refused=0, remaining=0, seconds=60)
REFUSED = Taken(refused=1, remaining=0, seconds=60)


def test_a_bucket_gives_as_many_as_its_quota_and_no_more(buckets: SharedBuckets) -> None:
    assert [take(buckets) for _ in range(3)] == [GRANTED_WITH_1_LEFT, GRANTED_WITH_0_LEFT, REFUSED]


def test_looking_takes_nothing(buckets: SharedBuckets) -> None:
    assert take(buckets, counts=False) == GRANTED_WITH_2_LEFT
    take(buckets)
    take(buckets)
    assert take(buckets, counts=False) == GRANTED_WITH_0_LEFT


def test_there_is_one_more_when_the_oldest_has_left_the_window(buckets: SharedBuckets) -> None:
    assert [take(buckets, seconds=1).refused for _ in range(3)] == [0, 0, 1]
    assert eventually(lambda: not take(buckets, seconds=1).refused)


def test_seconds_are_those_until_the_oldest_leaves(buckets: SharedBuckets, server: redis.Redis) -> None:
    now, _ = server.time()
    server.rpush("sundial-bucket:writes:ann", *(1_000_000 * (now - age) for age in (70, 60, 41, 3)))
    refused = take(buckets)
    assert (refused.refused, refused.remaining) == (1, 0)
    assert refused.seconds in {18, 19}
    assert server.llen("sundial-bucket:writes:ann") == 2


def test_of_requests_at_once_no_more_are_granted_than_there_are(redis_server: Redis) -> None:
    processes = [SharedBuckets(redis_server.url) for _ in range(2)]
    with ThreadPoolExecutor(8) as crowd:
        taken = list(crowd.map(lambda number: take(processes[number % 2], 20), range(60)))
    assert sum(not each.refused for each in taken) == 20


def test_a_bucket_that_nobody_takes_from_is_forgotten(buckets: SharedBuckets, server: redis.Redis) -> None:
    take(buckets)
    assert 0 < int(server.ttl("sundial-bucket:writes:ann")) <= 60


def test_a_request_is_one_exchange_with_redis(buckets: SharedBuckets, server: redis.Redis) -> None:
    take(buckets)
    server.config_resetstat()
    take(buckets)
    counted = server.info("commandstats")
    assert counted["cmdstat_evalsha"]["calls"] == 1
    assert not counted.keys() & {"cmdstat_eval", "cmdstat_script|load", "cmdstat_script", "cmdstat_multi"}


def test_a_redis_that_has_forgotten_the_script_is_told_it_again(buckets: SharedBuckets, server: redis.Redis) -> None:
    take(buckets)
    server.script_flush()
    assert take(buckets) == GRANTED_WITH_0_LEFT
