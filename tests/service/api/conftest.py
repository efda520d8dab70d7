"""Programs that talk to the API of the app."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.service.api.program import Match, Program, match, program_of


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
