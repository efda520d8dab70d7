"""Retention of sent and inbound emails."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, exists, func, or_, select, text, update
from sqlalchemy.orm import aliased

from rules.prose import N_
from service.db.engines import session
from service.jobs.forgetting import drop, forgets, old
from service.models import SETTLED, Account, Envelope, InboundContent, InboundMail, Notice, TakenDelivery, WorkState
from service.models.inbound import IS_HELD
from service.notifications.inbound import drop_contents
from service.play.retention import AFTER_THE_END, is_of_old_game


@forgets(AFTER_THE_END, N_("notifications about games that are over"))
def notices(before: datetime, limit: int) -> int:
    """Delete notices, once their email is as old and their game has been over for as long."""
    is_done = Notice.state.in_(SETTLED), Notice.due_at <= before
    is_of_none = or_(Notice.game_id.is_(None), is_of_old_game(Notice.game_id, before))
    mail = exists().where(Envelope.id == Notice.envelope_id, is_old_mail(before))
    gathered = aliased(Notice)
    tells_others = exists().where(gathered.digest_id == Notice.id)
    left = or_(Notice.envelope_id.is_(None), mail)
    return drop(Notice, old(Notice, limit, *is_done, is_of_none, left, ~tells_others))


@forgets(AFTER_THE_END, N_("emails that were sent to you"))
def envelopes(before: datetime, limit: int) -> int:
    """Delete emails that were sent or given up, once none of their notices is kept."""
    is_named = exists().where(Notice.envelope_id == Envelope.id)
    return drop(Envelope, old(Envelope, limit, is_old_mail(before), ~is_named))


@forgets(timedelta(days=7), N_("the content of emails that we could not deliver to you"))
def undelivered_contents(before: datetime, limit: int) -> int:
    """Clear the content of emails that were given up; until then they can be sent again."""
    is_kept = Envelope.state == WorkState.FAILED, Envelope.due_at <= before, Envelope.encrypted != b""
    numbers = [number for (number,) in old(Envelope, limit, *is_kept)]
    session().execute(update(Envelope).where(Envelope.id.in_(numbers)).values(encrypted=b""))
    return len(numbers)


@forgets(timedelta(days=30), N_("emails that you sent to us"))
def inbound_mails(before: datetime, limit: int) -> int:
    """Delete inbound emails that were handled or given up."""
    return _drop_mails(limit, InboundMail.received_at < before)


@forgets(timedelta(days=7), N_("emails that wait for a confirmed address"))
def held_mails(before: datetime, limit: int) -> int:
    """Delete emails held for an unconfirmed address, after the last question about them."""
    is_of_a_stranger = exists().where(Account.id == InboundMail.account_id, Account.verified_at.is_(None))
    other = aliased(InboundMail)
    asked = select(func.max(other.asked_at)).where(other.account_id == InboundMail.account_id)
    is_old = InboundMail.received_at < before, asked.scalar_subquery() < before
    return _drop_mails(limit, and_(text(IS_HELD), is_of_a_stranger, *is_old))


def _drop_mails(limit: int, *which: ColumnElement[bool]) -> int:
    keys = old(InboundMail, limit, InboundMail.state.in_(SETTLED), *which)
    said = select(InboundMail.content_id).where(InboundMail.id.in_([number for (number,) in keys]))
    contents = session().scalars(said).all()
    drop(InboundMail, keys)
    drop_contents(InboundContent.id.in_(contents))
    return len(keys)


@forgets(timedelta(days=1), N_("networks from which emails came"))
def networks_of_mails(before: datetime, limit: int) -> int:
    """Clear the networks of inbound emails that were handled or given up, or whose owner has been asked."""
    is_known = InboundMail.network.is_not(None), InboundMail.received_at < before, InboundMail.state.in_(SETTLED)
    is_over = or_(InboundMail.round.is_(None), InboundMail.asked_at.is_not(None))
    numbers = [number for (number,) in old(InboundMail, limit, *is_known, is_over)]
    session().execute(update(InboundMail).where(InboundMail.id.in_(numbers)).values(network=None))
    return len(numbers)


@forgets(timedelta(days=1), N_("numbers of emails that came in"))
def taken_deliveries(before: datetime, limit: int) -> int:
    """Delete the ids of signed requests that brought email or news of it; signatures expire after minutes."""
    return drop(TakenDelivery, old(TakenDelivery, limit, TakenDelivery.at < before))


def is_old_mail(before: datetime) -> ColumnElement[bool]:
    """Build the condition that an envelope left or was given up by then, and cannot bounce any more."""
    left_at = func.coalesce(Envelope.sent_at, Envelope.offered_at, Envelope.created_at)
    return and_(Envelope.state.in_(SETTLED), Envelope.due_at <= before, left_at <= before)
