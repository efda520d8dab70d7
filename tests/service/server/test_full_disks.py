"""A disk without room under `SUNDIAL_HOME`, while the database lies elsewhere: pages go on, and so do figures later."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from service.config.environment import Config
from tests.web_server import WebServer, web_server

SMALL = 'mount -t tmpfs -o size=512k none "$SUNDIAL_HOME"'
FULL = f'{SMALL} && ! dd if=/dev/zero of="$SUNDIAL_HOME/filling" bs=4k 2>&1'
PAGES = (
    "/",
    "/games",
    "/players",
    "/help",
    "/sign-in",
    "/new",
    "/healthz",
    "/readyz",
    "/openapi.yaml",
    "/api/v1/rulesets",
)
ROUNDS = 3


@contextmanager
def serving(settings: Config, first: str) -> Iterator[WebServer]:
    """Start a server whose home is a disk of its own."""
    own_mounts = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "--mount", "--map-root-user")
    with web_server(settings, first=first, within=own_mounts, DATABASE_URL=settings.database_url) as server:
        yield server


def fill(home: Path) -> None:
    """Leave no room in it."""
    with (home / "filling").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    with pytest.raises(OSError, match="No space left"):
        (home / "more").write_bytes(bytes(4096))


def asked(server: WebServer, path: str) -> int:
    """Return the status of a response."""
    connection = server.connect()
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def metrics(server: WebServer) -> str:
    """Its figures."""
    connection = server.connect()
    connection.request("GET", "/metrics")
    told = connection.getresponse().read().decode()
    connection.close()
    return told


def counted(server: WebServer) -> float:
    """How many requests were, as the figures say."""
    return sum(
        float(line.split()[-1]) for line in metrics(server).splitlines() if line.startswith("sundial_requests_total")
    )


def assert_answers(server: WebServer) -> None:
    """Check that the same process answers all requests."""
    for _ in range(ROUNDS):
        assert {asked(server, path) for path in PAGES} <= {200, 302, 303, 404}
    assert "SIGBUS" not in server.output()


def test_a_disk_that_fills_up_ends_no_process_and_counting_goes_on_once_there_is_room(
    postgres_settings: Config,
) -> None:
    with serving(postgres_settings, SMALL) as server:
        home = Path(f"/proc/{server.process.pid}/root{postgres_settings.home}")
        assert asked(server, "/") == 200
        fill(home)
        assert_answers(server)
        assert "sundial_requests_total" in metrics(server)
        (home / "filling").unlink()
        before = counted(server)
        assert_answers(server)
        assert counted(server) >= before + ROUNDS * len(PAGES)


def test_a_disk_that_is_full_when_it_starts_ends_no_process(postgres_settings: Config) -> None:
    with serving(postgres_settings, FULL) as server:
        assert_answers(server)
        assert asked(server, "/metrics") == 200
