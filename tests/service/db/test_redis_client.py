"""Scripts of ours are asked for over connections that are kept, and none of them is ever mistaken for another's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from service.db.redis_client import connected
from tests.servers import Redis

ECHO = "return ARGV[1]"


@pytest.fixture
def client(redis_server: Redis) -> Iterator[redis.Redis]:
    client = connected(redis_server.url, answer=0.2, connect=0.3)
    yield client
    client.close()
    client.connection_pool.disconnect()


def connections(server: Redis) -> set[str]:
    """Return the ids of connections that run scripts."""
    with redis.Redis.from_url(server.url) as another:
        return {str(each["id"]) for each in another.client_list() if each["cmd"] == "evalsha"}


def test_a_connection_is_kept_for_the_next_time(client: redis.Redis, redis_server: Redis) -> None:
    echo = client.register_script(ECHO)
    assert [echo([], [word]) for word in ("one", "two", "three")] == [b"one", b"two", b"three"]
    first = connections(redis_server)
    assert echo([], ["four"]) == b"four"
    assert connections(redis_server) == first
    assert len(first) == 1


def test_who_asks_at_once_gets_their_own_answers(client: redis.Redis) -> None:
    echo = client.register_script(ECHO)
    words = [f"word {number}" for number in range(400)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda word: echo([], [word]), words)) == [word.encode() for word in words]


def test_a_connection_that_redis_has_closed_is_replaced_and_nobody_notices(
    client: redis.Redis, redis_server: Redis
) -> None:
    echo = client.register_script(ECHO)
    assert echo([], ["one"]) == b"one"
    for number in connections(redis_server):
        client.client_kill_filter(_id=number)
    assert echo([], ["two"]) == b"two"


def test_an_answer_that_came_too_late_is_nobody_elses(client: redis.Redis, redis_server: Redis) -> None:
    echo = client.register_script(ECHO)
    assert echo([], ["one"]) == b"one"
    with redis_server.hanging(), pytest.raises(redis.TimeoutError):
        echo([], ["late"])
    assert [echo([], [word]) for word in ("two", "three")] == [b"two", b"three"]


def test_what_was_connected_before_a_fork_is_not_used_after_it(client: redis.Redis) -> None:
    echo = client.register_script(ECHO)
    assert echo([], ["mine"]) == b"mine"
    child = os.fork()
    if child == 0:
        is_good = all(echo([], [str(number)]) == str(number).encode() for number in range(200))
        os._exit(0 if is_good else 1)
    assert all(echo([], [f"mine {number}"]) == f"mine {number}".encode() for number in range(200))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
