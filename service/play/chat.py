"""Talking at the table: what players say to all who play with them. Those who only watch neither hear nor speak."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select

from service.core import texts
from service.core.db import session, transaction
from service.core.errors import Conflict, Forbidden, TooMany
from service.models import LONGEST_MESSAGE, Account, Game, Message
from service.play.facts import MessagePosted
from service.play.seating import game_seen_by, lock_game, seat_number
from service.work import events
from service.work.facts import tell

MOST = 30
"""Messages of one player in one game, in `WINDOW`."""
WINDOW = timedelta(hours=1)
TALK_AFTER_THE_END = timedelta(days=14)


def post(game_id: str, speaker: Account, text: str, now: datetime) -> Message:
    """Say something to the others at the table.

    Forbidden `not-a-player`, Conflict `not-started` or `game-over`, Invalid `bad-message`, TooMany `too-many-messages`.
    """
    with transaction() as current:
        game = lock_game(game_id)
        seat = _seat_to_speak_from(game, speaker, now)
        message = Message(
            game_id=game.id, account=speaker, seat=seat, text=texts.message(text, LONGEST_MESSAGE), at=now
        )
        _check_how_many(game, speaker, now)
        current.add(message)
        current.flush()
        events.record("message.posted", game, now, message=message.id, seat=seat, text=message.text)
        tell(MessagePosted(game, message))
        return message


def messages_of(game_id: str, reader: Account, after: int, limit: int) -> tuple[Sequence[Message], bool]:
    """So much of what was said in a game of the reader after a message, in that order, and whether there is more."""
    game = game_seen_by(game_id, reader)
    if seat_number(game, reader) is None:
        raise Forbidden("not-a-player")
    found = said(game, after, limit + 1)
    return found[:limit], len(found) > limit


def said(game: Game, after: int = 0, limit: int | None = None) -> Sequence[Message]:
    """All that was said in a game after a message."""
    chosen = select(Message).where(Message.game_id == game.id, Message.id > after)
    return session().scalars(chosen.order_by(Message.id).limit(limit)).all()


def is_heard(game: Game, speaker: Account) -> bool:
    """Whether anybody else has, or had, a seat at the table, and so is told what the speaker says."""
    return any(seat.account_id not in (None, speaker.id) for seat in game.seats)


def is_open(game: Game, now: datetime) -> bool:
    """Whether there is still somebody to hear: some time after the end of a game its table is left."""
    return game.finished_at is None or now <= game.finished_at + TALK_AFTER_THE_END


def _seat_to_speak_from(game: Game, speaker: Account, now: datetime) -> int:
    seat = seat_number(game_seen_by(game.id, speaker), speaker)
    if seat is None:
        raise Forbidden("not-a-player")
    if game.setup is None:
        raise Conflict("not-started")
    if not is_open(game, now):
        raise Conflict("game-over")
    return seat


def _check_how_many(game: Game, speaker: Account, now: datetime) -> None:
    recent = Message.game_id == game.id, Message.account_id == speaker.id, Message.at > now - WINDOW
    number, first = session().execute(select(func.count(), func.min(Message.at)).where(*recent)).one()
    if number >= MOST:
        raise TooMany("too-many-messages", retry_after=int((first + WINDOW - now).total_seconds()) + 1)
