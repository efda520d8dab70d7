"""Rate limits of programs, and the headers about them."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from time import monotonic, sleep
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.config.environment import BadConfiguration, Config
from service.config.limits import TABLE
from service.http.long_polling import SLOT, Call
from service.security.rates import MOVES, READS, REDIS_SECONDS, WRITES, Rates, Use, area, network
from service.server.app import create_app
from tests.servers import Redis
from tests.service.api.program import Match, Program, code, program_of
from tests.service.conftest import settings_for

ROUNDS, THREADS, CLEARED = 150, 16, 0.015
"""Of requests at the same moment; and the seconds after which the storage has cleared what is over, in a thread."""
QUOTAS = {"reads": 3, "writes": 2, "moves": 4, "network-reads": 3, "network-writes": 2, "network-sign-in": 2}


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """So few that a test can use them up. The database does not matter."""
    return replace(sqlite_settings, rate_limits=QUOTAS)


def use_up(program: Program, path: str, times: int, limit: str = "reads") -> TestResponse:
    """Send requests until the limit; return the refusal after that many successes."""
    for left in reversed(range(times)):
        answer = program.get(path)
        assert answer.status_code == 200
        assert answer.headers["RateLimit"].startswith(f'"{limit}";r={left};t=')
    return program.get(path)


def test_who_asks_too_often_is_told_of_what_and_when_to_come_back(ann: Program) -> None:
    refused = use_up(ann, "/me", QUOTAS["reads"])
    assert code(refused) == (429, "rate-limited")
    assert refused.json
    assert refused.json["bucket"] == "reads"
    assert refused.json["most"] == 3
    assert 1 <= refused.json["retry_after"] <= 60
    assert refused.headers["Retry-After"] == str(refused.json["retry_after"])
    assert refused.headers["RateLimit"] == f'"reads";r=0;t={refused.json["retry_after"]}'
    assert refused.headers["RateLimit-Policy"] == '"reads";q=3;w=60'


def test_a_loop_of_reads_does_not_stop_ones_own_moves(running: Match) -> None:
    assert use_up(running.ann, running.path, QUOTAS["reads"]).status_code == 429
    played = running.ann.play(running.table.id, "place max-15", version=1)
    assert played.status_code == 201
    assert played.headers["RateLimit"].startswith('"moves";r=3;t=')


def test_moves_in_games_of_others_and_trials_do_not_empty_the_bucket_of_ones_own_moves(running: Match) -> None:
    stranger = program_of(running.ann.client, "eve")
    assert stranger.play(running.table.id, "x", version=1).headers["RateLimit"].startswith('"writes";r=1')
    trial = running.ann.post(f"{running.path}/previews", {"version": 1, "move": "place max-15"})
    assert trial.headers["RateLimit"].startswith('"reads";r=2')
    assert running.ann.play(running.table.id, "place max-15", version=1).headers["RateLimit"].startswith('"moves";r=3')


def test_all_tokens_of_an_account_are_one_and_those_of_others_are_others(ann: Program, client: FlaskClient) -> None:
    assert use_up(ann, "/me", QUOTAS["reads"]).status_code == 429
    assert program_of(client, "ann").get("/me").status_code == 429
    assert program_of(client, "bob").get("/me").status_code == 200


def test_without_a_token_the_address_counts_and_refused_tokens_count_with_it(anybody: Program) -> None:
    here = {"environ_base": {"REMOTE_ADDR": "192.0.2.1"}}
    for _ in range(3):
        assert anybody.get("/me", headers={"Authorization": "Bearer sdl_guess"}, **here).status_code == 401
    refused = anybody.get("/rulesets", **here)
    assert code(refused) == (429, "network-limited")
    assert "Sign in" in (refused.json or {})["advice"]
    assert anybody.get("/rulesets", environ_base={"REMOTE_ADDR": "192.0.2.2"}).status_code == 200


def test_sign_in_has_a_bucket_of_its_own(anybody: Program) -> None:
    use_up(anybody, "/rulesets", QUOTAS["reads"], "network-reads")
    for _ in range(2):
        assert anybody.post("/sign-in", {"email": "ann@example.net"}).status_code == 202
    assert code(anybody.post("/tokens", {"email": "a@example.net", "code": "1"})) == (429, "rate-limited")


def test_being_asked_again_after_a_wait_does_not_count(ann: Program) -> None:
    waited: dict[str, Any] = {"environ_base": {"asgi.scope": {SLOT: Call(position=0)}}}
    assert ann.get("/events").headers["RateLimit"].startswith('"reads";r=2')
    for _ in range(5):
        assert ann.get("/events", **waited).headers["RateLimit"].startswith('"reads";r=2')


def test_addresses_of_one_network_and_of_one_area_are_one_and_nobody_reads_them(app: Flask) -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert area("2001:db8:1:2::1") == area("2001:db8:1:3::1") != area("2001:db8:2::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") == area("192.0.2.1") != network("192.0.2.2")
    assert "192.0.2" not in network("192.0.2.1")


def test_an_area_of_many_networks_has_a_limit_of_its_own(sqlite_settings: Config) -> None:
    app = create_app(replace(sqlite_settings, rate_limits={"network-reads": 3, "area-requests": 4}))
    asked = [
        app.test_client().get("/api/v1/rulesets", environ_base={"REMOTE_ADDR": f"2001:db8:1:{number}::1"})
        for number in range(5)
    ]
    assert [answer.status_code for answer in asked] == [200] * 4 + [429]
    assert (asked[-1].json or {})["bucket"] == "area-requests"


@pytest.mark.parametrize(("proxies", "left"), [(0, 1), (1, 2)])
def test_the_address_comes_from_the_operators_own_proxies_only(
    sqlite_settings: Config, proxies: int, left: int
) -> None:
    app = create_app(replace(sqlite_settings, rate_limits=QUOTAS, trusted_proxies=proxies))
    _, answer = [
        app.test_client().get("/api/v1/rulesets", headers={"X-Forwarded-For": client})
        for client in ("192.0.2.1", "192.0.2.2")
    ]
    assert answer.headers["RateLimit"].startswith(f'"network-reads";r={left};')


def test_where_nothing_is_limited_nothing_is_told() -> None:
    assert Rates({}).charge([Use(READS, "ann")]) is None


def test_processes_count_together_and_each_by_itself_while_redis_is_away(redis_server: Redis) -> None:
    one, other = Rates(QUOTAS, redis_server.url), Rates(QUOTAS, redis_server.url)
    assert told(one) == (True, 1)
    assert told(other) == (True, 0)
    assert told(one) == (False, 0)

    redis_server.stop()

    assert [told(one) for _ in range(3)] == [(True, 1), (True, 0), (False, 0)]
    assert told(other) == (True, 1)


def test_threads_that_ask_at_the_same_moment_are_all_counted_while_redis_is_away() -> None:
    rates, together = Rates({"moves": ROUNDS}), Barrier(THREADS, timeout=5)
    often = sys.getswitchinterval()

    def ask(who: int) -> list[int]:
        left = []
        for _ in range(ROUNDS):
            together.wait()
            charge = rates.charge([Use(MOVES, str(who))])
            left.append(charge.remaining if charge else -1)
            sleep(CLEARED)
        return left

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            counted = list(pool.map(ask, range(THREADS)))
    finally:
        sys.setswitchinterval(often)
    assert counted == [list(reversed(range(ROUNDS)))] * THREADS


@pytest.mark.parametrize("where", ["memory", "redis"])
def test_where_one_of_several_limits_has_no_room_nothing_is_taken_from_the_others(
    redis_server: Redis, where: str
) -> None:
    rates = Rates({"reads": 10, "writes": 5}, redis_server.url if where == "redis" else "")
    first, large, small = (rates.charge([Use(READS, "ann"), Use(WRITES, "here", cost)]) for cost in (3, 3, 2))
    assert first
    assert large
    assert small
    assert (first.granted, first.limit, first.remaining) == (True, READS, 9)
    assert (large.granted, large.limit, large.remaining) == (False, WRITES, 2)
    assert (small.granted, small.remaining) == (True, 8)


def test_a_redis_that_stalls_delays_one_request_and_memory_counts_on(redis_server: Redis) -> None:
    rates = Rates({"reads": 20}, redis_server.url)
    rates.charge([Use(READS, "ann")])
    with redis_server.hanging():
        began = monotonic()
        charges = [rates.charge([Use(READS, "ann")]) for _ in range(21)]
        assert monotonic() - began < 10 * REDIS_SECONDS
    assert [charge.granted for charge in charges if charge] == [True] * 20 + [False]


def told(rates: Rates) -> tuple[bool, int]:
    """Whether another write is granted, and how many are left."""
    charge = rates.charge([Use(WRITES, "ann")])
    assert charge
    return charge.granted, charge.remaining


def test_the_operator_can_change_the_limits_or_switch_them_off(tmp_path: Any) -> None:
    defaults = {name: row.amount for name, row in TABLE.items() if row.amount}
    assert settings_for(tmp_path, RATE_LIMITS="reads=5, moves=7").rate_limits == defaults | {"reads": 5, "moves": 7}
    assert settings_for(tmp_path, RATE_LIMITS="off").rate_limits == {}
    for bad in ("reads", "reads=0", "reads=x", "others=5"):
        with pytest.raises(BadConfiguration):
            settings_for(tmp_path, RATE_LIMITS=bad)
