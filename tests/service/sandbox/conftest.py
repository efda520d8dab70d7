"""A sandbox without its processes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from service.app import in_context
from service.config import environment
from service.server.app import create_app
from tests.service.conftest import settings_for


@pytest.fixture
def settings(migrated_sqlite: Path, tmp_path: Path) -> environment.Config:
    shutil.copy(migrated_sqlite, tmp_path / "sundial.sqlite")
    return settings_for(tmp_path, SANDBOX="1")


@pytest.fixture
def app(settings: environment.Config) -> Iterator[Flask]:
    """Return a sandbox with its own clock."""
    with in_context(create_app(settings)) as app:
        yield app
