"""Mails that came in: read in a child process, and taken up as what their writers meant."""

from __future__ import annotations

from functools import cache

from service.core import clock
from service.core.clock import Clock
from service.core.db import session
from service.core.encryption import decrypt
from service.mail.inbound.letter import as_delivered
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
    process(mail, child.open(as_delivered(decrypt(mail.encrypted), mail.sender)), now())
