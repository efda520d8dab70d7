"""The outbox: compose due notices into envelopes, and send due envelopes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial

from flask import current_app

from service.config.settings import settings
from service.db import clock
from service.db.clock import Clock
from service.db.engines import session
from service.jobs import queues
from service.mail.compose import compose
from service.mail.headers import address
from service.models import Envelope, Notice
from service.notifications import digests, outbox
from service.notifications.digests import claim_notices, is_to_be_sent
from service.notifications.dkim_keys import Signer, signer
from service.notifications.links import row_box
from service.notifications.notices import claim_envelopes, note_offer, seal, told_by
from service.notifications.outbox import is_to_be_offered, is_too_fast, note_refusal, note_sent
from service.sandbox import Sandbox
from service.security.encryption import decrypt
from service.security.keys import RowPurpose
from service.telemetry.meters import note_mail
from service.telemetry.outages import MAIL_SERVER
from workers.draining import drain
from workers.faults import Unreliable
from workers.transports import Letter, Transport, TransportError, transport

NAME = queues.NOTICES
EVERY = 5.0

BATCH = 20
"""Emails per run."""

log = logging.getLogger(__name__)


def run() -> bool:
    """Seal and send a batch."""
    sealed = seal_due(clock.now)
    with _line() as by:
        sent = send_due(clock.now, by)
    return BATCH in (sealed, sent)


@contextmanager
def _line() -> Iterator[Transport]:
    sandbox: Sandbox | None = current_app.config["SANDBOX"]
    with transport(settings()).line() as line:
        yield Unreliable(line, sandbox.faults) if sandbox else line


def seal_due(now: Clock) -> int:
    """Compose due notices one after the other; return their number."""
    return drain(
        claim_notices,
        partial(_seal, now=now, signs=cache(signer)),
        lambda notice: digests.put_off(notice, now()),
        now=now,
        most=BATCH,
        what=lambda notice: f"notice {notice.id}",
    )


def send_due(now: Clock, by: Transport) -> int:
    """Send due envelopes one after the other; return their number."""
    return drain(
        claim_envelopes,
        lambda envelope: _send(envelope, now, by),
        lambda envelope: outbox.put_off(envelope, now()),
        now=now,
        most=BATCH,
        what=lambda envelope: f"envelope {envelope.id}",
    )


def _seal(notice: Notice, *, now: Clock, signs: Callable[[], Signer | None]) -> None:
    if not is_to_be_sent(notice):
        return
    raw = compose(notice)
    by = signs()
    seal(notice, raw=by.signed(raw) if by else raw, now=now())


def _send(envelope: Envelope, now: Clock, by: Transport) -> None:
    told = told_by(envelope)
    if not is_to_be_offered(envelope, told) or is_too_fast(envelope, now()):
        return
    returns_to = address(row_box(RowPurpose.BOUNCE, told[0]))
    letter = Letter(returns_to, envelope.recipient, envelope.message_id, decrypt(envelope.encrypted))
    session().rollback()  # the server may be slow, and an open transaction would block others
    try:
        reply = by.send(letter, lambda: note_offer(envelope, now()))
    except TransportError as refusal:
        _tell_of_refusal(envelope, refusal)
        note_refusal(envelope, refusal.reply, now(), permanent=refusal.permanent, unknown=refusal.unknown)
    else:
        MAIL_SERVER.is_over()
        note_mail(envelope.recipient, "sent")
        note_sent(envelope, reply, now())


def _tell_of_refusal(envelope: Envelope, refusal: TransportError) -> None:
    if refusal.away:
        MAIL_SERVER.is_met(refusal.reply)
        note_mail(envelope.recipient, "away")
    else:
        MAIL_SERVER.is_over()
        note_mail(envelope.recipient, "refused" if refusal.permanent else "put-off")
        log.warning("envelope %s was refused, %s", envelope.id, "for good" if refusal.permanent else "for now")
