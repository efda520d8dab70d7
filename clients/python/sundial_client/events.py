"""Events without gaps or repeats despite broken connections: by long polls, or by a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sundial_client.connection import Connection, Request, pause_after
from sundial_client.event_shapes import Event, Events
from sundial_client.failures import SundialError
from sundial_client.frames import frames
from sundial_client.patience import FOREVER, Patience, Trial

WAIT = 25
"""Seconds that a long poll waits at the server: less than most proxies allow."""


@dataclass(frozen=True)
class Wanted:
    """Filter for events: of these types (default: all), of this game or batch (default: all of yours)."""

    types: Sequence[str] = ()
    game: str | None = None
    batch: str | None = None

    def params(self) -> dict[str, str | None]:
        """Return the filter as query parameters."""
        return {"types": ",".join(self.types) or None, "game": self.game, "batch": self.batch}


def page(
    connection: Connection, after: int | str, wanted: Wanted, wait: int, patience: Patience | None = None
) -> Events:
    """Fetch the events after an id; wait up to `wait` seconds if there are none."""
    params = {"after": after, "wait": wait, **wanted.params()}
    found: Events = connection.send(Request("GET", "events", params, wait=wait), patience).json()
    return found


def poll(connection: Connection, after: int, wanted: Wanted) -> Iterator[Event]:
    """Yield every event after an id, for ever, by long polls."""
    while True:
        found = page(connection, after, wanted, WAIT, FOREVER)
        yield from found["events"]
        after = found["next"]


def stream(connection: Connection, after: int, wanted: Wanted) -> Iterator[Event]:
    """Yield every event after an id, for ever, from a stream. A stream that ends or breaks is resumed."""
    trial = connection.trial(FOREVER)
    while True:
        try:
            for number, event in _one_stream(connection, after, wanted, trial):
                after = max(after, number)
                if event is not None:
                    yield event
            connection.sleep(trial.pause(None) or 0)
        except SundialError as failure:
            pause_after(failure, trial, connection.sleep, repeatable=True)


def _one_stream(connection: Connection, after: int, wanted: Wanted, trial: Trial) -> Iterator[tuple[int, Event | None]]:
    """Yield the position in the stream, with the event if there is a new one."""
    request = Request("GET", "events/stream", wanted.params(), headers={"Last-Event-ID": str(after)})
    with connection.stream(request) as chunks:
        for frame in frames(chunks):
            trial.begin_again()
            number = int(frame.id or after)
            yield number, json.loads(frame.data) if frame.data and number > after else None
