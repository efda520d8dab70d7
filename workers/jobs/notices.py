"""The outbox: notices that are due are composed and sealed in envelopes, envelopes that are due are sent."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

from flask import current_app

from service.core import clock
from service.core.clock import Clock
from service.core.db import session
from service.core.encryption import decrypt
from service.core.settings import settings
from service.core.telemetry.meters import note_mail
from service.core.telemetry.outages import MAIL_SERVER
from service.mail.compose import compose
from service.mail.headers import address
from service.models import Envelope, Notice, WorkState
from service.post.bounces import note_failure
from service.post.digests import claim_notices, dissolve, is_to_be_sent
from service.post.kinds import gatherings
from service.post.links import bounce_box
from service.post.notices import (
    GIVE_UP_AFTER,
    claim_envelopes,
    close,
    give_up,
    note_offer,
    seal,
    told_by,
)
from service.post.relevance import tells_nothing_true
from service.sandbox import Sandbox
from service.work import wake
from service.work.leases import put_off
from workers.draining import drain
from workers.faults import Unreliable
from workers.transports import Letter, Transport, TransportError, transport

NAME = wake.NOTICES
EVERY = 5.0

BATCH = 20
"""Mails seen to in one run."""
MAX_COMPOSINGS = 100
"""With the pauses between them these last for four days, as long as a mail is tried to be sent."""
MAX_REPLY = 500
"""Characters of a server's reply that are kept."""

log = logging.getLogger(__name__)


def run() -> bool:
    """Seal and send a batch."""
    sealed = seal_due(clock.now)
    sent = send_due(clock.now, _transport())
    return BATCH in (sealed, sent)


def _transport() -> Transport:
    chosen = transport(settings())
    sandbox: Sandbox | None = current_app.config["SANDBOX"]
    return Unreliable(chosen, sandbox.faults) if sandbox else chosen


def seal_due(now: Clock) -> int:
    """Compose what is due, one after the other; says how many notices were looked at."""
    return drain(
        claim_notices,
        lambda notice: _seal(notice, now()),
        lambda notice: _put_off_composing(notice, now()),
        now=now,
        most=BATCH,
        what=lambda notice: f"notice {notice.id}",
    )


def send_due(now: Clock, by: Transport) -> int:
    """Send what is due, one after the other; says how many envelopes were looked at."""
    return drain(
        claim_envelopes,
        lambda envelope: _send(envelope, now, by),
        lambda envelope: _put_off(envelope, now()),
        now=now,
        most=BATCH,
        what=lambda envelope: f"envelope {envelope.id}",
    )


def _seal(notice: Notice, now: datetime) -> None:
    if is_to_be_sent(notice):
        seal(notice, raw=compose(notice), now=now)


def _send(envelope: Envelope, now: Clock, by: Transport) -> None:
    if tells_nothing_true(envelope):
        close(envelope, WorkState.SUPERSEDED)
        return
    letter = _letter(envelope)
    session().rollback()  # the server may be slow, and nobody is to wait for our transaction
    try:
        reply = by.send(letter, lambda: note_offer(envelope, now()))
    except TransportError as refusal:
        _note_refusal(envelope, refusal, now())
    else:
        MAIL_SERVER.is_over()
        note_mail(envelope.recipient, "sent")
        close(envelope, WorkState.DONE, sent_at=now(), offered_at=None, last_reply=reply[:MAX_REPLY])


def _letter(envelope: Envelope) -> Letter:
    returns_to = address(bounce_box(told_by(envelope)))
    return Letter(returns_to, envelope.recipient, envelope.message_id, decrypt(envelope.encrypted))


def _note_refusal(envelope: Envelope, refusal: TransportError, now: datetime) -> None:
    _tell_of_refusal(envelope, refusal)
    reply = refusal.reply[:MAX_REPLY]
    noted = {} if refusal.unknown else {"offered_at": envelope.offered_at}  # an answer says nothing of an earlier one
    may_have_arrived = refusal.unknown or envelope.offered_at is not None
    is_given_up = now - envelope.created_at > GIVE_UP_AFTER and not may_have_arrived
    if refusal.permanent or is_given_up:
        note_failure(envelope, reply, now, permanent=refusal.permanent)
    else:
        _put_off(envelope, now, last_reply=reply, **noted)


def _tell_of_refusal(envelope: Envelope, refusal: TransportError) -> None:
    if refusal.away:
        MAIL_SERVER.is_met(refusal.reply)
        note_mail(envelope.recipient, "away")
    else:
        MAIL_SERVER.is_over()
        note_mail(envelope.recipient, "refused" if refusal.permanent else "put-off")
        log.warning("envelope %s was refused, %s", envelope.id, "for good" if refusal.permanent else "for now")


def _put_off(envelope: Envelope, now: datetime, **changes: Any) -> None:  # noqa: ANN401  # column values
    """Try again later, or never again after some days."""
    if now - envelope.created_at > GIVE_UP_AFTER:
        close(envelope, WorkState.FAILED, **changes)
    else:
        put_off(envelope, now, **changes)


def _put_off_composing(notice: Notice, now: datetime) -> None:
    if notice.kind in gatherings():
        dissolve(notice)
    elif notice.attempts >= MAX_COMPOSINGS:
        give_up(notice)
    else:
        put_off(notice, now)
