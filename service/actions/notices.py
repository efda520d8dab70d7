"""Notices: that somebody is to be told something. Written with the change; put into envelopes by workers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from flask import current_app
from sqlalchemy import func, select

from service import wake
from service.actions.claims import claim, settle
from service.db import session, transaction
from service.models import Account, Envelope, Game, GameSeat, GameStatus, Notice, SeatState, WorkState

COMPOSING_LEASE = timedelta(minutes=2)
SENDING_LEASE = timedelta(minutes=5)
GIVE_UP_AFTER = timedelta(days=4)
"""RFC 5321, 4.5.4.1 asks senders to try for four to five days."""
MAX_ANSWERS = {"answer": 30, "desk": 12, "confirm": 12}
"""How many mails of a kind that answers mails an address gets in `ANSWERS_WINDOW`, whatever is written in its name.

Only who has a token gets the first of them; for the others it is enough to forge a sender.
"""
ANSWERS_WINDOW = timedelta(hours=1)


def write_notice(
    kind: str,
    account: Account,
    now: datetime,
    game: Game | None = None,
    seat: int | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Write that `account` is to be told, in the transaction under way.

    A bot, which has no address, is not mailed, and nobody is mailed what they do not want.
    """
    if account.email is None or kind in account.muted:
        return
    about = {"game_id": game.id, "version": game.version} if game else {}
    _write(kind, account, now, data or {}, seat=seat, **about)


def write_answer(
    kind: str, account: Account, now: datetime, data: dict[str, Any], game: Game | None = None, seat: int | None = None
) -> bool:
    """Write an answer to a mail from `account`, in the transaction under way.

    False, and nothing is written, once its address has got as many of that kind as an hour may bring: no loop goes on.
    """
    if account.email is None or _answers_since(kind, account.email, now - ANSWERS_WINDOW) >= MAX_ANSWERS[kind]:
        return False
    _write(kind, account, now, data, seat=seat, game_id=game.id if game else None)  # one version has any number of them
    return True


def claim_notices(now: datetime, limit: int = 20) -> Sequence[Notice]:
    """Notices that are due, claimed for composing."""
    return claim(Notice, now, COMPOSING_LEASE, limit)


def is_still_true(notice: Notice) -> bool:
    """Whether what the notice tells is still so: a turn that is over is not announced."""
    if notice.game_id is None:
        return True
    game = session().get_one(Game, notice.game_id, populate_existing=True)
    if notice.kind == "your-turn":
        return game.status == GameStatus.ACTIVE and game.turn == notice.version
    if notice.kind == "more-time":
        return game.status == GameStatus.ACTIVE and game.turn <= (notice.version or 0)
    if notice.kind == "invitation":
        return game.status == GameStatus.INVITING and _is_invited(game, notice.account_id)
    return True


def seal(notice: Notice, *, sender: str, raw: bytes, now: datetime) -> None:
    """Put the composed mail into its envelope; nothing happens if another worker was faster.

    Secrets leave the notice: from now on they are only in the envelope.
    """
    with transaction() as current:
        if not settle(notice, state=WorkState.DONE, data={}):
            return
        envelope = Envelope(
            account_id=notice.account_id,
            sender=sender,
            recipient=notice.email,
            message_id=notice.message_id,
            raw=raw,
            created_at=now,
            due_at=now,
            state=WorkState.QUEUED,
            fence=0,
            attempts=0,
        )
        current.add(envelope)
        current.flush()
        current.get_one(Notice, notice.id).envelope_id = envelope.id


def supersede(notice: Notice) -> None:
    """Note that the notice is no longer true and was not sent."""
    settle(notice, state=WorkState.SUPERSEDED, data={})


def claim_envelopes(now: datetime, limit: int = 20) -> Sequence[Envelope]:
    """Envelopes that are due, claimed for sending."""
    return claim(Envelope, now, SENDING_LEASE, limit)


def notice_of(envelope: Envelope) -> Notice | None:
    """What the envelope tells."""
    return session().scalar(select(Notice).where(Notice.envelope_id == envelope.id))


def _write(kind: str, account: Account, now: datetime, data: dict[str, Any], **about: Any) -> None:  # noqa: ANN401
    session().add(
        Notice(
            kind=kind,
            account_id=account.id,
            email=account.email,
            data=data,
            message_id=_new_message_id(),
            created_at=now,
            due_at=now,
            state=WorkState.QUEUED,
            fence=0,
            attempts=0,
            **about,
        )
    )
    wake.wake(wake.NOTICES)


def _answers_since(kind: str, email: str, since: datetime) -> int:
    given = select(func.count()).where(Notice.email == email, Notice.kind == kind, Notice.created_at > since)
    return session().scalar(given) or 0


def _is_invited(game: Game, account_id: int | None) -> bool:
    return any(_waits_for(seat, account_id) for seat in game.seats)


def _waits_for(seat: GameSeat, account_id: int | None) -> bool:
    return seat.state == SeatState.INVITED and seat.account_id == account_id


def _new_message_id() -> str:
    return f"<{secrets.token_hex(16)}@{current_app.config['MAIL_DOMAIN']}>"
