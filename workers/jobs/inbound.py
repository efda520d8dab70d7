"""Mails that came in: read in a child process, and taken up as what their writers meant."""

from __future__ import annotations

from functools import cache

from service.core import clock
from service.core.children import Lost
from service.core.clock import Clock
from service.core.db import session
from service.core.encryption import decrypt
from service.mail.inbound.letter import Letter, as_delivered, unread_letter
from service.mail.inbound.processing import process
from service.models import InboundMail
from service.post.inbound import claim_inbound, put_off
from service.work import queues
from workers.draining import drain
from workers.inbound.child import Reader

NAME = queues.INBOUND
EVERY = 5.0

BATCH = 20
"""Mails seen to in one run."""
MOST_LOSSES = 5
"""Attempts, over two minutes, after which the mail counts as the cause of lost readers."""


@cache
def reader() -> Reader:
    """The child of this worker."""
    return Reader()


def run() -> bool:
    """Take up a batch."""
    return process_due(clock.now, reader()) == BATCH


def process_due(now: Clock, child: Reader) -> int:
    """Take up what is due, one after the other; says how many mails were looked at."""
    return drain(
        claim_inbound,
        lambda mail: _process(mail, now, child),
        lambda mail: put_off(mail, now()),
        now=now,
        most=BATCH,
        what=lambda mail: f"inbound mail {mail.id}",
    )


def _process(mail: InboundMail, now: Clock, child: Reader) -> None:
    session().rollback()  # reading may take a while, and nobody is to wait for our transaction
    process(mail, _opened(mail, child), now())


def _opened(mail: InboundMail, child: Reader) -> Letter:
    """Read the mail in the child process; Lost, until the attempts are used up."""
    raw = as_delivered(decrypt(mail.encrypted), mail.sender)
    try:
        return child.open(raw)
    except Lost:
        if mail.attempts < MOST_LOSSES:
            raise
        return unread_letter(raw)
