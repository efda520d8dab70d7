"""Readers of the event log: one that waits for answers, one that listens to a stream and is killed now and then."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.journeys import event_reader
from tests.soak.bots import Bot
from tests.soak.programs import Program

WAIT = 5


class Poller:
    """Polls events after its last one, as long as others play."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.name = bot.name
        self.seen: list[int] = []

    def play(self) -> None:
        """Read until the end, and then the rest."""
        after = 0
        while not self._bot.company.over.is_set():
            page = self._bot.get("events", after=after, wait=WAIT)
            self.seen += [event["id"] for event in page["events"]]
            after = page["next"]


class Listener:
    """A program that reads the stream into a file."""

    def __init__(self, name: str, token: str, address: str, home: Path) -> None:
        self.name = name
        self._file = home / f"seen-{name}"
        self._file.touch()
        command = f"{sys.executable} {event_reader.__file__} {address} {self._file}"
        self.program = Program(f"reader-{name}", command, os.environ | {"TOKEN": token}, home)

    @property
    def seen(self) -> list[int]:
        """The ids that it has in its file."""
        return [json.loads(line)["id"] for line in self._file.read_bytes().splitlines() if line.endswith(b"}")]
