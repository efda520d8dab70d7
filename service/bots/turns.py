"""Bots that do not move: remind them, then pause them and notify their owners.

The seat stays theirs until the deadline, as for a person: then the computer plays on, or the game ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select

from service.bots.accounts import lock_bot, owner_of
from service.db.clock import time_json
from service.db.engines import session, transaction
from service.jobs import events
from service.models import Bot, Event, Game, GameStatus, PausedBy
from service.notifications.notices import write_notice
from service.play.seating import lock_game, seat_of
from service.play.turn_clocks import turn_began

HALF = 2
"""A bot that needs nearly all of a turn is reminded after half of it, so that there is time to act."""
LEAST = timedelta(hours=1)
"""Least time between the reminder and the pause, for its owner to restart a program or a laptop."""


def bots_to_see_to(now: datetime, limit: int = 100) -> Sequence[str]:
    """Return the ids of games in which a bot has exceeded its time, longest first."""
    due = select(Game.id).where(Game.status == GameStatus.ACTIVE, Game.bot_due_at <= now)
    return session().scalars(due.order_by(Game.bot_due_at).limit(limit)).all()


def see_to_bot(game_id: str, now: datetime) -> bool:
    """Remind the bot to move, or count the turn as missed after a reminder; return whether it was due."""
    with transaction() as current:
        game = lock_game(game_id)
        if game.bot_due_at is None or game.bot_due_at > now:
            return False
        this_turn = Event.game_id == game.id, Event.type == "turn.reminded", Event.version >= game.turn
        if current.scalar(select(Event.id).where(*this_turn).limit(1)) is not None:
            note_missed_turn(game, now)
            return True
        began, deadline = _turn(game)
        game.bot_due_at = paused_at(_bot_to_move(game).seconds_per_move, began, deadline)
        events.record("turn.reminded", game, now, seat=game.to_move, deadline=time_json(deadline))
        return True


def note_missed_turn(game: Game, now: datetime) -> None:
    """Count the turn under way as missed, and pause the bot to move, in the transaction that has locked the game."""
    game.bot_due_at = None
    bot = _bot_to_move(game)
    bot.missed_turns += 1
    if bot.is_at_work:
        bot.paused_at, bot.paused_by = now, PausedBy.MISSED_TURN
        began, deadline = map(time_json, _turn(game))
        about = {"bot": bot.account.name, "ruleset": game.ruleset, "game": game.id}
        data = {**about, "began": began, "deadline": deadline, "seconds_per_move": bot.seconds_per_move}
        write_notice("bot-paused", owner_of(bot), now, data=data)


def reminded_at(seconds_per_move: int, began: datetime, deadline: datetime) -> datetime:
    """Return when to remind a bot with that maximum time per move."""
    return began + _patience(seconds_per_move, deadline - began)


def paused_at(seconds_per_move: int, began: datetime, deadline: datetime) -> datetime:
    """Return when a reminded bot has missed the turn: after the same time again, at the deadline at the latest."""
    patience = _patience(seconds_per_move, deadline - began)
    return min(began + patience + max(patience, LEAST), deadline)


def _patience(seconds_per_move: int, length: timedelta) -> timedelta:
    return min(timedelta(seconds=seconds_per_move), length / HALF)


def _bot_to_move(game: Game) -> Bot:
    seat = seat_of(game, game.to_move) if game.to_move is not None else None
    if seat is None or seat.account_id is None:
        raise AssertionError("only a bot is waited for like this")
    return lock_bot(seat.account_id)


def _turn(game: Game) -> tuple[datetime, datetime]:
    """Return when the turn under way began, and its deadline."""
    began_at = turn_began(game)
    if began_at is None or game.deadline is None:
        raise AssertionError("only a bot whose clock goes is waited for")
    return began_at, game.deadline
