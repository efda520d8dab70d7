"""The clock's credit: who could not be told of a turn gets the time for it once more, once a seat and game.

It is given when the deadline passes, never before: until then a mail may arrive after all.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from service.core.clock import time_json
from service.core.db import session
from service.models import Game, GameSeat, InboundMail, WorkState
from service.play.seating import seat_of
from service.play.turn_clocks import restart_clock
from service.post.boxes import name_of_key
from service.post.links import present_turn
from service.post.tracking import Dispatch, Stage, TurnTold, turn_under_way
from service.work import events

TOO_LATE = 0.5
"""Of the time for a move: a mail that left later than that after it was due has told nobody in time."""
IN_VAIN = frozenset({Stage.BOUNCED, Stage.FAILED, Stage.RETRIED})


def grant_credit(game: Game, now: datetime) -> GameSeat | None:
    """Give the seat to move the time for a move once more if that is due to it, in the transaction under way.

    Comes back with the seat that has got it, whose player is to be told; None if nobody has. Neither the version of the
    game nor its turn changes, so links and answers to the turn stay good.
    """
    turn = turn_under_way(game, now)
    if turn is None or (seat := seat_of(game, turn.seat)).credited_at is not None:
        return None
    too_late = timedelta(days=game.days_per_move) * TOO_LATE  # on a fast clock, too: its mails are for the first move
    was_absent = seat.looked_at is None or seat.looked_at < turn.began_at  # the player, from the game
    if not (_was_unread(game, turn) or (was_absent and _reached_nobody(turn, now, too_late))):
        return None
    seat.credited_at = now
    restart_clock(game, now)
    events.record("deadline.credited", game, now, seat=seat.number, deadline=time_json(game.deadline))
    return seat


def _reached_nobody(turn: TurnTold, now: datetime, too_late: timedelta) -> bool:
    """Whether there were mails about the turn and every one of them failed, or left later than `too_late`."""
    tried = [mail for mail in turn.deliveries if _was_to_be_sent(mail, now)]
    return bool(tried) and all(_was_in_vain(mail, too_late) for mail in tried)


def _was_to_be_sent(mail: Dispatch, now: datetime) -> bool:
    """Whether we were to send the mail by now: not if its reader has put it off or it was no longer needed."""
    return mail.stage != Stage.SUPERSEDED and (mail.attempts > 0 or mail.due_at <= now)


def _was_in_vain(mail: Dispatch, too_late: timedelta) -> bool:
    if mail.stage == Stage.PROBABLY_DELIVERED:
        return False
    if mail.sent_at is None or mail.stage in IN_VAIN:
        return True
    return mail.sent_at - mail.due_at > too_late


def _was_unread(game: Game, turn: TurnTold) -> bool:
    """Whether the player's answer came in time and we have given up reading it, through a fault of ours."""
    link = present_turn(game, turn.seat)
    given_up = select(InboundMail.id).where(
        InboundMail.game_id == game.id,
        InboundMail.recipient == name_of_key(link),
        InboundMail.state == WorkState.FAILED,
        InboundMail.received_at <= game.deadline,
    )
    return session().scalars(given_up).first() is not None
