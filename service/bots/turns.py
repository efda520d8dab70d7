"""Bots that do not move: they are reminded, then paused, and whoever owns them is told.

The seat stays theirs until the deadline, as a person's would: then the computer plays on, or the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select

from service.bots.accounts import lock_bot, owner_of
from service.core.clock import time_json
from service.core.db import session, transaction
from service.models import Bot, Event, Game, GameStatus, PausedBy
from service.play.seating import lock_game, seat_of
from service.play.turn_clocks import turn_began
from service.post.notices import write_notice
from service.work import events

HALF = 2
"""A bot that needs nearly all of a turn is reminded when a half is over: there must be time to do something."""
LEAST = timedelta(hours=1)
"""A bot that was reminded has so long at least: programs are started again, laptops opened."""


def bots_to_see_to(now: datetime, limit: int = 100) -> Sequence[str]:
    """The ids of games in which a bot has taken longer than it may, longest first."""
    due = select(Game.id).where(Game.status == GameStatus.ACTIVE, Game.bot_due_at <= now)
    return session().scalars(due.order_by(Game.bot_due_at).limit(limit)).all()


def see_to_bot(game_id: str, now: datetime) -> bool:
    """Remind the bot to move, or note that it has missed the turn if it was reminded; says whether it was time."""
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
    """When a bot that needs so long at most is reminded of a turn."""
    return began + _patience(seconds_per_move, deadline - began)


def paused_at(seconds_per_move: int, began: datetime, deadline: datetime) -> datetime:
    """When it has missed the turn: after as long again, within the deadline."""
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
    """When the turn under way began, and when its time is over."""
    began_at = turn_began(game)
    if began_at is None or game.deadline is None:
        raise AssertionError("only a bot whose clock goes is waited for")
    return began_at, game.deadline
