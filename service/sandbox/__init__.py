"""For client authors: a Sundial on one machine whose clock can be moved and which fails when it is told to.

Never in production: `config` refuses it beside a database, a mail server or an address of the operator's own.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app

from service.core.config import Config
from service.sandbox.clock import MovableClock
from service.sandbox.faults import FaultBox
from service.sandbox.journal import Journal
from service.sandbox.kept import Kept


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
