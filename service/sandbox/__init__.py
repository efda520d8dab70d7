"""The sandbox for client authors: a Sundial on one machine with a movable clock and injected faults.

Never in production: `config` refuses it beside a database, a mail server or a public address.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import current_app

from service.config.environment import Config
from service.db.clock import Clock, system_clock
from service.sandbox.faults import FaultBox
from service.sandbox.files import Journal, Kept

FARTHEST = timedelta(days=36525)
"""A century: later dates might not be representable."""


class TooFar(ValueError):
    """The clock would be more than a century ahead."""


@dataclass(frozen=True)
class MovableClock:
    """A sandbox's clock. It is a `Clock`."""

    kept: Kept
    real: Clock = system_clock

    def __call__(self) -> datetime:
        return self.real() + self.ahead()

    def ahead(self) -> timedelta:
        """Return how far the clock was advanced in total."""
        return timedelta(seconds=self.kept.read().get("ahead", 0))

    def advance(self, span: timedelta) -> None:
        """Advance the clock, or raise TooFar. It never goes back: past events cannot be undone."""
        with self.kept.changing() as state:
            ahead = state.get("ahead", 0) + span.total_seconds()
            if ahead > FARTHEST.total_seconds():
                raise TooFar
            state["ahead"] = ahead


@dataclass(frozen=True)
class Sandbox:
    """State shared by all processes of a sandbox, in files of its home."""

    clock: MovableClock
    faults: FaultBox
    journal: Journal


def sandbox_of(settings: Config) -> Sandbox | None:
    """Create the sandbox of a configuration, or None."""
    if not settings.sandbox:
        return None
    home = settings.home
    return Sandbox(
        MovableClock(Kept(home / "sandbox-clock.json")),
        FaultBox(Kept(home / "sandbox-faults.json")),
        Journal(home / "sandbox-requests.jsonl"),
    )


def this_sandbox() -> Sandbox:
    """Return the current app's sandbox, which must exist."""
    found: Sandbox = current_app.config["SANDBOX"]
    return found
