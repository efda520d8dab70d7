"""A client, and a server that answers it as it is told to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sundial_client import Patience, Sundial
from tests.clients.script import Script, listening


@pytest.fixture
def script() -> Iterator[Script]:
    """A server that says what it is told to."""
    with listening() as script:
        yield script


@pytest.fixture
def pauses() -> list[float]:
    """The pauses that the client has made, in seconds. They take no time."""
    return []


@pytest.fixture
def sundial(script: Script, pauses: list[float]) -> Iterator[Sundial]:
    """A client of that server."""
    with Sundial(script.url, "sdl_secret", Patience(seconds=30), pauses.append) as sundial:
        yield sundial
