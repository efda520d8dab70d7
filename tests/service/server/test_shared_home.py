"""Two web servers in containers of their own, which share a home: `/metrics` of each is that of both."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from service.config.environment import Config
from tests.waiting import eventually
from tests.web_server import WebServer, web_server

ASKED = 5
CONTAINER = ("unshare", "--uts", "--pid", "--fork", "--kill-child")
OWN = CONTAINER if os.geteuid() == 0 else (*CONTAINER, "--map-root-user")
may_contain = pytest.mark.skipif(
    subprocess.run([*OWN, "hostname", "tried"], check=False, capture_output=True).returncode != 0,
    reason="this machine lets nobody have a host name of their own",
)


@contextmanager
def container(settings: Config, name: str) -> Iterator[WebServer]:
    """Start a server with a host name and process numbers of its own, and kill it at the end."""
    with web_server(settings, first=f"hostname {name}", within=OWN, DATABASE_URL=settings.database_url) as server:
        try:
            yield server
        finally:
            server.process.kill()


def pages(server: WebServer) -> float:
    """Return how often a server says that the first page was asked for."""
    lines = httpx.get(f"{server.address}/metrics").text.splitlines()
    told = [line for line in lines if line.startswith("sundial_requests_total{") and 'route="/"' in line]
    return sum(float(line.split()[-1]) for line in told)


def gauges(settings: Config) -> int:
    """Count the files with gauges: each process that runs has one."""
    return len(list((settings.home / "metrics").glob("gauge*")))


@may_contain
def test_servers_that_share_a_home_tell_the_same_and_a_dead_one_leaves_its_counts_alone(settings: Config) -> None:
    with container(settings, "web-a") as first:
        with container(settings, "web-b") as second:
            for server in (first, second):
                for _ in range(ASKED):
                    assert httpx.get(f"{server.address}/").status_code == 200
            assert [pages(first), pages(second)] == [2 * ASKED, 2 * ASKED]
            both = gauges(settings)
        assert eventually(lambda: pages(first) == 2 * ASKED and gauges(settings) < both)
