"""Sundial behind the real web server, as clients on the network reach it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.config.environment import Config
from tests.service.access.conftest import Private, made_private
from tests.service.conftest import settings_for
from tests.service.server.hasty import APP as HASTY
from tests.web_server import WebServer, web_server


@pytest.fixture
def settings(sqlite_settings: Config) -> Config:
    """Return an installation with empty tables."""
    return sqlite_settings


@pytest.fixture
def private(app: Flask) -> Private:
    """Create a game of Quill and Wren, and their other things."""
    return made_private()


@pytest.fixture
def web(settings: Config) -> Iterator[WebServer]:
    """Start the server of the test's installation."""
    with web_server(settings) as server:
        yield server


@pytest.fixture(scope="module")
def empty(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> Config:
    """Create an installation with empty tables, for all tests of a module."""
    home = tmp_path_factory.mktemp("edge")
    shutil.copy(migrated_sqlite, home / "sundial.sqlite")
    return settings_for(home)


@pytest.fixture(scope="module")
def server(empty: Config) -> Iterator[WebServer]:
    """Its server."""
    with web_server(empty) as found:
        yield found


@pytest.fixture(scope="module")
def hasty(empty: Config) -> Iterator[WebServer]:
    """Start a server of it that waits half a second for bodies."""
    with web_server(empty, HASTY) as found:
        yield found
