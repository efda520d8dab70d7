"""What happens to games, for those who listen (see `service.work.facts`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.models import Account, Game, GameSeat, Message
from service.work.facts import Fact


@dataclass(frozen=True)
class OfferedGame:
    """The game that somebody is invited to; every option has a value."""

    ruleset: str
    options: Mapping[str, str]
    seats: int
    days_per_move: int


@dataclass(frozen=True)
class GameWished(Fact):
    """Somebody wants a game with the accounts of those names, and nothing of it is written yet."""

    asker: Account
    names: Sequence[str]
    offer: OfferedGame


@dataclass(frozen=True)
class GameSetUp(Fact):
    """A game is there, and everybody has a seat, or waits to say whether they take it."""

    game: Game
    by_address: frozenset[int]
    """The places to which somebody was invited by an address."""
    now: datetime


@dataclass(frozen=True)
class SeatTaken(Fact):
    """Somebody has said yes to an invitation, or taken an open seat."""

    game: Game


@dataclass(frozen=True)
class GameCalledOff(Fact):
    """A game does not come about, because of who had or was offered that seat."""

    game: Game
    by: GameSeat
    now: datetime


@dataclass(frozen=True)
class TurnStarted(Fact):
    """The seat is to move."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class TimeRanOut(Fact):
    """The deadline of the turn under way has passed; who hears of it may move it."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class TurnMissed(Fact):
    """Whoever was to move has not, and is about to lose the seat."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class DeadlinesMoved(Fact):
    """Many turns under way have another deadline now."""

    now: datetime


@dataclass(frozen=True)
class GameFinished(Fact):
    """A game that had begun is over, and so is its match if `is_match_over`."""

    game: Game
    is_match_over: bool
    now: datetime


@dataclass(frozen=True)
class MessagePosted(Fact):
    """A player has said something."""

    game: Game
    message: Message
