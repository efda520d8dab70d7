"""Facts about games, for listeners (see `service.jobs.facts`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules import Seat
from service.jobs.facts import Fact
from service.language.errors import Refused
from service.models import Account, Game, GameSeat, Message


@dataclass(frozen=True)
class OfferedGame:
    """The game that somebody is invited to; every option has a value."""

    ruleset: str
    options: Mapping[str, str]
    seats: int
    days_per_move: int


@dataclass(frozen=True)
class GameWished(Fact):
    """Somebody is about to set up a game with the accounts of those names; nothing is stored yet."""

    asker: Account
    names: Sequence[str]
    offer: OfferedGame
    now: datetime
    is_agreed: bool = False
    """Whether the players have agreed to the asker beforehand, and are seated at once."""


@dataclass(frozen=True)
class GameSetUp(Fact):
    """A game was set up: each player has a seat, or an invitation to answer."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class GuestReminded(Fact):
    """The host asked to send an invitation again."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class InvitationWithdrawn(Fact):
    """The host has withdrawn an invitation."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class SeatTaken(Fact):
    """Somebody has accepted an invitation, or taken an open seat."""

    game: Game


@dataclass(frozen=True)
class PlayerJoined(Fact):
    """Somebody has taken a seat; if it was the last one, the game has begun."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class SeatGivenBack(Fact):
    """Somebody has given back a seat that others can take; the game still waits for players."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class GameCalledOff(Fact):
    """A game was cancelled because of the player who had or was offered that seat."""

    game: Game
    by: GameSeat
    now: datetime


@dataclass(frozen=True)
class GameBegun(Fact):
    """All players of a game are seated, and its first turn is about to start."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class TurnStarted(Fact):
    """It is the seat's turn."""

    game: Game
    seat: GameSeat
    now: datetime
    before: Seat | None
    """The seat whose turn it was until now; None at the start, and after an undo."""


@dataclass(frozen=True)
class MoveTakenBack(Fact):
    """Entry `first` of the log and all after it were undone, and another turn is about to begin."""

    game: Game
    first: int
    now: datetime


@dataclass(frozen=True)
class Proposed(Fact):
    """The seat has proposed something to which others have to agree (see `service.play.proposals`)."""

    game: Game
    seat: GameSeat
    told: Mapping[str, str]
    """The proposal's `id`, and `what` is proposed."""
    now: datetime


class Clocks(StrEnum):
    """The state of a game's clocks after a request by one of its players."""

    WISHED = "wished"
    """That player wants them paused, and others have not agreed yet."""
    STOPPED = "stopped"
    STARTED = "started"


@dataclass(frozen=True)
class ClocksSpokenOf(Fact):
    """The seat asked to pause the clocks of its game, or restarted them."""

    game: Game
    seat: GameSeat
    clocks: Clocks
    now: datetime


@dataclass(frozen=True)
class PlanPlayed(Fact):
    """The seat's conditional moves have played `move` and cover so many further turns. Only that player may know."""

    game: Game
    seat: GameSeat
    move: str
    turns_left: int
    now: datetime


@dataclass(frozen=True)
class PlanStopped(Fact):
    """It is the seat's own turn, as its conditional moves, if any, have no answer to what was played."""

    game: Game
    seat: GameSeat
    ended: Mapping[str, str] | None
    """Why the conditional moves have ended (`why`) and what they did not cover (`played`); None if there were none."""
    now: datetime


@dataclass(frozen=True)
class HeldMoveOver(Fact):
    """The seat's held move was not played, because the game has moved on; or its chat message was `refused`."""

    game: Game
    seat: GameSeat
    move: str
    refused: Refused | None
    now: datetime


@dataclass(frozen=True)
class TimeRanOut(Fact):
    """The deadline of the turn under way has passed; listeners may move it."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class LastCall(Fact):
    """Only hours are left for the seat to move."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class TurnMissed(Fact):
    """The player to move has run out of time, and is about to forfeit or have the computer play on."""

    game: Game
    now: datetime


@dataclass(frozen=True)
class SeatStoodIn(Fact):
    """The computer plays for the holder of the seat until they come back."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class SeatTakenOver(Fact):
    """A substitute has taken over the seat for which the computer has played since `former` left it."""

    game: Game
    seat: GameSeat
    former: Account | None
    now: datetime


@dataclass(frozen=True)
class DeadlineMoved(Fact):
    """The deadline of that seat's turn has changed, or is None while its clock is paused."""

    game: Game
    seat: GameSeat
    now: datetime


@dataclass(frozen=True)
class DeadlinesMoved(Fact):
    """The deadlines of many turns have changed."""

    now: datetime


@dataclass(frozen=True)
class GameFinished(Fact):
    """A game that had begun is over, and so is its match if `is_match_over`."""

    game: Game
    is_match_over: bool
    now: datetime


@dataclass(frozen=True)
class MessagePosted(Fact):
    """A player has posted a message, perhaps `with_move`: together with the move just played."""

    game: Game
    message: Message
    with_move: bool = False
