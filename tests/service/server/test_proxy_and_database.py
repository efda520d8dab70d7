"""The proxy of deploy/compose while the database is blocked, away or of another version."""

from __future__ import annotations

import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from service.config.environment import Config
from tests.service.conftest import migrate, settings_for
from tests.service.server.test_proxy import Site, proxied
from tests.soak.database import Database
from tests.waiting import eventually
from tests.web_server import PATIENCE, web_server

LOOKS = 4
"""So often the proxy asks how a server is, until a change has surely reached it."""
HELD = "SELECT * FROM counter WHERE name = 'event' FOR UPDATE"


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    """Start a server of the database for this module alone, in a folder that its user may come into again."""
    server = Database(Path(tempfile.mkdtemp(prefix="sundial-postgres-")))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def installation(database: Database, tmp_path_factory: pytest.TempPathFactory) -> Config:
    """Create the tables."""
    settings = settings_for(tmp_path_factory.mktemp("home"), DATABASE_URL=database.own_url)
    migrate(settings)
    return settings


@pytest.fixture
def site(installation: Config, tmp_path: Path) -> Iterator[Site]:
    """Start a server behind the proxy."""
    logged = {"LOG_LEVEL": "debug", "LOG_FORMAT": "json"}
    with (
        web_server(installation, TRUSTED_PROXIES="1", DATABASE_URL=installation.database_url, **logged) as server,
        proxied(tmp_path, [server]) as site,
    ):
        assert eventually(lambda: site.asked("GET", "/")[0] == 200, PATIENCE)
        yield site


def looks(site: Site) -> int:
    """Count how often the proxy has asked for the health of the server."""
    return len(re.findall(r'"route": "/(?:healthz|readyz)"', site.servers[0].output()))


def asked_while(site: Site, look: Callable[[], tuple[int, bytes]]) -> list[tuple[int, bytes]]:
    """Ask again and again, until the proxy has looked at the server some times more; return the answers."""
    enough, found = looks(site) + LOOKS, list[tuple[int, bytes]]()

    def has_looked_enough() -> bool:
        found.append(look())
        return looks(site) >= enough

    assert eventually(has_looked_enough, PATIENCE)
    return found


def test_pages_are_shown_while_somebody_blocks_all_writers(site: Site, installation: Config) -> None:
    engine = create_engine(installation.database_url)
    with engine.connect() as connection:
        connection.execute(text(HELD))
        seen = asked_while(site, lambda: site.asked("GET", "/"))
    engine.dispose()
    assert {status for status, _ in seen} == {200}


def test_people_read_why_there_is_no_page_while_the_database_is_away(site: Site, database: Database) -> None:
    database.crash(signal.SIGQUIT)
    try:
        seen = asked_while(site, lambda: site.asked("GET", "/games"))
    finally:
        database.revive()
    assert {status for status, _ in seen} == {503}
    assert all(b"Sundial" in page for _, page in seen)
    assert eventually(lambda: site.asked("GET", "/games")[0] == 200, PATIENCE)


def test_nobody_is_sent_to_a_server_whose_tables_are_older(site: Site, database: Database) -> None:
    [was] = database.rows("DELETE FROM alembic_version RETURNING version_num")
    assert eventually(lambda: site.asked("GET", "/") == (503, b""), PATIENCE)
    database.rows("INSERT INTO alembic_version VALUES (%s)", was["version_num"])
    assert eventually(lambda: site.asked("GET", "/")[0] == 200, PATIENCE)
