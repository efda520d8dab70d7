"""Games in which the later actions of a turn are worth as much thought as the first one."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rules.game import Tactics


@runtime_checkable
class Patient(Tactics, Protocol):
    """Tactics of a game in which each action of a turn is searched for by itself, and takes its own time."""

    EACH_ACTION: bool
