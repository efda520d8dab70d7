"""How many mails with invitations an account gets in a day, whoever invites. What is too much waits for the next."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, func, or_, select

from service.core import rates
from service.core.db import session
from service.core.limits import limit
from service.models import Account, Envelope, Notice, WorkState
from service.play.invitations import DAY, is_stranger

TO_STRANGER, TO_PLAYER = limit("invitation-mails"), limit("player-invitation-mails")
INVITATION, INVITATIONS = "invitation", "invitations"
"""The kinds of mail that tell of one, and of several."""


def let_wait(account: Account, due: Sequence[Notice], now: datetime, *, as_one: bool) -> Sequence[Notice]:
    """Of the invitations that are due, in their order, those that can be told now, each in a mail or all `as_one`.

    The others are due once a mail can go again. The transaction under way has locked the account.
    """
    most = rates.amount(TO_STRANGER if is_stranger(account) else TO_PLAYER)
    if most is None or not due:
        return due
    sent = _mails_of_the_day(account, now)
    free = max(most - len(sent), 0)
    told = due if as_one and free else due[:free]
    for notice in due[len(told) :]:
        notice.due_at = [*sent, *(now for _ in told)][-most] + DAY
    return told


def _mails_of_the_day(account: Account, now: datetime) -> list[datetime]:
    """When the account was mailed invitations, oldest first; what is about to be sent, now.

    One statement sees each mail once, whether or not it is sealed at this moment.
    """
    let_go = and_(Notice.state == WorkState.QUEUED, or_(Notice.attempts > 0, Notice.kind == INVITATIONS))
    mails = (
        select(func.coalesce(Notice.envelope_id, -Notice.id), func.coalesce(Envelope.created_at, now))
        .outerjoin(Envelope, Envelope.id == Notice.envelope_id)
        .where(Notice.account_id == account.id, Notice.kind.in_((INVITATION, INVITATIONS)))
        .where(or_(let_go, Envelope.created_at > now - DAY))
        .distinct()
    )
    return sorted(at for _, at in session().execute(mails))
