"""Attempts on events: invalid cursors, excessive waiting times, and streams of other accounts."""

from __future__ import annotations

from collections.abc import Iterator

from tests.gauntlet.attempts import Attempt
from tests.gauntlet.doors.rest import bearer
from tests.gauntlet.ground import Ground
from tests.gauntlet.inputs import HEADERS, METHODS, QUERIES

DOOR = "events"
PLACES = {"list": "/api/v1/events?wait=0", "stream": "/api/v1/events/stream?"}


def attempts(ground: Ground) -> Iterator[Attempt]:
    """All of them."""
    own = bearer(ground.owner)
    for path in PLACES.values():
        for name in ("after", "types", "game", "limit", "surprise"):
            for value in QUERIES:
                yield Attempt(DOOR, "queries", value, "GET", f"{path}&{name}={value}", own)
        for header, values in HEADERS.items():
            for value in values:
                yield Attempt(DOOR, "headers", f"{header}: {value}", "GET", path, own | {header: value})
        for principal, token in ground.strangers.items():
            statuses = frozenset({200 if principal in ("other player", "other bot") else 401})
            yield Attempt(DOOR, "tokens", principal, "GET", path, bearer(token), statuses=statuses, foreign=True)
        for method in set(METHODS) - {"GET"}:
            yield Attempt(DOOR, "methods", method, method, path, own)
    for value in (value for value in QUERIES if value != "0"):
        yield Attempt(
            DOOR, "waits", value, "GET", f"/api/v1/events?wait={value}", own, statuses=frozenset({200, 400, 422})
        )
