"""Programs that use the app's API.

Views do not depend on the database, and one is enough if the functions that they call are tested on both, in `people/`
and `play/`. Both are used where no other test does it (bots, webhooks, metrics), and where they differ: moves with
repeats and races (locks, unique violations), events (numbering), lists and searches (collations, cursors). Such a
module imports the `settings` of `tests.service.conftest`.
"""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.api.program import Match, Program, match, program_of
from tests.service.on_sqlite import settings

__all__ = ["settings"]


@pytest.fixture
def anybody(client: FlaskClient) -> Program:
    """Return a program without a token."""
    return Program(client)


@pytest.fixture
def ann(client: FlaskClient) -> Program:
    """Return a program of Ann's with every scope."""
    return program_of(client, "ann")


@pytest.fixture
def bob(client: FlaskClient) -> Program:
    """Return a program of Bob's with every scope."""
    return program_of(client, "bob")


@pytest.fixture
def running(client: FlaskClient) -> Match:
    """Create a game of Seasons between Ann and Bob in which it is Ann's turn."""
    return match(client)
