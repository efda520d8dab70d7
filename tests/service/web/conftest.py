"""Pages know no database: one is enough to see that they are right."""

from __future__ import annotations

import pytest
from flask import Flask

from service.config import environment
from tests.service.web.visitor import Visitor


@pytest.fixture
def settings(sqlite_settings: environment.Config) -> environment.Config:
    """Return an installation with empty tables."""
    return sqlite_settings


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """Return a browser without an account."""
    return Visitor(app)
