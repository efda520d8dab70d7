"""A server whose threads all wait for the database still says that it is there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx

from service.config.environment import Config
from tests.service.config.test_timeouts import held
from tests.waiting import eventually
from tests.web_server import PATIENCE, web_server

PATIENT = {"WEB_THREADS": "1", "DATABASE_TIMEOUTS": "web-lock=60", "LOG_LEVEL": "debug"}


def test_a_server_answers_while_its_only_thread_waits(empty: Config) -> None:
    asked = {"email": "ada@example.net"}
    with web_server(empty, **PATIENT) as server, ThreadPoolExecutor() as pool:
        with held(empty, "UPDATE counter SET value = value"):
            waiting = pool.submit(httpx.post, f"{server.address}/api/v1/sign-in", json=asked, timeout=PATIENCE)
            assert eventually(lambda: cannot_be_read(f"{server.address}/api/v1/rulesets"))
            assert httpx.get(f"{server.address}/healthz", timeout=PATIENCE).status_code == 200
            assert not waiting.done()
        assert waiting.result().status_code < 500


def cannot_be_read(address: str) -> bool:
    """Check whether no thread is left for an address."""
    try:
        httpx.get(address, timeout=1)
    except httpx.ReadTimeout:
        return True
    return False
