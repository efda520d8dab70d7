"""For client authors: a Sundial on one machine whose clock can be moved and which fails when it is told to.

Never in production: `config` refuses it beside a database, a mail server or an address of the operator's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import current_app

from service.core.clock import Clock, system_clock
from service.core.config import Config
from service.sandbox.faults import FaultBox
from service.sandbox.files import Journal, Kept

FARTHEST = timedelta(days=36525)
"""A century: what is due then can still be written down."""


class TooFar(ValueError):
    """The clock would be more than a century ahead."""


@dataclass(frozen=True)
class MovableClock:
    """What time it is in a sandbox. It is a `Clock`."""

    kept: Kept
    real: Clock = system_clock

    def __call__(self) -> datetime:
        return self.real() + self.ahead()

    def ahead(self) -> timedelta:
        """By how much it was advanced, altogether."""
        return timedelta(seconds=self.kept.read().get("ahead", 0))

    def advance(self, span: timedelta) -> None:
        """Let time pass at once, or TooFar. It never goes back: what has happened has happened."""
        with self.kept.changing() as state:
            ahead = state.get("ahead", 0) + span.total_seconds()
            if ahead > FARTHEST.total_seconds():
                raise TooFar
            state["ahead"] = ahead


@dataclass(frozen=True)
class Sandbox:
    """What every process of a sandbox shares, by files in its home."""

    clock: MovableClock
    faults: FaultBox
    journal: Journal


def sandbox_of(settings: Config) -> Sandbox | None:
    """The sandbox that the configuration asks for, or None."""
    if not settings.sandbox:
        return None
    home = settings.home
    return Sandbox(
        MovableClock(Kept(home / "sandbox-clock.json")),
        FaultBox(Kept(home / "sandbox-faults.json")),
        Journal(home / "sandbox-requests.jsonl"),
    )


def this_sandbox() -> Sandbox:
    """The sandbox that the app is; for what exists only in one."""
    found: Sandbox = current_app.config["SANDBOX"]
    return found
