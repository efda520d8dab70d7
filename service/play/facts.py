"""What happens to games, for those who listen (see `service.work.facts`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

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
    now: datetime


@dataclass(frozen=True)
class GameSetUp(Fact):
    """A game is there, and everybody has a seat, or waits to say whether they take it."""

    game: Game
    by_address: frozenset[int]
    """The places to which somebody was invited by an address."""
    now: datetime


@dataclass(frozen=True)
class GuestReminded(Fact):
    """The host wants an invitation to be mailed once more."""

    game: Game
    seat: GameSeat
    by_address: bool
    """Whether it was by an address that they were invited."""
    now: datetime


@dataclass(frozen=True)
class InvitationWithdrawn(Fact):
    """The host has taken an invitation back."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class SeatTaken(Fact):
    """Somebody has said yes to an invitation, or taken an open seat."""

    game: Game


@dataclass(frozen=True)
class PlayerJoined(Fact):
    """Somebody has taken a seat, and the game has begun if it was the last one."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class SeatGivenBack(Fact):
    """Somebody has said no to a seat that others can take, and the game still waits."""

    game: Game
    now: datetime


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
class MoveTakenBack(Fact):
    """Entry `first` of the log and all after it are off, and another turn is about to begin."""

    game: Game
    first: int
    now: datetime


@dataclass(frozen=True)
class Proposed(Fact):
    """The seat has proposed something to which others have to agree (see `service.play.proposals`)."""

    game: Game
    seat: GameSeat
    told: Mapping[str, str]
    """Its `id`, and `what` is proposed."""
    now: datetime


class Clocks(StrEnum):
    """What is so with the clocks of a table because of what one of its players wants."""

    WISHED = "wished"
    """That player wants them stopped, and others have not said so yet."""
    STOPPED = "stopped"
    STARTED = "started"


@dataclass(frozen=True)
class ClocksSpokenOf(Fact):
    """The seat wants the clocks of its game to be stopped, or lets them go on."""

    game: Game
    seat: GameSeat
    clocks: Clocks
    now: datetime


@dataclass(frozen=True)
class PlanPlayed(Fact):
    """The plan of the seat has played `move`, and may play so many turns more. Nobody else is to know."""

    game: Game
    seat: GameSeat
    move: str
    turns_left: int
    now: datetime


@dataclass(frozen=True)
class PlanStopped(Fact):
    """The seat is to move itself, as its plan has no move for what the others have played, if it had one."""

    game: Game
    seat: GameSeat
    ended: Mapping[str, str] | None
    """Why the plan has ended (`why`) and what it did not foresee (`played`); None if there was none."""
    now: datetime


@dataclass(frozen=True)
class TimeRanOut(Fact):
    """The deadline of the turn under way has passed; who hears of it may move it."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class LastCall(Fact):
    """There are only hours left for the seat to move."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class TurnMissed(Fact):
    """Whoever was to move has not, and is about to lose the seat, or to have the computer play on."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class SeatStoodIn(Fact):
    """The computer plays on for whoever has the seat, until they come back."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class SeatTakenOver(Fact):
    """Somebody else has the seat now, on which the computer has played for `former`."""

    game: Game
    seat: GameSeat
    former: Account | None
    now: datetime


@dataclass(frozen=True)
class DeadlineMoved(Fact):
    """The turn under way of that seat has another deadline now, or none while its clock is stopped."""

    game: Game
    seat: GameSeat
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
