"""Invitations that email could not deliver, or that had no answer for a week: tell their host, once each.

A sweep looks for them, so nothing is locked where emails are sent, and a lost run is made up for by the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Select, and_, func, or_, select, text

from service.db.engines import session, transaction
from service.jobs import events
from service.models import Account, Envelope, Game, GameSeat, GameStatus, Notice, WorkState
from service.models.game import IS_INVITED
from service.notifications.digests import INVITATION
from service.notifications.notices import write_notice
from service.play.seating import by_place, lock_game, seat_number

PATIENCE = timedelta(days=7)
"""How long an invitation may wait before its host is told."""


def invitations_in_vain(now: datetime, limit: int) -> Sequence[tuple[str, int]]:
    """List pending invitations whose host is to be told, as (game id, place)."""
    return [(game, place) for game, place, _ in session().execute(_in_vain(now).limit(limit))]


def tell_host(game_id: str, place: int, now: datetime) -> None:
    """Tell the host of an invitation that it was not delivered or not answered; nothing if they know, or it is over."""
    with transaction() as current:
        game = lock_game(game_id)
        found = current.execute(_in_vain(now).where(GameSeat.game_id == game_id, GameSeat.place == place)).first()
        if found is None:
            return
        seat, host = by_place(game)[place], current.get_one(Account, game.creator_id)
        game.version += 1
        if found.is_lost:
            seat.undelivered_at = now
            events.record("invitation.failed", game, now, place=place)
        else:
            seat.unanswered_at = now
            events.record("invitation.unanswered", game, now, place=place)
        told = {"place": place, "is_lost": found.is_lost}
        write_notice("invitation-unanswered", host, now, game, seat_number(game, host), told)


def _in_vain(now: datetime) -> Select[str, int, bool]:
    """Select pending invitations whose host is to be told, and whether email could not deliver them.

    A notice without an envelope was given up, as for a suppressed address.
    """
    about = Notice.game_id == GameSeat.game_id, Notice.account_id == GameSeat.account_id, Notice.kind == INVITATION
    failed = func.coalesce(Envelope.state, Notice.state) == WorkState.FAILED, Envelope.offered_at.is_(None)
    mails = select(Notice.id).outerjoin(Envelope, Envelope.id == Notice.envelope_id).where(*about)
    is_lost = mails.where(or_(Envelope.bounced_at.is_not(None), and_(*failed))).correlate(GameSeat).exists()
    is_late = and_(Game.created_at <= now - PATIENCE, GameSeat.unanswered_at.is_(None))
    return (
        select(GameSeat.game_id, GameSeat.place, is_lost.label("is_lost"))
        .join(Game, Game.id == GameSeat.game_id)
        .where(Game.status == GameStatus.INVITING, text(IS_INVITED))
        .where(GameSeat.undelivered_at.is_(None), or_(is_lost, is_late))
    )
