"""What comes of a move that is not refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rules import AnyPosition
from service.core.errors import Conflict
from service.models import Game, LogEntry


@dataclass(frozen=True)
class Turn:
    """A move that was played: the game right after it, its new entries of the log, and where they have led.

    The game of one that is `repeated`, because it was played before, is a copy of what it was then, in no session.
    """

    game: Game
    entries: Sequence[LogEntry]
    position: AnyPosition
    repeated: bool

    @property
    def outcome(self) -> str:
        """What became of the move, in a word."""
        return "repeated" if self.repeated else "accepted"


@dataclass(frozen=True)
class TimeIsUp:
    """The time of the turn was over: nothing was played, and the seat was given up, which is to be committed."""

    outcome = "deadline-passed"

    def refusal(self) -> Conflict:
        """What whoever has sent the move is told."""
        return Conflict(self.outcome)


Result: TypeAlias = Turn | TimeIsUp


def in_time(result: Result) -> Turn:
    """The move that was played, or Conflict `deadline-passed`; for who has no transaction open any more."""
    if isinstance(result, TimeIsUp):
        raise result.refusal()
    return result
