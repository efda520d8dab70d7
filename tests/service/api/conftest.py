"""Programs that talk to the API of the app.

Views know no database, and one is enough where what they call is tested on both in its own folder: `people/`, `play/`.
Both are asked where nobody else asks (bots, webhooks, metrics), and where they differ: moves and what repeats or races
with them (locks, unique violations), events (their numbering), lists and searches (collations, cursors). Such a module
imports the `settings` of `tests.service.conftest`.
"""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.api.program import Match, Program, match, program_of
from tests.service.on_sqlite import settings

__all__ = ["settings"]


@pytest.fixture
def anybody(client: FlaskClient) -> Program:
    """A program without a token."""
    return Program(client)


@pytest.fixture
def ann(client: FlaskClient) -> Program:
    """A program of Ann's with every scope."""
    return program_of(client, "ann")


@pytest.fixture
def bob(client: FlaskClient) -> Program:
    """A program of Bob's with every scope."""
    return program_of(client, "bob")


@pytest.fixture
def running(client: FlaskClient) -> Match:
    """A game of seasons between Ann and Bob in which it is Ann's turn."""
    return match(client)
