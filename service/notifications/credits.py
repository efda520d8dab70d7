"""Clock credit: a player who could not be notified of a turn gets its time again, once for each seat and game.

It is granted when the deadline passes, not before: until then an email may still arrive.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select

from service.db.clock import time_json
from service.db.engines import session
from service.jobs import events
from service.models import Game, GameSeat, InboundMail, WorkState
from service.notifications.boxes import name_of_key
from service.notifications.links import present_turn
from service.notifications.tracking import Dispatch, Stage, TurnTold, turn_under_way
from service.play.seating import seat_of
from service.play.turn_clocks import restart_clock

TOO_LATE = 0.5
"""A share of the time for a move: an email sent later than that after its due time came too late."""
IN_VAIN = frozenset({Stage.BOUNCED, Stage.FAILED, Stage.RETRIED})


def grant_credit(game: Game, now: datetime) -> GameSeat | None:
    """Grant the seat to move a clock credit if it is entitled to one, in the current transaction.

    Returns that seat, whose player is then notified, or None. Version and turn of the game do not change, so links and
    replies to the turn stay valid.
    """
    turn = turn_under_way(game, now)
    if turn is None or (seat := seat_of(game, turn.seat)).credited_at is not None:
        return None
    too_late = timedelta(days=game.days_per_move) * TOO_LATE  # on a fast clock, too: emails are sent for the first move
    was_absent = seat.looked_at is None or seat.looked_at < turn.began_at  # the player has not opened the game
    if not (_was_unread(game, turn) or (was_absent and _reached_nobody(turn, now, too_late))):
        return None
    seat.credited_at = now
    restart_clock(game, now)
    events.record("deadline.credited", game, now, seat=seat.number, deadline=time_json(game.deadline))
    return seat


def _reached_nobody(turn: TurnTold, now: datetime, too_late: timedelta) -> bool:
    """Check whether all emails about the turn, one at least, failed or left later than `too_late`."""
    tried = [mail for mail in turn.deliveries if _was_to_be_sent(mail, now)]
    return bool(tried) and all(_was_in_vain(mail, too_late) for mail in tried)


def _was_to_be_sent(mail: Dispatch, now: datetime) -> bool:
    """Check whether the email was due by now: not if its reader postponed it or it was superseded."""
    return mail.stage != Stage.SUPERSEDED and (mail.attempts > 0 or mail.due_at <= now)


def _was_in_vain(mail: Dispatch, too_late: timedelta) -> bool:
    if mail.stage == Stage.PROBABLY_DELIVERED:
        return False
    if mail.sent_at is None or mail.stage in IN_VAIN:
        return True
    return mail.sent_at - mail.due_at > too_late


def _was_unread(game: Game, turn: TurnTold) -> bool:
    """Check whether the player answered in time, and we gave up reading that email by a fault of ours."""
    link = present_turn(game, turn.seat)
    given_up = select(InboundMail.id).where(
        InboundMail.game_id == game.id,
        InboundMail.recipient == name_of_key(link),
        InboundMail.state == WorkState.FAILED,
        InboundMail.received_at <= game.deadline,
    )
    return session().scalars(given_up).first() is not None
