"""Effects on bots of facts about games (see `service.jobs.facts`)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from service.bots.invitations import check_bots, seat_eager_bots
from service.bots.turns import note_missed_turn, reminded_at
from service.db.engines import session
from service.jobs.facts import hears
from service.models import Bot, Game, GameSeat
from service.play.facts import (
    DeadlineMoved,
    GameSetUp,
    GameWished,
    TurnMissed,
    TurnStarted,
)


@hears(GameWished)
def refuse_for_bots(fact: GameWished) -> None:
    """Refuse a game on behalf of invited bots that do not play it."""
    check_bots(fact.names, fact.asker, fact.offer, fact.now, is_agreed=fact.is_agreed)


@hears(GameSetUp)
def accept_for_bots(fact: GameSetUp) -> None:
    """Seat the bots that accept every invitation."""
    seat_eager_bots(fact.game, fact.now)


@hears(TurnStarted)
def wait_for_bot(fact: TurnStarted) -> None:
    """Schedule the reminder of a bot for its turn."""
    _wait(fact.game, fact.seat, fact.now)


@hears(DeadlineMoved)
def wait_for_bot_anew(fact: DeadlineMoved) -> None:
    """Reschedule the reminder of a bot as if its turn began now, or cancel it while its clock is stopped."""
    fact.game.bot_due_at = None
    _wait(fact.game, fact.seat, fact.now)


def _wait(game: Game, seat: GameSeat, now: datetime) -> None:
    account = seat.account
    if account is not None and account.owner_id is not None and game.deadline is not None:
        needs = session().scalar(select(Bot.seconds_per_move).where(Bot.account_id == account.id))
        game.bot_due_at = reminded_at(needs, now, game.deadline) if needs is not None else None


@hears(TurnMissed)
def count_missed_turn(fact: TurnMissed) -> None:
    """Count a bot's missed turn, and pause the bot."""
    if fact.game.bot_due_at is not None:
        note_missed_turn(fact.game, fact.now)
