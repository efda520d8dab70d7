"""Mails that came in: read in a child process, and taken up as what their writers meant."""

from __future__ import annotations

from functools import cache, partial

from service.core import clock
from service.core.clock import Clock
from service.core.db import session
from service.core.encryption import decrypt
from service.mail.inbound import take_up
from service.models import InboundMail, WorkState
from service.post.inbound import claim_inbound
from service.work import wake
from service.work.leases import retry_at, settle
from workers.inbound.child import Reader
from workers.stopping import in_hand, is_asked
from workers.surviving import survive

NAME = wake.INBOUND
EVERY = 5.0

BATCH = 20
"""Mails seen to in one run."""
MAX_ATTEMPTS = 20
"""With the pauses between them these last for half a day; what fails so long is a fault of ours, and is logged."""


@cache
def reader() -> Reader:
    """The child of this worker."""
    return Reader()


def run() -> bool:
    """Take up a batch."""
    return take_up_due(clock.now, reader()) == BATCH


def take_up_due(now: Clock, child: Reader) -> int:
    """Take up what is due, one after the other; says how many mails were looked at."""
    for number in range(BATCH):
        if is_asked() or not (claimed := claim_inbound(now(), limit=1)):
            return number
        [mail] = claimed
        with in_hand(mail):
            if not survive(partial(_take_up, mail, now, child), f"inbound mail {mail.id}"):
                _put_off(mail, now)
    return BATCH


def _take_up(mail: InboundMail, now: Clock, child: Reader) -> None:
    session().rollback()  # reading may take a while, and nobody is to wait for our transaction
    take_up(mail, child.open(decrypt(mail.encrypted)), now())


def _put_off(mail: InboundMail, now: Clock) -> None:
    if mail.attempts >= MAX_ATTEMPTS:
        settle(mail, state=WorkState.FAILED)
    else:
        settle(mail, due_at=retry_at(now(), mail.attempts))
