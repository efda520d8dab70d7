"""What follows for bots from what has happened (see `service.work.facts`)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select

from service.bots.invitations import check_bots, seat_eager_bots
from service.bots.seeks import close_seek_of, hurry_seek_of
from service.bots.turns import note_missed_turn, reminded_at
from service.core.db import session
from service.core.model import Model
from service.models import Bot, Game, GameSeat, GameStatus, SeekState
from service.play.facts import (
    DeadlineMoved,
    GameCalledOff,
    GameSetUp,
    GameWished,
    InvitationWithdrawn,
    PlayerJoined,
    SeatGivenBack,
    TurnMissed,
    TurnStarted,
)
from service.work.facts import hears


@hears(GameWished)
def refuse_for_bots(fact: GameWished) -> Iterable[Model]:
    """Refuse on behalf of bots what they do not play."""
    check_bots(fact.names, fact.asker, fact.offer, fact.now)
    return ()


@hears(GameSetUp)
def accept_for_bots(fact: GameSetUp) -> Iterable[Model]:
    """Let those bots take their seats that accept every invitation."""
    seat_eager_bots(fact.game, fact.now)
    return ()


@hears(TurnStarted)
def wait_for_bot(fact: TurnStarted) -> Iterable[Model]:
    """Note when a bot is seen to that has not moved by then."""
    _wait(fact.game, fact.seat, fact.now)
    return ()


@hears(DeadlineMoved)
def wait_for_bot_anew(fact: DeadlineMoved) -> Iterable[Model]:
    """Wait for a bot as if its turn began now; while its clock is stopped, it is not seen to."""
    fact.game.bot_due_at = None
    _wait(fact.game, fact.seat, fact.now)
    return ()


def _wait(game: Game, seat: GameSeat, now: datetime) -> None:
    account = seat.account
    if account is not None and account.owner_id is not None and game.deadline is not None:
        needs = session().scalar(select(Bot.seconds_per_move).where(Bot.account_id == account.id))
        game.bot_due_at = reminded_at(needs, now, game.deadline) if needs is not None else None


@hears(TurnMissed)
def count_missed_turn(fact: TurnMissed) -> Iterable[Model]:
    """Count the turn, and pause the bot."""
    if fact.game.bot_due_at is not None:
        note_missed_turn(fact.game, fact.now)
    return ()


@hears(PlayerJoined)
def end_seek(fact: PlayerJoined) -> Iterable[Model]:
    """Nobody else is asked to play a game that has begun."""
    if fact.game.status == GameStatus.ACTIVE:
        close_seek_of(fact.game, SeekState.PLAYING, fact.now)
    return ()


@hears(SeatGivenBack)
def ask_another(fact: SeatGivenBack) -> Iterable[Model]:
    """Where a bot has declined that was asked to play now, the next one is asked."""
    hurry_seek_of(fact.game, fact.now)
    return ()


@hears(InvitationWithdrawn)
def ask_another_instead(fact: InvitationWithdrawn) -> Iterable[Model]:
    """The same where somebody does not want to wait for that one."""
    hurry_seek_of(fact.game, fact.now)
    return ()


@hears(GameCalledOff)
def withdraw_seek_with_game(fact: GameCalledOff) -> Iterable[Model]:
    """Nobody is asked to play a game that there is not."""
    close_seek_of(fact.game, SeekState.WITHDRAWN, fact.now)
    return ()
